const MAX_COUNT = 65_535;

/** Receives samples: a number of readings from `at` on, with their mean, lowest and highest. */
export interface SampleReader {
  (slot: number, count: number, mean: number, min: number, max: number): void;
}

/**
 * The samples of one measure of one object in a span of time with a fixed number of slots. A slot without readings is a
 * gap.
 */
export class Samples {
  /** Number of readings in each slot. */
  readonly counts: Uint16Array;
  readonly means: Float64Array;
  readonly mins: Float64Array;
  readonly maxs: Float64Array;

  constructor(readonly slots: number) {
    this.counts = new Uint16Array(slots);
    this.means = new Float64Array(slots);
    this.mins = new Float64Array(slots);
    this.maxs = new Float64Array(slots);
  }

  get isEmpty(): boolean {
    return this.counts.every((count) => count === 0);
  }

  /** Adds readings to a slot; the mean is weighted by the number of readings. */
  add(slot: number, count: number, mean: number, min: number, max: number): void {
    const { counts, means, mins, maxs } = this;
    const before = counts[slot] ?? 0;
    if (count === 0) return;
    if (before === 0) {
      means[slot] = mean;
      mins[slot] = min;
      maxs[slot] = max;
    } else {
      means[slot] = ((means[slot] ?? 0) * before + mean * count) / (before + count);
      mins[slot] = Math.min(mins[slot] ?? min, min);
      maxs[slot] = Math.max(maxs[slot] ?? max, max);
    }
    counts[slot] = Math.min(MAX_COUNT, before + count);
  }

  addAll(other: Samples): void {
    other.each((slot, count, mean, min, max) => this.add(slot, count, mean, min, max));
  }

  /** Calls the reader for each slot with readings, in order. */
  each(reader: SampleReader): void {
    const { counts, means, mins, maxs } = this;
    for (let slot = 0; slot < this.slots; slot++) {
      const count = counts[slot] ?? 0;
      if (count > 0) reader(slot, count, means[slot] ?? 0, mins[slot] ?? 0, maxs[slot] ?? 0);
    }
  }
}

/** The samples of one object by the code of the measure. */
export type ObjectSamples = Map<number, Samples>;

/** The samples of one measure; creates empty ones if there are none. */
export function samplesIn(object: ObjectSamples, measure: number, slots: number): Samples {
  const known = object.get(measure);
  if (known) return known;
  const samples = new Samples(slots);
  object.set(measure, samples);
  return samples;
}
