import { describe, expect, it } from '@jest/globals';
import { energyBars, joined, spreadOf } from './history-columns.js';

const HOUR = 3600;

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

  it('of energy are one bar per day, with the running day apart', () => {
    const t = [0, 1, 23, 24, 25].map((hour) => hour * HOUR);
    const history = { t, step: HOUR, avg: [], min: [], max: [], used: [1, 2, 3, 4, 5] };
    const dayOf = (at: number): string => String(Math.floor(at / (24 * HOUR)));
    expect(energyBars(history, dayOf, 26 * HOUR, () => 24 * HOUR)).toEqual([
      [0, 24 * HOUR],
      [6, null],
      [null, 9],
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
