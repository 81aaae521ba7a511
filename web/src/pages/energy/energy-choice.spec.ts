import { describe, expect, it } from '@jest/globals';
import { timesIn } from '../../language/format.js';
import { monthBefore, queryBefore, queryOf, thisMonth } from './energy-choice.js';

const TIMES = timesIn('Europe/Vienna');
const at = (text: string): number => Date.parse(text) / 1000;

describe('the time of a report', () => {
  it('may be the month so far, or the one before, in the zone of the device', () => {
    const now = at('2026-01-15T12:00:00Z');
    expect(thisMonth(now, TIMES)).toEqual({ from: String(at('2025-12-31T23:00:00Z')), to: undefined });
    expect(monthBefore(now, TIMES)).toEqual({
      from: String(at('2025-11-30T23:00:00Z')),
      to: String(at('2025-12-31T23:00:00Z')),
    });
  });

  it('is compared with a time of the same length before it', () => {
    const range = { from: '1000', to: '1600' };
    expect(queryOf({ by: 'bank', step: 'day', range })).toEqual({ by: 'bank', step: 'day', from: '1000', to: '1600' });
    expect(queryBefore({ by: 'bank', step: 'day', range }, 9000)).toEqual({
      by: 'bank',
      step: 'total',
      from: '400',
      to: '1000',
    });
  });
});
