import { Injectable } from '@nestjs/common';
import { maskedUrl } from '../actions/catalogue/masked-url.js';
import { parseTargetUrl } from '../actions/channels/target-url.js';
import { assertNoPrivilegeEscalation, type CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { ApiError } from '../common/errors.js';
import { SECRET_MASK } from '../common/secret-mask.js';
import { WebhookDeliveriesService } from './delivery/webhook-deliveries.service.js';
import { WebhookOwners } from './delivery/webhook-owners.js';
import type { CreateWebhookDto, UpdateWebhookDto } from './webhook.dto.js';
import type {
  WebhookDeliveryView,
  WebhookState,
  WebhookTestView,
  WebhookView,
  WebhookWithSecretView,
} from './webhook.view.js';
import { WebhookStore, type Webhook, type WebhookDraft } from './webhook.store.js';

const DEFAULT_DELIVERIES = 50;

/** The webhooks: who may change them, and what is shown of them. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly store: WebhookStore,
    private readonly owners: WebhookOwners,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly clock: Clock,
  ) {}

  /** Throws WEBHOOK_UNKNOWN. */
  find(id: string): Webhook {
    return this.store.find(id);
  }

  list(userId?: string): WebhookView[] {
    return this.store.all().map((webhook) => this.view(webhook, userId));
  }

  /** @param userId of the caller */
  view(webhook: Webhook, userId?: string): WebhookView {
    const { id, name, url, types, enabled, failingSince, previousUntil } = webhook;
    const iso = (at: number): string => new Date(at).toISOString();
    return {
      ...{ id, name, url: maskedUrl(url), types: [...types], enabled },
      state: this.#stateOf(webhook),
      own: userId !== undefined && webhook.maker === userId,
      waiting: this.deliveries.waiting(id).length,
      ...(failingSince !== null && { failingSince: iso(failingSince) }),
      ...(previousUntil !== null && previousUntil > this.clock.now() && { bothSecretsUntil: iso(previousUntil) }),
    };
  }

  /** Throws LIST_FULL, LIST_SHARE_USED or validation. */
  create(
    { name, url, types, enabled = true }: CreateWebhookDto,
    caller: CallerWithAddress,
  ): Promise<WebhookWithSecretView> {
    return this.store.inTransaction(async () => {
      const draft = { name, url: assertUrl(url), types, enabled };
      this.store.assertRoomFor(draft, caller);
      const webhook = await this.store.create(draft, causeOf(caller));
      const [secret = ''] = this.store.secretsOf(webhook, this.clock.now());
      return { ...this.view(webhook, caller.userId), secret };
    });
  }

  /** Changes the members sent. Throws RIGHTS_NOT_COVERED or validation. */
  update(id: string, change: UpdateWebhookDto, caller: CallerWithAddress): Promise<WebhookView> {
    return this.store.inTransaction(async () => {
      const before = this.store.find(id);
      assertOwnId(change.id, String(before.id));
      const owner = this.#assertMayChange(before, caller);
      const { name = before.name, types = before.types, enabled = before.enabled } = change;
      const url = change.url === undefined ? before.url : assertUrl(change.url, before.url);
      const draft: WebhookDraft = { name, url, types, enabled, maker: owner };
      return this.view(await this.store.change(before, draft, causeOf(caller)), caller.userId);
    });
  }

  /** Throws RIGHTS_NOT_COVERED. */
  remove(id: string, caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.store.inTransaction(async () => {
      const before = this.store.find(id);
      this.#assertMayChange(before, caller);
      await this.store.remove(before, causeOf(caller));
      return {};
    });
  }

  /** Throws RIGHTS_NOT_COVERED. */
  rotate(id: string, caller: CallerWithAddress): Promise<WebhookWithSecretView> {
    return this.store.inTransaction(async () => {
      const before = this.store.find(id);
      this.#assertMayChange(before, caller);
      const secret = await this.store.rotate(before, this.clock.now(), causeOf(caller));
      return { ...this.view(before, caller.userId), secret };
    });
  }

  /** Throws RIGHTS_NOT_COVERED. */
  async test(id: string, caller: CallerWithAddress): Promise<WebhookTestView> {
    const webhook = this.store.find(id);
    this.#assertMayChange(webhook, caller);
    return this.deliveries.test(webhook);
  }

  deliveriesOf({ id }: Webhook, limit = DEFAULT_DELIVERIES): WebhookDeliveryView[] {
    const toWallClock = (due: number): number => due - this.clock.uptime() + this.clock.now();
    return this.deliveries.log.newest(id, this.deliveries.waiting(id), limit, toWallClock);
  }

  /**
   * Nobody leads to an address of their own what another role may view. Answers the owner after the change: whoever
   * changes a webhook whose owner has been deleted.
   */
  #assertMayChange(webhook: Webhook, caller: CallerWithAddress): string | null {
    if (webhook.maker === caller.userId) return webhook.maker;
    const access = this.owners.accessOf(webhook);
    if (!access) return caller.userId;
    assertNoPrivilegeEscalation(caller, access);
    return webhook.maker;
  }

  #stateOf(webhook: Webhook): WebhookState {
    const { enabled, switchedOffBecause, failingSince } = webhook;
    if (!enabled) return switchedOffBecause === null ? 'off' : switchedOffBecause === 'gone' ? 'gone' : 'givenUp';
    if (!this.owners.activeAccessOf(webhook)) return 'suspended';
    return failingSince === null ? 'working' : 'failing';
  }
}

/** The address in its one form; dashes in it stand for the stored one. Throws 422. */
export function assertUrl(text: string, stored?: string): string {
  if (stored !== undefined && text === maskedUrl(stored)) return stored;
  const read = text.includes(SECRET_MASK) ? { wrong: 'given with dashes instead of in full' } : parseTargetUrl(text);
  if ('url' in read) return read.url.href;
  throw ApiError.validation([
    { field: 'url', message: `url must be an http or https URL; this one is ${read.wrong}.` },
  ]);
}
