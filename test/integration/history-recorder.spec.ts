import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { HistoryBench, type Columns, type Measured } from '../support/modules/history-bench.js';
import { roundedToScale } from '../../src/readings-format/measures.js';
import { loadProfile } from '../../src/hardware/profiles/index.js';
import { HistoryExtremeEntity, HistoryTailEntity } from '../../src/history/history.entity.js';
import { blockOfSpan, MINUTES, QUARTERS, spanOfBlock } from '../../src/history/resolutions.js';

const HOUR = 3600;
const START = Date.parse('2026-03-02T08:00:00Z') / 1000;

interface Reading {
  /** s since 1970 */
  readonly at: number;
  readonly value: number;
}

let bench: HistoryBench;
let readings: Reading[];

Logger.overrideLogger(false);

beforeEach(async () => {
  bench = await HistoryBench.begin();
  readings = [];
});
afterEach(() => bench.database.close());

/** A poll cycle, recorded for the comparison. */
async function after(ms: number, current: number | undefined, more: Measured = {}): Promise<void> {
  await bench.after(ms, current === undefined ? undefined : { current, ...more });
  if (current !== undefined) readings.push({ at: bench.clock.now() / 1000, value: current });
}

/** A current that wanders, so that no two minutes are alike. */
const wandering = (i: number): number => roundedToScale(3 + 2 * Math.sin(i / 17) + (i % 7) / 50, 1000);

async function run(count: number, ms: number): Promise<void> {
  for (let i = 0; i < count; i++) await after(ms, wandering(readings.length));
}

/** The expected answer of the history, computed from all readings in the simplest way. */
function naive(from: number, to: number, step: number): Omit<Columns, 'resolution'> {
  const values = new Map<number, number[]>();
  for (const { at, value } of readings) {
    if (at < Math.floor(from / step) * step || at >= to) continue;
    const t = Math.floor(at / step) * step;
    const list = values.get(t);
    if (list) list.push(value);
    else values.set(t, [value]);
  }
  const t = [...values.keys()].sort((a, b) => a - b);
  const column = (of: (values: number[]) => number): number[] => t.map((each) => of(values.get(each) ?? []));
  return {
    step,
    t,
    avg: column((each) => each.reduce((sum, value) => sum + value, 0) / each.length),
    min: column((each) => Math.min(...each)),
    max: column((each) => Math.max(...each)),
  };
}

/** Means may be off by one stored digit, and by another one if they are means of means. */
function expectSame(found: Columns, wanted: Omit<Columns, 'resolution'>): void {
  expect([found.step, found.t, found.min, found.max]).toEqual([wanted.step, wanted.t, wanted.min, wanted.max]);
  const deviations = found.avg.map((avg, i) => Math.abs(avg - (wanted.avg[i] ?? NaN)));
  expect(Math.max(0, ...deviations)).toBeLessThan(0.002);
}

const end = (): number => bench.clock.now() / 1000 + 1;
const read = (from: number, step: number): Promise<Columns> => bench.read('current', from, end(), step);

