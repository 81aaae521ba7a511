import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes of a slot: what a disk writes whole or not at all, as a rule. The checksum tells where the rule fails. */
export const SLOT_BYTES = 512;

/** Checksum 8 bytes, sequence number 6, length of the text 2. */
const HEADER = { checksum: 0, sequence: 8, length: 14, text: 16 } as const;
const MAX_TEXT_BYTES = SLOT_BYTES - HEADER.text;

/** What a slot holds. */
export interface Slot {
  /** Counts up over all slots: of two with the same subject the higher one is newer. */
  readonly sequence: number;
  readonly text: string;
}

/** Throws a RangeError for a text that does not fit. */
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

/** Undefined for a slot that is empty, torn or damaged. */
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

/** A number of slots that can be overwritten one by one. */
export interface SlotStorage {
  /** All slots, in order. */
  read(): Promise<Buffer[]>;
  /** Overwrites these slots in place; resolves when that would survive a power cut. */
  write(slots: ReadonlyMap<number, Buffer>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Slots in a file of fixed size whose blocks are taken when it is made, not when they are needed: a full disk refuses
 * new blocks, but not to overwrite old ones.
 */
export class SlotFile implements SlotStorage {
  private constructor(
    private readonly handle: FileHandle,
    private readonly slots: number,
  ) {}

  /** Opens the file, or makes it (0600). One that is too short is made longer; what it holds stays. */
  static async open(path: string, slots: number): Promise<SlotFile> {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const { size } = await handle.stat();
      const missing = slots * SLOT_BYTES - size;
      if (missing > 0) {
        await handle.write(Buffer.alloc(missing), 0, missing, size); // zeros that are written, not a hole
        await handle.sync();
        await syncFolder(dirname(path));
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

/** Slots that last as long as the process, for a controller that keeps nothing. */
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

/** So that the file's name survives a power cut too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
