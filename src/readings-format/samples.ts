const MAX_COUNT = 65_535;

/** Receives samples: a number of readings from `at` on, with their mean, lowest and highest. */
export interface SampleReader {
  (slot: number, count: number, mean: number, min: number, max: number): void;
}

/** Numbers of one slot: the number of readings, their mean, lowest and highest. */
const WIDTH = 4;

/** The number of samples that share the memory of one array. */
const SHARING = 64;

/**
 * Memory for the samples of many objects. Fifty thousand arrays of their own, each outside of the heap of the engine, would
 * hold up everything else while they are collected.
 */
export class SharedArrays {
  #array = new Float64Array(0);
  #taken = 0;

  constructor(readonly slots: number) {}

  /** Zeros for one measure of one object. */
  next(): Float64Array {
    const length = this.slots * WIDTH;
    if (this.#taken === this.#array.length) {
      this.#array = new Float64Array(SHARING * length);
      this.#taken = 0;
    }
    this.#taken += length;
    return this.#array.subarray(this.#taken - length, this.#taken);
  }
}

/**
 * The samples of one measure of one object in a span of time with a fixed number of slots. A slot without readings is a
 * gap.
 */
export class Samples {
  /** All slots in one array: with ten thousand outlets there are fifty thousand of these. */
  readonly #values: Float64Array;

  /** @param values zeros, of the same number of slots */
  constructor(
    readonly slots: number,
    values: Float64Array = new Float64Array(slots * WIDTH),
  ) {
    this.#values = values;
  }

  get isEmpty(): boolean {
    for (let slot = 0; slot < this.slots; slot++) if (this.#values[slot * WIDTH]) return false;
    return true;
  }

  /** Adds readings to a slot; the mean is weighted by the number of readings. */
  add(slot: number, count: number, mean: number, min: number, max: number): void {
    if (count === 0) return;
    const values = this.#values;
    const at = slot * WIDTH;
    const before = values[at] ?? 0;
    values[at] = Math.min(MAX_COUNT, before + count);
    values[at + 1] = before === 0 ? mean : ((values[at + 1] ?? 0) * before + mean * count) / (before + count);
    values[at + 2] = before === 0 ? min : Math.min(values[at + 2] ?? min, min);
    values[at + 3] = before === 0 ? max : Math.max(values[at + 3] ?? max, max);
  }

  addAll(other: Samples): void {
    other.each((slot, count, mean, min, max) => this.add(slot, count, mean, min, max));
  }

  /** Makes gaps of the slots from `from` up to, but not including `to`. */
  clear(from: number, to: number): void {
    this.#values.fill(0, from * WIDTH, to * WIDTH);
  }

  /** Calls the reader for each slot with readings, in order. */
  each(reader: SampleReader): void {
    const values = this.#values;
    for (let at = 0; at < values.length; at += WIDTH) {
      const count = values[at] ?? 0;
      if (count > 0) reader(at / WIDTH, count, values[at + 1] ?? 0, values[at + 2] ?? 0, values[at + 3] ?? 0);
    }
  }
}

/** The samples of one object by the code of the measure. */
export type ObjectSamples = Map<number, Samples>;

/** The samples of one measure; creates empty ones if there are none, in shared memory if it is given. */
export function samplesIn(object: ObjectSamples, measure: number, slots: number, arrays?: SharedArrays): Samples {
  const known = object.get(measure);
  if (known) return known;
  const samples = new Samples(slots, arrays?.next());
  object.set(measure, samples);
  return samples;
}
