import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { AuditedTable } from '../../audit/audited-table.js';
import type { Cause } from '../../common/cause.js';
import { FactoryResets } from '../../common/factory-resets.js';
import { Db } from '../../database/db.js';
import { SecretBox } from '../../database/secret-box.js';
import { RedfishSubscriptionEntity } from './subscription.entity.js';

export type Subscription = Readonly<RedfishSubscriptionEntity>;

/** The subscriptions to which events are pushed. */
@Injectable()
export class SubscriptionStore extends AuditedTable<RedfishSubscriptionEntity> {
  constructor(
    db: Db,
    audit: AuditLogService,
    private readonly box: SecretBox,
    resets: FactoryResets,
  ) {
    super(db, audit, RedfishSubscriptionEntity);
    audit.nameObjects('redfishSubscription', (id) => {
      const subscription = this.get(Number(id));
      return subscription && new URL(subscription.destination).origin;
    });
    const reset = () => this.replaceAll([]);
    resets.add('Redfish subscriptions', { tables: [RedfishSubscriptionEntity], reset });
  }

  async create(
    draft: Omit<Subscription, 'id' | 'headers'>,
    headers: object | undefined,
    cause: Cause,
  ): Promise<number> {
    return this.db.transaction(async (entities) => {
      const { identifiers } = await entities.insert(RedfishSubscriptionEntity, { ...draft, headers: null });
      const { id } = identifiers[0] as { id: number };
      const secret = headers && this.encrypted(id, JSON.stringify(headers));
      if (secret !== undefined) await entities.update(RedfishSubscriptionEntity, id, { headers: secret });
      const after = { ...draft, id, headers: secret ?? null };
      const record = { kind: 'redfishSubscription.create', object: objectOf(id), cause, after: shown(after) };
      await this.record(entities, [{ id, before: undefined, after }], record);
      return id;
    });
  }

  async change(before: Subscription, change: Partial<Omit<Subscription, 'id'>>, cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      if (!this.has(before.id)) return; // it was deleted meanwhile
      await entities.update(RedfishSubscriptionEntity, before.id, { ...change });
      const after = { ...before, ...change };
      const record = { kind: 'redfishSubscription.change', object: objectOf(before.id), cause, after: shown(after) };
      await this.record(entities, [{ id: before.id, before, after }], record);
    });
  }

  async remove(before: Subscription, cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.delete(RedfishSubscriptionEntity, before.id);
      const record = { kind: 'redfishSubscription.delete', object: objectOf(before.id), cause, before: shown(before) };
      await this.record(entities, [{ id: before.id, before, after: undefined }], record);
    });
  }

  /** The JSON of headers, encrypted for this subscription alone. */
  encrypted(id: number, headers: string): string {
    return this.box.encrypt(headers, contextOf(id));
  }

  /** The headers that its requests carry; none if they cannot be read any more. */
  headersOf({ id, headers }: Subscription): Readonly<Record<string, string>> {
    if (headers === null) return {};
    try {
      return JSON.parse(this.box.decrypt(headers, contextOf(id))) as Record<string, string>;
    } catch {
      return {};
    }
  }
}

const contextOf = (id: number): string => `redfishSubscription:${id}:headers`;
const objectOf = (id: number): string => `redfishSubscription:${id}`;

/** The members for the audit log: of an address only the origin, because what follows may be secret. */
const shown = ({ destination, context, suspended }: Subscription): object => ({
  name: new URL(destination).origin,
  context,
  suspended,
});
