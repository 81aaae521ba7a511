import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import type { Millis } from '../../common/clock.js';
import { HubShards } from '../../database/hub-shards.js';
import { decodeUp, type UpMessage } from '../../fleet-wire/messages.js';
import { numberOfCursor, pageOf } from '../cursor.js';
import { Gatherer } from '../gatherer.js';
import { HubLink } from '../link/hub-link.js';
import { PduDeletion } from '../pdus/pdu-deletion.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PdusService } from '../pdus/pdus.service.js';
import { EventPasses } from './event-passes.js';
import { DEFAULT_LIMIT } from '../page-query.dto.js';
import type { EventsQueryDto } from './events.dto.js';
import { EventsStore } from './events.store.js';
import { fleetEventView, type FleetEventsView } from './events.view.js';
import type { NewEvent } from './fleet-event.entity.js';
import { PduAlarms } from './pdu-alarms.js';

/** A number that a PDU names is compared with the table so often while it stays the same: the database may lose what it had. */
const COMPARE_EVERY: Millis = 10 * 60_000;

/** Stores the events of PDUs, and confirms them once they are durable. */
@Injectable()
export class FleetEventsService implements OnModuleInit {
  readonly #logger = new Logger('FleetEvents');
  readonly #passes = new EventPasses();
  /** The number of the event that each PDU has named as stored, and when it was compared with the table last. */
  readonly #compared = new Map<string, { readonly stored: number; readonly at: Millis }>();
  readonly #gathered = new Gatherer<NewEvent>((events) => this.#store(events));

  constructor(
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly store: EventsStore,
    private readonly alarms: PduAlarms,
    private readonly deletion: PduDeletion,
    private readonly shards: HubShards,
  ) {}

  onModuleInit(): void {
    this.deletion.register({
      idle: () => this.idle(),
      delete: (entities, { id }) => this.store.deleteOf(entities, id),
      forget: ({ id }) => {
        this.#passes.restart(id);
        this.#compared.delete(id);
      },
    });
    this.link.onUp('hello', (pdu, payload) => this.#compare(pdu, decodeUp('hello', payload).stored));
    this.link.onConnect(({ id }) => this.#passes.restart(id));
    this.link.onUp('event', ({ id: pdu, no }, payload) => {
      const event = decodeUp('event', payload);
      if (!this.#passes.mayTake(pdu, event.number, this.link.now, event.after)) return;
      // Another hub stores it; if this one has to go on, it begins with the oldest that was not confirmed.
      if (!this.shards.isMine(no)) return this.#passes.hold(pdu, this.link.now);
      if (!this.#gathered.add(rowOf(pdu, event, this.link.now))) this.#passes.hold(pdu, this.link.now);
    });
  }

  async page(query: EventsQueryDto, access: Access): Promise<FleetEventsView> {
    const { limit = DEFAULT_LIMIT, after, pdu, severity, open: isOpen = false } = query;
    const wanted = { below: numberOfCursor(after), pdu, severity, isOpen, access };
    const rows = await this.store.newest(wanted, limit + 1);
    const views = rows.map((row) => fleetEventView(row, this.pdus.get(row.pdu)?.name ?? row.pdu));
    return pageOf(views, limit, rows.length > limit ? rows[limit - 1]?.id : undefined);
  }

  /** Resolves when all events that have come are stored. */
  idle(): Promise<void> {
    return this.#gathered.idle();
  }

  /**
   * A PDU that names another event as its newest here than this hub has learns which one it is: the hub has lost some, as its
   * database was restored, or the PDU was restored and does not know some. What was confirmed meanwhile the PDU knows itself.
   */
  async #compare(pdu: Pdu, stored: number | undefined): Promise<void> {
    if (stored === undefined || !this.shards.isMine(pdu.no)) return;
    const { now } = this.link;
    const before = this.#compared.get(pdu.id);
    if (before?.stored === stored && now - before.at < COMPARE_EVERY) return;
    try {
      const newest = await this.store.newestOf(pdu.id);
      if (newest === stored) this.#compared.set(pdu.id, { stored, at: now });
      else this.link.send(pdu, 'stored', { newest });
    } catch (error) {
      this.#logger.debug(`The events of ${pdu.id} were not compared: ${String(error)}`);
    }
  }

  async #store(gathered: readonly NewEvent[]): Promise<void> {
    const events = gathered.filter(({ pdu }) => !this.#passes.isHeld(pdu, this.link.now));
    if (events.length === 0) return;
    const newest = new Map<string, number>();
    for (const { pdu, number } of events) newest.set(pdu, Math.max(number, newest.get(pdu) ?? 0));
    try {
      await this.store.add(events, () => this.alarms.count());
    } catch (error) {
      for (const pdu of newest.keys()) this.#passes.hold(pdu, this.link.now);
      this.#logger.warn(`Events of ${newest.size} PDUs were not stored, and are asked for again: ${String(error)}`);
      return;
    }
    for (const [id, number] of newest) {
      const pdu = this.pdus.get(id);
      if (pdu) this.link.send(pdu, 'stored', { events: number });
    }
  }
}

/** @param now the hub's clock: an event of the future is none, and a date that no calendar has could not be shown */
const rowOf = (
  pdu: string,
  { number, at, code, event = 0, again, closes, object, text, value, limit, severity, raised }: UpMessage<'event'>,
  now: Millis,
): NewEvent => ({
  ...{ pdu, number, at: Math.min(at, now), code, event, again, closes },
  ...{ object, text, value, limit, severity, raised },
});
