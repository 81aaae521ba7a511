import { metricsOfOne, type MetricRow } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import type { HttpsFacts } from '../common/health-facts.js';
import { HttpsServerService } from './https-server.service.js';

const { gauge } = metricsOfOne<HttpsFacts>();

const ROWS: readonly MetricRow<HttpsFacts>[] = [
  gauge('rackfeed_https_up', '1 while HTTPS listens, where it is switched on.', ({ enabled, port }) =>
    enabled ? port !== undefined : undefined,
  ),
  gauge(
    'rackfeed_https_certificate_expiry_timestamp_seconds',
    'End of the HTTPS certificate, seconds since 1970.',
    ({ certificateEnds }) => (certificateEnds === undefined ? undefined : certificateEnds / 1000),
  ),
];

/** HTTPS and its certificate. */
export const HTTPS_METRICS = metricsFrom('https', [HttpsServerService], (https) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: ROWS,
  subjects: () => [https.state],
}));
