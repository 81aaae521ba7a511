import { join } from 'node:path';
import { ControllerProcess, type Ended } from '../support/controller-process.js';

/** The system's monotonic clock, ms: the one by which the plant writes down moves. */
export const monotonic = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** One run of the controller, from its start to its end. */
export interface Life {
  readonly number: number;
  readonly pid: number;
  /** When it said that it is ready; absent for one that was killed before. */
  readyAt?: number;
  endedAt?: number;
}

/** The lives of the controller, one after the other on the same data folder. */
export class Lives {
  readonly all: Life[] = [];
  #process: ControllerProcess | undefined;
  /** The next one, loading. */
  #spare: ControllerProcess;
  #url = '';

  constructor(private readonly environment: Readonly<Record<string, string>>) {
    this.#spare = this.#load();
  }

  get current(): Life {
    const life = this.all.at(-1);
    if (!life) throw new Error('The controller has not been started.');
    return life;
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    await this.#spare.says(/loaded/);
    this.#process = this.#spare;
    this.all.push({ number: this.all.length + 1, pid: this.#process.pid });
    this.#process.signal('SIGUSR2');
    this.#spare = this.#load();
  }

  async ready(): Promise<void> {
    this.#url = (await this.#process?.ready()) ?? '';
    this.current.readyAt = monotonic();
  }

  async end(signal: NodeJS.Signals): Promise<Ended | undefined> {
    // An unready one rejects whoever waits for its ready line; nobody does any more.
    const ended = await this.#process?.kill(signal);
    this.current.endedAt ??= monotonic();
    return ended;
  }

  async close(): Promise<void> {
    await Promise.all([this.end('SIGKILL'), this.#spare.kill('SIGKILL')]);
  }

  ofPid(pid: number): Life | undefined {
    return this.all.findLast((life) => life.pid === pid); // the system gives a number away again some time
  }

  /** How long a controller has been ready in all, between two moments. */
  up(from: number, to: number): number {
    return this.all.reduce((sum, { readyAt = Infinity, endedAt = Infinity }) => {
      return sum + Math.max(0, Math.min(to, endedAt) - Math.max(from, readyAt));
    }, 0);
  }

  /** True when a controller that began after this life is, or was, ready. */
  hasSuccessor(life: number): boolean {
    return this.all.some(({ number, readyAt }) => number > life && readyAt !== undefined);
  }

  #load(): ControllerProcess {
    return new ControllerProcess(this.environment, join(import.meta.dirname, 'spare.mjs'));
  }
}
