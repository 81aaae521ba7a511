import { metricsOf } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import type { HostedPdu } from './hosted-pdu.js';
import { HostedPdusService } from './hosted-pdus.service.js';

const { gauge, counter } = metricsOf<HostedPdu>(({ name }) => ({ pdu: name }));

/** The PDUs of a collector; their readings are in the metrics of each, and of the hub. */
export const COLLECTOR_METRICS = metricsFrom('hosted', [HostedPdusService], (pdus) => ({
  rows: [
    gauge(
      'rackfeed_hosted_pdu_running',
      '1 while the controller of the PDU runs, 0 while it waits for a start.',
      ({ running }) => running !== undefined,
    ),
    gauge(
      'rackfeed_hosted_pdu_ready',
      '1 while the outlets of the PDU can be switched, else 0.',
      ({ running }) => running?.health.ready ?? false,
    ),
    counter(
      'rackfeed_hosted_pdu_restarts_total',
      'Starts of the controller of the PDU after the first, failed ones too.',
      ({ restarts }) => restarts,
    ),
  ],
  subjects: () => pdus.all,
}));
