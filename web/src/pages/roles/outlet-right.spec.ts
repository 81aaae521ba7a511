import { describe, expect, it } from '@jest/globals';
import { withRight } from './outlet-right.js';

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
