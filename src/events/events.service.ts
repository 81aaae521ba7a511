import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { ApiError } from '../common/errors.js';
import { withoutUndefined } from '../common/objects.js';
import { EVENT_CODES, eventCode } from './catalogue/index.js';
import { readParams } from './catalogue/read-params.js';
import type { EventRow, Params } from './catalogue/row.js';
import type { CreateEventDto, UpdateEventDto } from './event.dto.js';
import { EventStore, type EventDraft, type StoredEvent } from './event.store.js';
import { eventCodeView, eventView, type EventCodeView, type EventView } from './event.view.js';
import { mayRead, assertReadable } from './object-access.js';
import { AutoPing } from '../probes/auto-ping.js';
import { RulesService } from './rules.service.js';

/** The events: what triggers them, what they run, and who may say so. */
@Injectable()
export class EventsService implements OnModuleInit {
  constructor(
    private readonly store: EventStore,
    private readonly rules: RulesService,
    private readonly actions: ActionsService,
    private readonly driver: PduDriver,
    private readonly pings: AutoPing,
  ) {}

  onModuleInit(): void {
    this.actions.onDelete((id, cause) => this.#removeAction(id, cause));
  }

  /** Throws EVENT_UNKNOWN. */
  find(id: string): StoredEvent {
    return this.store.find(id);
  }

  /** An event as it is stored; undefined once it is deleted. */
  get(id: number): StoredEvent | undefined {
    return this.store.get(id);
  }

  /** All events, as they are stored. */
  get all(): readonly StoredEvent[] {
    return this.store.all();
  }

  /** Without a role the controller itself asks. */
  list(access?: Access): EventView[] {
    return this.store.all().map((event) => this.view(event, access));
  }

  view(event: StoredEvent, access?: Access): EventView {
    const isVisible =
      !access ||
      access.isAdministrator ||
      this.rules.objectsOf(event).every(({ kind, id }) => mayRead(access, kind, id));
    return eventView(event, isVisible ? this.rules.statusOf(event.id) : undefined);
  }

  /** Every event code, and whether this model can raise it on this host. */
  async codes(): Promise<EventCodeView[]> {
    const noPings = await this.pings.check();
    return EVENT_CODES.map((row) => eventCodeView(row, this.driver.model, row.pings && noPings));
  }

  /**
   * Throws EVENT_CODE_UNKNOWN, EVENT_NOT_AVAILABLE, EVENT_ACTION_UNKNOWN, NOT_ALLOWED, OUTLET_NOT_ALLOWED, LIST_FULL,
   * LIST_SHARE_USED, LIST_TOTAL_FULL or validation.
   */
  async create(dto: CreateEventDto, caller: CallerWithAddress): Promise<EventView> {
    const [event] = await this.createAll(() => [dto], caller);
    return event as EventView;
  }

  /**
   * Creates all of these, or none. Throws what {@link create} throws.
   * @param choose called in the unit of work, for a choice that depends on the events there are
   */
  async createAll(choose: () => readonly CreateEventDto[], caller: CallerWithAddress): Promise<EventView[]> {
    const events = await this.store.inTransaction(async () => {
      const created: StoredEvent[] = [];
      for (const { name, enabled = true, code, params = [], actions } of choose()) {
        const draft = this.#draft({ name, enabled, code, params, actions }, undefined, caller.access);
        this.store.assertRoomFor(draft, caller, created.length);
        created.push(await this.store.create(draft, causeOf(caller)));
      }
      return created;
    });
    return events.map((event) => this.view(event, caller.access));
  }

  /** Changes the members sent. Throws what {@link create} throws. */
  async update(id: string, dto: UpdateEventDto, caller: CallerWithAddress): Promise<EventView> {
    const event = await this.store.inTransaction(() => {
      const before = this.store.find(id);
      assertOwnId(dto.id, String(before.id));
      this.#assertActionsAllowed(before.actions, caller.access);
      assertReadable(caller.access, this.rules.objectsOf(before));
      const { name, enabled, code, params, actions } = { ...before, ...withoutUndefined(dto) };
      const draft = this.#draft({ name, enabled, code, params, actions }, before, caller.access);
      this.store.assertFits(before, draft);
      return this.store.change(before, draft, causeOf(caller));
    });
    return this.view(event, caller.access);
  }

  /** Takes the event as a whole, like {@link create}; whether it is enabled stays unless it is sent. */
  replace(id: string, dto: CreateEventDto, caller: CallerWithAddress): Promise<EventView> {
    return this.update(id, { ...dto, params: dto.params ?? [] }, caller);
  }

  /** Throws EVENT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
  async remove(id: string, caller: CallerWithAddress): Promise<Record<string, never>> {
    await this.store.inTransaction(async () => {
      const event = this.store.find(id);
      this.#assertActionsAllowed(event.actions, caller.access);
      assertReadable(caller.access, this.rules.objectsOf(event));
      await this.store.remove(event, causeOf(caller));
    });
    return {};
  }

  /**
   * The row of a code and the parameters as an event would store them. Throws EVENT_CODE_UNKNOWN, EVENT_NOT_AVAILABLE,
   * NOT_ALLOWED, OUTLET_NOT_ALLOWED or validation.
   */
  condition(
    code: number,
    given: readonly string[],
    access: Access,
  ): { readonly row: EventRow; readonly params: Params } {
    const row = this.#row(code, undefined);
    const params = readParams(row, given, this.driver.model);
    assertReadable(access, this.rules.objectsOf({ code, params }));
    return { row, params };
  }

  /** Called inside the unit of work that deletes the action. */
  async #removeAction(id: number, cause: Cause): Promise<void> {
    for (const event of this.store.all()) {
      if (!event.actions.includes(id)) continue;
      const { name, enabled, code, params } = event;
      const actions = event.actions.filter((each) => each !== id);
      await this.store.change(event, { name, enabled, code, params, actions }, cause);
    }
  }

  /** Checks permissions first, so that a missing one is reported before an invalid value. */
  #draft(wanted: EventDraft, before: StoredEvent | undefined, access: Access): EventDraft {
    this.#assertActionsAllowed(wanted.actions, access);
    const row = this.#row(wanted.code, before);
    const unknown = wanted.actions.find((action) => !this.actions.exists(action));
    if (unknown !== undefined) throw new ApiError('EVENT_ACTION_UNKNOWN', unknown).at('actions');
    // Parameters that nobody sent are not checked again: another model may run now, and a name can still be changed.
    const isUnchanged = before?.code === wanted.code && wanted.params === before.params;
    const params = isUnchanged ? wanted.params : readParams(row, wanted.params, this.driver.model);
    // Whoever says when an event triggers learns from it what it watches.
    assertReadable(access, this.rules.objectsOf({ ...wanted, params }));
    return { ...wanted, params };
  }

  #row(code: number, before: StoredEvent | undefined): EventRow {
    const row = eventCode(code);
    if (!row) throw new ApiError('EVENT_CODE_UNKNOWN', code).at('code');
    if (before?.code !== code && !row.fits(this.driver.model)) {
      throw new ApiError('EVENT_NOT_AVAILABLE', code, row.name).at('code');
    }
    return row;
  }

  /** Whoever makes, changes or deletes an event must be allowed what its actions do. */
  #assertActionsAllowed(actions: readonly number[], access: Access): void {
    for (const action of actions) if (this.actions.exists(action)) this.actions.assertAllowed(action, access);
  }
}
