import type { ByteReader, ByteWriter } from '../readings-format/bytes.js';
import { readColumn, withoutSign, withSign, writeColumn } from '../readings-format/columns.js';
import { WireError, type SeriesList } from './readings.js';

const UNCHANGED = 0;
const UNKNOWN = 1;
const FIRST_DIFFERENCE = 2;

/**
 * Writes numbers as differences from others of the same length; NaN is unknown. What has not changed is 0, of which a
 * run takes two bytes.
 */
export function writeDifferences(writer: ByteWriter, now: Float64Array, before: Float64Array): void {
  const column = new Float64Array(now.length);
  for (let i = 0; i < now.length; i++) {
    const value = now[i] ?? NaN;
    const last = before[i] ?? NaN;
    if (value === last || (value !== value && last !== last)) column[i] = UNCHANGED;
    else if (value !== value) column[i] = UNKNOWN;
    else column[i] = FIRST_DIFFERENCE + withoutSign(value - (last === last ? last : 0));
  }
  writeColumn(writer, column);
}

/** Replaces `numbers` by those that {@link writeDifferences} had written of them; half of them, if it throws. */
export function readDifferences(reader: ByteReader, numbers: Float64Array): void {
  for (let i = 0; i < numbers.length; i++) {
    const code = reader.number();
    if (code === UNCHANGED) {
      i += reader.number();
      continue;
    }
    const last = numbers[i] ?? NaN;
    if (code === UNKNOWN) numbers[i] = NaN;
    else numbers[i] = (last === last ? last : 0) + withSign(code - FIRST_DIFFERENCE);
  }
}

/**
 * Writes numbers by themselves, each as the difference from the one before of the same measure, which it resembles: the
 * voltages of all outlets are almost equal.
 */
export function writeAlone(writer: ByteWriter, numbers: Float64Array, series: SeriesList): void {
  const { measureNumbers, differentMeasures } = series;
  const column = new Float64Array(numbers.length);
  const last = new Float64Array(differentMeasures);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] ?? NaN;
    if (value !== value) continue; // 0 is an unknown one here
    const measure = measureNumbers[i] ?? 0;
    column[i] = 1 + withoutSign(value - (last[measure] ?? 0));
    last[measure] = value;
  }
  writeColumn(writer, column);
}

/** Into an array, if one is given. */
export function readAlone(reader: ByteReader, series: SeriesList, into?: Float64Array): Float64Array {
  const { measureNumbers, differentMeasures } = series;
  const numbers = readColumn(reader, series.length, into);
  const last = new Float64Array(differentMeasures);
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i] ?? 0;
    if (code === 0) {
      numbers[i] = NaN;
      continue;
    }
    const measure = measureNumbers[i] ?? 0;
    const value = (last[measure] ?? 0) + withSign(code - 1);
    numbers[i] = value;
    last[measure] = value;
  }
  return numbers;
}

/** Throws if something follows: a message of another release, or of a PDU with other series. */
export function refuseRest(reader: ByteReader): void {
  if (!reader.isAtEnd) throw new WireError('The message has more bytes than it should.');
}
