import { Logger } from '@nestjs/common';
import type { Clock, Millis } from '../common/clock.js';
import { RetryDelay } from '../common/retry-delay.js';
import { errorMessage } from '../common/text.js';
import { within } from '../common/time-limit.js';
import type { HealthView } from '../health/health.view.js';
import { isBadConfiguration } from '../launcher/launch.js';
import type { ListedPdu } from './pdu-list.js';
import type { LogScope, SharedLog } from './shared-log.js';

/** The controller of a PDU, while it runs. */
export interface RunningPdu {
  readonly health: HealthView;
  /** Its address, if it has a port of its own. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

/** Starts the controller of a PDU. */
export abstract class PduStarter {
  /** @param restart called when the controller wants to be started again, as after a request of its API */
  abstract start(pdu: ListedPdu, restart: () => void): Promise<RunningPdu>;
}

/** `waiting`: for its first start or, after a failure, for the next one. */
export type PduState = 'waiting' | 'starting' | 'running' | 'stopping';

/** A controller that has not stopped by then is left behind: it holds its data folder until the process ends. */
const STOP_WITHIN: Millis = 10_000;

/** One PDU of the collector: starts, restarts and stops its controller. */
export class HostedPdu {
  readonly #logger = new Logger('Collector');
  readonly #scope: LogScope;
  readonly #retry: RetryDelay;
  #state: PduState = 'waiting';
  #running: RunningPdu | undefined;
  #problem: string | undefined;
  #dueAt: Millis | undefined;
  #runningSince: Millis | undefined;
  #restarts = 0;
  #isEnded = false;
  /** The change of state that is under way; they follow one another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(
    readonly listed: ListedPdu,
    private readonly starter: PduStarter,
    private readonly log: SharedLog,
    private readonly clock: Clock,
    random: () => number,
    firstAt: Millis = 0,
  ) {
    this.#dueAt = firstAt;
    this.#scope = { pdu: listed.name, log: undefined };
    this.#retry = new RetryDelay(random, { first: 5_000, longest: 300_000 });
  }

  get name(): string {
    return this.listed.name;
  }

  get state(): PduState {
    return this.#state;
  }

  /** The reason why the last start failed; undefined while it runs, and before. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The monotonic time from which on it should be started; undefined while it runs, or was stopped. */
  get dueAt(): Millis | undefined {
    return this.#state === 'waiting' && !this.#isEnded ? this.#dueAt : undefined;
  }

  /** The time for which it has run since its last start. */
  get ranFor(): Millis {
    return this.#runningSince === undefined ? 0 : this.clock.uptime() - this.#runningSince;
  }

  /** The number of starts after the first. */
  get restarts(): number {
    return this.#restarts;
  }

  get running(): RunningPdu | undefined {
    return this.#running;
  }

  /** Never rejects; after a failure it is due again later. */
  start(): Promise<void> {
    return this.#next(() => this.#start());
  }

  /** Stops its controller for good. Relays stay as they are. */
  stop(): Promise<void> {
    this.#isEnded = true; // also for a start that fails now, and a restart that is under way
    return this.#next(() => this.#stop());
  }

  #next(change: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(change);
    return this.#turn;
  }

  async #start(): Promise<void> {
    if (this.dueAt === undefined) return;
    this.#state = 'starting';
    try {
      this.#running = await this.log.run(this.#scope, () =>
        this.starter.start(this.listed, () => this.log.leave(() => this.#restart())),
      );
      this.#state = 'running';
      this.#runningSince = this.clock.uptime();
      if (this.#problem !== undefined) this.#logger.log(`${this.name} has started.`);
      this.#problem = undefined;
      this.#retry.onConnect(this.clock.uptime());
    } catch (error) {
      this.#state = 'waiting';
      this.#dueAt = this.clock.uptime() + this.#retry.next(this.clock.uptime());
      this.#restarts++;
      this.#report(error);
    }
  }

  /** Logs each reason once: the attempts go on for as long as it lasts. */
  #report(error: unknown): void {
    const problem = sentenceOf(error);
    if (problem === this.#problem) return;
    this.#problem = problem;
    const stack = error instanceof Error && !isBadConfiguration(error) ? [error.stack] : [];
    this.#logger.error(`${this.name} did not start and is tried again and again: ${problem}`, ...stack);
  }

  #restart(): void {
    void this.#next(async () => {
      if (!this.#running) return;
      await this.#stop();
      this.#restarts++;
      this.#dueAt = this.clock.uptime();
    });
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#runningSince = undefined;
    if (running) {
      this.#state = 'stopping';
      await within(
        STOP_WITHIN,
        this.log.run(this.#scope, () => running.close()),
        `it did not stop within ${STOP_WITHIN / 1000} s`,
      ).catch((error: unknown) => this.#logger.error(`${this.name}: ${errorMessage(error)}`));
    }
    this.#state = 'waiting';
  }
}

function sentenceOf(error: unknown): string {
  return isBadConfiguration(error) ? error.problems.join(' ') : errorMessage(error);
}
