import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { maskedUrl } from '../actions/catalogue/masked-url.js';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedList } from '../audit/audited-list.js';
import type { RowChange } from '../audit/audited-table.js';
import type { Cause } from '../common/cause.js';
import type { Millis } from '../common/clock.js';
import { newSigningSecret } from '../common/message-signature.js';
import { differenceOf } from '../common/objects.js';
import { Db } from '../database/db.js';
import { SecretBox } from '../database/secret-box.js';
import { deleteMessagesOf } from '../outbox/outbox.repository.js';
import { WebhookEntity, type SwitchedOffBecause } from './webhook.entity.js';

export type Webhook = Readonly<WebhookEntity>;
/** The members that users set; `maker` only where the owner changes. */
export type WebhookDraft = Pick<WebhookEntity, 'name' | 'url' | 'types' | 'enabled'> & {
  readonly maker?: string | null;
};

/** The time for which messages are signed with the previous secret too. */
const ROTATION: Millis = 24 * 60 * 60_000;
/** The members of a webhook that was never used. */
export const UNUSED = { switchedOffBecause: null, previousSecret: null, previousUntil: null, failingSince: null };

/** The webhooks. Their secrets are encrypted, each for its webhook alone. */
@Injectable()
export class WebhookStore extends AuditedList<WebhookEntity, WebhookDraft> {
  constructor(
    db: Db,
    audit: AuditLogService,
    private readonly box: SecretBox,
  ) {
    super(db, audit, { entity: WebhookEntity, resource: 'webhook', unknown: 'WEBHOOK_UNKNOWN', list: 'webhooks' });
  }

  /** The secrets to sign with at this time (wall clock), the present one first; none where it is not known. */
  secretsOf({ id, secret, previousSecret, previousUntil }: Webhook, now: Millis): string[] {
    const isRotating = previousUntil !== null && now < previousUntil;
    return [secret, isRotating ? previousSecret : null].flatMap((each) => {
      const open = each === null ? undefined : this.#decrypted(id, each);
      return open === undefined ? [] : [open];
    });
  }

  encrypted(id: number, secret: string): string {
    return this.box.encrypt(secret, contextOf(id));
  }

  /** Gives a webhook a new secret; the one before is used beside it for a day. Answers the new one. */
  async rotate(before: Webhook, now: Millis, cause: Cause): Promise<string> {
    const secret = newSigningSecret();
    const previousUntil = before.secret === null ? null : now + ROTATION;
    const after = { secret: this.encrypted(before.id, secret), previousSecret: before.secret, previousUntil };
    await this.#set(before, after, { kind: 'webhook.rotate', object: objectOf(before), cause });
    return secret;
  }

  /** Switches a webhook off that is of no use any more. */
  async switchOff(before: Webhook, because: SwitchedOffBecause, detail: string): Promise<void> {
    const change = { enabled: false, switchedOffBecause: because, failingSince: null };
    const cause = { kind: 'system', who: 'webhooks' } as const;
    await this.#set(before, change, { kind: 'webhook.switchOff', object: objectOf(before), cause, after: { detail } });
  }

  /** Notes the first failure after a success (wall clock), or that there is none; the log has no record of it. */
  async setFailingSince(before: Webhook, failingSince: Millis | null): Promise<void> {
    await this.#set(before, { failingSince });
  }

  /** The secret is encrypted with the id, so it must be there first. */
  protected override async insert(entities: EntityManager, draft: WebhookDraft, cause: Cause): Promise<Webhook> {
    const webhook = await super.insert(entities, { ...draft, ...UNUSED, secret: null } as WebhookDraft, cause);
    const secret = this.encrypted(webhook.id, newSigningSecret());
    await entities.update(WebhookEntity, webhook.id, { secret });
    return { ...webhook, secret };
  }

  /** A webhook that is switched on again has neither failed nor been given up. */
  protected override changed(before: Webhook, draft: WebhookDraft): Webhook {
    const isSwitchedOn = draft.enabled && !before.enabled;
    return { ...before, ...draft, ...(isSwitchedOn && { switchedOffBecause: null, failingSince: null }) };
  }

  protected override difference(before: Webhook, after: Webhook): Pick<AuditRecord, 'before' | 'after'> | undefined {
    if (before.url === after.url || maskedUrl(before.url) !== maskedUrl(after.url)) {
      return differenceOf(flat(before), flat(after));
    }
    const { before: was, after: is } = differenceOf(flat(before), flat(after)) ?? {};
    return { before: was, after: { ...is, address: 'changed' } };
  }

  protected override shown(draft: WebhookDraft): object {
    return flat(draft);
  }

  protected override async cascade(
    entities: EntityManager,
    changes: readonly RowChange<WebhookEntity>[],
  ): Promise<void> {
    const gone = changes.filter(({ after }) => !after).map(({ id }) => Number(id));
    await deleteMessagesOf(entities, 'webhook', gone);
  }

  async #set({ id }: Webhook, change: Partial<WebhookEntity>, ...records: AuditRecord[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      const before = this.get(id);
      if (!before) return;
      await entities.update(WebhookEntity, id, change);
      await this.record(entities, [{ id, before, after: { ...before, ...change } }], ...records);
    });
  }

  /** Undefined for one that was encrypted under another device key. */
  #decrypted(id: number, secret: string): string | undefined {
    try {
      return this.box.decrypt(secret, contextOf(id));
    } catch {
      return undefined;
    }
  }
}

const objectOf = ({ id }: Webhook): string => `webhook:${id}`;
const contextOf = (id: number): string => `webhook:${id}:secret`;

/** Without secrets, and with the types as one text, so that equal lists are equal. */
const flat = ({ name, url, types, enabled }: WebhookDraft) => ({
  name,
  url: maskedUrl(url),
  types: types.join(', '),
  enabled,
});
