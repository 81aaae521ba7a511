import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { metricsOfOne, type MetricRow } from './metric.js';
import { Metrics, type MetricsPart } from './metrics.js';

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

interface ProcessFacts {
  /** Start of the process, seconds since 1970. */
  readonly startedAt: number;
  readonly cpuSeconds: { readonly user: number; readonly system: number };
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly openFiles: number | undefined;
  /** Delay of the event loop since the measurement began, seconds. */
  readonly eventLoopDelay: Readonly<Record<string, number>>;
}

const { gauge, counter } = metricsOfOne<ProcessFacts>();

const ROWS: readonly MetricRow<ProcessFacts>[] = [
  counter('process_cpu_seconds_total', 'CPU time of the process.', ({ cpuSeconds: { user, system } }) => user + system),
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', (each) => each.residentBytes),
  gauge('process_heap_bytes', 'Memory that JavaScript objects use.', (each) => each.heapBytes),
  gauge('process_open_fds', 'Open files and sockets.', (each) => each.openFiles),
  gauge('process_start_time_seconds', 'Start of the process, seconds since 1970.', (each) => each.startedAt),
  gauge(
    'rackfeed_event_loop_delay_seconds',
    'Delay of the event loop since the metrics were first requested.',
    ({ eventLoopDelay }) => Object.entries(eventLoopDelay).map(([stat, value]) => ({ labels: { stat }, value })),
  ),
];

/**
 * Facts about this process, which a controller that shares one with others does not show as its own. The delay of the event loop is measured from the first request on, as that costs a timer.
 */
@Injectable()
export class ProcessMetrics implements MetricsPart<ProcessFacts>, OnApplicationShutdown {
  readonly needs = 'viewGlobalDeviceSettings';
  readonly rows = ROWS;
  #delay: IntervalHistogram | undefined;

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    metrics.add('process', this);
  }

  async subjects(): Promise<ProcessFacts[]> {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    return [
      {
        startedAt: (this.clock.now() - this.clock.uptime()) / 1000,
        cpuSeconds: { user: user / MICROSECONDS, system: system / MICROSECONDS },
        residentBytes: rss,
        heapBytes: heapUsed,
        openFiles: await openFiles(),
        eventLoopDelay: this.#eventLoopDelay(),
      },
    ];
  }

  onApplicationShutdown(): void {
    this.#delay?.disable();
  }

  #eventLoopDelay(): ProcessFacts['eventLoopDelay'] {
    if (!this.#delay) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delay.enable();
    }
    if (this.#delay.count === 0) return {};
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
