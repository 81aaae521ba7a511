import { Injectable } from '@nestjs/common';
import { NewestReadable } from '../../audit/newest-readable.js';
import type { Access } from '../../common/access.js';
import { Clock, type Millis } from '../../common/clock.js';
import { Ticks } from '../../kernel/ticks.js';
import { SharedMessages } from '../../stream/shared-messages.js';
import type { StreamMessage } from '../../stream/stream-message.js';
import { StreamSource, type StreamWish } from '../../stream/stream-source.js';
import { mayView } from '../access.js';
import { CommandsService } from '../commands/commands.service.js';
import { HubLink } from '../link/hub-link.js';
import { PduFacts } from '../pdus/pdu-facts.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { pduView, type PduView } from '../pdus/pdu.view.js';
import { PdusService } from '../pdus/pdus.service.js';
import { FleetPresence } from '../presence/fleet-presence.js';
import { lostSitesView } from '../presence/lost-sites.view.js';
import { LiveReadings } from '../state/live-readings.js';
import { outletsView } from '../state/pdu-outlets.view.js';
import { PduStates } from '../state/pdu-states.js';
import { PduChanges } from './pdu-changes.js';

const ALL: StreamWish = ['fleet'];
const ONE = 'pdu';
/** Ids have 36 characters; a longer text is none. */
const MAX_ID = 64;

/**
 * The fleet as the stream of a hub shows it: the list of PDUs, or one of them with the readings of each second, which are
 * asked of the PDU as long as somebody reads them.
 */
@Injectable()
export class FleetStreamSource extends StreamSource {
  readonly #messages = new SharedMessages();
  readonly #changes = new PduChanges();
  /** The tick that the messages count for, and the one that the changes count for. */
  #tick: Millis | undefined;
  #takenAt: Millis | undefined = NaN;

  constructor(
    private readonly clock: Clock,
    private readonly ticks: Ticks,
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly facts: PduFacts,
    private readonly presence: FleetPresence,
    private readonly states: PduStates,
    private readonly live: LiveReadings,
    private readonly commands: CommandsService,
    private readonly newest: NewestReadable,
  ) {
    super();
  }

  /** `?pdu=<id>` is one PDU, anything else the list. */
  wishOf(query: URLSearchParams): StreamWish {
    const id = query.get(ONE);
    return id === null ? ALL : [ONE, id.slice(0, MAX_ID)];
  }

  for(access: Access, isFirst: boolean, wish: StreamWish): StreamMessage {
    if (this.ticks.last !== this.#tick) {
      this.#tick = this.ticks.last;
      this.#messages.clear();
      this.#messages.renewBudget();
    }
    const [kind, id] = wish;
    if (kind === ONE && id !== undefined) {
      return this.#messages.of(`${access.key} ${ONE} ${id}`, () => this.#pdu(access, id));
    }
    return this.#messages.of(`${access.key} ${isFirst ? 'all' : 'changes'}`, () => this.#fleet(access, isFirst));
  }

  #fleet(access: Access, isAll: boolean): Buffer[] {
    if (this.#takenAt !== this.#tick) {
      this.#takenAt = this.#tick;
      this.#changes.take(this.pdus.all.map((pdu) => this.#view(pdu)));
    }
    const pdus = this.#changes.members(isAll, (id) => mayView({ access }, { id }));
    const lost = JSON.stringify(lostSitesView(this.presence.lostSitesFor(access)).items);
    return [Buffer.from(`{${this.#device(access)},${pdus},"lostSites":${lost}}`)];
  }

  /** A PDU that the reader may not see is null, as one that there is not. */
  #pdu(access: Access, id: string): Buffer[] {
    const pdu = mayView({ access }, { id }) ? this.pdus.get(id) : undefined;
    if (!pdu) return [Buffer.from(`{${this.#device(access)},"pdu":null}`)];
    this.live.want(pdu);
    const outlets = outletsView(this.states.of(id), this.presence.isOnline(pdu), this.link.now);
    const members = { pdu: this.#view(pdu), outlets, commands: this.commands.stateOf(id) };
    return [Buffer.from(`{${this.#device(access)},${JSON.stringify(members).slice(1)}`)];
  }

  #view(pdu: Pdu): PduView {
    return pduView(pdu, this.facts.of(pdu));
  }

  /** The device, and the newest entry of the log that the reader may see. */
  #device(access: Access): string {
    const time = new Date(this.clock.now()).toISOString();
    const device = { uptime: Math.floor(this.clock.uptime() / 1000), time };
    return JSON.stringify({ device, timeline: this.newest.for(access) }).slice(1, -1);
  }
}
