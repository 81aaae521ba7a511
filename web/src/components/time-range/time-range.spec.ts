import { describe, expect, it } from '@jest/globals';
import {
  fixedRange,
  localTimeOf,
  presetOf,
  presetRange,
  rangeIn,
  secondsOf,
  stepped,
  withRange,
} from './time-range.js';

const NOW = 1_000_000;
const inAddress = (query: string) => rangeIn(new URLSearchParams(query));

describe('the time range of the browser UI', () => {
  it('is in the address as a span before now, or as two times', () => {
    expect(inAddress('range=24h&by=bank')).toEqual({ from: '-24h', to: undefined });
    expect(inAddress('from=-7d')).toEqual({ from: '-7d', to: undefined });
    expect(inAddress('from=100&to=200')).toEqual({ from: '100', to: '200' });
    expect(inAddress('from=yesterday')).toBeUndefined();
    expect(inAddress('range=long')).toBeUndefined();
    expect(inAddress('')).toBeUndefined();
  });

  it('replaces only itself in the address', () => {
    const before = new URLSearchParams('object=7&from=100&to=200');
    expect(String(withRange(before, presetRange('7d')))).toBe('object=7&range=7d');
    expect(String(withRange(before, fixedRange(3.5, 9.2)))).toBe('object=7&from=3&to=10');
  });

  it('steps back by its own length, and forward no farther than now', () => {
    const day = stepped(presetRange('24h'), -1, NOW);
    expect(secondsOf(day, NOW)).toEqual({ from: NOW - 2 * 86_400, to: NOW - 86_400 });
    expect(presetOf(stepped(day, 1, NOW))).toBe('24h');
    expect(stepped(fixedRange(NOW - 150, NOW - 50), 1, NOW)).toEqual(fixedRange(NOW - 100, NOW));
  });

  it('is written in fields that are the same in every browser', () => {
    expect(localTimeOf('2026-03-02 08:00')).toBe('2026-03-02T08:00');
    expect(localTimeOf(' 2026-03-02T08:00 ')).toBe('2026-03-02T08:00');
    expect(localTimeOf('02.03.2026 08:00')).toBe('2026-03-02T08:00');
    expect(localTimeOf('2026-03-02')).toBe('2026-03-02T00:00');
    expect(localTimeOf('03/02/2026 8:00 AM')).toBeUndefined();
    expect(localTimeOf('2026-13-02 08:00')).toBeUndefined();
  });
});
