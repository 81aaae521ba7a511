/** Runs pieces of work one at a time, in the order asked, but those that are asked for first before all that wait. */
export class TurnQueue {
  readonly #first: (() => Promise<void>)[] = [];
  readonly #waiting: (() => Promise<void>)[] = [];
  #isRunning = false;

  run<T>(work: () => Promise<T>, order: 'inTurn' | 'first' = 'inTurn'): Promise<T> {
    return new Promise((resolve, reject) => {
      (order === 'first' ? this.#first : this.#waiting).push(() => work().then(resolve, reject));
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let work = this.#next(); work; work = this.#next()) await work();
    this.#isRunning = false;
  }

  #next(): (() => Promise<void>) | undefined {
    return this.#first.shift() ?? this.#waiting.shift();
  }
}
