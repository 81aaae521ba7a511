import { beforeEach, describe, expect, it } from '@jest/globals';
import { LiveSeries, SERIES_SECONDS } from './live-series.js';
import { LiveStore, type LiveMessage } from './live-store.js';

const START = Date.parse('2026-03-02T08:00:00Z') / 1000;

describe('the power of the last minutes', () => {
  let store: LiveStore;
  let series: LiveSeries;

  beforeEach(() => {
    store = new LiveStore();
    series = new LiveSeries(store);
  });

  /** A message of so many seconds after the start, with the power of the one inlet. */
  const receive = (second: number, inletActivePower: number): void =>
    store.receive({
      device: { uptime: second, time: new Date((START + second) * 1000).toISOString() },
      inlets: [{ id: 'A', inletActivePower } as LiveMessage['inlets'][number]],
      banks: [],
      outlets: [],
      sensors: [],
      relayOutputs: [],
    });
  const shown = (): (readonly [number, number | null | undefined])[] => {
    const { times, values } = series.of('inlets/A');
    return times.map((time, place) => [time - START, values[place]]);
  };

  it('has one value for each second, of as long as the chart shows', () => {
    for (let second = 0; second <= SERIES_SECONDS + 5; second++) receive(second, second);
    receive(SERIES_SECONDS + 5, 1);
    expect(shown()).toHaveLength(SERIES_SECONDS + 1);
    expect([shown()[0], shown().at(-1)]).toEqual([
      [5, 5],
      [SERIES_SECONDS + 5, SERIES_SECONDS + 5],
    ]);
  });

  it('takes what came before the page was opened, and during an outage, from the history of the controller', () => {
    receive(10, 110);
    receive(75, 175);
    receive(76, 176);
    series.seed('inlets/A', [START + 9, START + 10, START + 11, START + 75], [9, 10, 11, 75]);
    expect(shown()).toEqual([
      [9, 9],
      [10, 10],
      [11, 11],
      [75, 75],
      [76, 176],
    ]);
    series.seed('inlets/A', [], []);
    expect(shown()).toHaveLength(5);
  });

  it('goes on when the clock of the PDU was set back', () => {
    [0, 1, 2, 3].forEach((second) => receive(second, second));
    receive(1, 41);
    receive(2, 42);
    expect(shown()).toEqual([
      [0, 0],
      [1, 1],
      [2, 42],
    ]);
  });
});
