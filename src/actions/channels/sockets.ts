import { Injectable } from '@nestjs/common';

const AT_ONCE = 64;
const LONGEST_QUEUE = 256;

/** At most 64 messages are on their way at once; the others wait for their turn, in the order they came. */
@Injectable()
export class Sockets {
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs the work when it is its turn. Rejects when too many wait, or when the signal ends before its turn came. */
  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#open >= AT_ONCE) await this.#turn(signal);
    else this.#open++;
    try {
      return await work();
    } finally {
      this.#makeRoom();
    }
  }

  /** The place goes to the one that waits longest: who comes just now must not be quicker. */
  #makeRoom(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#open--;
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= LONGEST_QUEUE) return Promise.reject(new Error('too many messages are waiting'));
    return new Promise((resolve, reject) => {
      const come = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        reject(new Error('the time was over before its turn came'));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(come);
    });
  }
}
