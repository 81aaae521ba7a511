import { Injectable, Logger } from '@nestjs/common';
import { TargetLimiter } from '../../actions/execution/target-limiter.js';
import type { Cause } from '../../common/cause.js';
import { Clock, POLL_JITTER, type Millis } from '../../common/clock.js';
import { errorMessage } from '../../common/text.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { temporaryFailure, type Delivery } from '../../outbound/delivery.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { UsersService } from '../../users/users.service.js';
import type { Tested } from '../redfish.view.js';
import { EventCounters } from './event-counters.js';
import { EventHub } from './event-hub.js';
import { TEST_MESSAGE } from './event-messages.js';
import { passes, type NumberedEvent } from './event-record.js';
import { EventSender } from './event-sender.js';
import { waitAfter, RETRY_ATTEMPTS } from './retry-schedule.js';
import { SubscriptionStore, type Subscription } from './subscription.store.js';

const TIME_LIMIT: Millis = 10_000;
/** Events that wait for one receiver; when they are more, the oldest leaves. */
const MAX_WAITING = 200;
const BOUNDS = { atOnce: 8, perTarget: 4, inAll: 64 };
const CAUSE: Cause = { kind: 'system', who: 'redfish' };

/** The events for one subscriber. */
interface Queue {
  readonly events: NumberedEvent[];
  /** Failed attempts to send the first of them. */
  attempts: number;
  /** Clock.uptime() of the next attempt. */
  notBefore: Millis;
  isBusy: boolean;
}

interface RunningAttempt {
  readonly limit: AbortController;
  readonly until: Millis;
}

/** Pushes events to subscribers: one at a time to each, in their order, again after a failure. */
@Injectable()
export class EventPush {
  readonly #logger = new Logger('Redfish');
  readonly #queues = new Map<number, Queue>();
  readonly #running = new Set<RunningAttempt>();
  readonly #work = new Set<Promise<void>>();
  readonly #limiter = new TargetLimiter(BOUNDS);

  constructor(
    private readonly hub: EventHub,
    private readonly store: SubscriptionStore,
    private readonly sender: EventSender,
    private readonly users: UsersService,
    private readonly settings: SettingsStore,
    private readonly counters: EventCounters,
    private readonly clock: Clock,
    snapshots: SnapshotStore,
  ) {
    hub.onEvent((event) => this.#enqueue(event));
    snapshots.onTick('upkeep', () => this.#onTick());
    store.onChange((changes) => {
      for (const { id, after } of changes) if (!after || after.suspended) this.#forget(Number(id));
    });
  }

  /** The number of events that wait for a subscriber. */
  waiting(id: number): number {
    return this.#queues.get(id)?.events.length ?? 0;
  }

  /** Sends a test event once to each subscriber that is not suspended, beside what waits. */
  test(): Promise<Tested[]> {
    const event = this.hub.number({ message: TEST_MESSAGE, args: [], mayRead: () => true });
    const subscriptions = this.store.all().filter(({ suspended }) => !suspended);
    return Promise.all(
      subscriptions.map(async (subscription) => {
        const delivery = await this.#send(subscription, event);
        if (delivery.delivered) this.counters.sent++;
        else this.counters.failedAttempts++;
        return { subscription, delivery };
      }),
    );
  }

  /** Gives up everything that waits: Redfish was switched off, or the controller stops. Resolves when nothing is sent any more. */
  async stop(): Promise<void> {
    this.#queues.clear();
    for (const { limit } of this.#running) limit.abort(new Error('Redfish was switched off'));
    await this.idle();
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #enqueue(event: NumberedEvent): void {
    for (const subscription of this.store.all()) {
      const { id, suspended, filters } = subscription;
      if (suspended || !passes(event, filters) || !this.#mayRead(subscription, event)) continue;
      const queue = this.#queues.get(id) ?? { events: [], attempts: 0, notBefore: 0, isBusy: false };
      this.#queues.set(id, queue);
      queue.events.push(event);
      if (queue.events.length <= MAX_WAITING) continue;
      queue.events.shift();
      this.counters.dropped++;
    }
    this.#advance();
  }

  #mayRead({ maker }: Subscription, event: NumberedEvent): boolean {
    const user = this.users.current({ id: Number(maker) });
    return user !== undefined && this.users.isActive(user) && event.mayRead(this.users.accessOf(user));
  }

  #forget(id: number): void {
    this.counters.dropped += this.waiting(id);
    this.#queues.delete(id);
  }

  #onTick(): void {
    const uptime = this.clock.uptime();
    for (const { limit, until } of this.#running) {
      if (uptime + POLL_JITTER >= until) limit.abort(new Error(`no answer within ${TIME_LIMIT / 1000} s`));
    }
    if (this.#queues.size > 0) this.#advance();
  }

  /** Begins an attempt for each subscriber that has an event due. */
  #advance(): void {
    const uptime = this.clock.uptime() + POLL_JITTER;
    for (const [id, queue] of this.#queues) {
      const subscription = this.store.get(id);
      const [event] = queue.events;
      if (!subscription || !event || queue.isBusy || uptime < queue.notBefore) continue;
      queue.isBusy = true;
      const work = this.#attempt(subscription, queue, event)
        .catch((error: unknown) => this.#logger.error(errorMessage(error)))
        .finally(() => {
          queue.isBusy = false;
          this.#work.delete(work);
          this.#advance();
        });
      this.#work.add(work);
    }
  }

  async #attempt(subscription: Subscription, queue: Queue, event: NumberedEvent): Promise<void> {
    if (!this.#mayRead(subscription, event)) {
      this.#done(queue, event); // the right was withdrawn while the event waited
      return;
    }
    const delivery = await this.#send(subscription, event);
    if (this.#queues.get(subscription.id) !== queue) return; // it was given up meanwhile
    if (delivery.delivered) {
      this.counters.sent++;
      this.#done(queue, event);
      return;
    }
    this.counters.failedAttempts++;
    await this.#failed(subscription, queue, delivery.reason);
  }

  #done(queue: Queue, event: NumberedEvent): void {
    if (queue.events[0] === event) queue.events.shift();
    queue.attempts = 0;
    queue.notBefore = 0;
  }

  async #failed({ id, destination }: Subscription, queue: Queue, reason: string): Promise<void> {
    queue.attempts++;
    const present = this.store.get(id);
    if (!present) return;
    const interval = this.settings.get('redfishRetryInterval') * 1000;
    const wait = waitAfter(queue.attempts, interval, present.retryPolicy);
    if (wait !== undefined) {
      queue.notBefore = this.clock.uptime() + wait;
      return;
    }
    this.#logger.warn(
      `Events to ${new URL(destination).origin} did not arrive in ${RETRY_ATTEMPTS} attempts: ${reason}`,
    );
    if (present.retryPolicy === 'TerminateAfterRetries') await this.store.remove(present, CAUSE);
    else await this.store.change(present, { suspended: true }, CAUSE);
  }

  #send(subscription: Subscription, event: NumberedEvent): Promise<Delivery> {
    const limit = new AbortController();
    const attempt = { limit, until: Infinity };
    this.#running.add(attempt);
    return this.#limiter
      .run(String(subscription.id), limit.signal, () => {
        attempt.until = this.clock.uptime() + TIME_LIMIT;
        return this.sender.send(subscription, event, limit.signal);
      })
      .catch((error: unknown) => temporaryFailure(errorMessage(error)))
      .finally(() => this.#running.delete(attempt));
  }
}
