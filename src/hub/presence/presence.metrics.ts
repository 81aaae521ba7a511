import { metricsOfOne } from '../../metrics/metric.js';
import { metricsFrom } from '../../metrics/metrics.js';
import { FleetPresence } from './fleet-presence.js';

const { gauge } = metricsOfOne<FleetPresence>();

/** The sites of the fleet that can be reached, and those that cannot. */
export const SITE_METRICS = metricsFrom('sites', [FleetPresence], (presence) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: [
    gauge(
      'rackfeed_fleet_lost_sites',
      'Sites that cannot be reached: all of their PDUs are silent, or their broker has lost the line.',
      ({ lostSites }) => lostSites.length,
    ),
    gauge('rackfeed_fleet_site_up', '0 for a site that cannot be reached, 1 for any other.', ({ sites, lostSites }) => {
      const lost = new Set(lostSites.map(({ site }) => site));
      return [...sites].sort().map((site) => ({ labels: { site }, value: lost.has(site) ? 0 : 1 }));
    }),
  ],
  subjects: () => [presence],
}));
