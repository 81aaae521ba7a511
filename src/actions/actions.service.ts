import { Injectable } from '@nestjs/common';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { ApiError } from '../common/errors.js';
import { withoutUndefined } from '../common/objects.js';
import {
  type ActionTestRunView,
  actionCodeView,
  actionView,
  maskedParams,
  type ActionCodeView,
  type ActionView,
} from './action.view.js';
import type { CreateActionDto, UpdateActionDto } from './action.dto.js';
import type { ActionEntity } from './action.entity.js';
import { ActionStore, type ActionDraft } from './action.store.js';
import { ACTION_CODES, actionCode } from './catalogue/index.js';
import { readParams } from './catalogue/read-params.js';
import { type ActionRow, type Params, toParams } from './catalogue/row.js';
import type { SwitchTargetsService } from './catalogue/switch-targets.service.js';
import { ActionTools } from './execution/action-tools.js';
import { PreparedActions } from './execution/prepared-actions.js';
import { RelayRateLimiter, type RelayPause } from './limits/relay-rate-limiter.js';
import { TestRunService } from './test-run/test-run.service.js';

/** The reason why a role may not run an action: it lacks a permission for what the action does. Undefined if it may. */
export function refusalOf(
  { needs, moves, showsOutlets }: ActionRow,
  params: Params,
  targets: SwitchTargetsService,
  access: Access,
): ApiError | undefined {
  const flag = needs(params).find((each) => !access.can(each));
  if (flag) return new ApiError('NOT_ALLOWED', flag);
  const hidden = showsOutlets?.(params) && targets.model.outlets.find(({ id }) => !access.mayView(id));
  if (hidden) return new ApiError('OUTLET_NOT_ALLOWED', hidden.id, 'viewOutlets');
  const outlets = moves?.(targets, params).objects.filter((id) => targets.outlet(id)) ?? [];
  const outlet = outlets.find((id) => !access.mayModify(id));
  return outlet === undefined ? undefined : new ApiError('OUTLET_NOT_ALLOWED', outlet, 'modifyOutlets');
}

/** Called inside the unit of work that deletes an action; what it writes is committed with it. */
export type DeleteListener = (id: number, cause: Cause) => Promise<void> | void;

/** The actions: what they are called, what they do, and who may have it done. */
@Injectable()
export class ActionsService {
  readonly #deleteListeners: DeleteListener[] = [];

  constructor(
    private readonly store: ActionStore,
    private readonly tools: ActionTools,
    private readonly prepared: PreparedActions,
    private readonly rateLimiter: RelayRateLimiter,
    private readonly testRuns: TestRunService,
  ) {}

  /** Throws ACTION_UNKNOWN. */
  find(id: string): Readonly<ActionEntity> {
    return this.store.find(id);
  }

  exists(id: number): boolean {
    return this.store.has(id);
  }

  list(): ActionView[] {
    return this.store.all().map((action) => this.view(action));
  }

  /** Secrets are not answered to anybody: they are needed only where they are used. */
  view(action: Readonly<ActionEntity>): ActionView {
    return actionView(action, maskedParams(action.code, toParams(action.params)), this.tools.targets);
  }

  /** Every action code, and whether this model can perform it. */
  codes(): ActionCodeView[] {
    return ACTION_CODES.map((row) => actionCodeView(row, this.tools.targets.model));
  }

  /** Throws ACTION_UNKNOWN, NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
  assertAllowed(id: number, access: Access): void {
    const refusal = this.#refusal(this.store.find(String(id)), access);
    if (refusal) throw refusal;
  }

  /**
   * Throws ACTION_CODE_UNKNOWN, ACTION_NOT_AVAILABLE, NOT_ALLOWED, OUTLET_NOT_ALLOWED, LIST_FULL, LIST_SHARE_USED or
   * validation.
   */
  create(dto: CreateActionDto, caller: CallerWithAddress): Promise<ActionView> {
    return this.store.inTransaction(async () => {
      const draft = this.#draft({ enabled: true, ...dto, params: dto.params ?? [] }, undefined, caller.access);
      this.store.assertRoomFor(draft, caller);
      const action = await this.store.create(draft, causeOf(caller));
      await this.#saved(draft, causeOf(caller));
      return this.view(action);
    });
  }

