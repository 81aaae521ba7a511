import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../common/clock.js';
import { PduDriver } from './pdu.driver.js';
import { PollStatistics } from './poll-statistics.js';
import { emptyReadings, frozen } from './snapshot.js';
import type { Readings, Snapshot } from './snapshot.js';
import { SnapshotStore } from './snapshot.store.js';

const ONE_SECOND = 1000;

/** Reads the hardware once a second and publishes each reading as a snapshot. Nothing else reads the hardware. */
@Injectable()
export class MeterPollerService implements OnApplicationBootstrap {
  /** Statistics of the poll cycles since the start. */
  readonly statistics = new PollStatistics();
  readonly #logger = new Logger('MeterPoller');
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #nextIsTick = false;
  #seq = 0;
  #failures = 0;

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly clock: Clock,
  ) {}

  /** Publishes the first snapshot before the first request. */
  async onApplicationBootstrap(): Promise<void> {
    await this.poll();
  }

  /** The number of consecutive poll cycles in which the hardware did not answer. */
  get failures(): number {
    return this.#failures;
  }

  /** The regular poll cycle, once a second. Resolves when it has ended; never rejects. */
  @Interval(ONE_SECOND)
  poll(): Promise<void> {
    return this.#cycle(true);
  }

  /** An additional poll cycle, for a command that needs the present state of the hardware; never rejects. */
  reread(): Promise<void> {
    return this.#cycle(false);
  }

  /**
   * Resolves after a poll cycle that began no earlier than this call. All calls during a cycle share the next one:
   * never two at once, never more than one waiting.
   */
  #cycle(isTick: boolean): Promise<void> {
    if (!this.#running) {
      this.#running = this.#runOnce(isTick).finally(() => (this.#running = undefined));
      return this.#running;
    }
    this.#nextIsTick ||= isTick;
    return (this.#next ??= this.#running.then(() => {
      const next = this.#nextIsTick;
      this.#next = undefined;
      this.#nextIsTick = false;
      return this.#cycle(next);
    }));
  }

  async #runOnce(isTick: boolean): Promise<void> {
    const began = this.clock.uptime();
    try {
      const readings = await this.driver.read();
      if (this.#failures > 0)
        this.#logger.log(`The hardware answers again after ${this.#failures} poll cycles without an answer.`);
      this.#failures = 0;
      this.#publish(readings, true, isTick);
    } catch (error) {
      this.#failures++;
      // Once per outage: a dead bus must not fill the log at one line a second.
      if (this.#failures === 1) this.#logger.warn(`The hardware did not answer: ${(error as Error).message}`);
      this.#publish(this.#lastReadings(), false, isTick);
    }
    this.statistics.record(this.#failures === 0, this.clock.uptime() - began);
  }

  #lastReadings(): Readings {
    return this.store.hasSnapshot ? this.store.current : emptyReadings(this.driver.model);
  }

  #publish(readings: Readings, fresh: boolean, isTick: boolean): void {
    const { inlets, banks, outlets, relayOutputs, sensors, powerOnCount } = readings;
    const uptime = this.clock.uptime();
    // No spread: each snapshot would get a hidden class of its own, and what reads it would be compiled again each time.
    const snapshot: Snapshot = {
      inlets,
      banks,
      outlets,
      relayOutputs,
      sensors,
      powerOnCount,
      seq: ++this.#seq,
      takenAt: this.clock.now(),
      uptime,
      readAt: fresh ? uptime : this.store.hasSnapshot ? this.store.current.readAt : 0,
      fresh,
      reread: isTick ? undefined : true,
    };
    this.store.publish(frozen(snapshot));
  }
}
