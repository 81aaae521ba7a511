import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import type { EntityTarget } from 'typeorm';
import { EventOutbox, MAX_WAITING } from '../../src/fleet-link/events/event-outbox.js';
import { EventSender } from '../../src/fleet-link/events/event-sender.js';
import type { EventSource, LastingEvent } from '../../src/fleet-link/events/event-source.js';
import { FleetEventEntity, type FleetEvent } from '../../src/fleet-link/events/fleet-event.entity.js';
import { OpenEvents } from '../../src/fleet-link/events/open-events.js';
import { RaisedEventEntity } from '../../src/fleet-link/events/raised-event.entity.js';
import { keyOf, RaisedEvents } from '../../src/fleet-link/events/raised-events.js';
import { decodeUp } from '../../src/fleet-wire/messages.js';
import { EventPasses } from '../../src/hub/events/event-passes.js';
import { FleetNumberEntity } from '../../src/fleet-link/fleet-number.entity.js';
import { SINGLE_EVENTS } from '../../src/fleet-wire/single-events.js';
import type { SnapshotStore } from '../../src/hardware/snapshot.store.js';
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
    await outbox.load(new RaisedEvents());
  };
  const numbers = () => outbox.waiting.map(({ number }) => number);

  beforeEach(async () => {
    Logger.overrideLogger(false);
    database = await aDatabase([FleetEventEntity, FleetNumberEntity, RaisedEventEntity]);
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

  it('may be sent once they are durable, and all of them while nothing can be written', async () => {
    const ready = () => outbox.ready.map(({ number }) => number);
    outbox.add({ ...EVENT, code: 'TRANSFER' }, 1);
    expect(ready()).toEqual([]);
    let calls = 0;
    outbox.onReady(() => calls++);
    await outbox.flush();
    expect([ready(), calls]).toEqual([numbers(), 1]);
    const { transaction } = database.db;
    database.db.transaction = () => Promise.reject(new Error('the disk is full'));
    outbox.add(EVENT, 1);
    await outbox.flush();
    expect([ready(), calls]).toEqual([numbers(), 2]);
    database.db.transaction = transaction;
    await outbox.flush();
    expect(await database.db.all(RaisedEventEntity)).toMatchObject([{ content: EVENT, certain: true }]);
    outbox.add(EVENT, 1);
    expect(ready()).toEqual(numbers().slice(0, -1));
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

const TRANSFER: FleetEvent = { ...EVENT, code: 'TRANSFER', event: undefined };
const aState = (object: string): FleetEvent => ({ ...EVENT, code: 'HIGH_LOAD', event: undefined, object });

/** A PDU of which the test says what lasts, through starts and stops, and the hub that stores what it sends. */
class Bench {
  readonly clock = new VirtualClock();
  readonly lasting = new Map<string, FleetEvent>();
  /** The open events at the hub with their numbers, in each membership. */
  #open = new Map<string, Map<string, number>>();
  readonly taken: FleetEvent[] = [];
  isAllowed = true;
  membership = 1;
  outbox: EventOutbox;
  raised: RaisedEvents;
  /** The number of the newest event that the hub has stored, in each membership. */
  #stored = new Map<string, number>();
  #backup = { open: this.#open, stored: this.#stored };
  #backupOfPdu: readonly (readonly [EntityTarget<object>, object[]])[] = [];
  #events: OpenEvents;
  /** The id with which there is a connection. */
  #linkOf = '';
  #snapshot = { fresh: true, readAt: 0 };
  #emit: (event: FleetEvent) => void = () => undefined;
  #onChange: () => void = () => undefined;

  constructor(private readonly database: ModuleDatabase) {}

  get #pdu(): string {
    return `pdu-${this.membership}`;
  }

  get openNow(): string[] {
    return [...(this.#open.get(this.#pdu)?.keys() ?? [])].sort();
  }

  get lastingNow(): string[] {
    return [...this.lasting.keys()].sort();
  }

  /** A start, after a regular stop if there was one before. */
  async start({ hardwareAnswers = true } = {}): Promise<void> {
    this.#snapshot = { fresh: hardwareAnswers, readAt: 0 };
    this.#linkOf = '';
    this.outbox = new EventOutbox(this.database.db, this.clock);
    this.raised = new RaisedEvents();
    await this.outbox.load(this.raised);
    const follow: EventSource['follow'] = (emit, onChange) => {
      [this.#emit, this.#onChange] = [emit, onChange];
    };
    const endOf: EventSource['endOf'] = (raised) => ({ ...raised, raised: false });
    const lasting = (): LastingEvent[] => [...this.lasting].map(([key, event]) => ({ key, event: () => event }));
    const source = Object.defineProperty({ follow, endOf }, 'lasting', { get: lasting }) as unknown as EventSource;
    const snapshots = Object.defineProperty({}, 'current', { get: () => this.#snapshot }) as SnapshotStore;
    this.#events = new OpenEvents(this.outbox, this.raised, source, snapshots);
    this.#events.start(1, () => (this.isAllowed ? this.#pdu : undefined));
  }

  hardwareAnswers(): void {
    this.#snapshot = { fresh: true, readAt: 1 };
  }

  /** Something begins or ends that is compared with what is open. */
  toggle(event: FleetEvent): void {
    this.change(event);
    this.#onChange();
  }

  /** The same while the controller is stopped. */
  change(event: FleetEvent): void {
    const key = keyOf(event);
    if (!this.lasting.delete(key)) this.lasting.set(key, event);
  }

  /** An event of a user triggers or ends. */
  edge(event: FleetEvent): void {
    this.change(event);
    this.#emit({ ...event, raised: this.lasting.has(keyOf(event)) });
  }

  /** Happens, with no effect on what lasts: a transfer, or a fault that becomes worse. */
  emit(event: FleetEvent): void {
    this.#emit(event);
  }

  async second(): Promise<void> {
    this.clock.advance(1000);
    this.#events.onTick(this.clock.uptime());
    const before = this.#linkOf;
    this.#linkOf = this.isAllowed ? this.#pdu : '';
    if (this.#linkOf !== before) this.hello(); // a connection begins with it
    this.outbox.onTick(this.clock.uptime());
    await this.database.db.idle();
  }

  /** The hub stores up to so many events; what it has confirmed may be lost. */
  deliver(count: number, isConfirmed = true): void {
    if (this.#linkOf !== this.#pdu) return;
    const sent = this.outbox.ready.slice(0, count);
    const open = this.#open.get(this.#pdu) ?? new Map<string, number>();
    this.#open.set(this.#pdu, open);
    for (const { number, content } of sent) {
      if (number <= (this.#stored.get(this.#pdu) ?? 0)) continue;
      this.#stored.set(this.#pdu, number);
      this.taken.push(content);
      const { closes = -1 } = content;
      for (const [key, begun] of open) if (begun <= closes) open.delete(key);
      if (SINGLE_EVENTS.includes(content.code)) continue;
      if (content.raised) open.set(keyOf(content), number);
      else open.delete(keyOf(content));
    }
    const last = sent.at(-1);
    if (isConfirmed && last) this.outbox.confirm(last.number);
  }

  /** The hub compares the number that a hello has with what it has, as it does for each hello. */
  hello(): void {
    const newest = this.#stored.get(this.#pdu) ?? 0;
    const { confirmed } = this.outbox;
    if (this.#linkOf === this.#pdu && confirmed !== undefined && confirmed !== newest) this.outbox.onHubHas(newest);
  }

  backUpHub(): void {
    const open = new Map([...this.#open].map(([pdu, events]) => [pdu, new Map(events)]));
    this.#backup = { open, stored: new Map(this.#stored) };
  }

  restoreHub(): void {
    this.#linkOf = '';
    ({ open: this.#open, stored: this.#stored } = this.#backup);
    this.backUpHub();
  }

  async backUpPdu(): Promise<void> {
    await this.outbox.flush();
    const entities = [FleetEventEntity, FleetNumberEntity, RaisedEventEntity];
    this.#backupOfPdu = await Promise.all(entities.map(async (entity) => [entity, await this.database.db.all(entity)]));
  }

  /** A start with the database of the backup. */
  async restorePdu(): Promise<void> {
    await this.outbox.flush();
    await this.database.db.transaction(async (entities) => {
      for (const [entity, rows] of this.#backupOfPdu) {
        await entities.clear(entity);
        await entities.insert(entity, rows);
      }
    });
    await this.start();
  }

  /** Lets minutes pass in which everything works. */
  async settle(): Promise<void> {
    this.isAllowed = true;
    this.hardwareAnswers();
    for (let minute = 0; minute < 10; minute++) {
      this.clock.advance(60_000);
      await this.second();
      this.hello();
      this.deliver(Infinity);
    }
  }
}

describe('the events that are open at a hub', () => {
  let database: ModuleDatabase;
  let bench: Bench;

  beforeEach(async () => {
    Logger.overrideLogger(false);
    database = await aDatabase([FleetEventEntity, FleetNumberEntity, RaisedEventEntity]);
    bench = new Bench(database);
    await bench.start();
  });
  afterEach(() => database.close());

  const raised = () => bench.taken.map((event) => event.raised);
  const second = async () => {
    await bench.second();
    bench.deliver(Infinity);
  };

  it('are sent as they begin and end, and a restart sends none again', async () => {
    bench.toggle(aState('1'));
    bench.edge(EVENT);
    await second();
    expect(bench.openNow).toEqual(bench.lastingNow);
    for (const hardwareAnswers of [true, false]) {
      await bench.outbox.flush();
      await bench.start({ hardwareAnswers });
      await second();
    }
    expect(raised()).toEqual([true, true]);
    bench.toggle(aState('1'));
    bench.edge(EVENT);
    bench.hardwareAnswers();
    await second();
    expect([bench.openNow, raised()]).toEqual([[], [true, true, false, false]]);
  });

  it('end and begin after a time in which the hub learned of nothing', async () => {
    bench.toggle(aState('1'));
    bench.edge(EVENT);
    await second();
    bench.isAllowed = false;
    bench.edge(EVENT);
    bench.edge({ ...EVENT, event: 13 });
    await second();
    expect(bench.openNow).toEqual([EVENT, aState('1')].map(keyOf));
    bench.isAllowed = true;
    await second();
    expect(bench.openNow).toEqual([keyOf({ ...EVENT, event: 13 }), keyOf(aState('1'))]);
    bench.isAllowed = false;
    bench.toggle(aState('1'));
    await second();
    bench.isAllowed = true;
    await second();
    expect(bench.openNow).toEqual([keyOf({ ...EVENT, event: 13 })]);
  });

  it('are sent by a member that was updated from a release that has not stored them', async () => {
    bench.change(aState('1'));
    bench.change(EVENT);
    await second();
    await bench.outbox.flush();
    await bench.start();
    await second();
    expect([bench.openNow, raised()]).toEqual([bench.lastingNow, [true, true]]);
  });

  it('are not ended after a start before the hardware has answered, but those that began are sent', async () => {
    bench.toggle(aState('1'));
    await second();
    await bench.outbox.flush();
    bench.change(aState('1'));
    bench.change(aState('2'));
    await bench.start({ hardwareAnswers: false });
    await second();
    expect(bench.openNow).toEqual([aState('1'), aState('2')].map(keyOf));
    bench.hardwareAnswers();
    await second();
    expect(bench.openNow).toEqual([keyOf(aState('2'))]);
  });

  it('are sent as the hub stores them where thousands begin at once, and none is dropped', async () => {
    for (let outlet = 0; outlet < 2.5 * MAX_WAITING; outlet++) bench.toggle(aState(String(outlet)));
    await bench.second();
    expect(bench.outbox.waiting).toHaveLength(MAX_WAITING);
    await bench.settle();
    expect([bench.openNow, bench.outbox.dropped]).toEqual([bench.lastingNow, 0]);
    expect(bench.taken).toHaveLength(2.5 * MAX_WAITING);
    bench.lasting.clear();
    bench.toggle(aState('1'));
    await bench.settle();
    expect(bench.openNow).toEqual([keyOf(aState('1'))]);
  });

  it('do not end at the hub if it has not learned of their beginning', async () => {
    bench.isAllowed = false;
    bench.edge(EVENT);
    bench.isAllowed = true;
    bench.edge(EVENT);
    await second();
    expect(bench.taken).toEqual([]);
  });

  it.each(['is not stopped', 'is stopped'])(
    'are right again after some were dropped, if the controller %s',
    async (how) => {
      bench.edge(EVENT);
      await second();
      bench.edge(EVENT);
      bench.edge({ ...EVENT, event: 13 });
      for (let count = 0; count < MAX_WAITING; count++) bench.emit(TRANSFER);
      await bench.second();
      if (how === 'is stopped') {
        await bench.outbox.flush();
        await bench.start();
      }
      await bench.settle();
      expect(bench.openNow).toEqual([keyOf({ ...EVENT, event: 13 })]);
    },
  );

  it('of a contact that bounces all day are ten changes, then one a minute, and right in the end', async () => {
    for (let count = 0; count < 301; count++) {
      bench.toggle(aState('1'));
      await second();
    }
    expect(bench.taken.length).toBeLessThanOrEqual(16);
    await bench.settle();
    expect(bench.openNow).toEqual([keyOf(aState('1'))]);
  });

  it('are none at first in another membership, and those that last are sent there', async () => {
    bench.toggle(aState('1'));
    bench.edge(EVENT);
    await second();
    bench.edge(EVENT);
    bench.membership++;
    await second();
    expect(bench.openNow).toEqual([keyOf(aState('1'))]);
    expect(await database.db.all(RaisedEventEntity)).toMatchObject([{ pdu: 'pdu-2', key: keyOf(aState('1')) }]);
  });

  it('end and begin at a hub that was restored from a backup, and those that it still has are the same', async () => {
    for (const object of ['1', '2']) bench.toggle(aState(object));
    await second();
    bench.backUpHub();
    for (const object of ['2', '3']) bench.toggle(aState(object));
    bench.edge(EVENT);
    await second();
    bench.emit(TRANSFER);
    await bench.outbox.flush();
    await bench.start();
    bench.restoreHub();
    expect(bench.openNow).toEqual(['1', '2'].map((object) => keyOf(aState(object))));
    await bench.settle();
    expect(bench.openNow).toEqual(bench.lastingNow);
    const sent = bench.taken.slice(5);
    expect(sent.map(({ code, again }) => [code, again])).toEqual([
      ['TRANSFER', undefined],
      ...bench.lastingNow.map((key) => [key.split(' ')[0], true]).reverse(),
      ['EVENTS_COMPARED', undefined],
    ]);
    await bench.settle();
    expect(bench.taken).toHaveLength(5 + sent.length);
  });

  it('end and begin where this controller was restored from a backup', async () => {
    for (const object of ['1', '2']) bench.toggle(aState(object));
    await second();
    await bench.backUpPdu();
    for (const object of ['2', '3', '4']) bench.toggle(aState(object));
    await second();
    bench.change(aState('3'));
    await bench.restorePdu();
    await bench.settle();
    expect(bench.openNow).toEqual(bench.lastingNow);
  });

  it('are compared once more if a stop or a thousand other events come in between', async () => {
    bench.toggle(aState('1'));
    await second();
    bench.backUpHub();
    bench.toggle(aState('1'));
    await second();
    bench.restoreHub();
    await bench.second();
    await bench.outbox.flush();
    await bench.start();
    await bench.second();
    expect(bench.outbox.waiting.map(({ content }) => content.code)).toEqual(['EVENTS_COMPARED']);
    for (let count = 0; count < MAX_WAITING; count++) bench.emit(TRANSFER);
    await second();
    await bench.settle();
    expect(bench.openNow).toEqual([]);
  });

  it('are not compared for a number that is of no event, or that waits to be confirmed', async () => {
    bench.edge(EVENT);
    await bench.second();
    bench.deliver(1, false);
    bench.hello();
    bench.outbox.onHubHas(Number.MAX_SAFE_INTEGER);
    expect([bench.outbox.isDoubted, bench.outbox.newest]).toEqual([false, bench.outbox.waiting[0]?.number]);
  });

  it('are not compared in another membership, whose hub has none', async () => {
    bench.edge(EVENT);
    await second();
    bench.membership++;
    await bench.second();
    await bench.settle();
    expect([bench.openNow, bench.taken]).toMatchObject([bench.lastingNow, [{ raised: true }, { raised: true }]]);
  });

  it('are forgotten with a factory reset', async () => {
    bench.toggle(aState('1'));
    await second();
    await bench.outbox.deleteAll();
    expect([bench.raised.all, await database.db.all(RaisedEventEntity)]).toEqual([[], []]);
  });

  it('are those that last once all is quiet, whatever began, ended, was cut, stopped, killed, dropped or restored', async () => {
    const place = fc.nat(3);
    const aStep = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('toggle' as const, 'edge' as const), place }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('worse' as const), place }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('deliver' as const), place, isConfirmed: fc.boolean() }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('second' as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('access' as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('restart' as const, 'kill' as const),
          hardwareAnswers: fc.boolean(),
          meanwhile: fc.array(place, { maxLength: 2 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('flood' as const, 'rejoin' as const) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('hello', 'back up hub', 'restore hub', 'back up pdu', 'restore pdu'),
        }),
      },
    );
    const state = (at: number) => aState(String(at));
    const ofUser = (at: number): FleetEvent => ({ ...EVENT, event: at });
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 40, size: 'max' }), async (steps) => {
        await database.db.transaction(async (entities) => {
          for (const entity of [FleetEventEntity, FleetNumberEntity, RaisedEventEntity]) await entities.clear(entity);
        });
        bench = new Bench(database);
        await bench.start();
        for (const step of steps) {
          if (step.kind === 'toggle') bench.toggle(state(step.place));
          else if (step.kind === 'edge') bench.edge(ofUser(step.place));
          else if (step.kind === 'worse') {
            const event = ofUser(step.place);
            if (bench.lasting.has(keyOf(event))) bench.emit(event);
          } else if (step.kind === 'deliver') bench.deliver(step.place, step.isConfirmed);
          else if (step.kind === 'second') await bench.second();
          else if (step.kind === 'access') bench.isAllowed = !bench.isAllowed;
          else if ('meanwhile' in step) {
            if (step.kind === 'restart') await bench.outbox.flush();
            for (const at of step.meanwhile) bench.change(at % 2 === 0 ? state(at) : ofUser(at));
            await bench.start(step);
          } else if (step.kind === 'rejoin') bench.membership++;
          else if (step.kind === 'hello') bench.hello();
          else if (step.kind === 'back up hub') bench.backUpHub();
          else if (step.kind === 'restore hub') bench.restoreHub();
          else if (step.kind === 'back up pdu') await bench.backUpPdu();
          else if (step.kind === 'restore pdu') await bench.restorePdu();
          else for (let count = 0; count < MAX_WAITING; count++) bench.emit(TRANSFER);
        }
        await bench.settle();
        expect(bench.openNow).toEqual(bench.lastingNow);
      }),
      { numRuns: 100 },
    );
  });
});

describe('events on a way that loses some of them', () => {
  it('are confirmed only when the hub has them and all before them, whatever is lost and whenever it starts again', async () => {
    const aStep = fc.oneof(
      { weight: 3, arbitrary: fc.constant('add' as const) },
      { weight: 3, arbitrary: fc.constant('second' as const) },
      { weight: 1, arbitrary: fc.constant('cut' as const) },
      { weight: 1, arbitrary: fc.constant('mend' as const) },
      { weight: 1, arbitrary: fc.constant('hub starts' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 40 }), async (steps) => {
        const database = await aDatabase([FleetEventEntity, FleetNumberEntity, RaisedEventEntity]);
        const clock = new VirtualClock();
        const outbox = new EventOutbox(database.db, clock);
        await outbox.load();
        let passes = new EventPasses();
        let isWhole = true;
        const stored = new Set<number>();
        const answers: number[] = [];
        const uplink = {
          isOpen: true,
          send: (_kind: string, payload: Buffer) => {
            const { number, after } = decodeUp('event', payload);
            if (!isWhole || !passes.mayTake('a', number, clock.now(), after)) return;
            stored.add(number);
            answers.push(number);
          },
        };
        const sender = new EventSender(uplink, outbox, clock, 1, () => clock.now());
        for (const step of steps) {
          if (step === 'cut') isWhole = false;
          else if (step === 'mend') isWhole = true;
          else if (step === 'hub starts') passes = new EventPasses();
          else if (step === 'add') outbox.add(EVENT, 1);
          else clock.advance(1000);
          await outbox.flush();
          sender.onTick(clock.uptime());
          for (const number of answers.splice(0)) {
            const gone = outbox.waiting.filter((each) => each.number <= number);
            for (const each of gone) expect(stored).toContain(each.number);
            sender.onStored(number);
          }
        }
        isWhole = true;
        for (let second = 0; second < 12; second++) {
          clock.advance(1000);
          sender.onTick(clock.uptime());
          for (const number of answers.splice(0)) sender.onStored(number);
        }
        expect(outbox.waiting).toEqual([]);
        await database.close();
      }),
      { numRuns: 60 },
    );
  });
});
