/** Never rejects. */
type Work = () => Promise<void>;

interface TargetQueue {
  readonly waiting: Work[];
  running: boolean;
}

/** The queue of this PDU itself, which no dead target elsewhere may hold up. */
const THIS_PDU = '';

/**
 * Work for targets: one piece at a time for each target, in the order it came, and so many targets at once. A target
 * that does not answer fills its own queue and no other.
 */
export class TargetQueues {
  readonly #queues = new Map<string, TargetQueue>();
  #remoteRunning = 0;

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
    return [...this.#queues.values()].reduce((all, queue) => all + queue.waiting.length, 0);
  }

  /** Forgets whatever has not begun. */
  clear(): void {
    for (const queue of this.#queues.values()) queue.waiting.length = 0;
  }

  /** False when the queue is full: the work is not taken. */
  enqueue(target: string, work: Work): boolean {
    const queue = this.#queues.get(target) ?? { waiting: [], running: false };
    if (queue.waiting.length >= this.length) return false;
    this.#queues.set(target, queue);
    queue.waiting.push(work);
    this.#advance();
    return true;
  }

  #advance(): void {
    for (const [target, queue] of this.#queues) {
      if (queue.running || (target !== THIS_PDU && this.#remoteRunning >= this.atOnce)) continue;
      const work = queue.waiting.shift();
      if (work) void this.#run(target, queue, work);
      else this.#queues.delete(target);
    }
  }

  async #run(target: string, queue: TargetQueue, work: Work): Promise<void> {
    queue.running = true;
    if (target !== THIS_PDU) this.#remoteRunning++;
    await work();
    queue.running = false;
    if (target !== THIS_PDU) this.#remoteRunning--;
    // Behind the others, so that a busy target does not keep them out.
    this.#queues.delete(target);
    if (queue.waiting.length > 0) this.#queues.set(target, queue);
    this.#advance();
  }
}
