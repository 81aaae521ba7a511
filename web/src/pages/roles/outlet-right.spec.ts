import { describe, expect, it } from '@jest/globals';
import { Rights } from '../../session/rights.js';
import { mayGive, withRight } from './outlet-right.js';

const LISTS = { viewOutlets: ['1', '2', '9'], modifyOutlets: ['2', '9'] };

describe('the right to some outlets', () => {
  it('to switch them is that to see them too', () => {
    expect(withRight(LISTS, ['1', '3'], 'modify')).toEqual({
      viewOutlets: ['1', '2', '9', '3'],
      modifyOutlets: ['2', '9', '1', '3'],
    });
  });

  it('to see them alone takes that to switch them away', () => {
    expect(withRight(LISTS, ['2'], 'view')).toEqual({ viewOutlets: ['1', '2', '9'], modifyOutlets: ['9'] });
  });

  it('leaves all others as they were', () => {
    expect(withRight(LISTS, ['1', '2'], 'none')).toEqual({ viewOutlets: ['9'], modifyOutlets: ['9'] });
  });
});

describe('the right to an outlet that a user may give', () => {
  const rightsOf = (roleId: number) =>
    new Rights({ roleId, role: { permissions: LISTS } } as unknown as ConstructorParameters<typeof Rights>[0]);
  const given = (rights: Rights, outlet: string) =>
    (['none', 'view', 'modify'] as const).filter((right) => mayGive(rights, outlet, right));

  it('is one that their own role has', () => {
    const rights = rightsOf(2);
    expect(given(rights, '2')).toEqual(['none', 'view', 'modify']);
    expect(given(rights, '1')).toEqual(['none', 'view']);
    expect(given(rights, '3')).toEqual(['none']);
  });

  it('is every one for the administrator, also on a PDU that has joined a moment ago', () => {
    expect(given(rightsOf(1), '3')).toEqual(['none', 'view', 'modify']);
  });
});
