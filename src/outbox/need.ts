import { mayReadLog } from '../audit/entry-rights.js';
import type { Access, PermissionFlag } from '../common/access.js';

/** A right to view: a flag, an outlet, or the log with the names of those who acted. */
export type Need = PermissionFlag | `outlet:${string}` | 'log';

export function isMet(access: Access, need: string): boolean {
  if (need === 'log') return mayReadLog(access);
  if (need.startsWith('outlet:')) return access.mayView(need.slice('outlet:'.length));
  return access.can(need as PermissionFlag);
}

/** True for a role that has all of these rights. */
export const areMet = (access: Access, needs: readonly string[]): boolean => needs.every((need) => isMet(access, need));
