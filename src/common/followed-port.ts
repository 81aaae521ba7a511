import { Logger } from '@nestjs/common';
import { Clock, type Millis } from './clock.js';
import { isPortTaken, listenProblem } from './listen-problem.js';
import { Mutex } from './mutex.js';
import type { PortHolder } from './port-holder.js';

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
  /** Applies other settings to what is open already. */
  readonly update?: (handle: Handle) => Promise<void>;
  /** Called after each {@link FollowedPort.adjust}, whether it has succeeded or not. */
  readonly adjusted?: () => void;
}

/**
 * Keeps a port open as the settings say: a new one is opened before the old one is closed, and one that cannot be opened
 * is tried again every 30 s. A problem is logged once, and its end is.
 */
export class FollowedPort<Handle> implements PortHolder {
  readonly #mutex = new Mutex();
  readonly #logger: Logger;
  #listening: { readonly port: number; readonly handle: Handle } | undefined;
  #problem: string | undefined;
  /** The problem that was logged last, until it is over. */
  #logged: string | undefined;
  #missingPort: number | undefined;
  #retryAt: Millis = Infinity;
  #isStopping = false;

  constructor(private readonly owner: PortOwner<Handle>) {
    this.#logger = new Logger(owner.label);
  }

  /** The port on which it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#listening?.port;
  }

  /** The server on that port. */
  get handle(): Handle | undefined {
    return this.#listening?.handle;
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
    return this.#mutex.run(async () => {
      if (this.#isStopping) return;
      await this.#adjust(this.owner.wanted());
      this.owner.adjusted?.();
    });
  }

  /** Logs a problem that has stayed until now: another server may have been about to give the port up. Tries again. */
  onTick(uptime: Millis): void {
    if (this.#problem !== undefined && this.#problem !== this.#logged) {
      this.#logged = this.#problem;
      this.#logger.error(this.#problem);
    }
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

  async #adjust(wanted: number | undefined): Promise<void> {
    const isNews = wanted !== this.port || this.#logged !== undefined;
    this.#retryAt = Infinity;
    this.#missingPort = undefined;
    try {
      if (wanted === undefined) this.#close();
      else if (this.#listening?.port === wanted) await this.owner.update?.(this.#listening.handle);
      else {
        const handle = await this.owner.open(wanted);
        this.#close();
        this.#listening = { port: wanted, handle };
      }
    } catch (error) {
      this.#fail(error, wanted ?? 0);
      return;
    }
    this.#problem = undefined;
    this.#logged = undefined;
    const { label } = this.owner;
    if (isNews) this.#logger.log(wanted === undefined ? `${label} is off.` : `${label} listens on port ${wanted}.`);
  }

  #fail(error: unknown, port: number): void {
    const { label, host, clock } = this.owner;
    this.#problem = listenProblem(label, error, port, host);
    if (isPortTaken(error)) this.#missingPort = port;
    this.#retryAt = clock.uptime() + RETRY_DELAY;
  }

  #close(): void {
    if (this.#listening) this.owner.close(this.#listening.handle);
    this.#listening = undefined;
  }
}
