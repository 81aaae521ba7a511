import type { Access } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import { areMet, isMet, type Need } from '../outbox/need.js';
import type { WebhookType } from './webhook-types.js';

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

/** Undefined where the role may not have it at all. */
export function filtered({ needs, data }: Fact, access: Access): FilteredFact | undefined {
  if (!areMet(access, needs)) return undefined;
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