describe('the history', () => {
  it('equals a naive computation from every reading, in any step over any range of three days', async () => {
    await run(3 * 24 * 60 * 2, 30_000);
    const steps = fc.constantFrom(60, 120, 300, 900, 1800, 3600, 10_800, 86_400);
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(3 * 24 * HOUR), fc.nat(3 * 24 * HOUR), async (step, a, b) => {
        const from = Math.floor((START + Math.min(a, b)) / step) * step;
        const to = Math.ceil((START + Math.max(a, b) + 1) / step) * step;
        expectSame(await bench.read('current', from, to, step), naive(from, to, step));
      }),
      { numRuns: 40 },
    );
    expect((await read(START, 900)).resolution).toBe(900);
  }, 60_000);

  it('has every second of the last hour, and minutes before', async () => {
    await run(4000, 1000);
    const seconds = await read(end() - 600, 1);
    expect([seconds.resolution, seconds.t.length]).toEqual([1, 600]);
    expect(seconds.avg).toEqual(readings.slice(-600).map(({ value }) => value));
    expectSame(
      await read(end() - 600 - ((end() - 600) % 10), 10),
      naive(end() - 600 - ((end() - 600) % 10), end(), 10),
    );
    const longer = await read(START, 1);
    expect([longer.step, longer.resolution]).toEqual([60, 60]);
    expectSame(longer, naive(START, end(), 60));
  }, 30_000);

  it('has a gap where nothing was measured: never a zero', async () => {
    await run(20, 30_000);
    for (let i = 0; i < 20; i++) await after(30_000, undefined);
    await run(150, 30_000);
    const found = await read(START, 60);
    expectSame(found, naive(START, end(), 60));
    expect(Math.min(...found.min)).toBeGreaterThan(0.9);
    expect(found.t.some((t, i) => t - (found.t[i - 1] ?? t) > 9 * 60)).toBe(true);
  });

  it('does not count a gap into the mean of a longer step', async () => {
    await after(1000, 10);
    await after(1000, 10);
    for (let i = 0; i < 60; i++) await after(10_000, undefined);
    await after(1000, 1);
    expect((await read(START, 3600)).avg).toEqual([7]);
  });

  it('contains the current minute', async () => {
    await after(1000, 4);
    await after(1000, 6);
    expect(await read(START, 60)).toMatchObject({ t: [START], avg: [5], min: [4], max: [6] });
  });

  it('contains a peak of one second in every step, also a day later', async () => {
    await run(60, 1000);
    await after(1000, 15.5);
    await run(48 * 60, 60_000);
    for (const step of [60, 900, 86_400]) expect(Math.max(...(await read(START, step)).max)).toBe(15.5);
  }, 20_000);
});

describe('a stop', () => {
  it('in the middle of a minute and of an hour loses nothing', async () => {
    await run(95, 7000);
    await bench.restart();
    await run(5, 7000);
    await bench.restart();
    await run(1000, 7000);
    expectSame(await read(START, 60), naive(START, end(), 60));
  }, 20_000);

  it('over midnight computes the quarters of the day at the next start', async () => {
    await run(14 * 60, 60_000);
    await bench.restart();
    bench.clock.advance(6 * HOUR * 1000);
    await run(90, 60_000);
    const found = await read(START, 900);
    expect(found.resolution).toBe(900);
    expectSame(found, naive(START, end(), 900));
    expect(await bench.count('tail')).toBeGreaterThan(0);
  });
});

describe('a crash', () => {
  it('at any moment loses at most the last five minutes and the current one', async () => {
    for (const seconds of [250, 500, 2777, 3605, 4000]) {
      await run(seconds / 5, 5000);
      await bench.crash();
      const found = await read(START, 60);
      const stored = naive(START, end(), 60);
      const lost = stored.t.filter((t) => !found.t.includes(t));
      expect(lost.length).toBeLessThanOrEqual(7); // six minutes overlap seven
      expect(Math.min(...lost, Infinity)).toBeGreaterThan(end() - 6 * 60 - 60);
      readings = readings.filter(({ at }) => found.t.includes(Math.floor(at / 60) * 60));
      expectSame(found, naive(START, end(), 60));
      await run(1, 60_000 - (bench.clock.now() % 60_000)); // the next minute
    }
  }, 30_000);
});

describe('a clock', () => {
  it('that is set forward leaves a gap', async () => {
    await run(100, 30_000);
    bench.clock.setWall(bench.clock.now() + 5 * HOUR * 1000);
    await run(100, 30_000);
    expectSame(await read(START, 60), naive(START, end(), 60));
  });

  it('that is set back an hour merges the samples of the repeated hour, in memory and in the database', async () => {
    await run(3 * 120, 30_000);
    bench.clock.setWall(bench.clock.now() - HOUR * 1000);
    await run(5 * 120, 30_000);
    expectSame(await read(START, 60), naive(START, end(), 60));
    await bench.restart();
    expectSame(await read(START, 60), naive(START, end(), 60));
  });

  it('that is set back over a day with computed quarters has them computed again', async () => {
    await run(20 * 60, 60_000);
    bench.clock.setWall((START + 3 * HOUR) * 1000);
    await run(18 * 60, 60_000);
    await run(60, 60_000);
    expectSame(await read(START, 900), naive(START, end(), 900));
    await bench.restart();
    expectSame(await read(START, 900), naive(START, end(), 900));
  });

  it('that was years ahead for a while does not delete the real history', async () => {
    await run(180, 60_000);
    const true_ = bench.clock.now();
    bench.clock.setWall(Date.parse('2036-01-01T00:00:00Z'));
    await run(70, 60_000);
    bench.clock.setWall(true_);
    await run(180, 60_000);
    const found = await bench.read('current', START, true_ / 1000 + 180 * 60 + 1, 60);
    expect(found.t.length).toBeGreaterThan(355);
  });

  it('that starts in 1970 and is then set loses no later sample', async () => {
    bench.clock.setWall(5000);
    await run(100, 1000);
    bench.clock.setWall(START * 1000);
    readings = [];
    await run(200, 30_000);
    expectSame(await read(START, 60), naive(START, end(), 60));
  });
});

