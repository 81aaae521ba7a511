import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../common/clock.js';
import { ExtremesStore } from './extremes.store.js';
import { HistoryArchiveService } from './history-archive.service.js';
import type { Blocks } from '../readings-format/tail.js';
import type { Hour } from './hour.js';
import { HistoryMemory } from './history-memory.js';
import { dayOf } from './resolutions.js';
import { HistoryObjects, type HistoryObject } from './history-objects.js';
import { ObjectNumberStore } from './object-number.store.js';

/** Interval at which the newest minutes are written, and so the most that a crash loses besides the open minute. */
const TAIL_INTERVAL = 5 * 60_000;
/** Delay between attempts while the database cannot be written. */
const RETRY_DELAY = 60_000;
/** The most objects whose extremes are stored in one transaction: a switching command waits until it ends. */
const EXTREMES_AT_ONCE = 1000;

/** Records the history: adds each poll cycle in memory, and writes in the background. */
@Injectable()
export class HistoryRecorderService implements OnModuleInit, BeforeApplicationShutdown {
  readonly objects: HistoryObjects;
  readonly memory: HistoryMemory;
  readonly #logger = new Logger('History');
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #tailDue: Millis = TAIL_INTERVAL;
  #notBefore: Millis = 0;
  #refused = false;
  #isFirstRun = false;
  #firstEver: number | undefined;

  constructor(
    driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly archive: HistoryArchiveService,
    private readonly extremes: ExtremesStore,
    private readonly numbers: ObjectNumberStore,
  ) {
    this.objects = new HistoryObjects(driver.model);
    this.memory = new HistoryMemory(this.objects, ({ id }) => numbers.of(id));
  }

  async onModuleInit(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      // A history that cannot be read must not prevent switching.
      this.#logger.error(`The stored history cannot be read: ${(error as Error).message}`);
    }
    for (const { id } of this.objects.all) this.numbers.of(id); // in the model's order, whatever is measured first
    this.#tailDue = this.clock.uptime() + TAIL_INTERVAL;
    this.snapshots.onTick('upkeep', (now) => this.note(now));
  }

  /** Adds a poll cycle. Samples are written in the background, never waited for. */
  note(snapshot: Snapshot): void {
    this.memory.note(snapshot);
    if (this.#isFirstRun) this.#firstEver ??= Math.floor(snapshot.takenAt / 1000);
    const { uptime } = snapshot;
    const isDue = this.memory.hasFinishedHours || (this.memory.hasFresh && uptime >= this.#tailDue);
    if (!isDue || this.#isRunning || uptime < this.#notBefore) return;
    this.#tailDue = uptime + TAIL_INTERVAL;
    this.#notBefore = uptime + RETRY_DELAY;
    this.#isRunning = true;
    this.#running = this.#write().finally(() => (this.#isRunning = false));
  }

  /** A clean stop loses nothing. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#running;
    this.#isRunning = true; // a late poll cycle begins nothing
    this.memory.closeMinute();
    await this.#write();
  }

  /** The second of the very first reading, since 1970; -1 if an earlier run has stored samples. */
  get firstEver(): number {
    return this.#firstEver ?? -1;
  }

  /** Resolves when no write is under way. */
  idle(): Promise<void> {
    return this.#running;
  }

  async #load(): Promise<void> {
    await this.extremes.load(this.objects, this.memory.extremes);
    let hasTail = false;
    for await (const { hour, objects } of this.archive.load()) {
      await this.memory.adopt(hour, objects);
      hasTail = true;
    }
    this.#isFirstRun = !hasTail && this.archive.spans.bytes === 0;
  }

  /** Writes pending samples. Never rejects: samples that cannot be written are written later. */
  async #write(): Promise<void> {
    try {
      await this.#writeMinutes();
      for (const day of this.#overDays()) await this.archive.rollUp(day);
      if (this.#refused) this.#logger.log('The history is written again.');
      this.#refused = false;
    } catch (error) {
      if (!this.#refused) this.#logger.warn(`The history cannot be written now: ${(error as Error).message}`);
      this.#refused = true;
    }
  }

  #overDays(): number[] {
    const { currentHour } = this.memory;
    return currentHour < 0 ? [] : this.archive.unrolledDays(dayOf(currentHour));
  }

  async #writeMinutes(): Promise<void> {
    await this.memory.mergeClosed();
    const taken = this.memory.take();
    const { hours, tail } = taken;
    const changed = this.memory.extremes.takeChanged();
    if (hours.length === 0 && !tail && changed.length === 0) {
      this.memory.written();
      return;
    }
    try {
      const packed = new Map<Hour, Blocks>();
      for (const hour of hours) packed.set(hour, await this.archive.packed(hour));
      const tailBlocks = await tail?.blocks();
      const leftExtremes = await this.#storeFirstExtremes(changed);
      const isWanted = (): boolean => this.memory.isWriting(taken);
      const left = new Map<Hour, Blocks>();
      for (const [hour, blocks] of packed) left.set(hour, await this.archive.writeFirstBlocks(hour, blocks, isWanted));
      await this.db.transaction(async (entities) => {
        if (!isWanted()) return; // deleted meanwhile
        await this.numbers.store(entities);
        if (packed.size > 0) await this.archive.writeHours(entities, packed, left);
        if (tail && tailBlocks) await this.archive.writeTail(entities, tail, tailBlocks);
        await this.extremes.store(entities, leftExtremes);
        this.db.afterCommit(() => this.memory.written());
      });
    } catch (error) {
      const lost = this.memory.giveBack();
      this.memory.extremes.giveBack(changed);
      if (lost > 0) this.#logger.warn(`${lost} hours of history were lost because they could not be written.`);
      throw error;
    }
  }

  /**
   * Stores the extremes of most objects before their samples, in transactions of their own; returns the objects that are
   * left. An extreme that is stored a second time is the same.
   */
  async #storeFirstExtremes(objects: readonly HistoryObject[]): Promise<readonly HistoryObject[]> {
    let left = objects;
    while (left.length > EXTREMES_AT_ONCE) {
      const first = left.slice(0, EXTREMES_AT_ONCE);
      await this.db.transaction((entities) => this.extremes.store(entities, first));
      left = left.slice(EXTREMES_AT_ONCE);
    }
    return left;
  }
}
