import { describe, expect, it } from '@jest/globals';
import type { RouteAccess } from '../common/access.js';
import { accessLine } from './complete-document.js';

describe('the access rule of an operation', () => {
  it.each<[RouteAccess, string]>([
    [{ kind: 'public' }, 'Open to everybody.'],
    [{ kind: 'signedIn' }, 'Needs any valid credential.'],
    [{ kind: 'administrator' }, 'Needs the Administrator role.'],
    [{ kind: 'flags', anyOf: ['viewBankStats'] }, 'Needs the permission viewBankStats.'],
    [
      { kind: 'flags', anyOf: ['modifyUsers'], orOwn: 'userId' },
      'Needs the permission modifyUsers, or that {userId} is the caller.',
    ],
    [{ kind: 'outlet', list: 'modifyOutlets', param: 'outletId' }, "Needs the outlet in the role's modifyOutlets."],
    [{ kind: 'outlet', list: 'viewOutlets', param: undefined }, "Needs at least one outlet in the role's viewOutlets."],
  ])('of %j is described in a sentence', (access, line) => {
    expect(accessLine(access)).toBe(line);
  });
});
