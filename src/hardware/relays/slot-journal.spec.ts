import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SlotJournal, type JournalEntry } from './slot-journal.js';
import { SlotMemory } from '../../common/slot-file.js';
import { decodeSlot, encodeSlot, SLOT_BYTES } from '../../common/slot-file.js';

const SLOTS = 12;
const entry = (key: string, at: number): JournalEntry => ({ table: 'intent', key, row: { at } });
const contents = (journal: SlotJournal) => Object.fromEntries(journal.entries().map(({ key, row }) => [key, row]));

/** One operation on a journal: entries are appended, the journal is cleared, or the controller restarts. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('clear' as const, 'restart' as const) },
);

describe('a slot', () => {
  it('returns what was stored in it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ maxLength: 100, unit: 'grapheme' }), (sequence, text) => {
        fc.pre(Buffer.byteLength(text) <= 496);
        expect(decodeSlot(encodeSlot({ sequence, text }))).toEqual({ sequence, text });
      }),
    );
  });

  it('refuses a text that does not fit', () => {
    expect(() => encodeSlot({ sequence: 1, text: 'x'.repeat(497) })).toThrow(RangeError);
    expect(decodeSlot(encodeSlot({ sequence: 1, text: 'x'.repeat(496) }))?.text).toHaveLength(496);
  });

  it('that is empty, torn or changed anywhere holds nothing', () => {
    expect(decodeSlot(Buffer.alloc(SLOT_BYTES))).toBeUndefined();
    const [before, after] = [encodeSlot({ sequence: 7, text: 'before' }), encodeSlot({ sequence: 8, text: 'after' })];
    fc.assert(
      fc.property(fc.nat(SLOT_BYTES - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const damaged = Buffer.from(before);
        damaged.writeUInt8(damaged.readUInt8(place) ^ change, place);
        expect(decodeSlot(damaged)).toBeUndefined();
        const torn = Buffer.concat([after.subarray(0, place), before.subarray(place)]);
        expect([7, 8, undefined]).toContain(decodeSlot(torn)?.sequence);
      }),
    );
  });
});

describe('the journal', () => {
  it('answers the newest entry of each key, over restarts too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const storage = new SlotMemory(SLOTS);
        let journal = await SlotJournal.open(storage);
        const expected = new Map<string, object>();
        for (const [at, each] of steps.entries()) {
          if (each === 'restart') journal = await SlotJournal.open(storage);
          else if (each === 'clear') {
            await journal.clear();
            expected.clear();
          } else {
            await journal.append(each.map((key) => entry(key, at)));
            for (const key of each) expected.set(key, { at });
          }
          expect(contents(journal)).toEqual(Object.fromEntries(expected));
        }
      }),
    );
  });

  it('still has the entry before when a write is torn', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.nat(SLOT_BYTES), async (writes, tornAt) => {
        const storage = new TearingMemory(SLOTS);
        const journal = await SlotJournal.open(storage);
        for (let at = 0; at < writes; at++) await journal.append([entry('a', at)]);
        storage.tearAt = tornAt;
        await journal.append([entry('a', writes)]);
        const { at } = contents(await SlotJournal.open(storage)).a as { at: number };
        expect([writes - 1, writes]).toContain(at);
      }),
    );
  });

  it('is cleared entirely or not at all when the checkpoint is torn', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(SLOT_BYTES), fc.nat(3), async (tornAt, clears) => {
        const storage = new TearingMemory(SLOTS);
        const journal = await SlotJournal.open(storage);
        for (let at = 0; at < clears; at++) {
          await journal.append([entry('a', at), entry('b', at)]);
          await journal.clear();
        }
        await journal.append([entry('a', 8), entry('b', 9)]);
        storage.tearAt = tornAt;
        await journal.clear();
        expect([{}, { a: { at: 8 }, b: { at: 9 } }]).toContainEqual(contents(await SlotJournal.open(storage)));
      }),
    );
  });

  it('remembers that a row was deleted', async () => {
    const storage = new SlotMemory(SLOTS);
    await (await SlotJournal.open(storage)).append([{ table: 'cycle', key: 'a', row: null }]);
    expect((await SlotJournal.open(storage)).entries()).toEqual([{ table: 'cycle', key: 'a', row: null }]);
  });

  it('refuses more keys than it has slots, and keeps those it has', async () => {
    const journal = await SlotJournal.open(new SlotMemory(SLOTS));
    const keys = Array.from({ length: SLOTS - 2 }, (_, index) => String(index));
    await journal.append(keys.map((key) => entry(key, 1)));
    await expect(journal.append([entry('another', 1)])).rejects.toThrow('full');
    expect(journal.entries()).toHaveLength(keys.length);
  });
});

/** Writes only the first bytes of the next slot, as a power cut may. */
class TearingMemory extends SlotMemory {
  tearAt = SLOT_BYTES;

  override async write(slots: ReadonlyMap<number, Buffer>): Promise<void> {
    const before = await this.read();
    const torn = [...slots].map(([place, slot]) => {
      const old = before[place] ?? Buffer.alloc(SLOT_BYTES);
      return [place, Buffer.concat([slot.subarray(0, this.tearAt), old.subarray(this.tearAt)])] as const;
    });
    await super.write(new Map(torn));
  }
}
