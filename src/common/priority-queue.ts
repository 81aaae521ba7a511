interface WaitingWork {
  readonly begin: () => Promise<void>;
  readonly drop: (error: Error) => void;
}

/** Runs work one at a time in the order of the calls; work of the order `first` goes before all that waits. */
export class PriorityQueue {
  readonly #first: WaitingWork[] = [];
  readonly #waiting: WaitingWork[] = [];
  #isRunning = false;
  #stopped: Error | undefined;

  run<T>(work: () => Promise<T>, order: 'normal' | 'first' = 'normal'): Promise<T> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    return new Promise((resolve, reject) => {
      const begin = () => work().then(resolve, reject);
      (order === 'first' ? this.#first : this.#waiting).push({ begin, drop: reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  /** Rejects with this error all waiting work except the next `count` pieces. */
  dropAllBut(count: number, error: Error): void {
    const waiting = [...this.#first, ...this.#waiting].slice(count);
    const dropped = new Set(waiting);
    for (const line of [this.#first, this.#waiting]) {
      line.splice(0, line.length, ...line.filter((each) => !dropped.has(each)));
    }
    for (const { drop } of waiting) drop(error);
  }

  /** Rejects with this error all waiting and later work; resolves when the running work has ended. */
  async stop(error: Error): Promise<void> {
    this.dropAllBut(0, error);
    const running = this.#isRunning ? this.run(async () => undefined, 'first') : undefined;
    this.#stopped = error;
    await running;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let work = this.#next(); work; work = this.#next()) await work.begin();
    this.#isRunning = false;
  }

  #next(): WaitingWork | undefined {
    return this.#first.shift() ?? this.#waiting.shift();
  }
}
