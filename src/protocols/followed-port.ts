import { Logger } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';
import { isPortTaken, listenProblem } from '../common/listen-problem.js';
import { Mutex } from '../common/mutex.js';
import type { PortHolder } from '../common/port-holder.js';

const RETRY_DELAY: Millis = 30_000;

interface PortOwner<Handle> {
  /** The name of the server in its log and in the sentences about it: "Modbus". */
  readonly label: string;
  readonly host: string;
  readonly clock: Clock;
  /** The port to listen on; undefined while the server is off. */
  readonly wanted: () => number | undefined;
  readonly open: (port: number) => Promise<Handle>;
  readonly close: (handle: Handle) => void;
}

/**
 * Keeps a port open as the settings say: a new one is opened before the old one is closed, and one that cannot be opened
 * is tried again every 30 s.
 */
export class FollowedPort<Handle> implements PortHolder {
  readonly #mutex = new Mutex();
  readonly #logger: Logger;
  #listening: { readonly port: number; readonly handle: Handle } | undefined;
  #problem: string | undefined;
  #missingPort: number | undefined;
  /** True while the problem is not logged: another server may be about to give the port up. */
  #isNews = false;
  #retryAt: Millis = Infinity;
  #isStopping = false;

  constructor(private readonly owner: PortOwner<Handle>) {
    this.#logger = new Logger(owner.label);
  }

  /** The port on which it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#listening?.port;
  }

  /** The reason why it does not listen as wanted. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get missingPort(): number | undefined {
    return this.#missingPort;
  }

  /** Opens and closes ports as wanted now; resolves when that has succeeded or failed. */
  adjust(): Promise<void> {
    return this.#mutex.run(() => this.#adjust());
  }

  /** Logs a problem, and tries again when that is due. */
  onTick(uptime: Millis): void {
    if (this.#isNews && this.#problem !== undefined) this.#logger.error(this.#problem);
    this.#isNews = false;
    if (uptime < this.#retryAt) return;
    this.#retryAt = Infinity;
    void this.adjust();
  }

  release(): Promise<void> {
    return this.#mutex.run(async () => {
      if (this.port !== this.owner.wanted()) this.#close();
    });
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#mutex.run(async () => this.#close());
  }

  async #adjust(): Promise<void> {
    const wanted = this.owner.wanted();
    if (this.#isStopping || (wanted === this.port && this.#problem === undefined)) return;
    this.#retryAt = Infinity;
    this.#problem = undefined;
    this.#missingPort = undefined;
    if (wanted === undefined) {
      this.#close();
      this.#logger.log(`${this.owner.label} is off.`);
      return;
    }
    if (wanted !== this.port) await this.#open(wanted);
  }

  async #open(port: number): Promise<void> {
    try {
      const handle = await this.owner.open(port);
      this.#close();
      this.#listening = { port, handle };
      this.#logger.log(`${this.owner.label} listens on port ${port}.`);
    } catch (error) {
      this.#problem = listenProblem(this.owner.label, error, port, this.owner.host);
      this.#isNews = true;
      if (isPortTaken(error)) this.#missingPort = port;
      this.#retryAt = this.owner.clock.uptime() + RETRY_DELAY;
    }
  }

  #close(): void {
    if (this.#listening) this.owner.close(this.#listening.handle);
    this.#listening = undefined;
  }
}