  /** Changes the members sent. Throws what {@link create} throws. */
  update(id: string, dto: UpdateActionDto, caller: CallerWithAddress): Promise<ActionView> {
    return this.store.inTransaction(async () => {
      const before = this.store.find(id);
      assertOwnId(dto.id, String(before.id));
      this.assertAllowed(before.id, caller.access);
      const draft = this.#draft({ ...before, ...withoutUndefined(dto) }, before, caller.access);
      const action = await this.store.change(before, draft, causeOf(caller));
      await this.#saved(draft, causeOf(caller));
      return this.view(action);
    });
  }

  /** Takes the action as a whole, like {@link create}; whether it is enabled stays unless it is sent. */
  replace(id: string, dto: CreateActionDto, caller: CallerWithAddress): Promise<ActionView> {
    return this.update(id, { ...dto, params: dto.params ?? [] }, caller);
  }

  /** Events that name it name it no longer. */
  remove(id: string, caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.store.inTransaction(async () => {
      const action = this.store.find(id);
      this.assertAllowed(action.id, caller.access);
      const cause = causeOf(caller);
      await this.store.remove(action, cause);
      for (const reader of this.#deleteListeners) await reader(action.id, cause);
      await this.#saved(action, cause);
      return {};
    });
  }

  /**
   * Does an action once now, or says what it would do. With the stored token of another PDU only an administrator does it
   * by hand: who may modify actions need not have any right there. Throws what {@link assertAllowed} throws,
   * ADMINISTRATOR_ONLY, and what performing does.
   */
  async test(id: string, dryRun: boolean, caller: CallerWithAddress): Promise<ActionTestRunView> {
    const action = this.store.find(id);
    this.assertAllowed(action.id, caller.access);
    const prepared = this.prepared.find(action.id);
    if (!prepared) throw new ApiError('ACTION_UNKNOWN', id);
    if (dryRun) return this.testRuns.dryRun(prepared, caller.access);
    if (usesForeignRights(prepared.row) && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    return this.testRuns.run(prepared, caller);
  }

  /** The relays of these actions that automations have to leave alone now. */
  pausesOf(ids: readonly number[]): RelayPause[] {
    const pauses = ids.flatMap((id) => {
      const prepared = this.prepared.tryFind(id);
      const moves = prepared?.row.moves?.(this.tools.targets, prepared.params);
      return moves ? this.rateLimiter.of(moves) : [];
    });
    return [...new Map(pauses.map((pause) => [pause.relay, pause])).values()];
  }

  /** Called inside the unit of work of every deletion: who names actions takes the name out. */
  onDelete(reader: DeleteListener): void {
    this.#deleteListeners.push(reader);
  }

  #draft(
    { name, enabled, code, params }: Pick<ActionEntity, 'name' | 'enabled' | 'code' | 'params'>,
    before: Readonly<ActionEntity> | undefined,
    access: Access,
  ): ActionDraft {
    const row = this.#row(code);
    const stored = before?.code === code ? this.store.decryptedParams(before) : undefined;
    // Parameters that nobody sent are not checked again: a name can be changed even if their object is gone.
    const read = stored && params === before?.params ? stored : readParams(row, params, this.tools.targets, stored);
    const draft = { name, enabled, code, params: read };
    const refusal = refusalOf(row, draft.params, this.tools.targets, access);
    if (refusal) throw refusal;
    return draft;
  }

  /** No parameter that a row reads here is a secret. */
  async #saved({ code, params }: Pick<ActionEntity, 'code' | 'params'>, cause: Cause): Promise<void> {
    await actionCode(code)?.saved?.(this.tools, toParams(params), cause);
  }

  #row(code: number): ActionRow {
    const row = actionCode(code);
    if (!row) throw new ApiError('ACTION_CODE_UNKNOWN', code).at('code');
    if (!row.fits(this.tools.targets.model)) throw new ApiError('ACTION_NOT_AVAILABLE', code, row.name).at('code');
    return row;
  }

  #refusal(action: Readonly<ActionEntity>, access: Access): ApiError | undefined {
    const row = actionCode(action.code);
    return row && refusalOf(row, toParams(action.params), this.tools.targets, access);
  }
}

/** It switches with a stored secret, so with the rights of somebody on another device. */
const usesForeignRights = ({ switches, params }: ActionRow): boolean =>
  switches && params.some(({ kind }) => kind === 'secret');
