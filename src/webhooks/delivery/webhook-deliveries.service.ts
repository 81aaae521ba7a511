import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import { Clock, type Millis } from '../../common/clock.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { Deliveries } from '../../outbox/deliveries.js';
import type { DeliveryChannel } from '../../outbox/delivery-channel.js';
import type { AttemptResult, OutboxMessage } from '../../outbox/outbox-message.js';
import { OutboxRepository } from '../../outbox/outbox.repository.js';
import { filtered, type Fact } from '../webhook-fact.js';
import { includesType, TEST_TYPE, type WebhookType } from '../webhook-types.js';
import { testView, type WebhookTestView } from '../webhook.view.js';
import { WebhookStore, type Webhook } from '../webhook.store.js';
import { DeliveryLog } from './delivery-log.js';
import { FailingTimes } from './failing-times.js';
import { waitAfter } from './retry-schedule.js';
import { newMessage } from './webhook-message.js';
import { WebhookOwners } from './webhook-owners.js';
import { WebhookSender } from './webhook-sender.js';

/** Without a success for so long a webhook is switched off. */
const MAX_FAILING: Millis = 5 * 24 * 60 * 60_000;

/** Sends what happens to the webhooks that ask for it. */
@Injectable()
export class WebhookDeliveriesService
  implements OnApplicationBootstrap, BeforeApplicationShutdown, DeliveryChannel<Webhook>
{
  readonly name = 'webhook';
  readonly bounds = { messages: 1000, bytes: 1_000_000 };
  readonly keepsOrder = false;
  readonly log = new DeliveryLog();
  readonly #deliveries: Deliveries<Webhook>;
  readonly #failing: FailingTimes;
  /** From 0 to 1. */
  random: () => number = Math.random;

  constructor(
    private readonly store: WebhookStore,
    private readonly owners: WebhookOwners,
    private readonly sender: WebhookSender,
    outbox: OutboxRepository,
    private readonly clock: Clock,
    private readonly snapshots: SnapshotStore,
  ) {
    this.#deliveries = new Deliveries(this, outbox, clock);
    this.#failing = new FailingTimes(clock);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#deliveries.load();
    this.store.onChange((changes) => {
      for (const { id, after } of changes) {
        if (!after?.enabled) this.#deliveries.forget(Number(id), 'The webhook was switched off.');
        if (after) continue;
        this.log.forget(Number(id));
        this.#failing.forget(Number(id));
      }
    });
    this.snapshots.onTick('upkeep', () => this.#deliveries.onTick());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#deliveries.close();
  }

  get isAnyEnabled(): boolean {
    return this.store.all().some(({ enabled }) => enabled);
  }

  /** True if any webhook would send messages of one of these types. */
  wants(...types: WebhookType[]): boolean {
    return this.store.all().some((each) => each.enabled && types.some((type) => includesType(each.types, type)));
  }

  /** Makes a message of it for each webhook that asks for it and whose owner may have it, and sends it at once. */
  emit(fact: Fact): void {
    for (const webhook of this.store.all()) {
      if (!webhook.enabled || !includesType(webhook.types, fact.type)) continue;
      const access = this.owners.activeAccessOf(webhook);
      const content = access && filtered(fact, access);
      if (content) this.#deliveries.add(webhook.id, newMessage({ ...fact, ...content }, this.clock.uptime()));
    }
    this.#deliveries.advance();
  }

  /** Sends one message, whether or not the webhook is enabled; it is never repeated. */
  async test(webhook: Webhook): Promise<WebhookTestView> {
    const [at, begun] = [this.clock.now(), this.clock.uptime()];
    const data = { text: `A test of the webhook "${webhook.name}".` };
    const message = newMessage({ type: TEST_TYPE, at, data, needs: [] }, begun);
    const result = await this.#deliveries.attempt(webhook, message);
    this.log.ended(webhook.id, { ...message, attempts: 1 }, result, result.delivered ? 'delivered' : 'dropped');
    return testView(message.id, result, Math.round(this.clock.uptime() - begun));
  }

  waiting(id: number): readonly OutboxMessage[] {
    return this.#deliveries.waiting(id);
  }

  /** Resolves when no attempt is under way. */
  idle(): Promise<void> {
    return this.#deliveries.idle();
  }

  receiver(id: number): Webhook | undefined {
    const webhook = this.store.get(id);
    return webhook?.enabled ? webhook : undefined;
  }

  accessOf(webhook: Webhook): Access | undefined {
    return this.owners.activeAccessOf(webhook);
  }

  async send(webhook: Webhook, message: OutboxMessage, signal: AbortSignal): Promise<AttemptResult> {
    const secrets = this.store.secretsOf(webhook, this.clock.now());
    if (secrets.length === 0) return { delivered: false, detail: 'Its secret is not known; make a new one.' };
    return this.sender.send(webhook.url, message, secrets, signal);
  }

  waitAfter(_: Webhook, attempts: number): Millis | undefined {
    return waitAfter(attempts, this.random());
  }

  onFailed(webhook: number, message: OutboxMessage, result: AttemptResult): void {
    this.log.failed(webhook, message, result);
  }

  onEnded(webhook: number, message: OutboxMessage, result: AttemptResult, state: 'delivered' | 'dropped'): void {
    this.log.ended(webhook, message, result, state);
  }

  async afterSuccess(webhook: Webhook): Promise<void> {
    if (webhook.failingSince !== null) await this.store.setFailingSince(webhook, null);
  }

  async afterFailure(webhook: Webhook, result: AttemptResult): Promise<void> {
    const { lasted, since } = this.#failing.onFailure(webhook);
    if (result.status === 410) {
      return this.store.switchOff(webhook, 'gone', 'The receiver answered 410: it wants no more messages.');
    }
    if (lasted >= MAX_FAILING) {
      return this.store.switchOff(webhook, 'failing', 'The receiver has accepted nothing for five days.');
    }
    if (webhook.failingSince !== since) await this.store.setFailingSince(webhook, since);
  }
}
