/** The history room on a database of its own, fed by hand: no application, a clock that the test moves. */
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntry } from '../../src/audit/audit-entry.entity.js';
import { AuditLog } from '../../src/audit/audit-log.service.js';
import { Audit1700000000100 } from '../../src/database/migrations/0001-audit.js';
import { History1700000003000 } from '../../src/database/migrations/0020-history.js';
import type { PduDriver } from '../../src/hardware/pdu.driver.js';
import { loadProfile } from '../../src/hardware/profiles/index.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { readingsWithoutMeasurement } from '../../src/hardware/readings.js';
import type { Snapshot } from '../../src/hardware/snapshot.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import { ExtremesStore } from '../../src/history/extremes-store.service.js';
import { HistoryArchive } from '../../src/history/history-archive.service.js';
import { HistoryBlock } from '../../src/history/history-block.entity.js';
import { HistoryExtreme } from '../../src/history/history-extreme.entity.js';
import type { HistoryLimits } from '../../src/history/history-limits.js';
import { HistoryReader } from '../../src/history/history-reader.service.js';
import { HistoryRecorder } from '../../src/history/history-recorder.service.js';
import { HistorySpan } from '../../src/history/history-span.entity.js';
import { HistoryTail } from '../../src/history/history-tail.entity.js';
import { HistoryThing } from '../../src/history/history-thing.entity.js';
import { asKept, measureOf, type MeasureName } from '../../src/history/measures.js';
import { ThingNumbers } from '../../src/history/thing-numbers.service.js';
import { aDatabase, type RoomDatabase } from './room-database.js';
import { VirtualClock } from './virtual-clock.js';

const ENTITIES = [AuditEntry, HistoryBlock, HistoryExtreme, HistorySpan, HistoryTail, HistoryThing];

/** What is measured of the first outlet; the other things measure nothing. */
export interface Measured {
  readonly current?: number | undefined;
  readonly activePower?: number | undefined;
  readonly energy?: number | undefined;
}

export interface Columns {
  readonly step: number;
  readonly resolution: number;
  readonly t: number[];
  readonly avg: number[];
  readonly min: number[];
  readonly max: number[];
}

interface Room {
  readonly recorder: HistoryRecorder;
  readonly reader: HistoryReader;
  readonly archive: HistoryArchive;
  readonly extremes: ExtremesStore;
  readonly snapshots: SnapshotStore;
}

export class HistoryBench {
  readonly clock: VirtualClock;
  readonly model = new PduModel(loadProfile('single-phase-16'));
  room: Room;
  #seq = 0;

  private constructor(
    readonly database: RoomDatabase,
    start: string,
    private readonly limits: HistoryLimits,
  ) {
    this.clock = new VirtualClock(start);
    this.room = this.#aRoom();
  }

  static async begin(start = '2026-03-02T08:00:00Z', limits: HistoryLimits = { bytes: 1e9 }): Promise<HistoryBench> {
    const database = await aDatabase(ENTITIES, [Audit1700000000100, History1700000003000]);
    const bench = new HistoryBench(database, start, limits);
    await bench.room.recorder.onModuleInit();
    return bench;
  }

  get outlet(): string {
    return this.model.outlets[0]?.id ?? '';
  }

  /** A poll cycle after so many ms; without a measurement the hardware is silent. */
  async after(ms: number, measured?: Measured): Promise<void> {
    this.clock.advance(ms);
    const { uptime, takenAt } = { uptime: this.clock.uptime(), takenAt: this.clock.now() };
    const readings = readingsWithoutMeasurement(this.model);
    const outlets = readings.outlets.map((outlet, place) => (place === 0 ? { ...outlet, ...measured } : outlet));
    const fresh = measured !== undefined;
    const snapshot: Snapshot = { ...readings, outlets, seq: ++this.#seq, takenAt, uptime, readAt: uptime, fresh };
    this.room.snapshots.publish(snapshot);
    await this.room.recorder.settled();
  }

  /** @param from, to seconds since 1970 */
  async read(name: MeasureName, from: number, to: number, step: number): Promise<Columns> {
    const { recorder, reader } = this.room;
    const thing = recorder.things.find(this.outlet);
    const series = thing && recorder.things.seriesOf(thing, name);
    if (thing === undefined || series === undefined) throw new Error(`No ${name}.`);
    const { code, scale, counts = false } = measureOf(name);
    const { steps, resolution } = await reader.read({ thing, series, measure: code, counts, from, to, step });
    return { step: steps.step, resolution, ...steps.columns((value) => asKept(value, scale)) };
  }

  /** A clean stop and a start. */
  async restart(): Promise<void> {
    await this.room.recorder.beforeApplicationShutdown();
    await this.crash();
  }

  /** A start after which only what is in the database is left. */
  async crash(): Promise<void> {
    this.room = this.#aRoom();
    await this.room.recorder.onModuleInit();
  }

  count(table: 'block' | 'span' | 'tail'): Promise<number> {
    const entity = { block: HistoryBlock, span: HistorySpan, tail: HistoryTail }[table];
    return this.database.source.manager.count<object>(entity);
  }

  #aRoom(): Room {
    const { db } = this.database;
    const snapshots = new SnapshotStore();
    const numbers = new ThingNumbers(db);
    const archive = new HistoryArchive(db, numbers, this.limits);
    const extremes = new ExtremesStore(db, new AuditLog(db, this.clock, new AuditBounds()), this.clock);
    const driver = { model: this.model } as PduDriver;
    const recorder = new HistoryRecorder(driver, snapshots, db, this.clock, archive, extremes, numbers);
    return { recorder, archive, extremes, snapshots, reader: new HistoryReader(recorder, archive, numbers) };
  }
}
