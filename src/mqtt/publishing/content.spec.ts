import { describe, expect, it } from '@jest/globals';
import { differs, type Content } from './content.js';

const before: Content = {
  name: 'Web',
  state: 'ON',
  current: 2,
  power: 400,
  energy: 7,
  lines: [{ line: 'L1', current: 4 }],
};

describe('the dead band', () => {
  it.each([
    ['a current within it', { current: 2.03 }, false],
    ['a current beyond it', { current: 2.05 }, true],
    ['a power beyond it', { power: 391 }, true],
    ['noise of a load that is almost none', { current: 2 }, false],
    ['energy, which rises all the time', { energy: 8 }, false],
    ['another name', { name: 'Mail' }, true],
    ['another state', { state: 'OFF' }, true],
    ['a reading that is not known any more', { current: undefined }, true],
    ['a line within it', { lines: [{ line: 'L1', current: 4.05 }] }, false],
    ['a line beyond it', { lines: [{ line: 'L1', current: 4.2 }] }, true],
    ['lines that are not known any more', { lines: undefined }, true],
  ])('decides about %s', (_, change, isOther) => {
    expect(differs(before, { ...before, ...change }, 2)).toBe(isOther);
  });

  it('lets nothing pass at 0 but the same, and a reading that was not known', () => {
    expect(differs(before, { ...before, current: 2.001 }, 0)).toBe(true);
    expect(differs(before, { ...before }, 0)).toBe(false);
    expect(differs({ name: 'Web' }, { name: 'Web', current: 0 }, 50)).toBe(true);
  });

  it('refers to a least value, below which a meter shows noise', () => {
    expect(differs({ current: 0.001 }, { current: 0.009 }, 2)).toBe(false);
    expect(differs({ current: 0 }, { current: 0.02 }, 2)).toBe(true);
  });
});
