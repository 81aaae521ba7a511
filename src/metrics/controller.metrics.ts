import { DATABASE_STATES } from '../database/database-health.js';
import { FAULT_KINDS } from '../common/controller-faults.js';
import type { AutomationFacts, ControllerFacts, Facts } from './facts.js';
import type { HistogramMetric, MetricRow, NumberMetric, Sample } from './metric.js';

type Value = number | boolean | undefined;

const plain = (value: Value): Sample[] => (value === undefined ? [] : [{ labels: {}, value: Number(value) }]);

/** Rows about one part of the controller, empty for those who may not view it. */
const about =
  <Part>(part: (facts: Facts) => Part | undefined) =>
  (
    type: NumberMetric['type'],
    name: string,
    help: string,
    read: (part: Part) => Value | readonly Sample[],
  ): NumberMetric => ({
    name,
    help,
    type,
    samples: (facts) => {
      const known = part(facts);
      const found = known === undefined ? undefined : read(known);
      return typeof found === 'object' ? found : plain(found);
    },
  });

const controller = about<ControllerFacts>((facts) => facts.controller);
const automation = about<AutomationFacts>((facts) => facts.automation);

const histogram = (
  name: string,
  help: string,
  series: (controller: ControllerFacts) => ReturnType<HistogramMetric['series']>,
): HistogramMetric => ({
  name,
  help,
  type: 'histogram',
  series: (facts) => (facts.controller ? series(facts.controller) : []),
});

/** The controller itself. */
export const CONTROLLER_METRICS: readonly MetricRow[] = [
  {
    name: 'rackfeed_build_info',
    help: 'Version of the controller software; always 1.',
    type: 'gauge',
    samples: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  controller('gauge', 'rackfeed_device_info', 'What the PDU is; always 1.', ({ model, driver, serial }) => [
    { labels: { model, driver, serial }, value: 1 },
  ]),

  controller('counter', 'rackfeed_poll_cycles_total', 'Poll cycles, by whether the hardware answered.', ({ polls }) => [
    { labels: { result: 'ok' }, value: polls.succeeded },
    { labels: { result: 'failed' }, value: polls.failed },
  ]),
  controller(
    'gauge',
    'rackfeed_poll_failures_in_a_row',
    'Poll cycles since the hardware last answered.',
    ({ failuresInARow }) => failuresInARow,
  ),
  controller(
    'gauge',
    'rackfeed_reading_age_seconds',
    'Time since the hardware last answered.',
    ({ readingAge }) => readingAge,
  ),
  histogram(
    'rackfeed_poll_duration_seconds',
    'Time of a poll cycle, from the question to the hardware to the last reader of its answer.',
    ({ polls }) => [{ labels: {}, durations: polls.durations }],
  ),

  controller(
    'counter',
    'rackfeed_http_requests_total',
    'Answered requests, by route and class of the status.',
    ({ traffic }) =>
      traffic.flatMap(({ method, path, answers }) =>
        answers.flatMap((value, place) =>
          value === 0 ? [] : [{ labels: { method, route: path, code: `${place + 1}xx` }, value }],
        ),
      ),
  ),
  histogram(
    'rackfeed_http_request_duration_seconds',
    'Time from the header of a request to its complete answer, by route.',
    ({ traffic }) => traffic.map(({ method, path, durations }) => ({ labels: { method, route: path }, durations })),
  ),
  controller('gauge', 'rackfeed_connections', 'Open connections, streams included.', (each) => each.connections.open),
  controller(
    'counter',
    'rackfeed_connections_closed_total',
    'Connections closed before a caller was known, by reason: slow request, share of one sender, no room.',
    ({ connections }) => Object.entries(connections.closed).map(([reason, value]) => ({ labels: { reason }, value })),
  ),
  controller('gauge', 'rackfeed_stream_readers', 'Connections to the live stream.', (each) => each.streamReaders),
  controller(
    'counter',
    'rackfeed_log_entries_total',
    'Entries of the audit log, by kind and result.',
    ({ auditRecords }) => [...auditRecords],
  ),

  automation('counter', 'rackfeed_events_triggered_total', 'Events that triggered, by code.', ({ triggers }) => [
    ...triggers,
  ]),
  automation('counter', 'rackfeed_action_runs_total', 'Runs of actions that ended, by code and result.', ({ runs }) => [
    ...runs,
  ]),
  automation(
    'gauge',
    'rackfeed_actions_waiting',
    'Runs of actions that wait for their target or to be tried again.',
    ({ waiting }) => waiting,
  ),

  controller('gauge', 'rackfeed_controller_fault', '1 while the controller has this fault.', ({ activeFaults }) =>
    FAULT_KINDS.map((kind) => ({ labels: { kind }, value: Number(activeFaults.has(kind)) })),
  ),
  controller('gauge', 'rackfeed_database_state', '1 for the state that the database is in.', ({ database }) =>
    DATABASE_STATES.map((state) => ({ labels: { state }, value: Number(state === database.state) })),
  ),
  controller(
    'gauge',
    'rackfeed_database_writable',
    '1 while changes can be stored.',
    ({ database }) => database.isWritable,
  ),
  controller('gauge', 'rackfeed_database_size_bytes', 'Size of the database file.', ({ database }) => database.bytes),
  controller('gauge', 'rackfeed_https_up', '1 while HTTPS listens, where it is switched on.', ({ https }) =>
    https.enabled ? https.port !== undefined : undefined,
  ),
  controller(
    'gauge',
    'rackfeed_https_certificate_expiry_timestamp_seconds',
    'When the certificate of HTTPS ends, seconds since 1970.',
    ({ https: { certificateEnds } }) => (certificateEnds === undefined ? undefined : certificateEnds / 1000),
  ),

  controller('counter', 'process_cpu_seconds_total', 'CPU time of the process.', ({ process: { cpuSeconds } }) => [
    { labels: {}, value: cpuSeconds.user + cpuSeconds.system },
  ]),
  controller(
    'gauge',
    'process_resident_memory_bytes',
    'Resident memory of the process.',
    (each) => each.process.residentBytes,
  ),
  controller('gauge', 'process_heap_bytes', 'Memory that JavaScript objects use.', (each) => each.process.heapBytes),
  controller('gauge', 'process_open_fds', 'Open files and sockets.', (each) => each.process.openFiles),
  controller(
    'gauge',
    'process_start_time_seconds',
    'When the process started, seconds since 1970.',
    (each) => each.process.startedAt,
  ),
  controller(
    'gauge',
    'rackfeed_event_loop_delay_seconds',
    'How late the event loop was since the metrics were first asked for.',
    ({ process: { eventLoopDelay } }) =>
      Object.entries(eventLoopDelay ?? {}).map(([stat, value]: [string, number]) => ({ labels: { stat }, value })),
  ),
];
