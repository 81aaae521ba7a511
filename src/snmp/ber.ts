/** The tags of SNMP (RFC 3416, section 3). */
export const TAG = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
  get: 0xa0,
  getNext: 0xa1,
  response: 0xa2,
  set: 0xa3,
  trapV1: 0xa4,
  getBulk: 0xa5,
  inform: 0xa6,
  trap: 0xa7,
  report: 0xa8,
} as const;

/** The error for octets that are not SNMP: one for all, as its stack would cost more than the answer to a request. */
export class MalformedMessage extends Error {}
export const MALFORMED = new MalformedMessage('These octets are not an SNMP message.');

const MAX_ARCS = 128;
const INT32_OCTETS = 4;
const MAX_LENGTH_OCTETS = 4;

/**
 * Reads BER as SNMP restricts it (RFC 3417, section 8): definite lengths, primitive strings, one octet of tag. Each
 * element must end within the one around it. Throws {@link MALFORMED}.
 */
export class BerReader {
  /** The place of the first element. */
  readonly start: number;

  constructor(
    readonly bytes: Buffer,
    /** The place of the next element. */
    public at = 0,
    /** The end of the element that is read. */
    readonly end = bytes.length,
  ) {
    this.start = at;
  }

  get isAtEnd(): boolean {
    return this.at === this.end;
  }

  /** The tag of the next element. */
  peek(): number {
    if (this.at >= this.end) throw MALFORMED;
    return this.bytes[this.at] ?? 0;
  }

  /** Reads tag and length of an element; returns the end of its content, which begins at `at` then. */
  enter(tag: number): number {
    if (this.peek() !== tag) throw MALFORMED;
    this.at++;
    return this.#contentEnd();
  }

  /** The content of a sequence or message as a reader of its own; continues after it. */
  inner(tag: number): BerReader {
    const end = this.enter(tag);
    const inner = new BerReader(this.bytes, this.at, end);
    this.at = end;
    return inner;
  }

  /** A signed integer of at most 32 bits. */
  integer(tag: number = TAG.integer): number {
    const end = this.enter(tag);
    const length = end - this.at;
    if (length === 0 || length > INT32_OCTETS) throw MALFORMED;
    const value = this.bytes.readIntBE(this.at, length);
    this.at = end;
    return value;
  }

  /** An unsigned integer of at most 32 bits, which may have a fifth octet of zero. */
  unsigned(tag: number): number {
    const end = this.enter(tag);
    const length = end - this.at;
    const hasZero = length === INT32_OCTETS + 1 && this.bytes[this.at] === 0;
    if (length === 0 || (length > INT32_OCTETS && !hasZero)) throw MALFORMED;
    const value = hasZero ? this.bytes.readUInt32BE(this.at + 1) : this.bytes.readIntBE(this.at, length);
    if (value < 0) throw MALFORMED;
    this.at = end;
    return value;
  }

  /** The octets of a primitive element; a view, not a copy. */
  octets(tag: number = TAG.octets): Buffer {
    const end = this.enter(tag);
    const octets = this.bytes.subarray(this.at, end);
    this.at = end;
    return octets;
  }

  /** An object identifier, as its octets. */
  oid(): Buffer {
    const octets = this.octets(TAG.oid);
    if (!isOid(octets)) throw MALFORMED;
    return octets;
  }

  /** The next element, whatever it is, with its tag and length. */
  element(): Buffer {
    const start = this.at;
    this.at = this.enter(this.peek());
    return this.bytes.subarray(start, this.at);
  }

  /** Throws unless all of the element has been read. */
  finish(): void {
    if (this.at !== this.end) throw MALFORMED;
  }

  #contentEnd(): number {
    const { bytes } = this;
    if (this.at >= this.end) throw MALFORMED;
    let length = bytes[this.at++] ?? 0;
    if (length >= 0x80) {
      const octets = length & 0x7f;
      // Zero octets are the indefinite form.
      if (octets === 0 || octets > MAX_LENGTH_OCTETS || this.at + octets > this.end) throw MALFORMED;
      length = bytes.readUIntBE(this.at, octets);
      this.at += octets;
    }
    const end = this.at + length;
    if (end > this.end) throw MALFORMED;
    return end;
  }
}

/** True for the octets of an object identifier of at most 128 numbers below 2^32, each in its shortest form. */
export function isOid(octets: Buffer): boolean {
  let arcs = 1;
  let value = 0;
  let isInside = false;
  for (const octet of octets) {
    if (!isInside && octet === 0x80) return false;
    value = value * 0x80 + (octet & 0x7f);
    if (value > 0xffffffff) return false;
    isInside = octet >= 0x80;
    if (!isInside) {
      arcs++;
      value = 0;
    }
  }
  return octets.length > 0 && !isInside && arcs <= MAX_ARCS;
}

