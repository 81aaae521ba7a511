import { BerReader, BerWriter, MALFORMED, oidOctets, oidText, TAG } from './ber.js';
import type { MibValue, SnmpError, Syntax } from './mib/object.js';

/** The numbers of error-status (RFC 3416, section 3). */
export const ERROR_STATUS = {
  noError: 0,
  tooBig: 1,
  noSuchName: 2,
  badValue: 3,
  readOnly: 4,
  genErr: 5,
  noAccess: 6,
  wrongType: 7,
  wrongLength: 8,
  wrongEncoding: 9,
  wrongValue: 10,
  noCreation: 11,
  inconsistentValue: 12,
  resourceUnavailable: 13,
  commitFailed: 14,
  undoFailed: 15,
  authorizationError: 16,
  notWritable: 17,
  inconsistentName: 18,
} as const;
export type ErrorStatus = keyof typeof ERROR_STATUS;

/** The error-status of version 1 for each of a later version (RFC 3584, 4.3). */
export const V1_ERROR_STATUS: Readonly<Record<SnmpError, ErrorStatus>> = {
  tooBig: 'tooBig',
  genErr: 'genErr',
  wrongType: 'badValue',
  wrongLength: 'badValue',
  wrongEncoding: 'badValue',
  wrongValue: 'badValue',
  inconsistentValue: 'badValue',
  noAccess: 'noSuchName',
  noCreation: 'noSuchName',
  notWritable: 'noSuchName',
  inconsistentName: 'noSuchName',
  authorizationError: 'noSuchName',
  resourceUnavailable: 'genErr',
  commitFailed: 'genErr',
  undoFailed: 'genErr',
};

/** A variable of a request. */
export interface RequestVarbind {
  /** Its octets without tag and length. */
  readonly oid: Buffer;
  /** The value with its tag and length. */
  readonly value: Buffer;
}

export interface RequestPdu {
  readonly type: number;
  readonly requestId: number;
  /** error-status; in a GETBULK non-repeaters. */
  readonly first: number;
  /** error-index; in a GETBULK max-repetitions. */
  readonly second: number;
  readonly varbinds: readonly RequestVarbind[];
  /** The list of variables as it came, for an answer that repeats it. */
  readonly varbindOctets: Buffer;
  /** The whole PDU as it came. */
  readonly octets: Buffer;
}

/** The types of PDU that an agent answers. */
const REQUESTS: ReadonlySet<number> = new Set([TAG.get, TAG.getNext, TAG.set, TAG.getBulk]);
export const isRequest = (type: number): boolean => REQUESTS.has(type);

/** Reads a PDU of any type but the trap of version 1. Throws {@link MALFORMED}. */
export function readPdu(reader: BerReader): RequestPdu {
  const start = reader.at;
  const type = reader.peek();
  if (type < TAG.get || type > TAG.report || type === TAG.trapV1) throw MALFORMED;
  const pdu = reader.inner(type);
  const requestId = pdu.integer();
  const first = pdu.integer();
  const second = pdu.integer();
  const list = pdu.inner(TAG.sequence);
  pdu.finish();
  const varbindOctets = reader.bytes.subarray(list.at, list.end);
  const varbinds: RequestVarbind[] = [];
  while (!list.isAtEnd) {
    const end = list.enter(TAG.sequence);
    const oid = list.oid();
    const value = list.element();
    if (list.at !== end) throw MALFORMED;
    varbinds.push({ oid, value });
  }
  return { type, requestId, first, second, varbinds, varbindOctets, octets: reader.bytes.subarray(start, reader.at) };
}

/** The answer to a request: an error with the variables of the request, or its variables, encoded. */
export interface Answer {
  readonly status: ErrorStatus;
  /** The place of the variable that the error is about, from 1; 0 for the request as a whole. */
  readonly index: number;
  readonly varbinds: readonly Buffer[];
}

