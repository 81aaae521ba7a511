import type { Access, Caller } from '../common/access.js';
import { ApiError } from '../common/errors.js';

/** Nobody hands out more than he has: throws RIGHTS_NOT_COVERED unless the caller may do all that each of these may. */
export function assertNoPrivilegeEscalation(caller: Pick<Caller, 'access'>, ...granted: readonly Access[]): void {
  if (!granted.every((access) => caller.access.covers(access))) throw new ApiError('RIGHTS_NOT_COVERED');
}
