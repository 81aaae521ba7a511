import { describe, expect, it } from '@jest/globals';
import { causesOf, daysOf } from './timeline-days.js';

describe('the timeline', () => {
  it('is grouped by the days of the device', () => {
    const entries = [
      { id: 3, time: '2026-03-02T08:00:00Z' },
      { id: 2, time: '2026-03-02T00:00:00Z' },
      { id: 1, time: '2026-03-01T23:00:00Z' },
    ];
    const days = daysOf(entries, (time) => time.slice(0, 10));
    expect(days.map(({ date, entries: those }) => [date, those.length])).toEqual([
      ['2026-03-02', 2],
      ['2026-03-01', 1],
    ]);
  });

  it('follows the causes of an entry up to the first that is loaded', () => {
    const all = [
      { id: 9, cause: 7 },
      { id: 7, cause: 4 },
      { id: 4, cause: 2 },
    ];
    const byId = new Map(all.map((entry) => [entry.id, entry]));
    expect(causesOf({ id: 9, cause: 7 }, byId).map(({ id }) => id)).toEqual([7, 4]);
  });

  it('does not follow an entry that claims to follow from itself', () => {
    const entry = { id: 9, cause: 9 };
    expect(causesOf(entry, new Map([[9, entry]]))).toEqual([]);
  });
});
