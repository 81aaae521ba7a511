import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { dataFile, IN_MEMORY } from '../../database/data-folder.js';
import type { DatabaseHealth } from '../../database/database-health.js';
import type { Commit, Db } from '../../database/db.js';
import type { Statement, Writes } from '../../database/statement.js';
import { isStorageError } from '../../common/storage-errors.js';
import type { Millis } from '../../common/clock.js';
import type { JournalTable } from './journal-table.js';
import { SlotFile, SlotMemory, type SlotStorage } from '../../common/slot-file.js';
import { rowKeyOf, SlotJournal, type JournalEntry } from './slot-journal.js';
import type { Ticks } from '../../kernel/ticks.js';

const JOURNAL_FILE = 'intents.journal';
/** Slots of 64 KiB; a PDU with very many relays gets more. */
const MIN_SLOTS = 128;
/** Slots for an intent, a power cycle, a command of a hub, and the replacement of one of them. */
const SLOTS_PER_RELAY = 4;
const RETRY_AFTER: Millis = 60_000;

/**
 * Stores the intents of relays durably, on a full or failing disk too: in the database, or, if that cannot be written,
 * in a preallocated file. The entries of the file take precedence, and move into the database as soon as that can be
 * written again, before any newer ones. If the file cannot be written either, only memory remains: relays are still
 * switched, but the entries in memory are lost with the process.
 */
export class IntentJournal implements OnApplicationShutdown {
  readonly #logger = new Logger('IntentJournal');
  readonly #tables: Pick<JournalTable<never>, 'statements'>[] = [];
  /** The newest entry of each row that could not be stored on the disk. */
  readonly #inMemory = new Map<string, JournalEntry>();
  #retryAt: Millis = 0;
  #wasWritable = true;
  #isLost = false;

  constructor(
    private readonly db: Db,
    private readonly slots: SlotJournal,
  ) {}

  /** Opens the journal of a data folder. If it cannot be opened, memory takes its place. */
  static async open(dataDir: string, relays: number, db: Db): Promise<IntentJournal> {
    const count = Math.max(MIN_SLOTS, relays * SLOTS_PER_RELAY);
    const storage = await openStorage(dataDir, count);
    return new IntentJournal(db, await SlotJournal.open(storage));
  }

  /** Lets the journal store rows of this table. Modules register their tables when they are created. */
  register(table: Pick<JournalTable<never>, 'statements'>): void {
    this.#tables.push(table);
  }

