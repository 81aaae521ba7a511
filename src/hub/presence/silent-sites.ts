import type { Millis } from '../../common/clock.js';
import { QUIET_FOR } from './presence.js';

/** So many PDUs that fall silent together are a sign of the line of their site, and not of themselves. */
const FEW = 2;
/** Hellos of two PDUs that fall silent together are less than this apart, also as they were stored before a crash. */
const TOGETHER: Millis = 120_000;

/** An active PDU of a site, by its own messages alone. Times are on the hub's clock. */
export interface Member {
  readonly id: string;
  /** Null while it is not known. */
  readonly online: boolean | null;
  /** Its newest message in any run of the hub; undefined for one that was never heard. */
  readonly heardAt: Millis | undefined;
  /** The time at which its connection has broken, unless it was heard since. */
  readonly goneAt: Millis | undefined;
}

/** A site that cannot be reached: one fact instead of one for each of its PDUs. */
export interface LostSite {
  readonly site: string;
  /** The last time that anybody of it was heard, or the time at which its broker has lost the line. */
  readonly since: Millis;
  /** `bridge`: the broker of the site has said so; `timeout`: all of its PDUs have fallen silent together. */
  readonly reason: 'bridge' | 'timeout';
  /** The PDUs of which nothing is known because of that. One that was away before is not among them. */
  readonly pdus: ReadonlySet<string>;
}

export interface SiteNews {
  readonly lost: readonly LostSite[];
  /** Sites of which somebody is there again. */
  readonly back: readonly string[];
}

interface Site {
  readonly members: number;
  readonly heardAt: Millis;
  readonly isSomebodyThere: boolean;
}

/**
 * Distinguishes a silent site from a silent PDU. A PDU is away by itself once another one of its site is heard after it: then
 * the line of the site works. While nobody is heard after it, nobody knows.
 */
export class SilentSites {
  #sites: ReadonlyMap<string, Site> = new Map();
  #lost: ReadonlyMap<string, LostSite> = new Map();
  readonly #endedAt = new Map<string, Millis>();

  /** The sites that cannot be reached, in the order of their names. */
  get lost(): readonly LostSite[] {
    return [...this.#lost.values()];
  }

  /**
   * Checks all sites; called once a second.
   * @param sites the active PDUs of each site
   * @param bridges the sites whose broker has lost the line, and since when
   */
  follow(
    now: Millis,
    sites: ReadonlyMap<string, readonly Member[]>,
    bridges: ReadonlyMap<string, Millis> = new Map(),
  ): SiteNews {
    const lost = new Map<string, LostSite>();
    const known = new Map<string, Site>();
    for (const site of [...sites.keys()].sort()) {
      const members = sites.get(site) ?? [];
      const newest = Math.max(...members.map(({ heardAt = -Infinity }) => heardAt));
      const isSomebodyThere = members.some(({ online }) => online === true);
      known.set(site, { members: members.length, heardAt: newest, isSomebodyThere });
      const cutAt = bridges.get(site);
      if (cutAt !== undefined) {
        // One that is heard all the same has another way to the hub.
        const pdus = new Set(members.filter(({ online }) => online !== true).map(({ id }) => id));
        if (pdus.size > 0) lost.set(site, { site, since: cutAt, reason: 'bridge', pdus });
      } else if (members.every(({ online }) => online === false)) {
        const together = members.filter((member) => isUndecided(member, newest)).map(({ id }) => id);
        const before = this.#lost.get(site);
        const since = before?.reason === 'timeout' ? before.since : newest;
        if (together.length >= FEW) lost.set(site, { site, since, reason: 'timeout', pdus: new Set(together) });
      }
    }
    const news = {
      lost: [...lost.values()].filter(({ site }) => !this.#lost.has(site)),
      back: [...this.#lost.keys()].filter((site) => !lost.has(site) && known.get(site)?.isSomebodyThere === true),
    };
    for (const site of news.back) this.#endedAt.set(site, now);
    for (const [site, at] of this.#endedAt) if (now - at >= QUIET_FOR) this.#endedAt.delete(site);
    this.#lost = lost;
    this.#sites = known;
    return news;
  }

  /** True if a PDU whose messages have ended is away by itself; false while that is not known. */
  isAway(siteName: string, member: Member): boolean {
    const lost = this.#lost.get(siteName);
    if (lost?.pdus.has(member.id) || this.#endedAt.has(siteName)) return false;
    const site = this.#sites.get(siteName);
    return !site || site.members < FEW || !site.isSomebodyThere || !isUndecided(member, site.heardAt);
  }
}

/** True for a PDU after which nobody of its site was heard. */
function isUndecided({ heardAt, goneAt }: Member, newest: Millis): boolean {
  return heardAt !== undefined && newest <= (goneAt ?? heardAt + TOGETHER);
}
