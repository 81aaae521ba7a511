import type { Millis } from '../../common/clock.js';

/** The changes, for the log. */
export interface OutageNews {
  readonly broker: 'lost' | 'back' | undefined;
  /** The reason of the outage, once for each that it has; undefined where there is no new one. */
  readonly reason: string | undefined;
  readonly sites: { readonly lost: readonly string[]; readonly back: readonly string[] };
}

/**
 * The times in which PDUs could not be heard, whatever they did, because the broker or the line of a site was away. For these times and
 * a while after them nobody knows whether a PDU is there: one broker that is lost is one fact, not that of 2,000 PDUs.
 */
export class BrokerOutages {
  /** Undefined before the first attempt to reach the broker; false for ever where it is a part of the hub. */
  #isLost: boolean | undefined = false;
  #endedAt: Millis = -Infinity;
  readonly #lostSites = new Set<string>();
  readonly #sitesEndedAt = new Map<string, Millis>();
  /** Those of this outage. */
  readonly #reasons = new Set<string>();

  /** @param now the hub's clock */
  constructor(private readonly now: () => Millis) {}

  /** The hub has a broker beside it, which it has not reached yet. */
  begin(): void {
    this.#isLost = undefined;
  }

  follow(isLost: boolean, lostSites: ReadonlyMap<string, unknown>, reason?: string): OutageNews {
    const broker = isLost === this.#isLost ? undefined : isLost ? 'lost' : 'back';
    if (broker === 'back') this.#endedAt = this.now();
    this.#isLost = isLost;
    // A broker that is away says nothing about the lines behind it.
    const back = isLost ? [] : [...this.#lostSites].filter((site) => !lostSites.has(site));
    const lost = [...lostSites.keys()].filter((site) => !this.#lostSites.has(site));
    for (const site of back) {
      this.#lostSites.delete(site);
      this.#sitesEndedAt.set(site, this.now());
    }
    for (const site of lost) this.#lostSites.add(site);
    return { broker, reason: this.#newReason(isLost ? reason : undefined), sites: { lost, back } };
  }

  #newReason(reason: string | undefined): string | undefined {
    if (reason === undefined) this.#reasons.clear();
    if (reason === undefined || this.#reasons.has(reason)) return undefined;
    this.#reasons.add(reason);
    return reason;
  }

  /** The end of the last outage at a site; undefined in one. */
  endedAt(site = ''): Millis | undefined {
    if (this.#isLost !== false || this.#lostSites.has(site)) return undefined;
    return Math.max(this.#endedAt, this.#sitesEndedAt.get(site) ?? -Infinity);
  }
}
