/** Never rejects. */
type Work = () => Promise<void>;

interface Lane {
  readonly waiting: Work[];
  running: boolean;
}

/** The lane of this PDU itself, which no dead target elsewhere may hold up. */
const HERE = '';

/**
 * Work for targets: one piece at a time for each target, in the order it came, and so many targets at once. A target
 * that does not answer fills its own lane and no other.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #elsewhere = 0;

  /**
   * @param atOnce how many targets, besides this PDU, are talked to at the same time
   * @param length how much may wait for one target
   */
  constructor(
    private readonly atOnce: number,
    private readonly length: number,
  ) {}

  /** How much waits for its turn. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((all, lane) => all + lane.waiting.length, 0);
  }

  /** Forgets whatever has not begun. */
  clear(): void {
    for (const lane of this.#lanes.values()) lane.waiting.length = 0;
  }

  /** False when the lane is full: the work is not taken. */
  enter(target: string, work: Work): boolean {
    const lane = this.#lanes.get(target) ?? { waiting: [], running: false };
    if (lane.waiting.length >= this.length) return false;
    this.#lanes.set(target, lane);
    lane.waiting.push(work);
    this.#advance();
    return true;
  }

  #advance(): void {
    for (const [target, lane] of this.#lanes) {
      if (lane.running || (target !== HERE && this.#elsewhere >= this.atOnce)) continue;
      const work = lane.waiting.shift();
      if (work) void this.#run(target, lane, work);
      else this.#lanes.delete(target);
    }
  }

  async #run(target: string, lane: Lane, work: Work): Promise<void> {
    lane.running = true;
    if (target !== HERE) this.#elsewhere++;
    await work();
    lane.running = false;
    if (target !== HERE) this.#elsewhere--;
    // Behind the others, so that a busy target does not keep them out.
    this.#lanes.delete(target);
    if (lane.waiting.length > 0) this.#lanes.set(target, lane);
    this.#advance();
  }
}
