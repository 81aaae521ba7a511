import { Injectable } from '@nestjs/common';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf, type Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { mustHaveShare } from '../kernel/limits.js';
import { ActionPerformer } from './action-performer.service.js';
import type { CreateActionDto, UpdateActionDto } from './action.dto.js';
import type { Action } from './action.entity.js';
import { refusalOf } from './action-rights.js';
import { ActionStore, type ActionDraft } from './action.store.js';
import { ActionTools } from './action-tools.js';
import type { RelayPause } from './relay-pauses.service.js';
import { actionCodeView, actionView, maskedParams, type ActionCodeView, type ActionView } from './action.view.js';
import { ActionTrial } from './action-trial.service.js';
import type { ActionTrialView } from './action-trial.view.js';
import { ACTION_CODES, actionCode } from './catalogue/index.js';
import { readParams } from './catalogue/read-params.js';
import { three, type ActionRow } from './catalogue/row.js';

/** Called inside the unit of work that deletes an action; what it writes is committed with it. */
export type DeleteReader = (id: number, cause: Cause) => Promise<void> | void;

/** The actions: what they are called, what they do, and who may have it done. */
@Injectable()
export class ActionsService {
  readonly #deleteReaders: DeleteReader[] = [];

  constructor(
    private readonly store: ActionStore,
    private readonly tools: ActionTools,
    private readonly performer: ActionPerformer,
    private readonly trial: ActionTrial,
  ) {}

  /** Throws ACTION_UNKNOWN. */
  find(id: string): Readonly<Action> {
    return this.store.find(id);
  }

  exists(id: number): boolean {
    return this.store.get(id) !== undefined;
  }

  list(): ActionView[] {
    return this.store.all().map((action) => this.#view(action));
  }

  /** Throws ACTION_UNKNOWN. */
  view(id: string): ActionView {
    return this.#view(this.store.find(id));
  }

  /** Every action code, and whether this model can perform it. */
  codes(): ActionCodeView[] {
    return ACTION_CODES.map((row) => actionCodeView(row, this.tools.targets.model));
  }

  /** Throws ACTION_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
  mustBeAllowed(id: number, access: Access): void {
    const refusal = this.#refusal(this.store.find(String(id)), access);
    if (refusal) throw refusal;
  }

  /**
   * Throws ACTION_CODE_UNKNOWN, ACTION_NOT_AVAILABLE, NOT_ALLOWED, OUTLET_NOT_ALLOWED, LIST_FULL, LIST_SHARE_USED or
   * validation.
   */
  create(dto: CreateActionDto, caller: CallerAt): Promise<ActionView> {
    return this.store.inTurn(async () => {
      const draft = this.#draft({ enabled: true, ...dto, params: dto.params ?? [] }, undefined, caller.access);
      mustHaveShare('actions', this.store.all(), caller);
      const action = await this.store.create(draft, causeOf(caller));
      await this.#saved(draft, causeOf(caller));
      return this.#view(action);
    });
  }

  /** Changes the members sent. Throws what {@link create} throws. */
  update(id: string, dto: UpdateActionDto, caller: CallerAt): Promise<ActionView> {
    return this.store.inTurn(async () => {
      const before = this.store.find(id);
      this.#refuseOtherId(before, dto.id);
      this.mustBeAllowed(before.id, caller.access);
      const draft = this.#draft({ ...before, ...withoutUndefined(dto) }, before, caller.access);
      const action = await this.store.change(before, draft, causeOf(caller));
      await this.#saved(draft, causeOf(caller));
      return this.#view(action);
    });
  }

  /** Takes the action as a whole, like {@link create}; whether it is enabled stays unless it is sent. */
  replace(id: string, dto: CreateActionDto, caller: CallerAt): Promise<ActionView> {
    return this.update(id, { ...dto, params: dto.params ?? [] }, caller);
  }

  /** Events that name it name it no longer. */
  remove(id: string, caller: CallerAt): Promise<Record<string, never>> {
    return this.store.inTurn(async () => {
      const action = this.store.find(id);
      this.mustBeAllowed(action.id, caller.access);
      const cause = causeOf(caller);
      await this.store.remove(action, cause, async () => {
        for (const reader of this.#deleteReaders) await reader(action.id, cause);
        await this.#saved(action, cause);
      });
      return {};
    });
  }

  /**
   * Does an action once now, or says what it would do. With the stored token of another PDU only an administrator does it
   * by hand: who may modify actions need not have any right there. Throws what {@link mustBeAllowed} throws,
   * ADMINISTRATOR_ONLY, and what performing does.
   */
  async test(id: string, dryRun: boolean, caller: CallerAt): Promise<ActionTrialView> {
    const action = this.store.find(id);
    this.mustBeAllowed(action.id, caller.access);
    const task = this.performer.taskOf(action.id);
    if (!task) throw new ApiError('ACTION_UNKNOWN', id);
    if (dryRun) return this.trial.dryRun(task, caller.access);
    if (usesForeignRights(task.row) && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    return this.trial.run(task, caller);
  }

  /** The relays of these actions that automations have to leave alone now. */
  pausesOf(ids: readonly number[]): RelayPause[] {
    const pauses = new Map(ids.flatMap((id) => this.performer.pausesOf(id)).map((pause) => [pause.relay, pause]));
    return [...pauses.values()];
  }

  /** Called inside the unit of work of every deletion: who names actions takes the name out. */
  onDelete(reader: DeleteReader): void {
    this.#deleteReaders.push(reader);
  }

  #draft(
    { name, enabled, code, params }: Pick<Action, 'name' | 'enabled' | 'code' | 'params'>,
    before: Readonly<Action> | undefined,
    access: Access,
  ): ActionDraft {
    const row = this.#row(code);
    const kept = before?.code === code ? this.store.opened(before) : undefined;
    // Parameters that nobody sent are not looked at again: what they name may be gone, and the name still be changed.
    const read = kept && params === before?.params ? kept : readParams(row, params, this.tools.targets, kept);
    const draft = { name, enabled, code, params: read };
    const refusal = refusalOf(row, draft.params, this.tools.targets, access);
    if (refusal) throw refusal;
    return draft;
  }

  /** No parameter that a row looks at here is a secret. */
  async #saved({ code, params }: Pick<Action, 'code' | 'params'>, cause: Cause): Promise<void> {
    await actionCode(code)?.saved?.(this.tools, three(params), cause);
  }

  #row(code: number): ActionRow {
    const row = actionCode(code);
    if (!row) throw new ApiError('ACTION_CODE_UNKNOWN', code).at('code');
    if (!row.fits(this.tools.targets.model)) throw new ApiError('ACTION_NOT_AVAILABLE', code, row.name).at('code');
    return row;
  }

  #refusal(action: Readonly<Action>, access: Access): ApiError | undefined {
    const row = actionCode(action.code);
    return row && refusalOf(row, three(action.params), this.tools.targets, access);
  }

  #refuseOtherId({ id }: Action, sent: number | undefined): void {
    if (sent === undefined || sent === id) return;
    throw ApiError.validation([{ field: 'id', message: `id must be that of the action in the path, ${id}.` }]);
  }

  /** Secrets are not answered to anybody: they are needed only where they are used. */
  #view(action: Readonly<Action>): ActionView {
    return actionView(action, maskedParams(action.code, three(action.params)), this.tools.targets);
  }
}

/** It switches with a stored secret, so with the rights of somebody on another device. */
const usesForeignRights = ({ switches, params }: ActionRow): boolean =>
  switches && params.some(({ kind }) => kind === 'secret');

const withoutUndefined = <T extends object>(dto: T): T =>
  Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined)) as T;
