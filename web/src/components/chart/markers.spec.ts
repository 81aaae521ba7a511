import { describe, expect, it } from '@jest/globals';
import { clustersOf, type ChartMarker } from './markers.js';

const marker = (at: number, tone: ChartMarker['tone'] = 'switching'): ChartMarker => ({ id: at, at, text: '', tone });
const leftAt = (at: number): number => at;

describe('the markers of a chart', () => {
  it('stand apart where there is space', () => {
    expect(clustersOf([marker(100), marker(20)], leftAt).map(({ left }) => left)).toEqual([20, 100]);
  });

  it('are one where they would cover each other, in the tone of the worst', () => {
    const [cluster, ...others] = clustersOf([marker(20), marker(25, 'fault'), marker(30, 'event')], leftAt);
    expect(others).toEqual([]);
    expect(cluster).toMatchObject({ left: 20, tone: 'fault' });
    expect(cluster?.markers.map(({ at }) => at)).toEqual([20, 25, 30]);
  });

  it('do not join into one for a whole day of switching', () => {
    const all = Array.from({ length: 100 }, (_, place) => marker(place * 5));
    expect(clustersOf(all, leftAt).length).toBe(25);
  });
});
