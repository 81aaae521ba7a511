import type { Request } from 'express';
import type { Subjects } from '../kernel/subjects.js';
import type { Caller, RouteAccess } from '../common/access.js';
import { ApiError } from '../common/errors.js';

type OutletRule = Extract<RouteAccess, { kind: 'outlet' }>;
type FlagRule = Extract<RouteAccess, { kind: 'flags' }>;
type PathParameters = Request['params'];
/** The outlets as far as this check knows them; a PDU model is one. */
type Outlets = Pick<Subjects, 'hasOutlets' | 'outlet'>;

/** Checks the caller against the route's rule. Throws a 403 that names the missing permission. */
export function assertAccess(rule: RouteAccess, caller: Caller, params: PathParameters, outlets: Outlets): void {
  switch (rule.kind) {
    case 'public':
    case 'signedIn':
      return;
    case 'administrator':
      if (!caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
      return;
    case 'flags':
      assertFlag(rule, caller, params);
      return;
    case 'outlet':
      assertOutlet(rule, caller, params, outlets);
  }
}

function assertFlag({ anyOf, orOwn }: FlagRule, caller: Caller, params: PathParameters): void {
  if (orOwn !== undefined && params[orOwn] === caller.userId) return;
  if (anyOf.some((flag) => caller.access.can(flag))) return;
  throw new ApiError('NOT_ALLOWED', anyOf.join(' or '));
}

function assertOutlet({ list, param }: OutletRule, { access }: Caller, params: PathParameters, outlets: Outlets): void {
  // A role cannot list outlets where there are none; the route answers that there are none.
  if (!outlets.hasOutlets || access.isAdministrator) return;
  if (param === undefined) {
    if (!access.usesAny(list)) throw new ApiError('NO_OUTLET_ALLOWED', list);
    return;
  }
  const named = String(params[param]);
  const outlet = outlets.outlet(named);
  // An outlet that does not exist is refused like one that is not listed, so the response does not reveal which exist.
  if (!outlet || !access.mayUse(list, outlet.id)) throw new ApiError('OUTLET_NOT_ALLOWED', named, list);
}
