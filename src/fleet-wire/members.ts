import type { Read, ValueKind } from '../common/values.js';
import { canonicalJson, type Json } from './canonical-json.js';
import { WireError } from './readings.js';
import { PROTOCOL_VERSION } from './topics.js';

/** The members of a message, each with the kind of its value. */
export type Members = Readonly<Record<string, ValueKind<unknown>>>;
type ValueOf<K> = K extends ValueKind<infer T> ? T : never;
/** The values of members; one that may be missing may be left out. */
type Values<M extends Members> = {
  readonly [K in keyof M as undefined extends ValueOf<M[K]> ? never : K]: ValueOf<M[K]>;
} & { readonly [K in keyof M as undefined extends ValueOf<M[K]> ? K : never]?: ValueOf<M[K]> };

/** The longest message in JSON, bytes: a hello of a PDU with every kind of part has less than 4 KiB. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

/** An object with these members. Members of a later release are left out: what is required never changes its meaning. */
export const objectOf =
  <M extends Members>(members: M): ValueKind<Values<M>> =>
  (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return { wrong: 'an object' };
    const read: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(members)) {
      const own: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
      const value: Read<unknown> = kind(own);
      if ('wrong' in value) return { wrong: `an object whose ${name} is ${value.wrong}` };
      if (value.value !== undefined) read[name] = value.value;
    }
    return { value: read as Values<M> };
  };

/** A value that may be missing. */
export const optional =
  <T>(kind: ValueKind<T>): ValueKind<T | undefined> =>
  (given) =>
    given === undefined ? { value: undefined } : kind(given);

/** A number as JSON has it; other kinds of this project also read texts, which would be another message when it is signed. */
export const exact =
  <T>(kind: ValueKind<T>): ValueKind<T> =>
  (given) => {
    const read = kind(given);
    return 'value' in read && read.value !== given ? { wrong: `${JSON.stringify(read.value)} itself` } : read;
  };

/** The bytes of a message: JSON with the version of the protocol. A member that is undefined is left out. */
export function encodeJson(message: Readonly<Record<string, Json | undefined>>): Buffer {
  const given = Object.entries(message).filter((member): member is [string, Json] => member[1] !== undefined);
  return Buffer.from(canonicalJson({ ...Object.fromEntries(given), v: PROTOCOL_VERSION }));
}

/** The object in the bytes, as it was sent. Throws {@link WireError} for anything else. */
export function decodeJson(bytes: Uint8Array, maxBytes = MAX_MESSAGE_BYTES): Readonly<Record<string, Json>> {
  if (bytes.length > maxBytes) throw new WireError(`A message has at most ${maxBytes} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(TEXT.decode(bytes));
  } catch {
    throw new WireError('The message is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WireError('The message is no JSON object.');
  }
  const { v, ...members } = value as Record<string, Json>;
  if (v !== PROTOCOL_VERSION) throw new WireError('The message has a version that this release does not know.');
  return members;
}

/** Strict: bytes that are no UTF-8 would be another text, whose signature is that of none. */
const TEXT = new TextDecoder('utf-8', { fatal: true });

/** The value of a kind. Throws {@link WireError} for anything else. */
export function parsed<T>(kind: ValueKind<T>, given: unknown): T {
  const read = kind(given);
  if ('wrong' in read) throw new WireError(`The message must be ${read.wrong}.`);
  return read.value;
}
