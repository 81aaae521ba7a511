import type { ProtocolName } from '../common/access.js';
import { metricsOf, type MetricRow } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { ProtocolServers, type ProtocolServerState } from './protocol-servers.js';

interface ProtocolFacts extends ProtocolServerState {
  readonly name: ProtocolName;
}

const { gauge, counter } = metricsOf<ProtocolFacts>(({ name }) => ({ protocol: name }));

const ROWS: readonly MetricRow<ProtocolFacts>[] = [
  gauge('rackfeed_protocol_up', '1 while the protocol server listens, where it is switched on.', ({ enabled, port }) =>
    enabled ? port !== undefined : undefined,
  ),
  counter(
    'rackfeed_protocol_connections_total',
    'Connections that the protocol server has accepted.',
    ({ traffic }) => traffic.connections,
  ),
  counter('rackfeed_protocol_requests_total', 'Requests to the protocol server.', ({ traffic }) => traffic.requests),
  counter(
    'rackfeed_protocol_errors_total',
    'Requests that the protocol server could not read or answer.',
    ({ traffic }) => traffic.errors,
  ),
  {
    name: 'rackfeed_protocol_refused_total',
    help: 'Connections and requests that the protocol server has refused.',
    type: 'counter',
    samples: ({ name, traffic }) =>
      [...traffic.refused].map(([reason, value]) => ({ labels: { protocol: name, reason }, value })),
  },
];

/** The protocol servers. */
export const PROTOCOL_METRICS = metricsFrom('protocols', [ProtocolServers], (servers) => ({
  needs: 'viewNetworkSettings',
  rows: ROWS,
  subjects: () => servers.all().map(([name, server]) => ({ name, ...server.state() })),
}));
