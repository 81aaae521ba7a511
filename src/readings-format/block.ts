import { scaleOf } from './measures.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { readColumn, readDeltas, writeColumn, writeDeltas } from './columns.js';
import { Samples, type ObjectSamples, type SampleReader } from './samples.js';

const VERSION = 1;
/** More slots than any resolution has: a damaged block must not allocate all memory. */
const MAX_SLOTS = 1000;
/** Largest number that is still exact. */
const LARGEST = 2 ** 50;

const block = new ByteWriter();
const section = new ByteWriter();

/**
 * The samples of one object as bytes: a section for each measure with the number of readings of every slot, and for the
 * slots that have any the mean as difference to the one before, and how far below and above it the extremes are.
 */
export function packBlock(object: ObjectSamples, slots: number): Buffer {
  block.clear().number(VERSION).number(slots);
  for (const [measure, samples] of object) {
    if (samples.isEmpty) continue;
    section.clear();
    writeSection(samples, scaleOf(measure));
    block.number(measure).part(section.bytes());
  }
  return block.bytes();
}

/** The samples in a block. Throws for bytes that are no block. */
export function unpackBlock(bytes: Uint8Array): ObjectSamples {
  const reader = new ByteReader(bytes);
  const slots = slotsOf(reader);
  const object: ObjectSamples = new Map();
  while (!reader.isAtEnd) {
    const measure = reader.number();
    const samples = new Samples(slots);
    eachOf(readColumns(reader.part(), slots, measure), (slot, count, mean, min, max) =>
      samples.add(slot, count, mean, min, max),
    );
    object.set(measure, samples);
  }
  return object;
}

/** The readings of one measure in a block, by slot. The arrays are longer than the block and used again for the next one. */
export interface MeasureColumns {
  readonly slots: number;
  /** Number of readings; the values of a slot without any have no meaning. */
  readonly counts: Float64Array;
  readonly means: Float64Array;
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/**
 * The readings of one measure in a block, valid until the next block is read; undefined if the block has none. Takes a
 * third of the time of {@link unpackBlock}, which matters for a month of many objects. Throws for bytes that are no block.
 */
export function measureColumns(bytes: Uint8Array, measure: number): MeasureColumns | undefined {
  const reader = new ByteReader(bytes);
  const slots = slotsOf(reader);
  let part: Uint8Array | undefined;
  while (!reader.isAtEnd) {
    if (reader.number() === measure) part = reader.part();
    else reader.skipPart();
  }
  return part && readColumns(part, slots, measure);
}

/** Calls back for each slot of a block with readings of one measure, in order. Throws as {@link measureColumns}. */
export function readMeasure(bytes: Uint8Array, measure: number, read: SampleReader): void {
  const columns = measureColumns(bytes, measure);
  if (columns) eachOf(columns, read);
}

function slotsOf(reader: ByteReader): number {
  if (reader.number() !== VERSION) throw new Error('The block has a form that this release does not know.');
  const slots = reader.number();
  if (slots > MAX_SLOTS) throw new Error(`The block has ${slots} slots.`);
  return slots;
}

/** True for a value that can be stored. */
export const isStorable = (value: number, scale: number): boolean =>
  Number.isFinite(value) && Math.abs(value * scale) < LARGEST;

/** The columns of the section that is being written, used again for the next one as those below. */
const written = [MAX_SLOTS, MAX_SLOTS, MAX_SLOTS, MAX_SLOTS].map((length) => new Float64Array(length));

function writeSection(samples: Samples, scale: number): void {
  const [counts, whole, under, over] = written as [Float64Array, Float64Array, Float64Array, Float64Array];
  counts.fill(0, 0, samples.slots);
  let length = 0;
  samples.each((slot, count, mean, min, max) => {
    const value = Math.round(mean * scale);
    counts[slot] = count;
    whole[length] = value;
    under[length] = Math.max(0, value - Math.round(min * scale));
    over[length] = Math.max(0, Math.round(max * scale) - value);
    length++;
  });
  writeDeltas(section, counts.subarray(0, samples.slots));
  writeDeltas(section, whole.subarray(0, length));
  writeColumn(section, under.subarray(0, length));
  writeColumn(section, over.subarray(0, length));
}

/** The columns of the section that is being read: an array for each section would be most of its cost. */
const counts = new Float64Array(MAX_SLOTS);
const means = new Float64Array(MAX_SLOTS);
const lowest = new Float64Array(MAX_SLOTS);
const highest = new Float64Array(MAX_SLOTS);
const present = new Float64Array(MAX_SLOTS);
const below = new Float64Array(MAX_SLOTS);
const above = new Float64Array(MAX_SLOTS);

function readColumns(bytes: Uint8Array, slots: number, measure: number): MeasureColumns {
  const reader = new ByteReader(bytes);
  const scale = scaleOf(measure);
  readDeltas(reader, slots, counts);
  let length = 0;
  for (let slot = 0; slot < slots; slot++) if ((counts[slot] ?? 0) > 0) length++;
  readDeltas(reader, length, present);
  readColumn(reader, length, below);
  readColumn(reader, length, above);
  for (let slot = 0, i = 0; slot < slots; slot++) {
    if ((counts[slot] ?? 0) <= 0) continue;
    const mean = present[i] ?? 0;
    means[slot] = mean / scale;
    lowest[slot] = (mean - (below[i] ?? 0)) / scale;
    highest[slot] = (mean + (above[i] ?? 0)) / scale;
    i++;
  }
  return { slots, counts, means, lowest, highest };
}

/** Calls back for each slot with readings; the callback must not read another block. */
function eachOf({ slots, counts, means, lowest, highest }: MeasureColumns, read: SampleReader): void {
  for (let slot = 0; slot < slots; slot++) {
    const count = counts[slot] ?? 0;
    if (count > 0) read(slot, count, means[slot] ?? 0, lowest[slot] ?? 0, highest[slot] ?? 0);
  }
}
