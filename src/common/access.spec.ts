import { describe, expect, it } from '@jest/globals';
import { accessWith as access, ADMINISTRATOR as administrator } from '../../test/support/fixtures/permissions.js';
import { PERMISSION_FLAGS } from './access.js';

describe('the access of a role', () => {
  it('is nothing unless the role says so', () => {
    expect(PERMISSION_FLAGS.filter((flag) => access().can(flag))).toEqual([]);
    expect(access().mayView('1-1')).toBe(false);
    expect(access().viewsAnyOutlet).toBe(false);
  });

  it('is everything for the administrator, outlets included', () => {
    expect(PERMISSION_FLAGS.every((flag) => administrator.can(flag))).toBe(true);
    expect(administrator.mayModify('48-7')).toBe(true);
  });

  it('treats viewing and modifying an outlet separately', () => {
    const viewer = access({ viewOutlets: ['1-1'] });
    expect([viewer.mayUse('viewOutlets', '1-1'), viewer.mayUse('modifyOutlets', '1-1')]).toEqual([true, false]);
  });

  it('has the same key for the same rights, in whatever order they were listed', () => {
    expect(access({ viewOutlets: ['1-1', '2-1'] }).key).toBe(access({ viewOutlets: ['2-1', '1-1'] }).key);
    expect(access({ viewOutlets: ['1-1'] }).key).not.toBe(access({ modifyOutlets: ['1-1'] }).key);
    expect(access({ viewBankStats: true }).key).not.toBe(access({ viewInletStats: true }).key);
  });

  it('covers only roles that allow no more', () => {
    const small = access({ viewUsersList: true, viewOutlets: ['1-1'] });
    const large = access({ viewUsersList: true, modifyUsers: true, viewOutlets: ['1-1', '2-1'] });
    expect([large.covers(small), small.covers(large)]).toEqual([true, false]);
    expect([administrator.covers(large), large.covers(administrator)]).toEqual([true, false]);
    expect(access({ viewOutlets: ['1-1'] }).covers(access({ viewOutlets: ['2-1'] }))).toBe(false);
  });
});
