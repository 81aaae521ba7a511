/** The history services on a separate database with given readings: no application, a clock that the test moves. */
import { AuditBounds } from '../../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../../src/audit/audit-log.service.js';
import type { PduDriver } from '../../../src/hardware/pdu.driver.js';
import { loadProfile } from '../../../src/hardware/profiles/index.js';
import { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import { emptyReadings } from '../../../src/hardware/snapshot.js';
import type { Snapshot } from '../../../src/hardware/snapshot.js';
import { SnapshotStore } from '../../../src/hardware/snapshot.store.js';
import { Revision } from '../../../src/kernel/revision.js';
import { Ticks } from '../../../src/kernel/ticks.js';
import { ExtremesStore } from '../../../src/history/extremes.store.js';
import { HistoryArchiveService } from '../../../src/history/history-archive.service.js';
import { HistoryBlockEntity } from '../../../src/history/history.entity.js';
import { HistoryExtremeEntity } from '../../../src/history/history.entity.js';
import type { HistoryLimits } from '../../../src/history/history-archive.service.js';
import { HistoryReaderService } from '../../../src/history/history-reader.service.js';
import { HistoryRecorderService } from '../../../src/history/history-recorder.service.js';
import { HistorySpanEntity } from '../../../src/history/history.entity.js';
import { HistoryTailEntity } from '../../../src/history/history.entity.js';
import { HistoryObjectEntity } from '../../../src/history/history.entity.js';
import { roundedToScale, measureOf, type MeasureName } from '../../../src/readings-format/measures.js';
import { ObjectNumberStore } from '../../../src/history/object-number.store.js';
import { aDatabase, type ModuleDatabase } from './module-database.js';
import { VirtualClock } from '../time/virtual-clock.js';

const ENTITIES = [
  AuditEntryEntity,
  HistoryBlockEntity,
  HistoryExtremeEntity,
  HistorySpanEntity,
  HistoryTailEntity,
  HistoryObjectEntity,
];

/** The readings of the first outlet; the other objects have none. */
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

interface HistoryServices {
  readonly recorder: HistoryRecorderService;
  readonly reader: HistoryReaderService;
  readonly archive: HistoryArchiveService;
  readonly extremes: ExtremesStore;
  readonly snapshots: SnapshotStore;
}

export class HistoryBench {
  readonly clock: VirtualClock;
  services: HistoryServices;
  #seq = 0;

  private constructor(
    readonly database: ModuleDatabase,
    start: string,
    private readonly limits: HistoryLimits,
    readonly model: PduModel,
  ) {
    this.clock = new VirtualClock(start);
    this.services = this.#createServices();
  }

  static async begin(
    start = '2026-03-02T08:00:00Z',
    limits: HistoryLimits = { bytes: 1e9 },
    profile = loadProfile('single-phase-16'),
  ): Promise<HistoryBench> {
    const database = await aDatabase(ENTITIES);
    const bench = new HistoryBench(database, start, limits, new PduModel(profile));
    await bench.services.recorder.onModuleInit();
    return bench;
  }

  get outlet(): string {
    return this.model.outlets[0]?.id ?? '';
  }

  /** A poll cycle after this many ms; without a measurement the hardware does not respond. `all`: each outlet has it. */
  async after(ms: number, measured?: Measured, all = false): Promise<void> {
    this.clock.advance(ms);
    const { uptime, takenAt } = { uptime: this.clock.uptime(), takenAt: this.clock.now() };
    const readings = emptyReadings(this.model);
    const outlets = readings.outlets.map((outlet, place) => (all || place === 0 ? { ...outlet, ...measured } : outlet));
    const fresh = measured !== undefined;
    const snapshot: Snapshot = { ...readings, outlets, seq: ++this.#seq, takenAt, uptime, readAt: uptime, fresh };
    this.services.snapshots.publish(snapshot);
    await this.services.recorder.idle();
  }

  /** @param from, to seconds since 1970 */
  async read(name: MeasureName, from: number, to: number, step: number): Promise<Columns> {
    const { recorder, reader } = this.services;
    const object = recorder.objects.find(this.outlet);
    const series = object && recorder.objects.seriesOf(object, name);
    if (object === undefined || series === undefined) throw new Error(`No ${name}.`);
    const { code, scale, counts = false } = measureOf(name);
    const { steps, resolution } = await reader.read({ object, series, measure: code, counts, from, to, step });
    return { step: steps.step, resolution, ...steps.columns((value) => roundedToScale(value, scale)) };
  }

  /** A clean stop and a start. */
  async restart(): Promise<void> {
    await this.services.recorder.beforeApplicationShutdown();
    await this.crash();
  }

  /** A start from the database only. */
  async crash(): Promise<void> {
    this.services = this.#createServices();
    await this.services.recorder.onModuleInit();
  }

  count(table: 'block' | 'span' | 'tail'): Promise<number> {
    const entity = { block: HistoryBlockEntity, span: HistorySpanEntity, tail: HistoryTailEntity }[table];
    return this.database.source.manager.count<object>(entity);
  }

  #createServices(): HistoryServices {
    const { db } = this.database;
    const snapshots = new SnapshotStore(new Ticks(), new Revision());
    const numbers = new ObjectNumberStore(db);
    const archive = new HistoryArchiveService(db, numbers, this.limits);
    const extremes = new ExtremesStore(db, new AuditLogService(db, this.clock, new AuditBounds()), this.clock);
    const driver = { model: this.model } as PduDriver;
    const recorder = new HistoryRecorderService(driver, snapshots, db, this.clock, archive, extremes, numbers);
    return { recorder, archive, extremes, snapshots, reader: new HistoryReaderService(recorder, archive, numbers) };
  }
}
