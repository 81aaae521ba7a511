import { ByteReader, ByteWriter } from '../readings-format/bytes.js';
import { readMessage, WireError } from './readings.js';
import { refuseRest } from './whole-numbers.js';

const VERSION = 1;
/** The most minutes in the answer to one query: an hour. */
export const MAX_MINUTES = 60;

/**
 * The answer to the query `minutes`.
 * @param messages minutes as they are sent each minute, see `encodeMinute`; oldest first, at most {@link MAX_MINUTES}
 */
export function encodeMinutes(messages: readonly Uint8Array[]): Buffer {
  if (messages.length > MAX_MINUTES) throw new RangeError(`An answer has at most ${MAX_MINUTES} minutes.`);
  const writer = new ByteWriter().number(VERSION).number(messages.length);
  for (const message of messages) writer.part(message);
  return writer.bytes();
}

/**
 * The minutes of an answer, each to be read by `decodeMinute`. Throws {@link WireError} for bytes that are no such answer;
 * what is in a minute is not read.
 */
export function decodeMinutes(bytes: Uint8Array): Uint8Array[] {
  return readMessage('The minutes end too early.', () => {
    const reader = new ByteReader(bytes);
    if (reader.number() !== VERSION) throw new WireError('The minutes have a version that this release does not know.');
    const count = reader.number();
    if (count > MAX_MINUTES) throw new WireError(`An answer has at most ${MAX_MINUTES} minutes.`);
    const messages = Array.from({ length: count }, () => reader.part());
    refuseRest(reader);
    return messages;
  });
}
