import { rounded } from './units.js';

/** The longest text of a number, such as -1.2345678901234567e-300. */
const LONGEST_NUMBER = 24;
/** Beyond it, thousandths are no 32-bit number. */
const MAX_THOUSANDTHS = 2 ** 31 - 1;

const [ZERO, POINT, MINUS] = [0x30, 0x2e, 0x2d];

/** JSON that is written into bytes directly, from prepared pieces and numbers: for lists that are long and often new. */
export class JsonBytes {
  #bytes: Buffer;
  #length = 0;

  /** @param expected bytes that will be written; more than these have to be moved once */
  constructor(expected: number) {
    // Not from the pool of small buffers, which the unused end would occupy.
    this.#bytes = Buffer.allocUnsafeSlow(expected);
  }

  piece(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** The number to three decimals, as `JSON.stringify(rounded(value))` writes it. */
  number(value: number): this {
    this.#reserve(LONGEST_NUMBER);
    const thousandths = Math.round(value * 1000);
    if (thousandths >= 0 && thousandths <= MAX_THOUSANDTHS) this.#decimal(false, thousandths | 0);
    else if (thousandths < 0 && thousandths >= -MAX_THOUSANDTHS) this.#decimal(true, -thousandths | 0);
    else this.#length += this.#bytes.write(JSON.stringify(rounded(value)), this.#length, 'latin1');
    return this;
  }

  /** All that was written. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(needed * 2);
    larger.set(this.bytes());
    this.#bytes = larger;
  }

  #decimal(isNegative: boolean, thousandths: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    if (isNegative) bytes[at++] = MINUS;
    const whole = (thousandths / 1000) | 0;
    let end = at + 1;
    for (let ten = 10; ten <= whole; ten *= 10) end++;
    let rest = whole;
    for (let place = end - 1; place >= at; place--) {
      const tens = (rest / 10) | 0;
      bytes[place] = ZERO + rest - tens * 10;
      rest = tens;
    }
    const fraction = thousandths - whole * 1000;
    if (fraction > 0) {
      const tenths = (fraction / 100) | 0;
      const hundredths = (fraction / 10) | 0;
      bytes[end++] = POINT;
      bytes[end++] = ZERO + tenths;
      if (fraction !== tenths * 100) bytes[end++] = ZERO + hundredths - tenths * 10;
      if (fraction !== hundredths * 10) bytes[end++] = ZERO + fraction - hundredths * 10;
    }
    this.#length = end;
  }
}
