import { Clock } from '../common/clock.js';
import { metricsOfOne, type MetricRow } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { MeterPollerService } from './meter-poller.service.js';
import { PduDriver } from './pdu.driver.js';
import type { PollStatistics } from './poll-statistics.js';
import { SnapshotStore } from './snapshot.store.js';

interface HardwareFacts {
  readonly model: string;
  readonly driver: string;
  readonly serial: string;
  readonly polls: PollStatistics;
  readonly failuresInARow: number;
  /** Seconds since the hardware last answered. */
  readonly readingAge: number;
}

const { gauge, counter } = metricsOfOne<HardwareFacts>();

const ROWS: readonly MetricRow<HardwareFacts>[] = [
  gauge('rackfeed_device_info', 'Information about the PDU; always 1.', ({ model, driver, serial }) => [
    { labels: { model, driver, serial }, value: 1 },
  ]),
  counter('rackfeed_poll_cycles_total', 'Poll cycles, by whether the hardware answered.', ({ polls }) => [
    { labels: { result: 'ok' }, value: polls.succeeded },
    { labels: { result: 'failed' }, value: polls.failed },
  ]),
  gauge(
    'rackfeed_poll_failures_in_a_row',
    'Poll cycles since the hardware last answered.',
    ({ failuresInARow }) => failuresInARow,
  ),
  gauge('rackfeed_reading_age_seconds', 'Time since the hardware last answered.', ({ readingAge }) => readingAge),
  {
    name: 'rackfeed_poll_duration_seconds',
    help: 'Time of a poll cycle, from the question to the hardware to the last reader of its answer.',
    type: 'histogram',
    series: ({ polls }) => [{ labels: {}, durations: polls.durations }],
  },
];

/** The metrics of the PDU itself, and of its connection to the hardware. */
export const HARDWARE_METRICS = metricsFrom(
  'hardware',
  [PduDriver, SnapshotStore, MeterPollerService, Clock],
  (driver, snapshots, poller, clock) => ({
    needs: 'viewGlobalDeviceSettings',
    rows: ROWS,
    subjects: () => {
      const { model, enclosureSerialNumber: serial } = driver.model.profile;
      const { statistics: polls, failures: failuresInARow } = poller;
      const readingAge = (clock.uptime() - snapshots.current.readAt) / 1000;
      return [{ model, driver: driver.name, serial, polls, failuresInARow, readingAge }];
    },
  }),
);
