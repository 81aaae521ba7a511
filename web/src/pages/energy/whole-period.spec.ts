import { describe, expect, it } from '@jest/globals';
import { timesIn } from '../../language/format.js';
import { isWhole } from './whole-period.js';

const ZONE = timesIn('Europe/Berlin');

describe('a period of an energy report', () => {
  it.each([
    ['day', '2026-11-02T23:00:00Z', '2026-11-03T23:00:00Z', true],
    ['day', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', true], // 25 hours
    ['day', '2026-11-03T14:00:00Z', '2026-11-03T23:00:00Z', false],
    ['day', '2026-11-02T23:00:00Z', '2026-11-03T14:00:00Z', false],
    ['week', '2026-11-01T23:00:00Z', '2026-11-08T23:00:00Z', true],
    ['week', '2026-11-03T23:00:00Z', '2026-11-08T23:00:00Z', false],
    ['month', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z', true],
    ['month', '2026-11-02T23:00:00Z', '2026-11-30T23:00:00Z', false],
  ] as const)('of step %s from %s to %s is whole: %s', (step, from, to, whole) => {
    expect(isWhole({ from, to }, step, ZONE)).toBe(whole);
  });
});
