import { afterEach, describe, expect, it } from '@jest/globals';
import { HistoryBench } from '../support/modules/history-bench.js';
import { FactoryResets } from '../../src/common/factory-resets.js';
import { HistoryConfiguration } from '../../src/history/history.configuration.js';

const START = Date.parse('2026-03-02T08:00:00Z') / 1000;
let bench: HistoryBench;
afterEach(() => bench.database.close());

describe('a factory reset', () => {
  it('deletes every sample and extreme, in memory and in the database, and the history starts again', async () => {
    bench = await HistoryBench.begin();
    const { db } = bench.database;
    const { recorder, archive, extremes } = bench.services;
    const resets = new FactoryResets();
    new HistoryConfiguration(resets, db, recorder, archive, extremes).onModuleInit();
    for (let minute = 0; minute < 20 * 60 + 8; minute++) await bench.after(60_000, { current: 5 + (minute % 3) });
    const counts = () => Promise.all((['block', 'span', 'tail'] as const).map((table) => bench.count(table)));
    expect((await counts()).every((count) => count > 0)).toBe(true);

    await db.transaction(() => resets.run({ kind: 'session', who: 'admin' }));
    expect(await counts()).toEqual([0, 0, 0]);
    const now = bench.clock.now() / 1000;
    for (const step of [1, 60, 900]) {
      expect((await bench.read('current', now - 3600, now + 60, step)).t).toEqual([]);
    }
    const object = recorder.objects.find(bench.outlet);
    expect(object && recorder.memory.extremes.of(object)).toEqual({});

    for (let minute = 0; minute < 130; minute++) await bench.after(60_000, { current: 1 });
    await bench.restart();
    const found = await bench.read('current', START, bench.clock.now() / 1000 + 60, 60);
    expect([found.t.length, Math.max(...found.max)]).toEqual([130, 1]);
  });
});