describe('a PDU with very many outlets', () => {
  const COUNT = 1200;
  let large: HistoryBench;

  beforeEach(async () => {
    const profile = loadProfile('single-phase-16');
    const outlets = Array.from({ length: COUNT }, () => ({
      ...profile.outlets[0],
      bank: 0,
      receptacle: 'IEC 60320 C13',
    }));
    large = await HistoryBench.begin('2026-03-02T08:00:00Z', { bytes: 1e9 }, { ...profile, outlets });
  });
  afterEach(() => large.database.close());

  it('stores the extremes in short transactions, each object in one of them', async () => {
    const store = jest.spyOn(large.services.extremes, 'store');
    for (let minute = 0; minute < 7; minute++) await large.after(60_000, { current: minute }, true);
    const stored = store.mock.calls.map(([, objects]) => objects);
    expect(Math.max(...stored.map(({ length }) => length))).toBe(1000);
    expect(new Set(stored.flat()).size).toBe(COUNT);
    expect(await large.database.source.manager.count(HistoryExtremeEntity)).toBe(COUNT);
  });

  it('keeps extremes that could not be stored for the next time', async () => {
    const { source } = large.database;
    await source.query(`CREATE TRIGGER refuse BEFORE INSERT ON history_tail BEGIN SELECT RAISE(ABORT, 'full'); END`);
    for (let minute = 0; minute < 7; minute++) await large.after(60_000, { current: Math.min(minute, 3) }, true);
    await source.query('DROP TRIGGER refuse');
    for (let minute = 0; minute < 7; minute++) await large.after(60_000, { current: 1 }, true);
    await large.crash();
    const { objects, memory } = large.services.recorder;
    const highest = objects.all.flatMap((object) => memory.extremes.of(object).current?.max ?? []);
    expect([highest.length, new Set(highest)]).toEqual([COUNT, new Set([3])]);
  });

  describe('whose hour is written in parts', () => {
    const tenMinutes = (current: number) => large.after(600_000, { current }, true);
    /** The readings of the first hour, which has five; the next one finishes it. */
    const firstHour = async () => {
      await tenMinutes(4);
      for (let reading = 0; reading < 4; reading++) await tenMinutes(1);
    };
    const MEAN = 8 / 5;
    /** Its mean by the minutes that are in tails, which a crash leaves. */
    const MEAN_STORED = 7 / 4;
    const hour = async (current: number) => {
      for (let reading = 0; reading < 6; reading++) await tenMinutes(current);
    };
    const refuse = (from: number, resolution = MINUTES) =>
      large.database.source.query(
        `CREATE TRIGGER refuse BEFORE INSERT ON history_block WHEN NEW.id >> 40 = ${resolution.code} AND NEW.id & 65535 > ${from}
          BEGIN SELECT RAISE(ABORT, 'full'); END`,
      );
    const accept = () => large.database.source.query('DROP TRIGGER refuse');
    /** The number of readings and their mean in each step of an hour, of every outlet: one text if all have the same. */
    const everyOutlet = async (step = HOUR, from = START): Promise<string[]> => {
      const { recorder, reader } = large.services;
      const found = new Set<string>();
      for (const object of recorder.objects.all.filter(({ id }) => /^\d+-/.test(id))) {
        const series = recorder.objects.seriesOf(object, 'current') ?? NaN;
        const to = large.clock.now() / 1000 + 1;
        const { steps } = await reader.read({ object, series, measure: 1, counts: false, from, to, step });
        found.add(JSON.stringify(steps.columns((value) => value)));
      }
      return [...found];
    };
    const meansOf = async (step?: number, from?: number): Promise<number[]> => {
      const [first = '', ...others] = await everyOutlet(step, from);
      expect(others).toEqual([]);
      return (JSON.parse(first) as { avg: number[] }).avg;
    };

    it('has no transaction with more than a thousand blocks, and is seen as before until the last', async () => {
      const { db } = large.database;
      const parts: { blocks: number; hours: number; means: number[] }[] = [];
      await firstHour();
      const transaction = db.transaction.bind(db);
      jest.spyOn(db, 'transaction').mockImplementation(async (work, order) => {
        const before = await large.count('block');
        const result = await transaction(work, order);
        const blocks = (await large.count('block')) - before;
        if (blocks > 0)
          parts.push({ blocks, hours: large.services.archive.spans.of(MINUTES).length, means: await meansOf() });
        return result;
      });
      await tenMinutes(7);
      jest.restoreAllMocks();
      const means = [MEAN, 7];
      expect(parts).toEqual([
        { blocks: 1000, hours: 0, means },
        { blocks: COUNT - 1000, hours: 1, means },
      ]);
      expect(await large.database.source.query('SELECT * FROM history_tail WHERE length(data) = 0')).toEqual([]);
    });

    it('and is cut off by a crash loses no more than its last minutes, and doubles nothing', async () => {
      await firstHour();
      await refuse(1100);
      await tenMinutes(7);
      expect([await large.count('block'), await large.count('span')]).toEqual([1000, 0]);
      expect(await meansOf()).toEqual([MEAN, 7]);
      await large.crash();
      expect([await large.count('block'), await meansOf()]).toEqual([0, [MEAN_STORED]]);
      await accept();
      await tenMinutes(7);
      await large.restart();
      expect([await large.count('block'), await large.count('span')]).toEqual([COUNT, 1]);
      expect(await meansOf()).toEqual([MEAN_STORED, 7]);
    });

    it('and could not be written to its end is written again', async () => {
      await firstHour();
      await refuse(1100);
      await hour(3);
      expect([await large.count('block'), await large.count('span')]).toEqual([1000, 0]);
      await accept();
      await tenMinutes(3);
      await large.crash();
      expect([await large.count('block'), await large.count('span')]).toEqual([2 * COUNT, 2]);
      expect((await meansOf()).slice(0, 2)).toEqual([MEAN, 3]);
    });

    it('and is deleted meanwhile is not there again', async () => {
      await firstHour();
      const { archive, recorder } = large.services;
      const { db } = large.database;
      const transaction = db.transaction.bind(db);
      let isDeleted = false;
      jest.spyOn(db, 'transaction').mockImplementation(async (work, order) => {
        const result = await transaction(work, order);
        if (!isDeleted && (await large.count('block')) > 0) {
          isDeleted = true;
          await archive.deleteAll();
          recorder.memory.clear();
        }
        return result;
      });
      await tenMinutes(7);
      jest.restoreAllMocks();
      expect([isDeleted, await large.count('block'), await large.count('span')]).toEqual([true, 0, 0]);
    });

    it('has quarters of its day that are made in parts, and again after a crash', async () => {
      large.clock.setWall(Date.parse('2026-03-02T21:50:00Z'));
      await hour(1);
      await refuse(1100, QUARTERS);
      await hour(2);
      await hour(3);
      await large.crash();
      await accept();
      const evening = START + 13 * HOUR;
      const before = await meansOf(900, evening);
      await hour(4);
      expect(large.services.archive.spans.of(QUARTERS)).toHaveLength(1);
      expect((await meansOf(900, evening)).slice(0, before.length)).toEqual(before);
    });
  });

  it('has every outlet in an hour that is repeated because the clock was set back; no transaction waits for the merge', async () => {
    const hour = async (current: number) => {
      for (let minute = 0; minute < 60; minute += 10) await large.after(600_000, { current }, true);
    };
    await hour(1);
    await hour(1);
    large.clock.setWall(large.clock.now() - 2 * HOUR * 1000);
    const { db } = large.database;
    const transaction = db.transaction.bind(db);
    let isInside = false;
    jest.spyOn(db, 'transaction').mockImplementation((work, order) =>
      transaction(async (entities) => {
        isInside = true;
        return work(entities).finally(() => (isInside = false));
      }, order),
    );
    const merged: boolean[] = [];
    const unpacked = large.services.archive.unpacked.bind(large.services.archive);
    jest.spyOn(large.services.archive, 'unpacked').mockImplementation((row) => {
      merged.push(isInside);
      return unpacked(row);
    });
    await hour(3);
    await hour(3);
    jest.restoreAllMocks();
    expect([merged.length >= COUNT, new Set(merged)]).toEqual([true, new Set([false])]);
    await large.restart();
    const { archive } = large.services;
    const [number = 0] = archive.spans.of(MINUTES);
    const rows = await large.database.source.query<{ id: number; data: Buffer }[]>('SELECT * FROM history_block');
    const first = rows.filter(({ id }) => blockOfSpan(spanOfBlock(id)) === number);
    const means = first.map((row) => {
      const found: number[] = [];
      archive.each(row, 1, (_, count, mean) => found.push(count, mean));
      return found.slice(-2);
    });
    expect([means.length, new Set(means.map(String))]).toEqual([COUNT, new Set(['2,2'])]);
  });
});

