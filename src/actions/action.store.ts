import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/rows.js';
import { SecretBox } from '../database/secret-box.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { ApiError } from '../common/errors.js';
import { ActionEntity } from './action.entity.js';
import { isSecret, maskedParams } from './action.view.js';
import { toParams, type Params } from './catalogue/row.js';

/** An action with its parameters in the clear. */
export type ActionDraft = Omit<ActionEntity, 'id' | 'params' | 'maker'> & { readonly params: Params };

/** The actions, all in memory and written through. Writers come one after another ({@link inTransaction}). */
@Injectable()
export class ActionStore implements OnModuleInit {
  readonly #actions = new Map<number, Readonly<ActionEntity>>();
  readonly #identities = new Map<number, object>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly box: SecretBox,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const action of await this.db.all(ActionEntity)) this.#actions.set(action.id, action);
  }

  all(): Readonly<ActionEntity>[] {
    return [...this.#actions.values()];
  }

  get(id: number): Readonly<ActionEntity> | undefined {
    return this.#actions.get(id);
  }

  /** Stays the same object while the id means the same action, whatever is changed of it but its code. */
  identityOf(id: number): object | undefined {
    if (!this.#actions.has(id)) return undefined;
    const identity = this.#identities.get(id) ?? {};
    this.#identities.set(id, identity);
    return identity;
  }

  /** Throws ACTION_UNKNOWN. */
  find(id: string): Readonly<ActionEntity> {
    const action = /^[1-9]\d{0,14}$/.test(id) ? this.#actions.get(Number(id)) : undefined;
    if (!action) throw new ApiError('ACTION_UNKNOWN', id);
    return action;
  }

  /** The parameters in the clear; undefined when a secret is not there, or was encrypted under another device key. */
  decryptedParams({ id, code, params }: Readonly<ActionEntity>): Params | undefined {
    const open = (value: string, place: number): string =>
      isSecret(code, place) ? this.box.decrypt(value, contextOf(id, place)) : value;
    try {
      return toParams(toParams(params).map(open));
    } catch {
      return undefined;
    }
  }

  /** Runs a change of actions when the ones before it are durable, so that what it looks at stays true until it is. */
  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.db.transaction(() => work());
  }

  async create(draft: ActionDraft, cause: Cause): Promise<Readonly<ActionEntity>> {
    return this.db.transaction(async (entities) => {
      const maker = cause.userId ?? null;
      const { identifiers } = await entities.insert(ActionEntity, { ...draft, params: ['', '', ''], maker });
      const { id } = identifiers[0] as { id: number };
      // Encrypted for this action alone, so its id must be there first.
      const action = this.#encrypted(id, draft, maker);
      await entities.update(ActionEntity, id, { params: action.params });
      await this.audit.record({ kind: 'action.create', object: objectOf(id), cause, after: shown(draft) });
      this.db.afterCommit(() => this.#set(action));
      return action;
    });
  }

  /** Members that are equal already are not recorded. */
  async change(before: Readonly<ActionEntity>, draft: ActionDraft, cause: Cause): Promise<Readonly<ActionEntity>> {
    const known: ActionDraft = { ...before, params: this.decryptedParams(before) ?? toParams(before.params) };
    if (JSON.stringify(plain(known)) === JSON.stringify(plain(draft))) return before;
    const after = this.#encrypted(before.id, draft, before.maker);
    const difference = differenceOf(flat(known), flat(draft)) ?? { after: { secret: 'changed' } };
    await this.db.transaction(async (entities) => {
      await entities.update(ActionEntity, before.id, { ...after });
      await this.audit.record({ kind: 'action.change', object: objectOf(before.id), cause, ...difference });
      this.db.afterCommit(() => this.#set(after));
    });
    return after;
  }

  /** `inSameTransaction` is committed in the same unit of work. */
  async remove(action: Readonly<ActionEntity>, cause: Cause, inSameTransaction: () => Promise<void>): Promise<void> {
    const before = shown({ ...action, params: toParams(action.params) });
    await this.db.transaction(async (entities) => {
      await entities.delete(ActionEntity, action.id);
      await this.audit.record({ kind: 'action.delete', object: objectOf(action.id), cause, before });
      await inSameTransaction();
      this.db.afterCommit(() => this.#delete(action.id));
    });
  }

  /** Makes these the actions; one that stays as it was is the same object. Joins the running unit of work. */
  async replaceAll(
    actions: readonly (Readonly<ActionEntity> | (ActionDraft & { readonly id: number }))[],
  ): Promise<void> {
    const after = actions.map((action) => {
      const known = this.#actions.get(action.id);
      const draft = { ...action, params: toParams(action.params) };
      return known === action ? known : this.#encrypted(action.id, draft, known?.maker ?? null);
    });
    await this.db.transaction(async (entities) => {
      await replaceRows(entities, ActionEntity, this.all(), after);
      this.db.afterCommit(() => {
        const stays = new Set(after.map(({ id }) => id));
        for (const { id } of this.all()) if (!stays.has(id)) this.#delete(id);
        for (const action of after) this.#set(action);
      });
    });
  }

  #set(action: Readonly<ActionEntity>): void {
    if (this.#actions.get(action.id)?.code !== action.code) this.#identities.delete(action.id);
    this.#actions.set(action.id, action);
  }

  #delete(id: number): void {
    this.#actions.delete(id);
    this.#identities.delete(id);
  }

  #encrypted(id: number, { name, enabled, code, params }: ActionDraft, maker: string | null): Readonly<ActionEntity> {
    const encrypt = (value: string, place: number): string =>
      value !== '' && isSecret(code, place) ? this.box.encrypt(value, contextOf(id, place)) : value;
    return { id, name, enabled, code, params: params.map(encrypt), maker };
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
