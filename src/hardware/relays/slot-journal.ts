import { decodeSlot, encodeSlot, SLOT_BYTES, type Slot } from '../../common/slot-file.js';
import type { SlotStorage } from '../../common/slot-file.js';

/** The newest row of one key of a table; null for one that was deleted. */
export interface JournalEntry {
  readonly table: string;
  readonly key: string;
  readonly row: object | null;
}

interface StoredEntry {
  readonly place: number;
  readonly sequence: number;
  readonly entry: JournalEntry;
}

/** The first slots hold the checkpoint, alternately: a torn one leaves the other. */
const CHECKPOINT_SLOTS = 2;

/**
 * Stores the newest entry of each key in slots. A slot is overwritten only when its entry is no longer the newest.
 * The checkpoint is a sequence number: all entries up to it have been cleared.
 */
export class SlotJournal {
  readonly #stored = new Map<string, StoredEntry>();
  readonly #free: number[] = [];
  #sequence = 0;
  #nextCheckpoint = 0;

  private constructor(private readonly storage: SlotStorage) {}

  /** Reads the entries of an earlier run; slots that are torn or damaged count as free. */
  static async open(storage: SlotStorage): Promise<SlotJournal> {
    const journal = new SlotJournal(storage);
    journal.#load((await storage.read()).map(decodeSlot));
    return journal;
  }

  get isEmpty(): boolean {
    return this.#stored.size === 0;
  }

  entries(): JournalEntry[] {
    return [...this.#stored.values()].sort((a, b) => a.sequence - b.sequence).map(({ entry }) => entry);
  }

  /** Resolves when the entries are durable. Throws when there are more keys than slots. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length > this.#free.length) throw new Error('ENOSPC: the journal is full.');
    const stored = entries.map((entry, index) => {
      return { entry, place: this.#free[index] ?? 0, sequence: this.#sequence + index + 1 };
    });
    this.#sequence += stored.length; // also when the write fails: a number that may be in a slot is not used twice
    await this.storage.write(
      new Map(stored.map(({ place, sequence, entry }) => [place, encodeSlot({ sequence, text: textOf(entry) })])),
    );
    this.#free.splice(0, stored.length);
    for (const each of stored) this.#put(each);
  }

  /** Overwrites a free slot. Rejects when the storage cannot be written or no slot is free. */
  async probe(): Promise<void> {
    const [place] = this.#free;
    if (place === undefined) throw new Error('ENOSPC: the journal is full.');
    await this.storage.write(new Map([[place, Buffer.alloc(SLOT_BYTES)]]));
  }

  /** Removes all entries, durably and atomically. */
  async clear(): Promise<void> {
    if (this.isEmpty) return;
    const checkpoint = encodeSlot({ sequence: this.#sequence, text: '' });
    await this.storage.write(new Map([[this.#nextCheckpoint % CHECKPOINT_SLOTS, checkpoint]]));
    this.#nextCheckpoint++;
    for (const { place } of this.#stored.values()) this.#free.push(place);
    this.#stored.clear();
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  #load(slots: readonly (Slot | undefined)[]): void {
    const checkpoints = slots.slice(0, CHECKPOINT_SLOTS).map((slot) => slot?.sequence ?? 0);
    const checkpoint = Math.max(0, ...checkpoints);
    this.#nextCheckpoint = checkpoints.indexOf(checkpoint) + 1; // the next checkpoint takes the other's place
    this.#sequence = Math.max(0, ...slots.map((slot) => slot?.sequence ?? 0));
    slots.forEach((slot, place) => {
      if (place < CHECKPOINT_SLOTS) return;
      const entry = slot && slot.sequence > checkpoint ? entryOf(slot.text) : undefined;
      if (slot && entry) this.#put({ entry, place, sequence: slot.sequence });
      else this.#free.push(place);
    });
  }

  /** Adds an entry; of two with the same key the newer one stays, and the slot of the other becomes free. */
  #put(stored: StoredEntry): void {
    const name = rowKeyOf(stored.entry);
    const other = this.#stored.get(name);
    const isNewer = !other || stored.sequence > other.sequence;
    if (isNewer) this.#stored.set(name, stored);
    if (other) this.#free.push(isNewer ? other.place : stored.place);
  }
}

/** A key that is unique over the rows of all tables. */
export const rowKeyOf = ({ table, key }: JournalEntry): string => `${table} ${key}`;
const textOf = ({ table, key, row }: JournalEntry): string => JSON.stringify([table, key, row]);

function entryOf(text: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    const [table, key, row] = value as unknown[];
    if (typeof table !== 'string' || typeof key !== 'string' || typeof row !== 'object') return undefined;
    return { table, key, row };
  } catch {
    return undefined;
  }
}
