import type { ByteReader, ByteWriter } from './bytes.js';

/** Writes whole numbers from 0. A run of zeros is one zero and the count of the following ones. */
export function writeColumn(writer: ByteWriter, numbers: ArrayLike<number>): void {
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] ?? 0;
    writer.number(value);
    if (value !== 0) continue;
    let more = 0;
    while (i + 1 < numbers.length && numbers[i + 1] === 0) {
      i++;
      more++;
    }
    writer.number(more);
  }
}

/** Reads as many numbers; into the begin of an array, if one is given. */
export function readColumn(
  reader: ByteReader,
  length: number,
  numbers: Float64Array = new Float64Array(length),
): Float64Array {
  numbers.fill(0, 0, length);
  for (let i = 0; i < length; i++) {
    const value = reader.number();
    if (value === 0) i += reader.number();
    else numbers[i] = value;
  }
  return numbers;
}

/** Memory for differences, used again for the next column: an array for each would cost more than to fill it. */
let memory = new Float64Array(0);

/** Writes whole numbers of any sign as differences, which are small for similar numbers. */
export function writeDeltas(writer: ByteWriter, numbers: ArrayLike<number>): void {
  if (memory.length < numbers.length) memory = new Float64Array(numbers.length);
  const deltas = memory.subarray(0, numbers.length);
  let before = 0;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] ?? 0;
    deltas[i] = withoutSign(value - before);
    before = value;
  }
  writeColumn(writer, deltas);
}

export function readDeltas(reader: ByteReader, length: number, into?: Float64Array): Float64Array {
  const numbers = readColumn(reader, length, into);
  let before = 0;
  for (let i = 0; i < length; i++) {
    before += withSign(numbers[i] ?? 0);
    numbers[i] = before;
  }
  return numbers;
}

/** 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4: a small number of either sign is small. */
export const withoutSign = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** The number that {@link withoutSign} had written. */
export function withSign(value: number): number {
  // Whole numbers of 31 bits without a division, which almost all are.
  if (value < LARGEST_SMALL) return (value >>> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
const LARGEST_SMALL = 2 ** 31;