  /** True while neither the database nor the file can be written. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Moves the stored entries into the database as soon as that can be written again. Until then, probes once a minute
   * whether the file can be written.
   */
  watch(ticks: Ticks, health: Pick<DatabaseHealth, 'isWritable'>): void {
    ticks.onTick('upkeep', ({ uptime }) => {
      const { isWritable } = health;
      if (isWritable !== this.#wasWritable) {
        this.#wasWritable = isWritable;
        this.#retryAt = 0;
        if (isWritable) this.#isLost = this.#inMemory.size > 0;
      }
      if (uptime < this.#retryAt || (isWritable && this.#isEmpty)) return;
      this.#retryAt = uptime + RETRY_AFTER;
      const stored = isWritable ? this.commit([]) : this.db.exclusively(() => this.#storeInFile([]), 'first');
      void stored.catch(() => undefined);
    });
  }

  /** The rows of a table, for a module that loads them at start. */
  async all<T extends ObjectLiteral>(table: JournalTable<T>): Promise<T[]> {
    return table.withEntries(await this.db.all(table.entity), this.#entries());
  }

  /**
   * Resolves when the entries are durable, or in memory if nothing on the disk can be written. `inSameTransaction` is
   * committed with them if the database can be written, and left out otherwise: a relay must not wait for its entry in
   * the audit log. Answers the ids of these writes, none if they were left out; entries that hold one are made of them.
   * Never call this inside a transaction.
   */
  commit(
    entries: readonly JournalEntry[] | ((ids: readonly number[]) => readonly JournalEntry[]),
    inSameTransaction: () => Promise<Writes> = nothing,
  ): Promise<readonly number[]> {
    const entriesWith = (ids: readonly number[]) => (typeof entries === 'function' ? entries(ids) : entries);
    return this.db.exclusively(async (commit) => {
      try {
        await this.#moveToDatabase(commit);
        const { statements, committed, ids = [] } = await inSameTransaction();
        const own = this.#statements(entriesWith(ids));
        await commit({ statements: [...own, ...statements], ...(committed && { committed }) });
        return ids;
      } catch (error) {
        if (!isStorageError(error)) throw error;
        await this.#storeInFile(entriesWith([]), error);
        return [];
      }
    }, 'first');
  }

  onApplicationShutdown(): Promise<void> {
    return this.slots.close();
  }

  get #isEmpty(): boolean {
    return this.slots.isEmpty && this.#inMemory.size === 0;
  }

  /** The entries that the database does not have yet; those in memory are newer than those in the file. */
  #entries(): JournalEntry[] {
    return newestEntries(this.slots.entries(), this.#inMemory.values());
  }

  /** Runs before each commit, so that the database has nothing newer than an entry that is still in the journal. */
  async #moveToDatabase(commit: Commit): Promise<void> {
    if (this.#isEmpty) return;
    await commit({ statements: this.#statements(this.#entries()) });
    this.#inMemory.clear();
    this.#isLost = false;
    await this.slots.clear();
    this.#logger.log('The storage can be written again.');
  }

  #statements(entries: readonly JournalEntry[]): Statement[] {
    return this.#tables.flatMap((table) => table.statements(this.db, entries));
  }

  async #storeInFile(entries: readonly JournalEntry[], problem?: Error): Promise<void> {
    if (this.#isEmpty && problem !== undefined) {
      this.#logger.error(`The storage cannot be written: ${String(problem)}. Relays are still switched.`);
    }
    const all = newestEntries(this.#inMemory.values(), entries);
    try {
      await (all.length > 0 ? this.slots.append(all) : this.slots.probe());
      this.#inMemory.clear();
      this.#isLost = false;
    } catch (error) {
      this.#storeInMemory(entries, error);
    }
  }

  #storeInMemory(entries: readonly JournalEntry[], error: unknown): void {
    if (!this.#isLost) {
      this.#logger.error(
        `Neither the database nor ${JOURNAL_FILE} can be written: ${String(error)}. Relays are still switched; their ` +
          'intents are kept in memory only. Should the controller stop now, an outlet in a reboot stays off.',
      );
    }
    this.#isLost = true;
    for (const entry of entries) this.#inMemory.set(rowKeyOf(entry), entry);
    if (entries.length > 0) this.#logger.warn(`In memory only: ${entries.map(rowKeyOf).join(', ')}.`);
  }
}

/** Joins lists of entries; of several entries of the same row only the last remains. */
function newestEntries(...lists: readonly Iterable<JournalEntry>[]): JournalEntry[] {
  const newest = new Map<string, JournalEntry>();
  for (const list of lists) for (const entry of list) newest.set(rowKeyOf(entry), entry);
  return [...newest.values()];
}

async function openStorage(dataDir: string, slots: number): Promise<SlotStorage> {
  if (dataDir === IN_MEMORY) return new SlotMemory(slots);
  try {
    return await SlotFile.open(dataFile(dataDir, JOURNAL_FILE), slots);
  } catch (error) {
    if (!isStorageError(error)) throw error;
    new Logger('IntentJournal').error(
      `${JOURNAL_FILE} cannot be created or opened: ${String(error)}. Should the database fail too, the intents of relays ` +
        'are in memory only. Repair the storage and restart.',
    );
    return new SlotMemory(0);
  }
}

const nothing = async (): Promise<Writes> => ({ statements: [] });
