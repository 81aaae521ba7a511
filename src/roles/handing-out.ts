import type { Access, Caller } from '../kernel/access.js';
import { ApiError } from '../kernel/errors.js';

/** Nobody hands out more than he has: throws RIGHTS_NOT_COVERED unless the caller may do all that each of these may. */
export function refuseMoreThanOwn(caller: Pick<Caller, 'access'>, ...handedOut: readonly Access[]): void {
  if (!handedOut.every((access) => caller.access.covers(access))) throw new ApiError('RIGHTS_NOT_COVERED');
}
