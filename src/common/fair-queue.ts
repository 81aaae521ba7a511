/** `first` before `administrator` before `user`. */
export type Rank = 'first' | 'administrator' | 'user';

const RANKS: readonly Rank[] = ['first', 'administrator', 'user'];
type Start = () => Promise<void>;

/**
 * Runs jobs one at a time. Within a rank the owners are served in round robin, so that an owner with a hundred jobs
 * delays everybody else by one; the jobs of one owner run in the order in which they were queued.
 */
export class FairQueue {
  readonly #waiting: Readonly<Record<Rank, Map<string, Start[]>>> = {
    first: new Map(),
    administrator: new Map(),
    user: new Map(),
  };
  readonly #asked = new Set<Promise<unknown>>();
  #isRunning = false;

  /** Never call it from inside one of its jobs: that would be a deadlock. */
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

  /** The number of waiting jobs of this owner. */
  waiting(owner: string): number {
    return RANKS.reduce((sum, rank) => sum + (this.#waiting[rank].get(owner)?.length ?? 0), 0);
  }

  /** Resolves when all jobs queued so far have ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#asked);
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let start = this.#next(); start; start = this.#next()) await start();
    this.#isRunning = false;
  }

  /** The next job of the first owner in the line, who moves to its end. */
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
