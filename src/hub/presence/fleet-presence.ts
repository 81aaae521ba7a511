import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import { Clock, type Millis } from '../../common/clock.js';
import { Ticks } from '../../kernel/ticks.js';
import { mayView, sitesSeenBy } from '../access.js';
import { HubLink } from '../link/hub-link.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PduFacts } from '../pdus/pdu-facts.js';
import { PdusService } from '../pdus/pdus.service.js';
import { PduStates } from '../state/pdu-states.js';
import { Presence } from './presence.js';
import { SilentSites, type LostSite, type Member } from './silent-sites.js';

/** Knows which PDUs are there, and which sites cannot be reached. */
@Injectable()
export class FleetPresence implements OnModuleInit {
  readonly #logger = new Logger('FleetPresence');
  readonly #sites = new SilentSites();
  #startedAt: Millis = 0;

  constructor(
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly states: PduStates,
    private readonly facts: PduFacts,
    private readonly clock: Clock,
    private readonly ticks: Ticks,
  ) {}

  onModuleInit(): void {
    this.#startedAt = this.link.now;
    this.facts.register((pdu) => ({ online: this.isOnline(pdu) }));
    this.ticks.onTick('faults', () => this.#follow());
  }

  /** Null while it is not known, as that of each PDU of a site that cannot be reached. A revoked one never is. */
  isOnline(pdu: Pick<Pdu, 'id' | 'site' | 'state'>): boolean | null {
    if (pdu.state === 'revoked') return false;
    const member = this.#memberOf(pdu);
    if (member.online !== false) return member.online;
    return this.#sites.isAway(pdu.site, member) ? false : null;
  }

  /** The sites that cannot be reached, in the order of their names. */
  get lostSites(): readonly LostSite[] {
    return this.#sites.lost;
  }

  /** Those sites as far as a role sees PDUs of them, with the PDUs that it sees. */
  lostSitesFor(access: Access): readonly LostSite[] {
    return this.lostSites.flatMap((lost) => {
      const pdus = new Set([...lost.pdus].filter((id) => mayView({ access }, { id })));
      return pdus.size > 0 ? [{ ...lost, pdus, since: this.#sinceFor(lost, pdus) }] : [];
    });
  }

  /** A reader who sees some PDUs of a site learns when these were heard, and not when the others were. */
  #sinceFor({ since, reason, pdus }: LostSite, seen: ReadonlySet<string>): Millis {
    if (reason === 'bridge' || seen.size === pdus.size) return since;
    const heard = [...seen].flatMap((id) => {
      const pdu = this.pdus.get(id);
      return pdu ? (this.#memberOf(pdu).heardAt ?? []) : [];
    });
    return Math.min(since, ...(heard.length > 0 ? [Math.max(...heard)] : []));
  }

  /** The sites of active PDUs that a role sees. */
  sitesFor(access: Access): ReadonlySet<string> {
    return sitesSeenBy(access, this.pdus.all);
  }

  /** The PDU by its own messages alone. */
  #memberOf({ id, site }: Pick<Pdu, 'id' | 'site'>): Member {
    const state = this.states.of(id);
    const presence = state?.presence ?? NEVER_HEARD;
    const audible = this.link.audibleSince(id) ?? this.#otherWaySince(site, presence);
    const since = audible === undefined ? undefined : Math.max(audible, this.#startedAt);
    return {
      ...{ id, online: presence.isOnline(this.link.now, since), goneAt: presence.goneAt },
      heardAt: presence.heardAt ?? state?.lastSeen ?? undefined,
    };
  }

  #follow(): void {
    const sites = new Map<string, Member[]>();
    for (const pdu of this.pdus.all) {
      if (pdu.state !== 'active') continue;
      const members = sites.get(pdu.site);
      if (members) members.push(this.#memberOf(pdu));
      else sites.set(pdu.site, [this.#memberOf(pdu)]);
    }
    const { lost, back } = this.#sites.follow(this.link.now, sites, this.#bridges());
    for (const { site, pdus, reason } of lost) {
      // The link has logged what a bridge has said.
      if (reason === 'timeout')
        this.#logger.warn(`The site "${site}" cannot be reached: ${pdus.size} PDUs are silent.`);
    }
    for (const site of back) this.#logger.log(`PDUs of the site "${site}" are heard again.`);
  }

  /** The time since which a PDU may be heard although its site has no line: it was heard after that. */
  #otherWaySince(site: string, { heardAt = -Infinity }: Presence): Millis | undefined {
    const cutAt = this.#bridges().get(site);
    return cutAt !== undefined && heardAt > cutAt ? cutAt : undefined;
  }

  /** The sites whose broker has lost the line, with the time on the hub's clock. */
  #bridges(): ReadonlyMap<string, Millis> {
    const { lostSites } = this.link.broker;
    if (lostSites.size === 0) return lostSites;
    const uptime = this.clock.uptime();
    return new Map(Array.from(lostSites, ([site, at]) => [site, this.link.now - (uptime - at)]));
  }
}

const NEVER_HEARD = new Presence();
