/** Runs pieces of work one after the other in the order asked, whatever becomes of the one before. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();

  /** Never call it from inside its own work: that would wait for itself. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