/** The octets of an object identifier, as `1.3.6.1` and then further numbers. */
export function oidOctets(oid: string, index: readonly number[] = []): Buffer {
  const [first = 0, second = 0, ...others] = oid.split('.').map(Number);
  const octets: number[] = [];
  for (const arc of [first * 40 + second, ...others, ...index]) {
    let high = Math.floor(arc / 0x80);
    const at = octets.length;
    octets.push(arc % 0x80);
    for (; high > 0; high = Math.floor(high / 0x80)) octets.splice(at, 0, 0x80 | (high % 0x80));
  }
  return Buffer.from(octets);
}

/** The text of the octets of an object identifier. */
export function oidText(octets: Buffer): string {
  const arcs: number[] = [];
  let value = 0;
  for (const octet of octets) {
    value = value * 0x80 + (octet & 0x7f);
    if (octet >= 0x80) continue;
    arcs.push(value);
    value = 0;
  }
  const [both = 0, ...others] = arcs;
  const first = Math.min(2, Math.floor(both / 40));
  return [first, both - 40 * first, ...others].join('.');
}

/** Below zero if the identifier `one` comes before `other` in the order of their numbers. */
export function compareOids(one: Buffer, other: Buffer): number {
  const shorter = Math.min(one.length, other.length);
  let arc = 0;
  let at = 0;
  while (at < shorter && one[at] === other[at]) if ((one[at++] ?? 0) < 0x80) arc = at;
  if (at === shorter) return one.length - other.length;
  // Both are in the middle of the number that begins at `arc`: the one with more octets is larger.
  return arcEnd(one, arc) - arcEnd(other, arc) || (one[at] ?? 0) - (other[at] ?? 0);
}

function arcEnd(oid: Buffer, from: number): number {
  let at = from;
  while ((oid[at] ?? 0) >= 0x80) at++;
  return at;
}

/** True if the identifier begins with all numbers of `prefix`. */
export const beginsWith = (oid: Buffer, prefix: Buffer): boolean =>
  oid.length >= prefix.length && oid.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;

const FIRST_SIZE = 2048;

/** Writes a message from its end to its start, so that the length of each element is known when it is written. */
export class BerWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #start = FIRST_SIZE;

  /** Number of octets written so far; also a mark for {@link wrap}. */
  get size(): number {
    return this.#bytes.length - this.#start;
  }

  /** Puts octets before what has been written. */
  raw(octets: Uint8Array): void {
    this.#reserve(octets.length);
    this.#start -= octets.length;
    this.#bytes.set(octets, this.#start);
  }

  octet(octet: number): void {
    this.#reserve(1);
    this.#bytes[--this.#start] = octet;
  }

  octets(octets: Uint8Array, tag: number = TAG.octets): void {
    this.raw(octets);
    this.header(tag, octets.length);
  }

  /** A whole number in the fewest octets; unsigned ones beyond 31 bits get a zero in front. */
  integer(value: number | bigint, tag: number = TAG.integer): void {
    if (typeof value === 'bigint') return this.#bigInteger(value, tag);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number.`);
    const end = this.size;
    let rest = value;
    let octet: number;
    do {
      octet = rest & 0xff;
      this.octet(octet);
      rest = Math.floor(rest / 0x100);
    } while (rest !== (octet >= 0x80 ? -1 : 0));
    this.header(tag, this.size - end);
  }

  /** Tag and length of what was written since the size was `mark`. */
  wrap(tag: number, mark: number): void {
    this.header(tag, this.size - mark);
  }

  header(tag: number, length: number): void {
    if (length < 0x80) this.octet(length);
    else if (length < 0x100) {
      this.octet(length);
      this.octet(0x81);
    } else {
      this.octet(length & 0xff);
      this.octet(length >> 8);
      this.octet(0x82);
    }
    this.octet(tag);
  }

  /** A copy of the message; the writer is empty then. */
  take(): Buffer {
    const message = Buffer.from(this.#bytes.subarray(this.#start));
    this.#start = this.#bytes.length;
    return message;
  }

  #bigInteger(value: bigint, tag: number): void {
    const end = this.size;
    let rest = value;
    let octet: number;
    do {
      octet = Number(rest & 0xffn);
      this.octet(octet);
      rest >>= 8n;
    } while (rest !== (octet >= 0x80 ? -1n : 0n));
    this.header(tag, this.size - end);
  }

  #reserve(octets: number): void {
    if (octets <= this.#start) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.size + octets));
    const start = larger.length - this.size;
    larger.set(this.#bytes.subarray(this.#start), start);
    this.#bytes = larger;
    this.#start = start;
  }
}
