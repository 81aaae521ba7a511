import { describe, expect, it } from '@jest/globals';
import { energyBars, joined, spreadOf } from './history-columns.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('the columns of a chart of the history', () => {
  it('are interrupted where nothing was measured', () => {
    const history = { t: [0, 60, 240], step: 60, avg: [1, 2, 3], max: [2, 3, 4], min: [0, 1, 2] };
    expect(spreadOf(history)).toEqual([
      [0, 60, 120, 240],
      [1, 2, null, 3],
      [2, 3, null, 4],
      [0, 1, null, 2],
    ]);
  });

  const dayOf = (at: number) => {
    const begin = Math.floor(at / DAY) * DAY;
    return { begin, end: begin + DAY };
  };
  const barsOf = (from: number, to: number, now: number) => {
    const t = Array.from({ length: to - from }, (_, place) => (from + place) * HOUR);
    return energyBars({ t, step: HOUR, avg: [], min: [], max: [], used: t.map(() => 1) }, dayOf, now * HOUR);
  };

  it('of energy are one bar per day, with the running day apart', () => {
    expect(barsOf(0, 27, 26)).toEqual([
      [0, DAY],
      [24, null],
      [null, 3],
    ]);
    expect(barsOf(0, 24, 23.5)).toEqual([[0], [null], [24]]);
  });

  it('of energy have a day apart in which their time range or the history begins or ends', () => {
    expect(barsOf(15, 58, 100)).toEqual([
      [15 * HOUR, DAY, 2 * DAY],
      [null, 24, null],
      [9, null, 10],
    ]);
  });

  it('of several objects share their times', () => {
    expect(
      joined([
        [
          [1, 2],
          [10, 20],
        ],
        [
          [2, 3],
          [5, 6],
        ],
      ]),
    ).toEqual([
      [1, 2, 3],
      [10, 20, null],
      [null, 5, 6],
    ]);
  });
});
