import { RESTART_ME, type RunningRelease } from './launch.js';

const STOP_WITHIN_MS = 4_500;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Ctrl-C reaches a program twice that npm has started: the terminal sends it to both, and npm passes it on. */
const ONE_REQUEST_MS = 500;

/** Calls `stop` at the first signal, and `end` at one that is a second request. Answers what removes the listeners. */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, end: () => void): () => void {
  let firstAt: number | undefined;
  const listener = (signal: NodeJS.Signals): void => {
    if (firstAt !== undefined && performance.now() - firstAt > ONE_REQUEST_MS) end();
    if (firstAt !== undefined) return;
    firstAt = performance.now();
    stop(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/** Ends this process cleanly: once, within a time limit. Relays stay as they are. */
export class Shutdown {
  #running: RunningRelease | undefined;
  #isStopping = false;
  #isStopRequested = false;
  #removeListeners = (): void => undefined;

  /** @param beforeExit called when the release is closed */
  constructor(private readonly beforeExit: () => void = () => undefined) {}

  /** A second signal ends the process at once. */
  onSignals(): void {
    const stop = (signal: NodeJS.Signals): void => {
      this.#isStopRequested = true;
      // Nothing is open yet: end like a program without signal handlers.
      if (!this.#running && !this.#isStopping) {
        this.offSignals();
        process.kill(process.pid, signal);
        return;
      }
      this.stop(0);
    };
    this.#removeListeners = onStopSignals(stop, () => process.exit(1));
  }

  offSignals(): void {
    this.#removeListeners();
  }

  /** The release to close; undefined until it is ready. */
  get running(): RunningRelease | undefined {
    return this.#running;
  }

  /** True once a signal has asked this process to end, which then must not restart. */
  get isStopRequested(): boolean {
    return this.#isStopRequested;
  }

  /** Sets the release to close. */
  ready(running: RunningRelease): void {
    this.#running = running;
  }

  /** Closes the release and ends with this code; with 1 when it did not close, unless it is to be restarted. */
  stop(code: number): void {
    void this.close().then((closed) => {
      if (closed) this.beforeExit();
      const wanted = this.isStopRequested ? 0 : code;
      process.exit(closed || wanted === RESTART_ME ? wanted : 1);
    });
  }

  /** Closes the release; false when that failed or took too long. A second call never resolves. */
  async close(): Promise<boolean> {
    if (this.#isStopping) return new Promise(() => undefined);
    this.#isStopping = true;
    const within = this.#running?.closeWithin ?? STOP_WITHIN_MS;
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      limit = setTimeout(() => {
        console.error(`Rackfeed did not close within ${within} ms; it ends without.`);
        resolve(false);
      }, within);
    });
    const closed = Promise.resolve(this.#running?.close()).then(
      () => true,
      (error: unknown) => {
        console.error(error);
        return false;
      },
    );
    const result = await Promise.race([closed, late]);
    clearTimeout(limit);
    return result;
  }
}
