import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HistoryBench } from '../support/modules/history-bench.js';
import {
  blockId,
  MINUTES,
  QUARTERS,
  spanId,
  spanOfBlock,
  objectNumberOf,
  blockOfSpan,
  isOf,
} from '../../src/history/resolutions.js';
import { SpanIndex } from '../../src/history/span-index.js';

const aSpan = fc.tuple(fc.constantFrom(MINUTES, QUARTERS), fc.nat(5_000_000), fc.nat(100_000));

describe('a block id', () => {
  it('encodes the object and the time of the block', () => {
    fc.assert(
      fc.property(aSpan, fc.nat(65_535), ([resolution, block], object) => {
        const id = blockId(resolution, block, object);
        expect([objectNumberOf(id), blockOfSpan(spanOfBlock(id)), isOf(resolution, spanOfBlock(id))]).toEqual([
          object,
          block,
          true,
        ]);
        expect(Number.isSafeInteger(id)).toBe(true);
      }),
    );
  });
});

describe('the blocks beyond the limits', () => {
  const index = (spans: readonly (readonly [typeof MINUTES, number, number])[]): SpanIndex => {
    const all = new SpanIndex();
    for (const [resolution, block, bytes] of spans) all.set(spanId(resolution, block), bytes);
    return all;
  };

  it('are enough to make the rest fit; the newest of each length always remains', () => {
    fc.assert(
      fc.property(fc.array(aSpan, { maxLength: 60 }), fc.nat(2_000_000), (spans, most) => {
        const all = index(spans);
        const newest = [MINUTES, QUARTERS].map((resolution) => all.of(resolution).at(-1));
        for (const id of all.beyond(most)) all.delete(id);
        expect([MINUTES, QUARTERS].map((resolution) => all.of(resolution).at(-1))).toEqual(newest);
        const isMinimal = all.of(MINUTES).length <= 1 && all.of(QUARTERS).length <= 1;
        expect(all.bytes <= most || isMinimal).toBe(true);
      }),
    );
  });

  it('are none while there is space', () => {
    fc.assert(
      fc.property(fc.array(aSpan, { maxLength: 60 }), (spans) => {
        expect(index(spans).beyond(1e12)).toEqual([]);
      }),
    );
  });

  it('begin with the oldest minutes', () => {
    const all = index([
      [QUARTERS, 0, 100],
      [QUARTERS, 1, 100],
      [MINUTES, 7, 100],
      [MINUTES, 8, 100],
      [MINUTES, 9, 100],
    ]);
    expect(all.beyond(350)).toEqual([spanId(MINUTES, 7), spanId(MINUTES, 8)]);
    expect(all.beyond(250)).toEqual([spanId(MINUTES, 7), spanId(MINUTES, 8), spanId(QUARTERS, 0)]);
  });

  it('are minutes of a day without quarters last: the whole day would be lost', () => {
    const all = index([
      [QUARTERS, 0, 100],
      [QUARTERS, 1, 100],
      [MINUTES, 47, 100],
      [MINUTES, 48, 100],
      [MINUTES, 49, 100],
    ]);
    expect(all.beyond(350)).toEqual([spanId(MINUTES, 47), spanId(QUARTERS, 0)]);
    expect(all.beyond(250)).toEqual([spanId(MINUTES, 47), spanId(QUARTERS, 0), spanId(MINUTES, 48)]);
  });

  it('are minutes beyond 30 days and quarters beyond a year, however small', () => {
    const hours = Array.from({ length: 800 }, (_, hour) => [MINUTES, 1000 + hour, 1] as const);
    const days = Array.from({ length: 400 }, (_, day) => [QUARTERS, 1000 + day, 1] as const);
    const all = index([...hours, ...days]);
    for (const id of all.beyond(1e9)) all.delete(id);
    expect([all.of(MINUTES).length, all.of(MINUTES)[0]]).toEqual([721, 1079]);
    expect([all.of(QUARTERS).length, all.of(QUARTERS)[0]]).toEqual([366, 1034]);
  });
});

describe('a history that has reached its maximum size', () => {
  let bench: HistoryBench;
  afterEach(() => bench.database.close());

  it('deletes the oldest minutes, preserves the quarters, and grows no more', async () => {
    bench = await HistoryBench.begin('2026-03-02T00:00:00Z', { bytes: 30_000 });
    const sizes: number[] = [];
    for (let minute = 0; minute < 6 * 24 * 60; minute++) {
      await bench.after(60_000, { current: 1 + (minute % 7), activePower: (minute * 37) % 500, energy: minute / 1000 });
      if (minute % 720 === 719) sizes.push(bench.services.archive.spans.bytes);
    }
    expect(Math.max(...sizes)).toBeLessThan(35_000);
    const [row] = await bench.database.source.query<[{ bytes: number }]>(
      'SELECT sum(length(data)) AS bytes FROM history_block',
    );
    expect(row.bytes).toBe(bench.services.archive.spans.bytes);
    expect(await bench.count('span')).toBeLessThan(100);
    const begin = Date.parse('2026-03-02T00:00:00Z') / 1000;
    const all = await bench.read('current', begin, begin + 6 * 86_400, 900);
    expect([all.resolution, all.t[0]]).toEqual([900, begin]);
    expect(all.t.length).toBeGreaterThan(5 * 96);
    const minutes = await bench.read('current', begin + 6 * 86_400 - 3600, begin + 6 * 86_400, 60);
    expect([minutes.resolution, minutes.t.length]).toEqual([60, 60]);
    // For deleted minutes the quarters are answered.
    expect(await bench.read('current', begin, begin + 86_400, 60)).toMatchObject({ step: 900, resolution: 900 });
  }, 30_000);
});
