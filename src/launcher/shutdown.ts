import { RESTART_ME, type RunningRelease } from './launch.js';

const STOP_WITHIN_MS = 4_500;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Ends this process cleanly: once, within a time limit. Relays stay as they are. */
export class Shutdown {
  #running: RunningRelease | undefined;
  #isStopping = false;
  #signals = 0;
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (++this.#signals > 1) process.exit(1);
    // Nothing is open yet: end like a program without signal handlers.
    if (!this.#running && !this.#isStopping) {
      this.offSignals();
      process.kill(process.pid, signal);
      return;
    }
    this.stop(0);
  };

  /** @param beforeExit called when the release is closed */
  constructor(private readonly beforeExit: () => void = () => undefined) {}

  /** A second signal ends the process at once. */
  onSignals(): void {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  offSignals(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  /** The release to close; undefined until it is ready. */
  get running(): RunningRelease | undefined {
    return this.#running;
  }

  /** True once a signal has asked this process to end, which then must not restart. */
  get isStopRequested(): boolean {
    return this.#signals > 0;
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
