import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedList } from '../audit/audited-list.js';
import type { RowChange } from '../audit/audited-table.js';
import { Db } from '../database/db.js';
import { SecretBox } from '../database/secret-box.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { mapInSlices } from '../common/time-slices.js';
import { ActionEntity } from './action.entity.js';
import { isSecret, maskedParams } from './action.view.js';
import { toParams, type Params } from './catalogue/row.js';

type Action = Readonly<ActionEntity>;
/** An action with its parameters in the clear. */
export type ActionDraft = Omit<ActionEntity, 'id' | 'params' | 'maker'> & { readonly params: Params };

/** The actions. Their secret parameters are encrypted, each for its action alone. */
@Injectable()
export class ActionStore extends AuditedList<ActionEntity, ActionDraft> {
  readonly #identities = new Map<number, object>();

  constructor(
    db: Db,
    audit: AuditLogService,
    private readonly box: SecretBox,
  ) {
    super(db, audit, { entity: ActionEntity, resource: 'action', unknown: 'ACTION_UNKNOWN', list: 'actions' });
    this.onChange((changes) => this.#forgetIdentities(changes));
  }

  /** Stays the same object while the id means the same action, whatever is changed of it but its code. */
  identityOf(id: number): object | undefined {
    if (!this.has(id)) return undefined;
    const identity = this.#identities.get(id) ?? {};
    this.#identities.set(id, identity);
    return identity;
  }

  /** The parameters in the clear; undefined when a secret is not there, or was encrypted under another device key. */
  decryptedParams({ id, code, params }: Action): Params | undefined {
    const open = (value: string, place: number): string =>
      isSecret(code, place) ? this.box.decrypt(value, contextOf(id, place)) : value;
    try {
      return toParams(toParams(params).map(open));
    } catch {
      return undefined;
    }
  }

  override async replaceAll(actions: readonly (Action | (ActionDraft & { readonly id: number }))[]): Promise<void> {
    await super.replaceAll(
      await mapInSlices(actions, (action) => {
        const known = this.get(action.id);
        if (known === action) return known;
        return this.#encrypted(action.id, { ...action, params: toParams(action.params) }, known?.maker ?? null);
      }),
    );
  }

  /** The parameters are encrypted with the id, so it must be there first. */
  protected override async insert(entities: EntityManager, draft: ActionDraft, cause: Cause): Promise<Action> {
    const { id, maker } = await super.insert(entities, { ...draft, params: ['', '', ''] }, cause);
    const action = this.#encrypted(id, draft, maker);
    await entities.update(ActionEntity, id, { params: action.params });
    return action;
  }

  protected override changed({ id, maker }: Action, draft: ActionDraft): Action {
    return this.#encrypted(id, draft, maker);
  }

  /** Two encryptions of a secret differ, so what they decrypt to is compared. */
  protected override difference(before: Action, after: Action): Pick<AuditRecord, 'before' | 'after'> | undefined {
    const [known, draft] = [this.#inTheClear(before), this.#inTheClear(after)];
    if (JSON.stringify(plain(known)) === JSON.stringify(plain(draft))) return undefined;
    return differenceOf(flat(known), flat(draft)) ?? { after: { secret: 'changed' } };
  }

  protected override shown(draft: Pick<ActionEntity, keyof ActionDraft>): object {
    return shown({ ...draft, params: toParams(draft.params) });
  }

  #inTheClear(action: Action): ActionDraft {
    return { ...action, params: this.decryptedParams(action) ?? toParams(action.params) };
  }

  #encrypted(id: number, { name, enabled, code, params }: ActionDraft, maker: string | null): Action {
    const encrypt = (value: string, place: number): string =>
      value !== '' && isSecret(code, place) ? this.box.encrypt(value, contextOf(id, place)) : value;
    return { id, name, enabled, code, params: params.map(encrypt), maker };
  }

  #forgetIdentities(changes: readonly RowChange<ActionEntity>[]): void {
    for (const { before, after } of changes) {
      if (before && before.code !== after?.code) this.#identities.delete(before.id);
    }
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
