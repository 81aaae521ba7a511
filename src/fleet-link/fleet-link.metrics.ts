import { metricsOfOne } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { FleetLinkService } from './fleet-link.service.js';
import type { LinkStatus } from './link-status.js';

const { gauge, counter } = metricsOfOne<LinkStatus>();

/** The link to the hub; nothing in a controller without one. */
export const FLEET_LINK_METRICS = metricsFrom('fleet', [FleetLinkService], (link) => ({
  needs: 'viewNetworkSettings',
  rows: [
    gauge('rackfeed_hub_up', '1 while the controller is connected to its hub.', ({ state }) => state === 'connected'),
    gauge(
      'rackfeed_hub_certificate_end_timestamp_seconds',
      'End of the certificate of the PDU at its hub, in seconds since 1970.',
      ({ certificateEnds }) => certificateEnds && certificateEnds / 1000,
    ),
    gauge(
      'rackfeed_hub_events_waiting',
      'Events that the hub has not stored yet.',
      ({ eventsWaiting }) => eventsWaiting,
    ),
    counter(
      'rackfeed_hub_events_dropped_total',
      'Events for the hub that were given up, because too many waited.',
      ({ eventsDropped }) => eventsDropped,
    ),
  ],
  subjects: () => (link.hub ? [link.status] : []),
}));
