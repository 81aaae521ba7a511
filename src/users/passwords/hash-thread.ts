import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Added to the nice value of the process: others get nine tenths of a core that both want. */
export const LESS_URGENT = 10;

/** Compares passwords with hashes. On Linux a nice value counts for one thread. */
const THREAD = `
const { readlinkSync } = require('node:fs');
const { getPriority, setPriority } = require('node:os');
const { parentPort, workerData } = require('node:worker_threads');
const { verifySync } = require(workerData);
try {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').pop()), Math.min(19, getPriority() + ${LESS_URGENT}));
} catch {
  // not Linux: it runs like every other thread
}
parentPort.on('message', (check) => {
  if (!check) return parentPort.close();
  try {
    parentPort.postMessage({ isRight: verifySync(check.phc, check.password) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error) });
  }
});
`;

/** The answer of the thread: whether the password is right, or why it could not be compared. */
type Answer = { readonly isRight: boolean } | { readonly problem: string };

/**
 * A thread of low priority that compares passwords with hashes, one at a time. In the thread pool of the process, each
 * hash would take half of a core from the event loop or from a commit that a relay waits for.
 */
export class HashThread {
  #worker: Worker | undefined;

  constructor(private readonly library: string = createRequire(import.meta.url).resolve('@node-rs/argon2')) {}

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Starts the thread if there is none. Rejects where that fails, and for a hash that cannot be read. */
  async verify(phc: string, password: string): Promise<boolean> {
    const worker = (this.#worker ??= this.#start());
    worker.postMessage({ phc, password });
    const [answer] = (await once(worker, 'message')) as [Answer];
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.isRight;
  }

  /** Ends the thread; call it while nothing is compared. The next comparison starts another. */
  end(): void {
    this.#worker?.postMessage(undefined);
    this.#worker = undefined;
  }

  #start(): Worker {
    const worker = new Worker(THREAD, { eval: true, workerData: this.library, execArgv: [] });
    worker.unref();
    worker.once('error', () => (this.#worker = undefined));
    return worker;
  }
}
