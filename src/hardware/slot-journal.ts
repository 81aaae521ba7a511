import { decodeSlot, encodeSlot, SLOT_BYTES, type Slot } from './slots.js';
import type { SlotStorage } from './slot-file.js';

/** The newest row of one key of a table; null for one that was deleted. */
export interface JournalEntry {
  readonly table: string;
  readonly key: string;
  readonly row: object | null;
}

interface Kept {
  readonly place: number;
  readonly sequence: number;
  readonly entry: JournalEntry;
}

/** The first slots hold the mark, in turn: a torn one leaves the other. */
const MARKS = 2;

/**
 * Keeps the newest entry of each key in slots. A slot is overwritten only when what it holds is no longer the newest.
 * The mark is a sequence number: everything up to it has been forgotten.
 */
export class SlotJournal {
  readonly #kept = new Map<string, Kept>();
  readonly #free: number[] = [];
  #sequence = 0;
  #marked = 0;

  private constructor(private readonly storage: SlotStorage) {}

  /** Reads what an earlier run has left; slots that are torn or damaged count as free. */
  static async open(storage: SlotStorage): Promise<SlotJournal> {
    const journal = new SlotJournal(storage);
    journal.#load((await storage.read()).map(decodeSlot));
    return journal;
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  entries(): JournalEntry[] {
    return [...this.#kept.values()].sort((a, b) => a.sequence - b.sequence).map(({ entry }) => entry);
  }

  /** Resolves when the entries are durable. Throws when there are more keys than slots. */
  async keep(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length > this.#free.length) throw new Error('ENOSPC: the journal is full.');
    const kept = entries.map((entry, index) => {
      return { entry, place: this.#free[index] ?? 0, sequence: this.#sequence + index + 1 };
    });
    this.#sequence += kept.length; // also when the write fails: a number that may stand in a slot is not given twice
    await this.storage.write(
      new Map(kept.map(({ place, sequence, entry }) => [place, encodeSlot({ sequence, text: textOf(entry) })])),
    );
    this.#free.splice(0, kept.length);
    for (const each of kept) this.#put(each);
  }

  /** Overwrites a free slot. Rejects where the storage cannot be written, or where no slot is free. */
  async probe(): Promise<void> {
    const [place] = this.#free;
    if (place === undefined) throw new Error('ENOSPC: the journal is full.');
    await this.storage.write(new Map([[place, Buffer.alloc(SLOT_BYTES)]]));
  }

  /** Forgets everything, durably and at one stroke. */
  async clear(): Promise<void> {
    if (this.isEmpty) return;
    const mark = encodeSlot({ sequence: this.#sequence, text: '' });
    await this.storage.write(new Map([[this.#marked % MARKS, mark]]));
    this.#marked++;
    for (const { place } of this.#kept.values()) this.#free.push(place);
    this.#kept.clear();
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  #load(slots: readonly (Slot | undefined)[]): void {
    const marks = slots.slice(0, MARKS).map((slot) => slot?.sequence ?? 0);
    const mark = Math.max(0, ...marks);
    this.#marked = marks.indexOf(mark) + 1; // the next mark takes the other's place
    this.#sequence = Math.max(0, ...slots.map((slot) => slot?.sequence ?? 0));
    slots.forEach((slot, place) => {
      if (place < MARKS) return;
      const entry = slot && slot.sequence > mark ? entryOf(slot.text) : undefined;
      if (slot && entry) this.#put({ entry, place, sequence: slot.sequence });
      else this.#free.push(place);
    });
  }

  /** The newer of two with the same key stays; the other one's slot is free. */
  #put(kept: Kept): void {
    const name = nameOf(kept.entry);
    const other = this.#kept.get(name);
    const isNewer = !other || kept.sequence > other.sequence;
    if (isNewer) this.#kept.set(name, kept);
    if (other) this.#free.push(isNewer ? other.place : kept.place);
  }
}

/** Tells the rows of all tables apart. */
export const nameOf = ({ table, key }: JournalEntry): string => `${table} ${key}`;
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
