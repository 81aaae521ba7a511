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

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/** The most that one commit writes. */
const MAX_TOGETHER = 100;

/** Like {@link Gatherer}, for those who wait for their own result: many callers at once share a commit. */
export class GroupCommit<T, R> {
  #waiting: Waiting<T, R>[] = [];
  #isRunning = false;

  /** @param write resolves once all is durable, with a result for each item in their order: an error for one that is refused */
  constructor(private readonly write: (items: readonly T[]) => Promise<readonly (R | Error)[]>) {}

  /** Rejects for an item that is refused, and for all of them when the commit has failed. */
  run(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    await Promise.resolve(); // those who come in the same moment
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, MAX_TOGETHER);
      try {
        const results = await this.write(some.map(({ item }) => item));
        for (const [place, { resolve, reject }] of some.entries()) {
          const result = results[place] as R | Error;
          if (result instanceof Error) reject(result);
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
