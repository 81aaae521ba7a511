/** `first` before `administrator` before `user`. */
export type Rank = 'first' | 'administrator' | 'user';

const RANKS: readonly Rank[] = ['first', 'administrator', 'user'];
type Start = () => Promise<void>;

/**
 * Runs pieces of work one at a time. Within a rank the owners take turns, so that one who asks for a hundred holds up
 * nobody else for more than one; the works of one owner run in the order asked.
 */
export class FairQueue {
  readonly #waiting: Readonly<Record<Rank, Map<string, Start[]>>> = {
    first: new Map(),
    administrator: new Map(),
    user: new Map(),
  };
  readonly #asked = new Set<Promise<unknown>>();
  #isRunning = false;

  /** Never call it from inside its own work: that would wait for itself. */
  run<T>(owner: string, rank: Rank, work: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      const works = this.#waiting[rank].get(owner) ?? [];
      works.push(() => Promise.resolve().then(work).then(resolve, reject));
      this.#waiting[rank].set(owner, works);
    });
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.#asked.add(ended);
    void ended.then(() => this.#asked.delete(ended));
    if (!this.#isRunning) void this.#runAll();
    return result;
  }

  /** How many works of this owner wait for their turn. */
  waiting(owner: string): number {
    return RANKS.reduce((sum, rank) => sum + (this.#waiting[rank].get(owner)?.length ?? 0), 0);
  }

  /** Resolves when everything asked for so far has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#asked);
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let start = this.#next(); start; start = this.#next()) await start();
    this.#isRunning = false;
  }

  /** The next work of the owner whose turn it is; the owner goes to the end of the line. */
  #next(): Start | undefined {
    for (const rank of RANKS) {
      const line = this.#waiting[rank];
      const [turn] = line;
      if (!turn) continue;
      const [owner, works] = turn;
      const start = works.shift();
      line.delete(owner);
      if (works.length > 0) line.set(owner, works);
      return start;
    }
    return undefined;
  }
}
