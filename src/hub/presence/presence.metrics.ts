import { metricsOfOne } from '../../metrics/metric.js';
import { metricsFrom } from '../../metrics/metrics.js';
import { FleetPresence } from './fleet-presence.js';
import type { LostSite } from './silent-sites.js';

interface SiteFacts {
  readonly lostSites: readonly LostSite[];
  /** Those whose names the reader may know. */
  readonly sites: ReadonlySet<string>;
}

const { gauge } = metricsOfOne<SiteFacts>();

/** The sites of the fleet that can be reached, and those that cannot. */
export const SITE_METRICS = metricsFrom('sites', [FleetPresence], (presence) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: [
    gauge(
      'rackfeed_fleet_lost_sites',
      'Sites that cannot be reached: all of their PDUs are silent, or their broker has lost the line.',
      ({ lostSites }) => lostSites.length,
    ),
    gauge(
      'rackfeed_fleet_site_up',
      '0 for a site that cannot be reached, 1 for any other of which the role may view a PDU.',
      ({ sites, lostSites }) => {
        const lost = new Set(lostSites.map(({ site }) => site));
        return [...sites].sort().map((site) => ({ labels: { site }, value: lost.has(site) ? 0 : 1 }));
      },
    ),
  ],
  subjects: (access) => [{ lostSites: presence.lostSites, sites: presence.sitesFor(access) }],
}));
