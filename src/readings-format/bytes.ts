/** Numbers below 2^53 - 1, seven bits to a byte, the lowest first: small ones are one byte. */
const SEVEN_BITS = 128;

/** Writes bytes into a growing buffer. */
export class ByteWriter {
  #bytes: Uint8Array = new Uint8Array(1024);
  #length = 0;

  /** A whole number from 0. */
  number(value: number): this {
    let rest = value;
    while (rest >= SEVEN_BITS) {
      this.#push((rest % SEVEN_BITS) | SEVEN_BITS);
      rest = Math.floor(rest / SEVEN_BITS);
    }
    this.#push(rest);
    return this;
  }

  /** Bytes, preceded by their count. */
  part(bytes: Uint8Array): this {
    this.number(bytes.length);
    while (this.#length + bytes.length > this.#bytes.length) this.#grow();
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** A copy of the written bytes. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Clears the buffer; the results of {@link bytes} do not change. */
  clear(): this {
    this.#length = 0;
    return this;
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads the bytes of a {@link ByteWriter}. Throws if they end too early, or have a number that is too large. */
export class ByteReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  number(): number {
    const first = this.bytes[this.#at];
    // Most are one byte.
    if (first !== undefined && first < SEVEN_BITS) {
      this.#at++;
      return first;
    }
    return this.#long();
  }

  part(): Uint8Array {
    const begin = this.skipPart();
    return this.bytes.subarray(begin, this.#at);
  }

  #long(): number {
    const first = this.bytes[this.#at] ?? 0;
    const second = this.bytes[this.#at + 1];
    // Most of the others are two.
    if (second !== undefined && second < SEVEN_BITS) {
      this.#at += 2;
      return (first & (SEVEN_BITS - 1)) | (second << 7);
    }
    let value = 0;
    for (let weight = 1; ; weight *= SEVEN_BITS) {
      const byte = this.bytes[this.#at++];
      if (byte === undefined) throw new Error('The block ends in the middle of a number.');
      value += (byte & (SEVEN_BITS - 1)) * weight;
      if (byte >= SEVEN_BITS) continue;
      // A very long one would not even be a number.
      if (!Number.isSafeInteger(value)) throw new Error('The block has a number that nobody has written.');
      return value;
    }
  }

  /** Passes over a part; returns where it begins. */
  skipPart(): number {
    const length = this.number();
    const begin = this.#at;
    if (begin + length > this.bytes.length) throw new Error('The block ends in the middle of a part.');
    this.#at = begin + length;
    return begin;
  }
}
