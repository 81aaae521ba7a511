import { metricsOfOne } from '../../metrics/metric.js';
import { metricsFrom } from '../../metrics/metrics.js';
import { FleetPresence } from './fleet-presence.js';
import type { LostSite } from './silent-sites.js';

interface SiteFacts {
  readonly lostSites: readonly LostSite[];
  readonly sites: ReadonlySet<string>;
}

const { gauge } = metricsOfOne<SiteFacts>();

/** The sites of the fleet that can be reached, and those that cannot, as far as the role may view PDUs of them. */
export const SITE_METRICS = metricsFrom('sites', [FleetPresence], (presence) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: [
    gauge(
      'rackfeed_fleet_lost_sites',
      'Sites that cannot be reached, of which the role may view a PDU: their PDUs are silent, or their broker has lost the line.',
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
  subjects: (access) => [{ lostSites: presence.lostSitesFor(access), sites: presence.sitesFor(access) }],
}));
