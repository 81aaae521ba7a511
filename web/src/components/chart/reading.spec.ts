import { describe, expect, it } from '@jest/globals';
import { readingAt, spoken } from './reading.js';

const FORMAT = { dateTime: (at: number) => `at ${at}`, digits: 1, unit: 'W' };
const LINES = [{ label: 'Average' }, { label: 'Maximum', color: 1 }];

describe('the values at the crosshair of a chart', () => {
  const data = [
    [10, 20, 30],
    [1, null, 3],
    [2, null, 4],
  ];

  it('are those of every line, with its unit', () => {
    const reading = readingAt(data, 2, LINES, FORMAT);
    expect(reading?.values.map(({ color }) => color)).toEqual([1, 1]);
    expect(reading && spoken(reading)).toBe('at 30, Average 3.0\u202fW, Maximum 4.0\u202fW');
  });

  it('are absent in a gap, and never zero', () => {
    expect(readingAt(data, 1, LINES, FORMAT)).toEqual({ time: 'at 20', values: [] });
  });

  it('are unknown beside the data', () => {
    expect(readingAt(data, null, LINES, FORMAT)).toBeUndefined();
    expect(readingAt(data, 3, LINES, FORMAT)).toBeUndefined();
    expect(readingAt([], 0, LINES, FORMAT)).toBeUndefined();
  });
});
