import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { dataFile, IN_MEMORY } from '../database/data-folder.js';
import type { DatabaseHealth } from '../database/database-health.js';
import type { Db } from '../database/db.js';
import { isStorageTrouble } from '../kernel/storage-trouble.js';
import type { Millis } from '../kernel/clock.js';
import { InTurn } from '../kernel/in-turn.js';
import type { JournalTable } from './journal-table.js';
import { SlotFile, SlotMemory, type SlotStorage } from './slot-file.js';
import { nameOf, SlotJournal, type JournalEntry } from './slot-journal.js';
import type { SnapshotStore } from './snapshot.store.js';

const FILE = 'intents.journal';
/** 64 KiB; a PDU with very many relays gets more. */
const SLOTS = 128;
/** An intent, a power cycle, and room to overwrite one of them. */
const SLOTS_PER_RELAY = 3;
const TRY_AGAIN_AFTER: Millis = 60_000;

/**
 * Makes what relays are to do durable, on a full or failing disk too: in the database, or, where that refuses, in a
 * file whose blocks are taken beforehand. What stands in the file counts, and is brought into the database as soon as
 * that can be written again, before anything newer is. Where the file cannot be written either, memory is all that is
 * left: power is controlled all the same, and what is kept there is lost with the process.
 */
export class IntentJournal implements OnApplicationShutdown {
  readonly #logger = new Logger('IntentJournal');
  readonly #inTurn = new InTurn();
  readonly #tables: Pick<JournalTable<never>, 'apply'>[] = [];
  /** The newest entry of each row that nothing on the disk has taken. */
  readonly #inMemory = new Map<string, JournalEntry>();
  #tryAgainAt: Millis = 0;
  #wasWritable = true;
  #isLost = false;

  constructor(
    private readonly db: Db,
    private readonly slots: SlotJournal,
  ) {}

  /** Opens the journal of a data folder. Without one that can be opened, memory takes its place on a full disk. */
  static async open(dataDir: string, relays: number, db: Db): Promise<IntentJournal> {
    const count = Math.max(SLOTS, relays * SLOTS_PER_RELAY);
    const storage = await openStorage(dataDir, count);
    return new IntentJournal(db, await SlotJournal.open(storage));
  }

  /** Lets the journal keep rows of this table. Rooms say so when they are made. */
  register(table: Pick<JournalTable<never>, 'apply'>): void {
    this.#tables.push(table);
  }

  /** True while neither the database nor the file can be written. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Brings what it keeps into the database as soon as that can be written again. While it cannot, finds out once a
   * minute whether the file can.
   */
  watch(snapshots: SnapshotStore, health: Pick<DatabaseHealth, 'isWritable'>): void {
    snapshots.onSnapshot('journal', ({ uptime }) => {
      const { isWritable } = health;
      if (isWritable !== this.#wasWritable) {
        this.#wasWritable = isWritable;
        this.#tryAgainAt = 0;
        if (isWritable) this.#isLost = this.#inMemory.size > 0;
      }
      if (uptime < this.#tryAgainAt || (isWritable && this.#isEmpty)) return;
      this.#tryAgainAt = uptime + TRY_AGAIN_AFTER;
      void (isWritable ? this.commit([]) : this.#inTurn.run(() => this.#keep([]))).catch(() => undefined);
    });
  }

  /** The rows of a table, for a room that loads itself at start. */
  async all<T extends ObjectLiteral>(table: JournalTable<T>): Promise<T[]> {
    return table.overlaid(await this.db.all(table.entity), this.#entries());
  }

  /**
   * Resolves when the entries are durable, or in memory where nothing on the disk can be written. `alongside` is committed with them where the database can be written; where
   * it cannot, it is left out: a relay must not wait for its entry in the audit log. Never inside a unit of work.
   */
  commit(entries: readonly JournalEntry[], alongside: () => Promise<void> = nothing): Promise<void> {
    return this.#inTurn.run(async () => {
      try {
        await this.#bringBack();
        await this.db.write(async (entities) => {
          for (const table of this.#tables) await table.apply(entities, entries);
          await alongside();
        }, 'first');
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        await this.#keep(entries, error);
      }
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.slots.close();
  }

  get #isEmpty(): boolean {
    return this.slots.isEmpty && this.#inMemory.size === 0;
  }

  /** What the database does not have yet; what is in memory is newer than what is in the file. */
  #entries(): JournalEntry[] {
    return newestOf(this.slots.entries(), this.#inMemory.values());
  }

  /** First, so that nothing newer is in the database while the journal still says otherwise. */
  async #bringBack(): Promise<void> {
    if (this.#isEmpty) return;
    const entries = this.#entries();
    await this.db.write(async (entities) => {
      for (const table of this.#tables) await table.apply(entities, entries);
    }, 'first');
    this.#inMemory.clear();
    this.#isLost = false;
    await this.slots.clear();
    this.#logger.log('The storage can be written again.');
  }

  async #keep(entries: readonly JournalEntry[], trouble?: Error): Promise<void> {
    if (this.#isEmpty && trouble !== undefined) {
      this.#logger.error(`The storage cannot be written: ${String(trouble)}. Relays are switched all the same.`);
    }
    const all = newestOf(this.#inMemory.values(), entries);
    try {
      await (all.length > 0 ? this.slots.keep(all) : this.slots.probe());
      this.#inMemory.clear();
      this.#isLost = false;
    } catch (error) {
      this.#keepInMemory(entries, error);
    }
  }

  #keepInMemory(entries: readonly JournalEntry[], error: unknown): void {
    if (!this.#isLost) {
      this.#logger.error(
        `Neither the database nor ${FILE} can be written: ${String(error)}. Relays are switched all the same; what ` +
          'they are to do is kept in memory only. Should the controller stop now, an outlet in a reboot stays off.',
      );
    }
    this.#isLost = true;
    for (const entry of entries) this.#inMemory.set(nameOf(entry), entry);
    if (entries.length > 0) this.#logger.warn(`In memory only: ${entries.map(nameOf).join(', ')}.`);
  }
}

/** Of two entries for the same row the later one. */
function newestOf(...lists: readonly Iterable<JournalEntry>[]): JournalEntry[] {
  const newest = new Map<string, JournalEntry>();
  for (const list of lists) for (const entry of list) newest.set(nameOf(entry), entry);
  return [...newest.values()];
}

async function openStorage(dataDir: string, slots: number): Promise<SlotStorage> {
  if (dataDir === IN_MEMORY) return new SlotMemory(slots);
  try {
    return await SlotFile.open(dataFile(dataDir, FILE), slots);
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    new Logger('IntentJournal').error(
      `${FILE} cannot be made or opened: ${String(error)}. Should the database fail too, what relays are to do is in ` +
        'memory only. Mend the storage and restart.',
    );
    return new SlotMemory(0);
  }
}

const nothing = async (): Promise<void> => undefined;
