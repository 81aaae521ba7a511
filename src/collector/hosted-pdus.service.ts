import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';
import { Mutex } from '../common/mutex.js';
import { withTimeLimit } from '../common/time-limit.js';
import { isBadConfiguration } from '../launcher/launch.js';
import { Ticks } from '../kernel/ticks.js';
import { CrashRecord } from './crash-record.js';
import { HostedPdu, PduStarter } from './hosted-pdu.js';
import type { ListedPdu } from './pdu-list.js';
import { SharedLog } from './shared-log.js';

/** The list of the PDUs to host. */
export abstract class PduList {
  /** The list that was read before the collector was started. */
  abstract readonly first: readonly ListedPdu[];
  /** Reads it again. Throws ConfigError. */
  abstract read(): Promise<readonly ListedPdu[]>;
}

/** The part of a second in which starts begin: the rest is for the PDUs that run. */
const STARTING_TIME: Millis = 500;
/** A start that takes longer goes on, and the next one begins. */
const TURN: Millis = 30_000;

/** All PDUs of the collector. They are started one after another, so that many at once do not delay those that run. */
@Injectable()
export class HostedPdusService implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('Collector');
  readonly #reloads = new Mutex();
  #pdus: readonly HostedPdu[] = [];
  #starting: Promise<void> | undefined;
  #isStopping = false;

  constructor(
    private readonly list: PduList,
    private readonly starter: PduStarter,
    private readonly log: SharedLog,
    private readonly crashes: CrashRecord,
    private readonly clock: Clock,
    private readonly ticks: Ticks,
  ) {}

  onModuleInit(): void {
    this.#pdus = this.list.first.map((listed) => {
      const delay = this.crashes.delayOf(listed.name);
      if (delay > 0)
        this.#logger.warn(`${listed.name} has ended the collector by an error and waits ${delay / 1000} s.`);
      return this.#hosted(listed, delay);
    });
    this.ticks.onTick('relays', () => {
      if (this.#isStopping || this.#starting) return;
      this.#starting = this.#startDue().finally(() => (this.#starting = undefined));
    });
  }

  /** In the order of the list. */
  get all(): readonly HostedPdu[] {
    return this.#pdus;
  }

  /**
   * Applies the list as it is now: PDUs that are new are started, those that are gone are stopped, those whose variables
   * have changed are started again, and no other is touched. A list with a fault changes nothing.
   */
  reload(): Promise<void> {
    return this.#reloads.run(() => this.#reload());
  }

  /** Stops all of them, one after another in their order. Relays stay as they are. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await this.#reloads.run(async () => undefined);
    for (const pdu of this.#pdus) await pdu.stop();
    this.crashes.clear();
  }

  /** Called when an error that nobody has caught ends the process, in the scope of the work that has thrown it. */
  onCrash(): void {
    const pdu = this.#pdus.find(({ name }) => name === this.log.pdu);
    if (!pdu) return;
    this.crashes.add(pdu.name, pdu.ranFor);
    this.#logger.error(`An error in the work of ${pdu.name} ends the collector.`);
  }

  async #reload(): Promise<void> {
    if (this.#isStopping) return;
    const listed = await this.list.read().catch((error: unknown) => {
      if (!isBadConfiguration(error)) throw error;
      for (const problem of error.problems) this.#logger.error(problem);
      this.#logger.error('The list of PDUs was not read again: all of them go on as before.');
    });
    if (!listed) return;
    const before = new Map(this.#pdus.map((pdu) => [pdu.name, pdu]));
    const isSame = (each: ListedPdu): boolean => before.get(each.name)?.listed.version === each.version;
    const staying = new Set(listed.filter(isSame).map(({ name }) => name));
    const ending = this.#pdus.filter(({ name }) => !staying.has(name));
    for (const pdu of ending) await pdu.stop();
    this.#pdus = listed.map((each) => (staying.has(each.name) && before.get(each.name)) || this.#hosted(each));
    this.#logger.log(
      `The list of PDUs was read again: ${this.#pdus.length} PDUs, ${this.#pdus.length - staying.size} of them new or ` +
        `changed; ${ending.length} were stopped.`,
    );
  }

  async #startDue(): Promise<void> {
    const until = this.clock.uptime() + STARTING_TIME;
    while (!this.#isStopping && this.clock.uptime() < until) {
      const due = this.#pdus.find(({ dueAt }) => dueAt !== undefined && dueAt <= this.clock.uptime());
      if (!due) return;
      const start = due.start();
      await withTimeLimit(
        TURN,
        () => start,
        () =>
          this.#logger.warn(`${due.name} has been starting for ${TURN / 1000} s; the next one is started meanwhile.`),
      );
    }
  }

  #hosted(listed: ListedPdu, firstAt: Millis = 0): HostedPdu {
    return new HostedPdu(listed, this.starter, this.log, this.clock, Math.random, firstAt);
  }
}
