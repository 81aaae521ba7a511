import { describe, expect, it } from '@jest/globals';
import { HistoryMemory } from './history-memory.js';
import { HistoryObjects } from './history-objects.js';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import { loadProfile } from '../hardware/profiles/index.js';
import { emptyReadings, type Snapshot } from '../hardware/snapshot.js';

const HOUR = 491_000;
const MINUTE = 60_000;

describe('the history in memory', () => {
  const model = new PduModel(loadProfile('three-phase-36'));
  const objects = new HistoryObjects(model);
  const reading = (minute: number): Snapshot => ({
    ...emptyReadings(model),
    outlets: model.outlets.map(({ id, index }) => ({ id, current: index + minute, voltage: 230, energy: minute })),
    ...{ seq: minute, takenAt: (HOUR * 60 + minute) * MINUTE, uptime: 0, readAt: 0, fresh: true },
  });
  /** The means of all series of outlets in the hour. */
  const means = (memory: HistoryMemory) =>
    objects.series.flatMap(({ object, name, measure }, place) => {
      const found: string[] = [];
      memory.each(HOUR, object, measure.code, place, (slot, count, mean) => found.push(`${slot}: ${count} × ${mean}`));
      return object.kind === 'outlet' && found.length > 0 ? [`${object.id} ${name} ${found.sort().join(', ')}`] : [];
    });

  it('is the same before, while and after its closed minutes are merged a few series at a time', async () => {
    const memory = new HistoryMemory(objects, ({ id }) => objects.all.findIndex((each) => each.id === id));
    for (const minute of [0, 1, 2]) memory.note(reading(minute));
    const before = means(memory);
    expect(before).toHaveLength(model.outlets.length * 3);
    expect(before[0]).toContain('0: 1 × 1, 1: 1 × 2, 2: 1 × 3');
    const merging = memory.mergeClosed();
    expect(means(memory)).toEqual(before);
    memory.note(reading(3));
    await merging;
    const { hours, tail } = memory.take();
    expect([hours.length, tail?.hour]).toEqual([0, HOUR]);
    expect(means(memory).map((line) => line.replace(/, 3: .*/, ''))).toEqual(before);
  });

  it('that is deleted while its minutes are merged stays empty', async () => {
    const memory = new HistoryMemory(objects, ({ id }) => objects.all.findIndex((each) => each.id === id));
    for (const minute of [0, 1]) memory.note(reading(minute));
    const merging = memory.mergeClosed();
    memory.clear();
    await merging;
    expect([means(memory), memory.hasFresh, memory.hours]).toEqual([[], false, []]);
  });
});
