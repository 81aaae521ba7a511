/** The queue of this PDU itself, which no dead target elsewhere may hold up. */
const THIS_PDU = '';

export interface LimiterBounds {
  /** Targets at once, besides this PDU. */
  readonly atOnce: number;
  /** Waiting work of one target. */
  readonly perTarget: number;
  /** Waiting work of all targets; this PDU may go beyond it. */
  readonly inAll: number;
}

const TOO_LATE = 'It did not begin: others were under way.';

interface Queue {
  readonly waiting: Set<() => void>;
  isRunning: boolean;
}

/** The work was not taken, or has left before it began. */
export class NotBegunError extends Error {}

/**
 * Work for targets: one piece at a time for each target, in the order it came, and so many targets at once. A target
 * that does not answer fills its own queue and no other.
 */
export class TargetLimiter {
  readonly #queues = new Map<string, Queue>();
  #remoteRunning = 0;

  constructor(private readonly bounds: LimiterBounds) {}

  /** The number of pieces of work that wait. */
  get waiting(): number {
    return [...this.#queues.values()].reduce((all, { waiting }) => all + waiting.size, 0);
  }

  /**
   * Begins the work at once if it can, and otherwise when its turn comes. Rejects with {@link NotBegunError} when a queue
   * is full, or when the signal is aborted while the work waits.
   */
  run<T>(target: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(target) ?? { waiting: new Set(), isRunning: false };
    if (signal.aborted) return Promise.reject(new NotBegunError(TOO_LATE));
    if (!this.#mayBegin(target, queue) && this.#isFull(target, queue)) {
      return Promise.reject(new NotBegunError('Too many wait for this target.'));
    }
    this.#queues.set(target, queue);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        void this.#run(target, queue, () => work().then(resolve, reject));
      };
      const leave = (): void => {
        queue.waiting.delete(begin);
        if (!queue.isRunning && queue.waiting.size === 0) this.#queues.delete(target);
        reject(new NotBegunError(TOO_LATE));
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.waiting.add(begin);
      this.#advance();
    });
  }

  #mayBegin(target: string, queue: Queue): boolean {
    return !queue.isRunning && (target === THIS_PDU || this.#remoteRunning < this.bounds.atOnce);
  }

  #isFull(target: string, queue: Queue): boolean {
    const { perTarget, inAll } = this.bounds;
    return queue.waiting.size >= perTarget || (target !== THIS_PDU && this.waiting >= inAll);
  }

  #advance(): void {
    for (const [target, queue] of this.#queues) {
      if (!this.#mayBegin(target, queue)) continue;
      const [begin] = queue.waiting;
      if (!begin) continue;
      queue.waiting.delete(begin);
      begin();
    }
  }

  async #run(target: string, queue: Queue, work: () => Promise<void>): Promise<void> {
    queue.isRunning = true;
    if (target !== THIS_PDU) this.#remoteRunning++;
    await work();
    queue.isRunning = false;
    if (target !== THIS_PDU) this.#remoteRunning--;
    // Behind the others, so that a busy target does not keep them out.
    this.#queues.delete(target);
    if (queue.waiting.size > 0) this.#queues.set(target, queue);
    this.#advance();
  }
}
