import { ByteReader, ByteWriter } from '../readings-format/bytes.js';
import { readMessage, WireError } from './readings.js';
import { isPduId } from './topics.js';
import { refuseRest } from './whole-numbers.js';

const VERSION = 1;
/** The most bytes of one part of an answer: brokers refuse messages that are much longer. */
export const MAX_REPLY_BYTES = 64 * 1024;

/** One part of the answer to a query. */
export interface Reply {
  /** The id of the query. */
  readonly id: string;
  /** From 0 to one less than `parts`. */
  readonly part: number;
  readonly parts: number;
  readonly bytes: Uint8Array;
}

/** The parts of an answer, as messages. */
export function encodeReply(id: string, bytes: Uint8Array): Buffer[] {
  const parts = Math.max(1, Math.ceil(bytes.length / MAX_REPLY_BYTES));
  return Array.from({ length: parts }, (_, part) =>
    new ByteWriter()
      .number(VERSION)
      .part(Buffer.from(id))
      .number(part)
      .number(parts)
      .part(bytes.subarray(part * MAX_REPLY_BYTES, (part + 1) * MAX_REPLY_BYTES))
      .bytes(),
  );
}

/** Throws {@link WireError} for bytes that are no part of an answer. */
export function decodeReply(message: Uint8Array): Reply {
  return readMessage('The reply ends too early.', () => {
    const reader = new ByteReader(message);
    if (reader.number() !== VERSION) throw new WireError('The reply has a version that this release does not know.');
    const id = Buffer.from(reader.part()).toString('latin1');
    const [part, parts, bytes] = [reader.number(), reader.number(), reader.part()];
    refuseRest(reader);
    if (!isPduId(id) || part >= parts || bytes.length > MAX_REPLY_BYTES) throw new WireError('The reply is damaged.');
    return { id, part, parts, bytes };
  });
}
