import { yieldWhenDue } from './time-slices.js';

/** The size of text that is parsed in one piece. */
const PIECE_BYTES = 32 * 1024;
/** The number of bytes that are scanned before the event loop continues. */
const CHUNK_BYTES = 64 * 1024;
/** The levels at which a value is split to be written: a document, its sections, their entries. */
const LEVELS = 3;

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Parses one piece of JSON; `level` is its depth in the whole. */
export type ParsePiece = (text: string, level: number) => unknown;

/**
 * Parses UTF-8 text like `JSON.parse`, piece by piece, yielding to the event loop between them. Throws SyntaxError and
 * what `parsePiece` throws. A member called `__proto__` is left out.
 */
export const parseInSlices = (bytes: Buffer, parsePiece: ParsePiece): Promise<unknown> =>
  parse(bytes, 0, bytes.length, 0, parsePiece);

async function parse(bytes: Buffer, from: number, to: number, level: number, piece: ParsePiece): Promise<unknown> {
  await yieldWhenDue();
  const begin = skipSpace(bytes, from, to, 1);
  const end = skipSpace(bytes, to - 1, begin, -1);
  const isObject = bytes[begin] === OPEN_OBJECT && bytes[end] === CLOSE_OBJECT;
  const isList = bytes[begin] === OPEN_LIST && bytes[end] === CLOSE_LIST;
  if (to - from <= PIECE_BYTES || end <= begin || (!isObject && !isList)) return piece(textOf(bytes, from, to), level);
  const members = await membersOf(bytes, begin + 1, end);
  if (isList) {
    const list: unknown[] = [];
    for (const { from: first, to: last } of members) list.push(await parse(bytes, first, last, level + 1, piece));
    return list;
  }
  const object: Record<string, unknown> = {};
  for (const { from: first, colon, to: last } of members) {
    const key = colon === undefined ? undefined : piece(textOf(bytes, first, colon), level + 1);
    if (typeof key !== 'string' || colon === undefined) throw new SyntaxError('A member has no name.');
    const value = await parse(bytes, colon + 1, last, level + 1, piece);
    if (key !== '__proto__') object[key] = value;
  }
  return object;
}

interface Member {
  readonly from: number;
  readonly to: number;
  /** The position of its first colon outside of strings. */
  readonly colon: number | undefined;
}

/** The ranges between the commas of a list or object. Invalid JSON in them is found when they are parsed. */
async function membersOf(bytes: Buffer, from: number, to: number): Promise<Member[]> {
  const members: Member[] = [];
  let depth = 0;
  let first = from;
  let colon: number | undefined;
  for (let at = from, stop = at + CHUNK_BYTES; at < to; at++) {
    if (at > stop) {
      stop = at + CHUNK_BYTES;
      await yieldWhenDue();
    }
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at, to);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === COLON && depth === 0) colon ??= at;
    else if (byte === COMMA && depth === 0) {
      members.push({ from: first, to: at, colon });
      first = at + 1;
      colon = undefined;
    }
    if (depth < 0) throw new SyntaxError('A bracket closes what was not opened.');
  }
  const isEmpty = members.length === 0 && skipSpace(bytes, first, to, 1) >= to;
  return isEmpty ? [] : [...members, { from: first, to, colon }];
}

/** The end of the string that begins at `from`. */
function endOfText(bytes: Buffer, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  throw new SyntaxError('A text does not end.');
}

function skipSpace(bytes: Buffer, from: number, to: number, step: 1 | -1): number {
  let at = from;
  while (at !== to && SPACES.has(bytes[at] ?? 0)) at += step;
  return at;
}

/** Throws TypeError for bytes that are not UTF-8. */
const textOf = (bytes: Buffer, from: number, to: number): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(from, to));

/** A large response as JSON, built and sent in pieces. */
export class ChunkedResponse {
  private constructor(readonly pieces: readonly Buffer[]) {}

  static async of(value: object, levels?: number): Promise<ChunkedResponse> {
    return new ChunkedResponse(await stringifyInSlices(value, levels));
  }

  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }
}

/** The text of `JSON.stringify` in pieces, built entry by entry. */
export async function stringifyInSlices(value: unknown, levels = LEVELS): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let text = '';
  const write = async (part: unknown, left: number): Promise<void> => {
    if (left === 0 || typeof part !== 'object' || part === null || 'toJSON' in part) {
      await yieldWhenDue();
      // JSON.stringify returns undefined for values that JSON does not have, contrary to its type.
      text += (JSON.stringify(part) as string | undefined) ?? 'null';
    } else if (Array.isArray(part)) {
      text += '[';
      for (const [place, each] of part.entries()) {
        if (place > 0) text += ',';
        await write(each, left - 1);
      }
      text += ']';
    } else {
      const members = Object.entries(part).filter(([, member]) => member !== undefined);
      text += '{';
      for (const [place, [name, member]] of members.entries()) {
        text += `${place > 0 ? ',' : ''}${JSON.stringify(name)}:`;
        await write(member, left - 1);
      }
      text += '}';
    }
    if (text.length < CHUNK_BYTES) return;
    pieces.push(Buffer.from(text));
    text = '';
  };
  await write(value, levels);
  return [...pieces, Buffer.from(text)];
}
