import { describe, expect, it } from '@jest/globals';
import { accessWith, ADMINISTRATOR } from '../../test/support/fixtures/permissions.js';
import { INLET_METERED } from '../hardware/profiles/inlet-metered.js';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import { SINGLE_PHASE_16 } from '../hardware/profiles/single-phase-16.js';
import type { Access, RouteAccess } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { assertAccess } from './access-check.js';

const model = new PduModel(SINGLE_PHASE_16);
const withoutOutlets = new PduModel(INLET_METERED);
const [first = '', second = ''] = model.outlets.map(({ id }) => id);

/** The code of the refusal, or `in` if the caller has access. */
function enter(rule: RouteAccess, access: Access, params: Record<string, string> = {}, pdu = model): string {
  try {
    assertAccess(rule, { userId: '7', username: 'anna', access, credential: { kind: 'token' } }, params, pdu);
    return 'in';
  } catch (error) {
    return error instanceof ApiError ? error.code : 'broken';
  }
}

describe('a route for everybody who is signed in', () => {
  it('lets in a role without any permission', () => {
    expect(enter({ kind: 'signedIn' }, accessWith())).toBe('in');
  });
});

describe('a route for administrators', () => {
  it('lets in only role 1', () => {
    expect(enter({ kind: 'administrator' }, ADMINISTRATOR)).toBe('in');
    expect(enter({ kind: 'administrator' }, accessWith({ modifyUsers: true }))).toBe('ADMINISTRATOR_ONLY');
  });
});

describe('a route with permissions', () => {
  const rule: RouteAccess = { kind: 'flags', anyOf: ['viewPortInfo', 'modifyPortSettings'] };

  it('lets in a role that has any of them', () => {
    expect(enter(rule, accessWith({ modifyPortSettings: true }))).toBe('in');
    expect(enter(rule, accessWith({ viewPortInfo: true }))).toBe('in');
    expect(enter(rule, ADMINISTRATOR)).toBe('in');
    expect(enter(rule, accessWith({ viewUsersList: true }))).toBe('NOT_ALLOWED');
  });

  it('lets in the user named in the path, if the rule says so', () => {
    const own: RouteAccess = { kind: 'flags', anyOf: ['modifyUsers'], orOwn: 'userId' };
    expect(enter(own, accessWith(), { userId: '7' })).toBe('in');
    expect(enter(own, accessWith(), { userId: '07' })).toBe('NOT_ALLOWED');
    expect(enter(own, accessWith(), { userId: '8' })).toBe('NOT_ALLOWED');
    expect(enter(own, accessWith({ modifyUsers: true }), { userId: '8' })).toBe('in');
    expect(enter({ ...rule }, accessWith(), { userId: '7' })).toBe('NOT_ALLOWED');
  });
});

describe('a route of an outlet', () => {
  const rule: RouteAccess = { kind: 'outlet', list: 'modifyOutlets', param: 'outletId' };
  const ofFirst = accessWith({ modifyOutlets: [first], viewOutlets: [second] });

  it('lets in a role that lists it, by its id and by its index', () => {
    expect(enter(rule, ofFirst, { outletId: first })).toBe('in');
    expect(enter(rule, ofFirst, { outletId: '1' })).toBe('in');
  });

  it('refuses every other outlet, those that do not exist too', () => {
    expect(enter(rule, ofFirst, { outletId: second })).toBe('OUTLET_NOT_ALLOWED');
    expect(enter(rule, ofFirst, { outletId: '2' })).toBe('OUTLET_NOT_ALLOWED');
    expect(enter(rule, ofFirst, { outletId: '99' })).toBe('OUTLET_NOT_ALLOWED');
    expect(enter(rule, ofFirst, { outletId: '__proto__' })).toBe('OUTLET_NOT_ALLOWED');
    expect(enter(rule, ofFirst)).toBe('OUTLET_NOT_ALLOWED');
  });

  it('lets an administrator through to the route, which answers that there is none', () => {
    expect(enter(rule, ADMINISTRATOR, { outletId: '99' })).toBe('in');
  });

  it('lets everybody pass on a model without outlets, if the rule says so', () => {
    expect(enter(rule, accessWith(), { outletId: '1' }, withoutOutlets)).toBe('in');
  });
});

describe('the route of all outlets', () => {
  const rule: RouteAccess = { kind: 'outlet', list: 'viewOutlets', param: undefined };

  it('lets in a role that lists any outlet', () => {
    expect(enter(rule, accessWith({ viewOutlets: [second] }))).toBe('in');
    expect(enter(rule, accessWith({ modifyOutlets: [second] }))).toBe('NO_OUTLET_ALLOWED');
    expect(enter({ ...rule, list: 'modifyOutlets' }, accessWith({ modifyOutlets: [second] }))).toBe('in');
    expect(enter({ ...rule, list: 'modifyOutlets' }, accessWith({ viewOutlets: [second] }))).toBe('NO_OUTLET_ALLOWED');
    expect(enter(rule, ADMINISTRATOR)).toBe('in');
    expect(enter(rule, accessWith(), {}, withoutOutlets)).toBe('in');
  });
});