export const answered = (varbinds: readonly Buffer[]): Answer => ({ status: 'noError', index: 0, varbinds });
export const refused = (status: ErrorStatus, index: number, { varbindOctets }: RequestPdu): Answer => ({
  status,
  index,
  varbinds: [varbindOctets],
});
/** An answer that does not fit repeats nothing; version 1 repeats the request. */
export const tooBig = (request: RequestPdu, isV1: boolean): Answer =>
  isV1 ? refused('tooBig', 0, request) : { status: 'tooBig', index: 0, varbinds: [] };

/** Writes a PDU before what the writer has. */
export function writePdu(
  writer: BerWriter,
  type: number,
  requestId: number,
  { status, index, varbinds }: Answer,
): void {
  const mark = writer.size;
  for (let place = varbinds.length - 1; place >= 0; place--) writer.raw(varbinds[place] ?? NOTHING);
  writer.wrap(TAG.sequence, mark);
  writer.integer(index);
  writer.integer(ERROR_STATUS[status]);
  writer.integer(requestId);
  writer.wrap(type, mark);
}

const NOTHING = Buffer.alloc(0);

/** Encodes varbinds, one at a time. */
const scratch = new BerWriter();

/** A varbind with a value of a type of the MIB. */
export function varbindOf(oid: Buffer, syntax: Syntax, value: MibValue): Buffer {
  writeValue(scratch, syntax, value);
  scratch.octets(oid, TAG.oid);
  scratch.wrap(TAG.sequence, 0);
  return scratch.take();
}

/** A varbind with the sign that there is no value. */
export function absentVarbind(oid: Buffer, sign: 'noSuchObject' | 'noSuchInstance' | 'endOfMibView'): Buffer {
  scratch.header(TAG[sign], 0);
  scratch.octets(oid, TAG.oid);
  scratch.wrap(TAG.sequence, 0);
  return scratch.take();
}

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const UINT32_MAX = 2 ** 32 - 1;

function writeValue(writer: BerWriter, syntax: Syntax, value: MibValue): void {
  switch (syntax) {
    case 'octets':
      return writer.octets(typeof value === 'string' ? Buffer.from(value) : (value as Buffer));
    case 'oid':
      return writer.octets(typeof value === 'string' ? oidOctets(value) : (value as Buffer), TAG.oid);
    case 'ipAddress':
      return writer.octets(addressOctets(value), TAG.ipAddress);
    case 'counter64':
      return writer.integer(BigInt.asUintN(64, BigInt(value as number | bigint)), TAG.counter64);
    case 'integer':
      return writer.integer(within(value as number, INT32), TAG.integer);
    case 'gauge32':
      return writer.integer(within(value as number, { min: 0, max: UINT32_MAX }), TAG.gauge32);
    case 'counter32':
    case 'timeTicks':
      // These begin again from zero.
      return writer.integer(Math.floor(value as number) % (UINT32_MAX + 1), TAG[syntax]);
  }
}

/** A number that is outside of its type is said as the nearest that is within. */
const within = (value: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.min(max, Math.max(min, Math.round(value)));

function addressOctets(value: MibValue): Buffer {
  if (typeof value === 'object') return value;
  return Buffer.from(String(value).split('.').map(Number));
}

/**
 * The value of a SET as the MIB has it; undefined if it is of another type. Octets stay octets: whether they are text is
 * for the object to know. Throws {@link MALFORMED}.
 */
export function readValue(syntax: Syntax, element: Buffer): MibValue | undefined {
  const reader = new BerReader(element);
  if (reader.peek() !== TAG[syntax]) return undefined;
  switch (syntax) {
    case 'integer':
      return reader.integer();
    case 'gauge32':
    case 'counter32':
    case 'timeTicks':
      return reader.unsigned(TAG[syntax]);
    case 'oid':
      return oidText(reader.oid());
    case 'octets':
    case 'ipAddress':
      return reader.octets(TAG[syntax]);
    case 'counter64':
      return undefined;
  }
}
