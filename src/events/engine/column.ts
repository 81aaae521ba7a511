import type { EvaluationContext } from './evaluation-context.js';

/** The number of neighbouring objects of which the lowest and the highest value are kept. */
export const BLOCK = 64;

/** One measure of many objects; read once for a context, however many events ask. */
export class Column {
  readonly #values: Float64Array;
  readonly #lowests: Float64Array;
  readonly #highests: Float64Array;
  #lowest = Infinity;
  #highest = -Infinity;
  #context: EvaluationContext | undefined;

  constructor(private readonly measures: readonly ((context: EvaluationContext) => number | undefined)[]) {
    this.#values = new Float64Array(measures.length);
    this.#lowests = new Float64Array(Math.ceil(measures.length / BLOCK));
    this.#highests = new Float64Array(this.#lowests.length);
  }

  /** The values in the order of the objects, NaN where one is not known; valid until the next context. */
  values(context: EvaluationContext): Float64Array {
    this.#read(context);
    return this.#values;
  }

  /** The lowest and highest known value; infinite without any. */
  range(context: EvaluationContext): { readonly lowest: number; readonly highest: number } {
    this.#read(context);
    return { lowest: this.#lowest, highest: this.#highest };
  }

  /** The lowest and highest known value of each {@link BLOCK} of objects; infinite without any. */
  blocks(context: EvaluationContext): { readonly lowests: Float64Array; readonly highests: Float64Array } {
    this.#read(context);
    return { lowests: this.#lowests, highests: this.#highests };
  }

  #read(context: EvaluationContext): void {
    if (this.#context === context) return;
    this.#context = context;
    for (let place = 0; place < this.measures.length; place++) {
      this.#values[place] = this.measures[place]?.(context) ?? NaN;
    }
    this.#lowest = Infinity;
    this.#highest = -Infinity;
    for (let block = 0; block < this.#lowests.length; block++) {
      let [lowest, highest] = [Infinity, -Infinity];
      for (const value of this.#values.subarray(block * BLOCK, (block + 1) * BLOCK)) {
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
      this.#lowests[block] = lowest;
      this.#highests[block] = highest;
      this.#lowest = Math.min(this.#lowest, lowest);
      this.#highest = Math.max(this.#highest, highest);
    }
  }
}
