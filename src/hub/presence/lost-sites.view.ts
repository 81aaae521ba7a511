import type { LostSite } from './silent-sites.js';

/** A site that cannot be reached: nothing is known of its PDUs, which work on without the hub. */
export class LostSiteView {
  /** @example "hamburg" */
  site: string;
  /**
   * ISO 8601: when one of its PDUs that the caller may see was heard the last time, or when its broker has lost the
   * line.
   */
  since: string;
  /**
   * `timeout`: its PDUs have fallen silent together; `bridge`: the broker of the site has lost the line.
   * @example "bridge"
   */
  reason: 'timeout' | 'bridge';
  /** Ids of the PDUs concerned that the caller may see. @example ["pdu-91c2"] */
  pdus: string[];
}

/** The sites that cannot be reached. */
export class LostSitesView {
  items: LostSiteView[];
}

export const lostSitesView = (sites: readonly LostSite[]): LostSitesView => ({
  items: sites.map(({ site, since, reason, pdus }) => ({
    ...{ site, since: new Date(since).toISOString(), reason, pdus: [...pdus] },
  })),
});
