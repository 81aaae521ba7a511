import { join } from 'node:path';
import { ControllerProcess, type ExitStatus } from '../support/process/controller-process.js';

/** The system's monotonic clock, ms: the clock by which the simulator records moves. */
export const monotonic = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** One run of the controller, from its start to its end. */
export interface ControllerRun {
  readonly number: number;
  readonly pid: number;
  /** The moment of its ready line; absent if it was killed before. */
  readyAt?: number;
  endedAt?: number;
}

/** The runs of the controller, one after the other on the same data folder. */
export class Restarts {
  readonly all: ControllerRun[] = [];
  #process: ControllerProcess | undefined;
  /** The next controller, which waits for its signal. */
  #spare: ControllerProcess;
  #url = '';

  constructor(private readonly environment: Readonly<Record<string, string>>) {
    this.#spare = this.#load();
  }

  get current(): ControllerRun {
    const run = this.all.at(-1);
    if (!run) throw new Error('The controller has not been started.');
    return run;
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    await this.#spare.waitForOutput(/waits/);
    this.#process = this.#spare;
    this.all.push({ number: this.all.length + 1, pid: this.#process.pid });
    this.#process.signal('SIGUSR2');
    this.#spare = this.#load();
  }

  async ready(): Promise<void> {
    this.#url = (await this.#process?.ready()) ?? '';
    this.current.readyAt = monotonic();
  }

  async end(signal: NodeJS.Signals): Promise<ExitStatus | undefined> {
    // A controller that is not ready rejects the promise of its ready line, for which nobody waits any more.
    const ended = await this.#process?.kill(signal);
    this.current.endedAt ??= monotonic();
    return ended;
  }

  async close(): Promise<void> {
    await Promise.all([this.end('SIGKILL'), this.#spare.kill('SIGKILL')]);
  }

  byPid(pid: number): ControllerRun | undefined {
    return this.all.findLast((run) => run.pid === pid); // the system reuses process ids
  }

  /** The total time for which a controller was ready between two moments. */
  up(from: number, to: number): number {
    return this.all.reduce((sum, { readyAt = Infinity, endedAt = Infinity }) => {
      return sum + Math.max(0, Math.min(to, endedAt) - Math.max(from, readyAt));
    }, 0);
  }

  /** True when a controller that began after this run is, or was, ready. */
  hasSuccessor(run: number): boolean {
    return this.all.some(({ number, readyAt }) => number > run && readyAt !== undefined);
  }

  #load(): ControllerProcess {
    return new ControllerProcess(this.environment, join(import.meta.dirname, 'spare.mjs'));
  }
}
