import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf, type Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { mustFitTotal, mustHaveShare, sumOf } from '../kernel/limits.js';
import { EVENT_CODES, eventCode } from './catalogue/index.js';
import { readParams } from './catalogue/read-params.js';
import type { EventRow } from './catalogue/row.js';
import type { CreateEventDto, UpdateEventDto } from './event.dto.js';
import { EventStore, type EventDraft, type StoredEvent } from './event.store.js';
import { eventCodeView, eventView, type EventCodeView, type EventView } from './event.view.js';
import { mayRead, mustRead } from './may-read.js';
import { AutoPing } from './probes/auto-ping.service.js';
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
    this.actions.onDelete((id, cause) => this.#withoutAction(id, cause));
  }

  /** Throws EVENT_UNKNOWN. */
  find(id: string): StoredEvent {
    return this.store.find(id);
  }

  /** Without a role the controller itself asks. */
  list(access?: Access): EventView[] {
    return this.store.all().map((event) => this.#view(event, access));
  }

  /** Throws EVENT_UNKNOWN. */
  view(id: string, access: Access): EventView {
    return this.#view(this.store.find(id), access);
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
  async create(dto: CreateEventDto, caller: CallerAt): Promise<EventView> {
    const event = await this.store.inTurn(() => {
      const { name, enabled = true, code, params = [], actions } = dto;
      const draft = this.#draft({ name, enabled, code, params, actions }, undefined, caller.access);
      mustHaveShare('events', this.store.all(), caller);
      this.#mustFit(0, draft.actions.length);
      return this.store.create(draft, causeOf(caller));
    });
    return this.#view(event, caller.access);
  }

  /** Changes the members sent. Throws what {@link create} throws. */
  async update(id: string, dto: UpdateEventDto, caller: CallerAt): Promise<EventView> {
    const event = await this.store.inTurn(() => {
      const before = this.store.find(id);
      refuseOtherId(before, dto.id);
      this.#mustBeAllowed(before.actions, caller.access);
      mustRead(caller.access, this.rules.objectsOf(before));
      const { name, enabled, code, params, actions } = { ...before, ...withoutUndefined(dto) };
      const draft = this.#draft({ name, enabled, code, params, actions }, before, caller.access);
      this.#mustFit(before.actions.length, draft.actions.length);
      return this.store.change(before, draft, causeOf(caller));
    });
    return this.#view(event, caller.access);
  }

  /** Takes the event as a whole, like {@link create}; whether it is enabled stays unless it is sent. */
  replace(id: string, dto: CreateEventDto, caller: CallerAt): Promise<EventView> {
    return this.update(id, { ...dto, params: dto.params ?? [] }, caller);
  }

  /** Throws EVENT_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
  async remove(id: string, caller: CallerAt): Promise<Record<string, never>> {
    await this.store.inTurn(async () => {
      const event = this.store.find(id);
      this.#mustBeAllowed(event.actions, caller.access);
      await this.store.remove(event, causeOf(caller));
    });
    return {};
  }

  /** Called inside the unit of work that deletes the action. */
  async #withoutAction(id: number, cause: Cause): Promise<void> {
    for (const event of this.store.all()) {
      if (!event.actions.includes(id)) continue;
      const { name, enabled, code, params } = event;
      const actions = event.actions.filter((each) => each !== id);
      await this.store.change(event, { name, enabled, code, params, actions }, cause);
    }
  }

  /** What is not allowed is told before what is not right. */
  #draft(wanted: EventDraft, before: StoredEvent | undefined, access: Access): EventDraft {
    this.#mustBeAllowed(wanted.actions, access);
    const row = this.#row(wanted.code, before);
    const unknown = wanted.actions.find((action) => !this.actions.exists(action));
    if (unknown !== undefined) throw new ApiError('EVENT_ACTION_UNKNOWN', unknown).at('actions');
    // Parameters that nobody sent are not looked at again: another model may run now, and the name still be changed.
    const kept = before?.code === wanted.code && wanted.params === before.params;
    const params = kept ? wanted.params : readParams(row, wanted.params, this.driver.model);
    // Whoever says when an event triggers learns from it what it watches.
    mustRead(access, this.rules.objectsOf({ ...wanted, params }));
    return { ...wanted, params };
  }

  /** All events together name no more actions than a configuration document may hold. */
  #mustFit(before: number, after: number): void {
    mustFitTotal(
      'eventActions',
      sumOf(this.store.all(), ({ actions }) => actions.length),
      before,
      after,
    );
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
  #mustBeAllowed(actions: readonly number[], access: Access): void {
    for (const action of actions) if (this.actions.exists(action)) this.actions.mustBeAllowed(action, access);
  }

  #view(event: StoredEvent, access: Access | undefined): EventView {
    const isVisible =
      !access ||
      access.isAdministrator ||
      this.rules.objectsOf(event).every(({ kind, id }) => mayRead(access, kind, id));
    return eventView(event, isVisible ? this.rules.standing(event.id) : undefined);
  }
}

function refuseOtherId({ id }: StoredEvent, sent: number | undefined): void {
  if (sent === undefined || sent === id) return;
  throw ApiError.validation([{ field: 'id', message: `id must be that of the event in the path, ${id}.` }]);
}

const withoutUndefined = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
