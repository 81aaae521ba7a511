import { readdir, stat } from 'node:fs/promises';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import type { Clock } from '../common/clock.js';
import type { ProcessFacts } from './facts.js';

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/**
 * Facts about this process. The delay of the event loop is measured from the first request on, as that costs a timer.
 */
export class ProcessWatch {
  #delay: IntervalHistogram | undefined;

  async facts(clock: Clock): Promise<ProcessFacts> {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    return {
      startedAt: (clock.now() - clock.uptime()) / 1000,
      cpuSeconds: { user: user / MICROSECONDS, system: system / MICROSECONDS },
      residentBytes: rss,
      heapBytes: heapUsed,
      openFiles: await openFiles(),
      eventLoopDelay: this.#eventLoopDelay(),
    };
  }

  stop(): void {
    this.#delay?.disable();
  }

  #eventLoopDelay(): ProcessFacts['eventLoopDelay'] {
    if (!this.#delay) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delay.enable();
    }
    if (this.#delay.count === 0) return undefined;
    // The monitor measures the time between two ticks; the delay is what exceeds the interval.
    const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
    return {
      mean: seconds(this.#delay.mean),
      p99: seconds(this.#delay.percentile(99)),
      max: seconds(this.#delay.max),
    };
  }
}

/** The number of open files; undefined where the system does not show it. */
const openFiles = (): Promise<number | undefined> =>
  readdir('/proc/self/fd').then(
    (files) => files.length,
    () => undefined,
  );

/** Size of a file, bytes; undefined for a missing one. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
