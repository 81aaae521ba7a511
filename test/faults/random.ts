import { Noise } from '../../src/hardware/drivers/simulator/noise.js';

/** Reproducible random decisions by a seed. */
export class Random {
  readonly #noise: Noise;

  constructor(seed: number) {
    this.#noise = new Noise(seed);
  }

  /** True with this probability. */
  is(share: number): boolean {
    return this.#noise.next() < share;
  }

  /** A number from 0 up to `end`. */
  upTo(end: number): number {
    return this.#noise.next() * end;
  }

  /** A whole number from 0 up to, not including, `end`. */
  index(end: number): number {
    return Math.floor(this.upTo(end));
  }

  oneOf<T>(items: readonly T[]): T | undefined {
    return items[this.index(items.length)];
  }
}

export const sleep = (duration: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, duration));
