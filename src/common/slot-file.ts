import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fsyncPath } from './durable-file.js';

/** Bytes of a slot: a disk usually writes this size entirely or not at all; the checksum detects the exceptions. */
export const SLOT_BYTES = 512;

/** Offsets of the checksum (8 bytes), the sequence number (6), the length of the text (2) and the text. */
const HEADER = { checksum: 0, sequence: 8, length: 14, text: 16 } as const;
const MAX_TEXT_BYTES = SLOT_BYTES - HEADER.text;

/** The content of a slot. */
export interface Slot {
  /** Increases over all slots: of two entries with the same key the higher one is newer. */
  readonly sequence: number;
  readonly text: string;
}

/** The bytes of a slot. Throws a RangeError for a text that does not fit. */
export function encodeSlot({ sequence, text }: Slot): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_TEXT_BYTES) throw new RangeError(`A slot holds ${MAX_TEXT_BYTES} bytes, not ${bytes.length}.`);
  const slot = Buffer.alloc(SLOT_BYTES);
  slot.writeUIntBE(sequence, HEADER.sequence, 6);
  slot.writeUInt16BE(bytes.length, HEADER.length);
  bytes.copy(slot, HEADER.text);
  checksumOf(slot).copy(slot, HEADER.checksum);
  return slot;
}

/** The content of a slot; undefined for one that is empty, torn or damaged. */
export function decodeSlot(slot: Buffer): Slot | undefined {
  if (slot.length !== SLOT_BYTES) return undefined;
  if (!checksumOf(slot).equals(slot.subarray(HEADER.checksum, HEADER.sequence))) return undefined;
  const length = slot.readUInt16BE(HEADER.length);
  if (length > MAX_TEXT_BYTES) return undefined;
  return {
    sequence: slot.readUIntBE(HEADER.sequence, 6),
    text: slot.toString('utf8', HEADER.text, HEADER.text + length),
  };
}

const checksumOf = (slot: Buffer): Buffer =>
  createHash('sha256').update(slot.subarray(HEADER.sequence)).digest().subarray(0, HEADER.sequence);

/** A fixed number of slots that can be overwritten one by one. */
export interface SlotStorage {
  /** All slots, in order. */
  read(): Promise<Buffer[]>;
  /** Overwrites these slots in place; resolves when they would survive a power cut. */
  write(slots: ReadonlyMap<number, Buffer>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Slots in a preallocated file of fixed size: a full disk refuses new blocks, but still overwrites old ones.
 */
export class SlotFile implements SlotStorage {
  private constructor(
    private readonly handle: FileHandle,
    private readonly slots: number,
  ) {}

  /** Opens the file, or creates it (0600). A file that is too short is extended; its content stays. */
  static async open(path: string, slots: number): Promise<SlotFile> {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const { size } = await handle.stat();
      const missing = slots * SLOT_BYTES - size;
      if (missing > 0) {
        await handle.write(Buffer.alloc(missing), 0, missing, size); // zeros that are written, not a hole
        await handle.sync();
        await fsyncPath(dirname(path));
      }
      return new SlotFile(handle, slots);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(): Promise<Buffer[]> {
    const bytes = Buffer.alloc(this.slots * SLOT_BYTES);
    await this.handle.read(bytes, 0, bytes.length, 0);
    return Array.from({ length: this.slots }, (_, place) =>
      bytes.subarray(place * SLOT_BYTES, (place + 1) * SLOT_BYTES),
    );
  }

  async write(slots: ReadonlyMap<number, Buffer>): Promise<void> {
    for (const [place, slot] of slots) await this.handle.write(slot, 0, SLOT_BYTES, place * SLOT_BYTES);
    await this.handle.datasync();
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Slots in memory, for a controller that stores nothing. */
export class SlotMemory implements SlotStorage {
  readonly #slots: Buffer[];

  constructor(slots: number) {
    this.#slots = Array.from({ length: slots }, () => Buffer.alloc(SLOT_BYTES));
  }

  async read(): Promise<Buffer[]> {
    return this.#slots.map((slot) => Buffer.from(slot));
  }

  async write(slots: ReadonlyMap<number, Buffer>): Promise<void> {
    for (const [place, slot] of slots) this.#slots[place] = Buffer.from(slot);
  }

  async close(): Promise<void> {
    return;
  }
}
