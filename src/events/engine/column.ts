import type { EvaluationContext } from './evaluation-context.js';

/** One measure of many objects; read once for a context, however many events ask. */
export class Column {
  readonly #values: Float64Array;
  #lowest = Infinity;
  #highest = -Infinity;
  #context: EvaluationContext | undefined;

  constructor(private readonly measures: readonly ((context: EvaluationContext) => number | undefined)[]) {
    this.#values = new Float64Array(measures.length);
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

  #read(context: EvaluationContext): void {
    if (this.#context === context) return;
    this.#context = context;
    this.#lowest = Infinity;
    this.#highest = -Infinity;
    for (let place = 0; place < this.measures.length; place++) {
      const value = this.measures[place]?.(context) ?? NaN;
      this.#values[place] = value;
      if (value < this.#lowest) this.#lowest = value;
      if (value > this.#highest) this.#highest = value;
    }
  }
}
