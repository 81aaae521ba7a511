/** Repeatable randomness: the same seed gives the same numbers in the same order. */
export class Noise {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number, uniformly distributed from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A factor within 1 ± `fraction`. */
  factor(fraction: number): number {
    return 1 + (this.next() * 2 - 1) * fraction;
  }

  /** A number within ± `width`. */
  offset(width: number): number {
    return (this.next() * 2 - 1) * width;
  }
}
