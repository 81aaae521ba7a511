import { describe, expect, it } from '@jest/globals';
import { partTitle } from './part-title.js';

describe('the title of a part', () => {
  it('is its number and the name that an operator has given it', () => {
    expect(partTitle('Outlet 7', 'db-master')).toBe('Outlet 7 (db-master)');
  });

  it('is its number alone while it has no name of its own', () => {
    expect([partTitle('Outlet 7', 'Outlet 7'), partTitle('Outlet 7', undefined)]).toEqual(['Outlet 7', 'Outlet 7']);
  });
});
