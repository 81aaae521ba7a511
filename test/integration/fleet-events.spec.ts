import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { EventOutbox, MAX_WAITING, type FleetEvent } from '../../src/fleet-link/events/event-outbox.js';
import { FleetEventEntity } from '../../src/fleet-link/events/fleet-event.entity.js';
import { FleetNumberEntity } from '../../src/fleet-link/fleet-number.entity.js';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const EVENT: FleetEvent = {
  ...{ code: 'EVENT_31', event: 12, object: '1200578', text: 'Bank current: Bank 1', value: 12, limit: 10 },
  ...{ severity: 'warning', raised: true },
};

describe('the events that wait for a hub', () => {
  let database: ModuleDatabase;
  let clock: VirtualClock;
  let outbox: EventOutbox;

  /** The outbox after a stop: only what was written is left of it. */
  const restart = async (): Promise<void> => {
    outbox = new EventOutbox(database.db, clock);
    await outbox.load();
  };
  const numbers = () => outbox.waiting.map(({ number }) => number);

  beforeEach(async () => {
    Logger.overrideLogger(false);
    database = await aDatabase([FleetEventEntity, FleetNumberEntity]);
    clock = new VirtualClock();
    await restart();
  });
  afterEach(() => database.close());

  it('survive a stop with their number, run, time and content', async () => {
    outbox.add(EVENT, 7);
    await outbox.flush();
    const before = outbox.waiting;
    await restart();
    expect(outbox.waiting).toEqual(before);
    expect(outbox.waiting[0]).toMatchObject({ run: 7, at: clock.now(), content: EVENT });
  });

  it('are the newest thousand, on the disk too, when the hub is away for long', async () => {
    for (let count = 0; count < MAX_WAITING + 50; count++) outbox.add(EVENT, 1);
    const newest = outbox.newest;
    await outbox.flush();
    await restart();
    expect([outbox.waiting.length, numbers().at(-1)]).toEqual([MAX_WAITING, newest]);
  });

  it('rise in number over any starts, confirmations and clocks, and only confirmed ones go', async () => {
    const aStep = fc.oneof(
      { weight: 4, arbitrary: fc.constant('add' as const) },
      { weight: 2, arbitrary: fc.constant('confirm' as const) },
      { weight: 2, arbitrary: fc.constant('restart' as const) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 4e12 }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 15 }), async (steps) => {
        await outbox.deleteAll();
        let last = outbox.newest;
        let expected: number[] = [];
        for (const step of steps) {
          if (step === 'add') {
            outbox.add(EVENT, 1);
            expect(outbox.newest).toBeGreaterThan(last);
            last = outbox.newest;
            expected.push(last);
          } else if (step === 'confirm') {
            const [first] = expected;
            if (first !== undefined) outbox.confirm(first);
            expected = expected.slice(1);
          } else if (step === 'restart') {
            await outbox.flush();
            await restart();
          } else clock.setWall(step);
          expect(numbers()).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  });
});
