import { Injectable } from '@nestjs/common';

const MAX_CONCURRENT = 64;
const MAX_QUEUED = 256;

/** Sends at most 64 messages at once; the others wait in the order of their arrival. */
@Injectable()
export class OutboundLimiter {
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs the work when a slot is free. Rejects when too many wait, or when the signal is aborted before. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#open >= MAX_CONCURRENT) await this.#waitForSlot(signal);
    else this.#open++;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Passes the slot to the work that waits longest, so that no later one can take it. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#open--;
  }

  #waitForSlot(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= MAX_QUEUED) return Promise.reject(new Error('too many messages are waiting'));
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(new Error('the time was over before its turn came'));
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(proceed);
    });
  }
}
