import { mayReadLog } from '../audit/entry-rights.js';
import type { Access, PermissionFlag } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import type { WebhookType } from './webhook-types.js';

/** A right to view: a flag, an outlet, or the log with the names of those who acted. */
export type Need = PermissionFlag | `outlet:${string}` | 'log';

/** Something that has happened, for every webhook that asks for it. */
export interface Fact {
  readonly type: WebhookType;
  /** Wall clock. */
  readonly at: Millis;
  /** Without these the message is not sent. */
  readonly needs: readonly Need[];
  /** The members of `data`; those that need more than {@link needs} are added where `may` says so. */
  readonly data: (may: (need: Need) => boolean) => object;
}

/** A fact as one role may have it; what it was made with must still be allowed when it is sent. */
export interface FilteredFact {
  readonly data: object;
  readonly needs: readonly Need[];
}

export function isMet(access: Access, need: string): boolean {
  if (need === 'log') return mayReadLog(access);
  if (need.startsWith('outlet:')) return access.mayView(need.slice('outlet:'.length));
  return access.can(need as PermissionFlag);
}

/** Undefined where the role may not have it at all. */
export function filtered({ needs, data }: Fact, access: Access): FilteredFact | undefined {
  if (!needs.every((need) => isMet(access, need))) return undefined;
  const granted = new Set(needs);
  const members = data((need) => {
    const isGranted = isMet(access, need);
    if (isGranted) granted.add(need);
    return isGranted;
  });
  return { data: members, needs: [...granted] };
}

/** The name of an object where it has one. */
export const named = (name: string | null | undefined): { name?: string } => (name ? { name } : {});
