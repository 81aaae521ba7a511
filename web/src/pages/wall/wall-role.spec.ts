import { describe, expect, it } from '@jest/globals';
import { Rights } from '../../session/rights.js';
import { freeName, isViewOnly, wallPermissions } from './wall-role.js';

const rights = (permissions: object): Rights =>
  new Rights({ roleId: 2, role: { permissions } } as ConstructorParameters<typeof Rights>[0]);

describe('the role of wall screens', () => {
  it('may read what a screen shows, as far as its maker may, and change nothing', () => {
    const all = rights({ viewInletStats: true, viewBankStats: true, modifyUsers: true, viewUsersList: true });
    const permissions = wallPermissions(all, ['1-1']);
    expect(permissions).toEqual({ viewInletStats: true, viewBankStats: true, viewOutlets: ['1-1'] });
    expect(isViewOnly(permissions)).toBe(true);
  });

  it.each([
    [{ modifyBankStats: true }, false],
    [{ allowPduRestart: true }, false],
    [{ modifyOutlets: ['1-1'] }, false],
    [{ viewLog: true, modifyUsers: false, modifyOutlets: [], viewOutlets: ['1-1'] }, true],
  ])('with %j is one that only reads: %s', (permissions, isSo) => {
    expect(isViewOnly(permissions)).toBe(isSo);
  });
});

describe('the name of a new screen', () => {
  it('is the first that no user has, without regard to case', () => {
    expect([freeName([]), freeName(['WALL-1', 'wall-2', 'wall-4'])]).toEqual(['wall-1', 'wall-3']);
  });
});
