import { scaleOf } from '../measures.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { readColumn, readDeltas, writeColumn, writeDeltas } from './columns.js';
import { Samples, type ObjectSamples } from './samples.js';

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

/** The samples in a block, of one measure or of all. Throws for bytes that are no block. */
export function unpackBlock(bytes: Uint8Array, only?: number): ObjectSamples {
  const reader = new ByteReader(bytes);
  if (reader.number() !== VERSION) throw new Error('The block has a form that this release does not know.');
  const slots = reader.number();
  if (slots > MAX_SLOTS) throw new Error(`The block has ${slots} slots.`);
  const object: ObjectSamples = new Map();
  while (!reader.isAtEnd) {
    const measure = reader.number();
    const part = reader.part();
    if (only === undefined || only === measure) {
      object.set(measure, readSection(new ByteReader(part), slots, scaleOf(measure)));
    }
  }
  return object;
}

/** True for a value that can be stored. */
export const isStorable = (value: number, scale: number): boolean =>
  Number.isFinite(value) && Math.abs(value * scale) < LARGEST;

function writeSection(samples: Samples, scale: number): void {
  const counts = new Uint16Array(samples.slots);
  const [mean, min, max]: [number[], number[], number[]] = [[], [], []];
  samples.each((slot, count, ...values) => {
    counts[slot] = count;
    [mean, min, max].forEach((column, place) => column.push(Math.round((values[place] ?? 0) * scale)));
  });
  writeDeltas(section, counts);
  writeDeltas(section, mean);
  writeColumn(
    section,
    mean.map((value, i) => Math.max(0, value - (min[i] ?? value))),
  );
  writeColumn(
    section,
    mean.map((value, i) => Math.max(0, (max[i] ?? value) - value)),
  );
}

function readSection(reader: ByteReader, slots: number, scale: number): Samples {
  const samples = new Samples(slots);
  const counts = readDeltas(reader, slots);
  const present = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const means = readDeltas(reader, present);
  const below = readColumn(reader, present);
  const above = readColumn(reader, present);
  for (let slot = 0, i = 0; slot < slots; slot++) {
    const count = counts[slot] ?? 0;
    if (count <= 0) continue;
    const mean = means[i] ?? 0;
    samples.add(slot, count, mean / scale, (mean - (below[i] ?? 0)) / scale, (mean + (above[i] ?? 0)) / scale);
    i++;
  }
  return samples;
}
