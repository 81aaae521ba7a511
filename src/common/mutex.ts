/** Runs work one at a time in the order of the calls, even when previous work has failed. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();

  /** Never call it from inside its own work: that would be a deadlock. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
