import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { metricsOfOne, type MetricRow } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';
import type { RackfeedExpressAdapter } from './rackfeed-express.adapter.js';

const { gauge, counter } = metricsOfOne<RackfeedExpressAdapter>();

const ROWS: readonly MetricRow<RackfeedExpressAdapter>[] = [
  counter('rackfeed_http_requests_total', 'Answered requests, by route and class of the status.', ({ traffic }) =>
    traffic.routes.flatMap(({ method, path, answers }) =>
      answers.flatMap((value, place) =>
        value === 0 ? [] : [{ labels: { method, route: path, code: `${place + 1}xx` }, value }],
      ),
    ),
  ),
  {
    name: 'rackfeed_http_request_duration_seconds',
    help: 'Time from the header of a request to its complete answer, by route.',
    type: 'histogram',
    series: ({ traffic }) =>
      traffic.routes.map(({ method, path, durations }) => ({ labels: { method, route: path }, durations })),
  },
  gauge('rackfeed_connections', 'Open connections, streams included.', ({ connections }) => connections.count),
  counter(
    'rackfeed_connections_closed_total',
    'Connections closed before a caller was known, by reason: slow request, share of one sender, no room.',
    ({ connections }) => Object.entries(connections.closed).map(([reason, value]) => ({ labels: { reason }, value })),
  ),
];

/** Requests and connections. */
@Injectable()
export class HttpMetrics implements MetricsPart<RackfeedExpressAdapter> {
  readonly needs = 'viewGlobalDeviceSettings';
  readonly rows = ROWS;

  constructor(
    metrics: Metrics,
    private readonly http: HttpAdapterHost,
  ) {
    metrics.add('http', this);
  }

  subjects(): RackfeedExpressAdapter[] {
    return [this.http.httpAdapter as RackfeedExpressAdapter];
  }
}
