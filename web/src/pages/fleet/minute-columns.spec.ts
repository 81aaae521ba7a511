import { describe, expect, it } from '@jest/globals';
import { columnsOf } from './minute-columns.js';

describe('the minutes of a PDU in a chart', () => {
  it('have one gap where the hub lacks some, however many', () => {
    expect(columnsOf({ t: [60, 120, 600, 660], w: [1, 2, 3, null], peak: [4, 5, 6, null] })).toEqual([
      [60, 120, 180, 600, 660],
      [1, 2, null, 3, null],
      [4, 5, null, 6, null],
    ]);
  });

  it('are none where the hub has none', () => {
    expect(columnsOf({ t: [], w: [], peak: [] })).toEqual([[], [], []]);
  });
});
