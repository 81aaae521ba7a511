import { Logger } from '@nestjs/common';

/** More than so many wait only if the storage takes nothing: what is dropped then is sent again by whoever sent it. */
const MAX_WAITING = 10_000;

/** Gathers what comes while the last of it is being written, and writes it together: one commit for a rush of messages. */
export class Gatherer<T> {
  readonly #logger = new Logger('Hub');
  #waiting: T[] = [];
  #running: Promise<void> | undefined;

  constructor(private readonly write: (items: readonly T[]) => Promise<void>) {}

  /** False for one that was dropped, because too many wait. */
  add(item: T): boolean {
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.#waiting.push(item);
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return true;
  }

  /** Resolves when all that was added is written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const items = this.#waiting;
      this.#waiting = [];
      await this.write(items).catch((error: unknown) => this.#logger.error(`Nothing was stored: ${String(error)}`));
    }
  }
}
