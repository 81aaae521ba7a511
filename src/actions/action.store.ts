import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/replace-rows.js';
import { SecretBox } from '../database/secret-box.js';
import type { Cause } from '../kernel/cause.js';
import { differenceOf } from '../kernel/difference.js';
import { ApiError } from '../kernel/errors.js';
import { Action } from './action.entity.js';
import { isSecret, maskedParams } from './action.view.js';
import { three, type Params } from './catalogue/row.js';

/** An action with its parameters in the clear. */
export type ActionDraft = Omit<Action, 'id' | 'params' | 'maker'> & { readonly params: Params };

/** The actions, all in memory and written through. Writers come one after another ({@link inTurn}). */
@Injectable()
export class ActionStore implements OnModuleInit {
  readonly #actions = new Map<number, Readonly<Action>>();
  readonly #marks = new Map<number, object>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly box: SecretBox,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const action of await this.db.all(Action)) this.#actions.set(action.id, action);
  }

  all(): Readonly<Action>[] {
    return [...this.#actions.values()];
  }

  get(id: number): Readonly<Action> | undefined {
    return this.#actions.get(id);
  }

  /** Stays the same object while the id means the same action, whatever is changed of it but its code. */
  markOf(id: number): object | undefined {
    if (!this.#actions.has(id)) return undefined;
    const mark = this.#marks.get(id) ?? {};
    this.#marks.set(id, mark);
    return mark;
  }

  /** Throws ACTION_UNKNOWN. */
  find(id: string): Readonly<Action> {
    const action = /^[1-9]\d{0,14}$/.test(id) ? this.#actions.get(Number(id)) : undefined;
    if (!action) throw new ApiError('ACTION_UNKNOWN', id);
    return action;
  }

  /** The parameters in the clear; undefined when a secret is not there, or was sealed under another device key. */
  opened({ id, code, params }: Readonly<Action>): Params | undefined {
    const open = (value: string, place: number): string =>
      isSecret(code, place) ? this.box.open(value, contextOf(id, place)) : value;
    try {
      return three(three(params).map(open));
    } catch {
      return undefined;
    }
  }

  /** Runs a change of actions when the ones before it are durable, so that what it looks at stays true until it is. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.db.write(() => work());
  }

  async create(draft: ActionDraft, cause: Cause): Promise<Readonly<Action>> {
    return this.db.write(async (entities) => {
      const maker = cause.userId ?? null;
      const { identifiers } = await entities.insert(Action, { ...draft, params: ['', '', ''], maker });
      const { id } = identifiers[0] as { id: number };
      // Sealed for this action alone, so its id must be there first.
      const action = this.#sealed(id, draft, maker);
      await entities.update(Action, id, { params: action.params });
      await this.audit.record({ kind: 'action.create', object: objectOf(id), cause, after: shown(draft) });
      this.db.afterCommit(() => this.#take(action));
      return action;
    });
  }

  /** Members that are equal already are not told of. */
  async change(before: Readonly<Action>, draft: ActionDraft, cause: Cause): Promise<Readonly<Action>> {
    const known: ActionDraft = { ...before, params: this.opened(before) ?? three(before.params) };
    if (JSON.stringify(plain(known)) === JSON.stringify(plain(draft))) return before;
    const after = this.#sealed(before.id, draft, before.maker);
    const difference = differenceOf(flat(known), flat(draft)) ?? { after: { secret: 'changed' } };
    await this.db.write(async (entities) => {
      await entities.update(Action, before.id, { ...after });
      await this.audit.record({ kind: 'action.change', object: objectOf(before.id), cause, ...difference });
      this.db.afterCommit(() => this.#take(after));
    });
    return after;
  }

  /** `alongside` is committed in the same unit of work. */
  async remove(action: Readonly<Action>, cause: Cause, alongside: () => Promise<void>): Promise<void> {
    const before = shown({ ...action, params: three(action.params) });
    await this.db.write(async (entities) => {
      await entities.delete(Action, action.id);
      await this.audit.record({ kind: 'action.delete', object: objectOf(action.id), cause, before });
      await alongside();
      this.db.afterCommit(() => this.#forget(action.id));
    });
  }

  /** Makes these the actions; one that stays as it was is the same object. Joins the running unit of work. */
  async replaceAll(actions: readonly (Readonly<Action> | (ActionDraft & { readonly id: number }))[]): Promise<void> {
    const after = actions.map((action) => {
      const known = this.#actions.get(action.id);
      const draft = { ...action, params: three(action.params) };
      return known === action ? known : this.#sealed(action.id, draft, known?.maker ?? null);
    });
    await this.db.write(async (entities) => {
      await replaceRows(entities, Action, this.all(), after);
      this.db.afterCommit(() => {
        const stays = new Set(after.map(({ id }) => id));
        for (const { id } of this.all()) if (!stays.has(id)) this.#forget(id);
        for (const action of after) this.#take(action);
      });
    });
  }

  #take(action: Readonly<Action>): void {
    if (this.#actions.get(action.id)?.code !== action.code) this.#marks.delete(action.id);
    this.#actions.set(action.id, action);
  }

  #forget(id: number): void {
    this.#actions.delete(id);
    this.#marks.delete(id);
  }

  #sealed(id: number, { name, enabled, code, params }: ActionDraft, maker: string | null): Readonly<Action> {
    const seal = (value: string, place: number): string =>
      value !== '' && isSecret(code, place) ? this.box.seal(value, contextOf(id, place)) : value;
    return { id, name, enabled, code, params: params.map(seal), maker };
  }
}

export const objectOf = (id: number): string => `action:${id}`;
const contextOf = (id: number, place: number): string => `action:${id}:param${place + 1}`;

const plain = ({ name, enabled, code, params }: ActionDraft) => ({ name, enabled, code, params });
const shown = ({ name, enabled, code, params }: ActionDraft) => ({
  name,
  enabled,
  code,
  params: maskedParams(code, params),
});
/** As text, so that equal lists are equal. */
const flat = (draft: ActionDraft) => ({ ...shown(draft), params: shown(draft).params.join(' | ') });
