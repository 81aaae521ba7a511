import { createHash } from 'node:crypto';

/** Bytes of a slot: what a disk writes whole or not at all, as a rule. The checksum tells where the rule fails. */
export const SLOT_BYTES = 512;

/** Checksum 8 bytes, sequence number 6, length of the text 2. */
const HEADER = { checksum: 0, sequence: 8, length: 14, text: 16 } as const;
const LONGEST_TEXT = SLOT_BYTES - HEADER.text;

/** What a slot holds. */
export interface Slot {
  /** Counts up over all slots: of two with the same subject the higher one is newer. */
  readonly sequence: number;
  readonly text: string;
}

/** Throws a RangeError for a text that does not fit. */
export function encodeSlot({ sequence, text }: Slot): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > LONGEST_TEXT) throw new RangeError(`A slot holds ${LONGEST_TEXT} bytes, not ${bytes.length}.`);
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
  if (length > LONGEST_TEXT) return undefined;
  return {
    sequence: slot.readUIntBE(HEADER.sequence, 6),
    text: slot.toString('utf8', HEADER.text, HEADER.text + length),
  };
}

const checksumOf = (slot: Buffer): Buffer =>
  createHash('sha256').update(slot.subarray(HEADER.sequence)).digest().subarray(0, HEADER.sequence);