describe('energy', () => {
  it('is the lifetime counter, exact to a tenth of a Wh however high it stands', async () => {
    for (let minute = 0; minute < 200; minute++) await after(60_000, 1, { energy: 123_456.7 + minute * 0.0021 });
    const { min, max } = await bench.read('energy', START, end(), 60);
    expect(max).toEqual([...max].sort((a, b) => a - b));
    expect([min[0], max.at(-1)]).toEqual([123_456.7, 123_457.1179]);
  });
});

describe('the database', () => {
  it('is not written by a poll cycle, but every five minutes and each hour', async () => {
    const tails = async () => (await bench.database.source.manager.find(HistoryTailEntity)).length;
    const counts: number[] = [];
    for (let minute = 0; minute < 64; minute++) {
      await run(6, 10_000);
      counts.push(await tails());
    }
    const writes = counts.filter((count, i) => count !== (counts[i - 1] ?? 0)).length;
    expect(writes).toBeGreaterThan(9);
    expect(writes).toBeLessThan(16);
    expect(await bench.count('span')).toBe(1);
  });

  it('that refuses writes for hours gets all samples when it accepts writes again', async () => {
    const { source } = bench.database;
    await run(30, 60_000);
    await source.query(`CREATE TRIGGER refuse BEFORE INSERT ON history_tail BEGIN SELECT RAISE(ABORT, 'full'); END`);
    await source.query(`CREATE TRIGGER refuse2 BEFORE INSERT ON history_block BEGIN SELECT RAISE(ABORT, 'full'); END`);
    await run(200, 60_000);
    expectSame(await read(START, 60), naive(START, end(), 60));
    await source.query('DROP TRIGGER refuse');
    await source.query('DROP TRIGGER refuse2');
    await run(10, 60_000);
    await bench.restart();
    expectSame(await read(START, 60), naive(START, end(), 60));
  });

  it('that has refused a few minutes stores them with the next ones', async () => {
    const { source } = bench.database;
    await run(12, 60_000);
    await source.query(`CREATE TRIGGER refuse BEFORE INSERT ON history_tail BEGIN SELECT RAISE(ABORT, 'full'); END`);
    await run(12, 60_000);
    await source.query('DROP TRIGGER refuse');
    await run(8, 60_000);
    const before = naive(START, end(), 60);
    await bench.crash();
    const found = await read(START, 60);
    expect(before.t.filter((t) => !found.t.includes(t)).every((t) => t > end() - 6 * 60 - 60)).toBe(true);
    readings = readings.filter(({ at }) => found.t.includes(Math.floor(at / 60) * 60));
    expectSame(found, naive(START, end(), 60));
  });

  it('that has lost its block index in a repair rebuilds it', async () => {
    await run(40 * 60, 60_000);
    await bench.restart();
    await bench.database.source.query('DELETE FROM history_span');
    await bench.crash();
    await run(10, 60_000);
    for (const step of [60, 900]) expectSame(await read(START, step), naive(START, end(), step));
    await run(60 * 24, 60_000);
    expectSame(await read(START, 900), naive(START, end(), 900));
  });

  it('with a damaged block shows a gap there and continues', async () => {
    await run(200, 60_000);
    const { source } = bench.database;
    await source.query(`UPDATE history_block SET data = x'63' WHERE id = (SELECT min(id) FROM history_block)`);
    const found = await read(START, 60);
    expect(found.t[0]).toBe(START + HOUR);
    expect(found.t.length).toBeGreaterThan(135);
  });
});
