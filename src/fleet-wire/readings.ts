import { scaleOf } from '../readings-format/measures.js';

/** Largest stored number that is still exact; see `isStorable`, which limits what the history keeps. */
const LARGEST = 2 ** 50;

/** The series of one PDU: the measure of each, in the order in which all of its messages have them. */
export class SeriesList {
  readonly #scales: Float64Array;
  /** The number of each series’ measure among the different ones, of which there are {@link differentMeasures}. */
  readonly measureNumbers: Uint32Array;
  readonly differentMeasures: number;

  /** @param measures the codes of the measures, as in stored blocks */
  constructor(readonly measures: readonly number[]) {
    this.#scales = Float64Array.from(measures, scaleOf);
    const different = new Map<number, number>();
    this.measureNumbers = Uint32Array.from(measures, (code) => {
      const number = different.get(code) ?? different.size;
      different.set(code, number);
      return number;
    });
    this.differentMeasures = different.size;
  }

  get length(): number {
    return this.measures.length;
  }

  /** The value as a whole number of the meter's resolution; NaN for one that is unknown or no meter can have. */
  toWhole(series: number, value: number): number {
    const whole = Math.round(value * (this.#scales[series] ?? 1));
    return Math.abs(whole) < LARGEST ? whole + 0 : NaN;
  }

  /** The value of a whole number; NaN stays. */
  fromWhole(series: number, whole: number): number {
    return whole / (this.#scales[series] ?? 1);
  }
}

/** The message is not of this protocol, or is damaged. */
export class WireError extends Error {}

/** The result of `read`, which reads a binary message; throws {@link WireError} with these words for one that is damaged. */
export function readMessage<T>(says: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof WireError ? error : new WireError(says);
  }
}
