import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { dataFile, IN_MEMORY } from '../database/data-folder.js';
import type { Db } from '../database/db.js';
import { isStorageTrouble } from '../database/storage-trouble.js';
import type { Millis } from '../kernel/clock.js';
import { InTurn } from '../kernel/in-turn.js';
import type { JournalTable } from './journal-table.js';
import { SlotFile, SlotMemory, type SlotStorage } from './slot-file.js';
import { SlotJournal, type JournalEntry } from './slot-journal.js';
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
 * that can be written again, before anything newer is.
 */
export class IntentJournal implements OnApplicationShutdown {
  readonly #logger = new Logger('IntentJournal');
  readonly #inTurn = new InTurn();
  readonly #tables: Pick<JournalTable<never>, 'apply'>[] = [];
  #tryAgainAt: Millis = 0;

  constructor(
    private readonly db: Db,
    private readonly slots: SlotJournal,
  ) {}

  /** Opens the journal of a data folder. Without one that can be opened, a full disk is one that refuses to switch. */
  static async open(dataDir: string, relays: number, db: Db): Promise<IntentJournal> {
    const count = Math.max(SLOTS, relays * SLOTS_PER_RELAY);
    const storage = await openStorage(dataDir, count);
    return new IntentJournal(db, await SlotJournal.open(storage));
  }

  /** Lets the journal keep rows of this table. Rooms say so when they are made. */
  register(table: Pick<JournalTable<never>, 'apply'>): void {
    this.#tables.push(table);
  }

  /** Looks once a minute whether what it keeps can go into the database. */
  watch(snapshots: SnapshotStore): void {
    snapshots.onSnapshot('journal', ({ uptime }) => {
      if (this.slots.isEmpty || uptime < this.#tryAgainAt) return;
      this.#tryAgainAt = uptime + TRY_AGAIN_AFTER;
      void this.commit([]).catch(() => undefined);
    });
  }

  /** The rows of a table, for a room that loads itself at start. */
  async all<T extends ObjectLiteral>(table: JournalTable<T>): Promise<T[]> {
    return table.overlaid(await this.db.all(table.entity), this.slots.entries());
  }

  /**
   * Resolves when the entries are durable. `alongside` is committed with them where the database can be written; where
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

  /** First, so that nothing newer is in the database while the journal still says otherwise. */
  async #bringBack(): Promise<void> {
    if (this.slots.isEmpty) return;
    const entries = this.slots.entries();
    await this.db.write(async (entities) => {
      for (const table of this.#tables) await table.apply(entities, entries);
    }, 'first');
    await this.slots.clear();
    this.#logger.log('The storage can be written again.');
  }

  async #keep(entries: readonly JournalEntry[], trouble: unknown): Promise<void> {
    if (this.slots.isEmpty) {
      this.#logger.error(`The storage cannot be written: ${String(trouble)}. Relays are switched all the same.`);
    }
    try {
      await this.slots.keep(entries);
    } catch (error) {
      this.#logger.error('The intent journal cannot be written either.', error);
      throw trouble;
    }
  }
}

async function openStorage(dataDir: string, slots: number): Promise<SlotStorage> {
  if (dataDir === IN_MEMORY) return new SlotMemory(slots);
  try {
    return await SlotFile.open(dataFile(dataDir, FILE), slots);
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    new Logger('IntentJournal').error(`There is no space for ${FILE}; free some and restart.`);
    return new SlotMemory(0);
  }
}

const nothing = async (): Promise<void> => undefined;
