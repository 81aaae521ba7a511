const MAX_COUNT = 65_535;

/** Receives samples: a number of readings from `at` on, with their mean, lowest and highest. */
export interface SampleReader {
  (slot: number, count: number, mean: number, min: number, max: number): void;
}

/** Numbers of one slot: the number of readings, their mean, lowest and highest. */
const WIDTH = 4;

/**
 * The samples of one measure of one object in a span of time with a fixed number of slots. A slot without readings is a
 * gap.
 */
export class Samples {
  /** All slots in one array: with ten thousand outlets there are a hundred thousand of these. */
  readonly #values: Float64Array;

  constructor(readonly slots: number) {
    this.#values = new Float64Array(slots * WIDTH);
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

/** The samples of one measure; creates empty ones if there are none. */
export function samplesIn(object: ObjectSamples, measure: number, slots: number): Samples {
  const known = object.get(measure);
  if (known) return known;
  const samples = new Samples(slots);
  object.set(measure, samples);
  return samples;
}
