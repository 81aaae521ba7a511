import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../kernel/clock.js';
import { deepFreeze } from '../kernel/deep-freeze.js';
import { PduDriver } from './pdu.driver.js';
import { PollStatistics } from './poll-statistics.js';
import { readingsWithoutMeasurement } from './readings.js';
import type { Readings, Snapshot } from './snapshot.js';
import { SnapshotStore } from './snapshot.store.js';

const ONE_SECOND = 1000;

/** Reads the hardware once a second and publishes each reading as a snapshot. Nobody else reads the hardware. */
@Injectable()
export class MeterPoller implements OnApplicationBootstrap {
  /** What became of the poll cycles since the start. */
  readonly statistics = new PollStatistics();
  readonly #logger = new Logger('MeterPoller');
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #seq = 0;
  #failures = 0;

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly clock: Clock,
  ) {}

  /** The first picture, before the first request. */
  async onApplicationBootstrap(): Promise<void> {
    await this.poll();
  }

  /** Poll cycles in a row in which the hardware did not answer. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Resolves after a poll cycle that began no earlier than this call; never rejects. Asked for during a cycle, it is
   * the next one, shared by all who ask: never two at once, never more than one waiting.
   */
  @Interval(ONE_SECOND)
  poll(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#once().finally(() => (this.#running = undefined));
      return this.#running;
    }
    return (this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.poll();
    }));
  }

  async #once(): Promise<void> {
    const began = this.clock.uptime();
    try {
      const readings = await this.driver.read();
      if (this.#failures > 0)
        this.#logger.log(`The hardware answers again after ${this.#failures} silent poll cycles.`);
      this.#failures = 0;
      this.#publish(readings, true);
    } catch (error) {
      this.#failures++;
      // Once per silence: a dead bus must not fill the log at one line a second.
      if (this.#failures === 1) this.#logger.warn(`The hardware did not answer: ${(error as Error).message}`);
      this.#publish(this.#lastReadings(), false);
    }
    this.statistics.note(this.#failures === 0, this.clock.uptime() - began);
  }

  #lastReadings(): Readings {
    return this.store.hasSnapshot ? this.store.current : readingsWithoutMeasurement(this.driver.model);
  }

  #publish(readings: Readings, fresh: boolean): void {
    const uptime = this.clock.uptime();
    const readAt = fresh ? uptime : this.store.hasSnapshot ? this.store.current.readAt : 0;
    const snapshot: Snapshot = { ...readings, seq: ++this.#seq, takenAt: this.clock.now(), uptime, readAt, fresh };
    this.store.publish(deepFreeze(snapshot));
  }
}
