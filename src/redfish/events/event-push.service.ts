import { Injectable, Logger } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import type { Cause } from '../../common/cause.js';
import { Clock, type Millis } from '../../common/clock.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { Deliveries } from '../../outbox/deliveries.js';
import type { DeliveryChannel } from '../../outbox/delivery-channel.js';
import { areMet } from '../../outbox/need.js';
import type { AttemptResult, OutboxMessage } from '../../outbox/outbox-message.js';
import { OutboxRepository } from '../../outbox/outbox.repository.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { UsersService } from '../../users/users.service.js';
import type { Tested } from '../redfish.view.js';
import { EventCounters } from './event-counters.js';
import { EventHub } from './event-hub.js';
import { TEST_MESSAGE } from './event-messages.js';
import { eventPayload, passes, recordOf, type NumberedEvent } from './event-record.js';
import { EventSender } from './event-sender.js';
import { waitAfter, RETRY_ATTEMPTS } from './retry-schedule.js';
import { SubscriptionStore, type Subscription } from './subscription.store.js';

const CAUSE: Cause = { kind: 'system', who: 'redfish' };

/** Pushes events to subscribers: one at a time to each, in their order, again after a failure. */
@Injectable()
export class EventPush implements DeliveryChannel<Subscription> {
  readonly name = 'redfish';
  readonly bounds = { messages: 200, bytes: 1_000_000 };
  readonly keepsOrder = true;
  readonly #logger = new Logger('Redfish');
  readonly #deliveries: Deliveries<Subscription>;

  constructor(
    private readonly hub: EventHub,
    private readonly store: SubscriptionStore,
    private readonly sender: EventSender,
    private readonly users: UsersService,
    private readonly settings: SettingsStore,
    private readonly counters: EventCounters,
    private readonly clock: Clock,
    outbox: OutboxRepository,
    snapshots: SnapshotStore,
  ) {
    this.#deliveries = new Deliveries(this, outbox, clock);
    hub.onEvent((event) => this.#add(event));
    snapshots.onTick('upkeep', () => this.#deliveries.onTick());
    store.onChange((changes) => {
      for (const { id, after } of changes) {
        if (!after || after.suspended) this.#deliveries.forget(Number(id), 'The subscription is suspended.');
      }
    });
  }

  /** Takes up the events that waited when the controller stopped; none is sent before. */
  async load(): Promise<void> {
    for (const id of await this.#deliveries.load()) this.hub.numberAfter(numberOf(id));
  }

  /** The number of events that wait for a subscriber. */
  waiting(id: number): number {
    return this.#deliveries.countOf(id);
  }

  /** Sends a test event once to each subscriber that is not suspended, beside what waits. */
  test(): Promise<Tested[]> {
    const event = this.hub.number({ message: TEST_MESSAGE, args: [], needs: [] });
    const subscriptions = this.store.all().filter(({ suspended }) => !suspended);
    return Promise.all(
      subscriptions.map(async (subscription) => {
        const result = await this.#deliveries.attempt(subscription, this.#messageOf(event, subscription));
        if (result.delivered) this.counters.sent++;
        else this.counters.failedAttempts++;
        return { subscription, result };
      }),
    );
  }

  /** Gives up everything that waits: Redfish was switched off. Resolves when nothing is sent any more. */
  giveUp(): Promise<void> {
    return this.#deliveries.forgetAll('Redfish was switched off.');
  }

  /** Stores everything that waits: the controller stops. Nothing is sent afterwards. */
  close(): Promise<void> {
    return this.#deliveries.close();
  }

  /** Resolves when no attempt is under way. */
  idle(): Promise<void> {
    return this.#deliveries.idle();
  }

  receiver(id: number): Subscription | undefined {
    const subscription = this.store.get(id);
    return subscription?.suspended ? undefined : subscription;
  }

  accessOf({ maker }: Subscription): Access | undefined {
    const user = this.users.current({ id: Number(maker) });
    return user && this.users.isActive(user) ? this.users.accessOf(user) : undefined;
  }

  send(subscription: Subscription, { body }: OutboxMessage, signal: AbortSignal): Promise<AttemptResult> {
    return this.sender.send(subscription, body, signal);
  }

  waitAfter({ retryPolicy }: Subscription, attempts: number): Millis | undefined {
    return waitAfter(attempts, this.settings.get('redfishRetryInterval') * 1000, retryPolicy);
  }

  onEnded(_: number, __: OutboxMessage, ___: AttemptResult, state: 'delivered' | 'dropped'): void {
    if (state === 'delivered') this.counters.sent++;
    else this.counters.dropped++;
  }

  async afterFailure(subscription: Subscription, { detail }: AttemptResult, isLast: boolean): Promise<void> {
    this.counters.failedAttempts++;
    if (!isLast) return;
    const { origin } = new URL(subscription.destination);
    this.#logger.warn(`Events to ${origin} did not arrive in ${RETRY_ATTEMPTS} attempts: ${detail}`);
    if (subscription.retryPolicy === 'TerminateAfterRetries') await this.store.remove(subscription, CAUSE);
    else await this.store.change(subscription, { suspended: true }, CAUSE);
  }

  #add(event: NumberedEvent): void {
    for (const subscription of this.store.all()) {
      const { id, suspended, filters } = subscription;
      if (suspended || !passes(event, filters)) continue;
      const access = this.accessOf(subscription);
      if (access && areMet(access, event.needs)) this.#deliveries.add(id, this.#messageOf(event, subscription));
    }
    this.#deliveries.advance();
  }

  #messageOf(event: NumberedEvent, { id, context }: Subscription): OutboxMessage {
    return {
      id: messageId(id, event.id),
      type: event.message,
      needs: event.needs,
      body: JSON.stringify(eventPayload(event.id, context, [recordOf(event)])),
      at: Date.parse(event.at),
      attempts: 0,
      due: this.clock.uptime(),
    };
  }
}

/** An event has one number for all its subscribers. */
const messageId = (subscription: number, event: number): string => `redfish_${subscription}_${event}`;
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('_') + 1));
