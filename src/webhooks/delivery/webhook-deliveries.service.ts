import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { TargetLimiter } from '../../actions/execution/target-limiter.js';
import { Clock, POLL_JITTER, type Millis } from '../../common/clock.js';
import { errorMessage } from '../../common/text.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { isMet, filtered, type Fact } from '../webhook-fact.js';
import { includesType, TEST_TYPE, type WebhookType } from '../webhook-types.js';
import { testView, type WebhookTestView } from '../webhook.view.js';
import { WebhookStore, type Webhook } from '../webhook.store.js';
import { DeliveryLog } from './delivery-log.js';
import { MessageQueue } from './message-queue.js';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxWriter } from './outbox-writer.js';
import { waitAfter } from './retry-schedule.js';
import { newMessage, type WebhookMessage } from './webhook-message.js';
import { WebhookOwners } from './webhook-owners.js';
import { WebhookSender, type AttemptResult } from './webhook-sender.js';

const TIME_LIMIT: Millis = 10_000;
/** Without a success for so long a webhook is switched off. */
const MAX_FAILING: Millis = 5 * 24 * 60 * 60_000;
const AT_ONCE = 8;

/** A webhook while it is at work. */
interface Worker {
  readonly queue: MessageQueue;
  /** Clock.uptime() until which the receiver wants to be left alone. */
  notBefore: Millis;
  isBusy: boolean;
}

interface RunningAttempt {
  readonly limit: AbortController;
  readonly until: Millis;
}

/**
 * Sends the messages of all webhooks: one at a time to each, several to different ones, each message until it is
 * accepted or given up. Only what has failed once is written to the database.
 */
@Injectable()
export class WebhookDeliveriesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly log = new DeliveryLog();
  readonly #logger = new Logger('Webhooks');
  readonly #workers = new Map<number, Worker>();
  readonly #running = new Set<RunningAttempt>();
  readonly #limiter = new TargetLimiter({ atOnce: AT_ONCE, perTarget: 4, inAll: 64 });
  readonly #outbox: OutboxWriter;
  readonly #work = new Set<Promise<void>>();
  #isClosing = false;
  /** From 0 to 1. */
  random: () => number = Math.random;

  constructor(
    private readonly store: WebhookStore,
    private readonly owners: WebhookOwners,
    private readonly sender: WebhookSender,
    private readonly repository: OutboxRepository,
    private readonly clock: Clock,
    private readonly snapshots: SnapshotStore,
  ) {
    this.#outbox = new OutboxWriter(repository);
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const { webhookId, message } of await this.repository.all()) {
      this.#outbox.loaded(message.id);
      if (this.store.get(webhookId)?.enabled) this.#enqueue(webhookId, message);
      else this.#outbox.delete(message.id);
    }
    this.store.onChange((changes) => {
      for (const { id, after } of changes) {
        if (!after?.enabled) this.#forget(Number(id));
        if (!after) this.log.forget(Number(id));
      }
    });
    this.snapshots.onTick('upkeep', () => this.#onTick());
  }

  /** Stores messages that were never tried: their attempts would not end in time. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    for (const { limit } of this.#running) limit.abort(new Error('the controller stops'));
    for (const [id, { queue }] of this.#workers) for (const message of queue.all()) this.#outbox.store(id, message);
    await this.idle();
    await this.#outbox.flush().catch((error: unknown) => this.#logger.error(errorMessage(error)));
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
      if (content) this.#enqueue(webhook.id, newMessage({ ...fact, ...content }, this.clock.uptime()));
    }
    this.#advance();
  }

  /** Sends one message, whether or not the webhook is enabled; it is never repeated. */
  async test(webhook: Webhook): Promise<WebhookTestView> {
    const [at, begun] = [this.clock.now(), this.clock.uptime()];
    const data = { text: `A test of the webhook "${webhook.name}".` };
    const message = newMessage({ type: TEST_TYPE, at, data, needs: [] }, begun);
    const result = await this.#attempt(webhook, message);
    this.log.ended(webhook.id, message, result, result.delivered ? 'delivered' : 'dropped');
    return testView(message.id, result, Math.round(this.clock.uptime() - begun));
  }

  waiting(id: number): readonly WebhookMessage[] {
    return this.#workers.get(id)?.queue.all() ?? [];
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #onTick(): void {
    const uptime = this.clock.uptime();
    for (const { limit, until } of this.#running) {
      if (uptime + POLL_JITTER >= until) limit.abort(new Error(`no answer within ${TIME_LIMIT / 1000} s`));
    }
    this.#advance();
    void this.#outbox.flush().catch((error: unknown) => this.#logger.warn(`Not stored: ${errorMessage(error)}`));
  }

  #enqueue(id: number, message: WebhookMessage): void {
    const worker = this.#workers.get(id) ?? { queue: new MessageQueue(), notBefore: 0, isBusy: false };
    this.#workers.set(id, worker);
    for (const oldest of worker.queue.add(message)) {
      this.#outbox.delete(oldest.id);
      this.log.ended(id, oldest, { delivered: false, detail: 'More messages wait than are kept.' }, 'dropped');
    }
  }

  #forget(id: number): void {
    const queue = this.#workers.get(id)?.queue;
    for (const message of queue?.all() ?? []) {
      queue?.remove(message.id);
      this.#outbox.delete(message.id);
      this.log.ended(id, message, { delivered: false, detail: 'The webhook was switched off.' }, 'dropped');
    }
    this.#workers.delete(id);
  }

  /** Begins an attempt for each webhook that has a message due. */
  #advance(): void {
    if (this.#isClosing) return;
    const uptime = this.clock.uptime() + POLL_JITTER;
    for (const [id, worker] of this.#workers) {
      if (worker.isBusy || uptime < worker.notBefore) continue;
      const message = worker.queue.next(uptime);
      const webhook = message && this.store.get(id);
      const access = webhook && this.owners.activeAccessOf(webhook);
      if (!webhook || !access) continue;
      if (!message.needs.every((need) => isMet(access, need))) {
        this.#drop(webhook, worker, message, { delivered: false, detail: 'Its owner may not view it any more.' });
        continue;
      }
      worker.isBusy = true;
      const work = this.#send(webhook, worker, message).catch((error: unknown) => this.#logger.error(error));
      const done = work.finally(() => {
        worker.isBusy = false;
        this.#work.delete(done);
        this.#advance();
      });
      this.#work.add(done);
    }
  }

  async #send(webhook: Webhook, worker: Worker, message: WebhookMessage): Promise<void> {
    const result = await this.#attempt(webhook, message);
    if (this.#isClosing && !result.delivered) return; // it is stored as it was
    const tried = { ...message, attempts: message.attempts + 1 };
    const present = this.store.get(webhook.id);
    if (!present) return;
    // One that has left the queue meanwhile was counted when it left.
    const isInQueue = worker.queue.has(message.id);
    if (!result.delivered) {
      if (isInQueue) await this.#failed(present, worker, tried, result);
      return;
    }
    if (isInQueue) {
      worker.queue.remove(message.id);
      this.#outbox.delete(message.id);
      this.log.ended(webhook.id, tried, result, 'delivered');
    }
    if (present.failingSince !== null) await this.store.setFailingSince(present, null);
  }

  async #failed(webhook: Webhook, worker: Worker, tried: WebhookMessage, result: AttemptResult): Promise<void> {
    this.#postpone(webhook, worker, tried, result);
    const now = this.clock.now();
    const since = webhook.failingSince ?? now;
    if (result.status === 410) {
      return this.store.switchOff(webhook, 'gone', 'The receiver answered 410: it wants no more messages.');
    }
    if (now - since >= MAX_FAILING) {
      return this.store.switchOff(webhook, 'failing', 'The receiver has accepted nothing for five days.');
    }
    if (webhook.failingSince === null) await this.store.setFailingSince(webhook, now);
  }

  /** Before anything is written: a database that cannot be written must not make the next attempt come at once. */
  #postpone(webhook: Webhook, worker: Worker, tried: WebhookMessage, result: AttemptResult): void {
    const { retryAfter = 0 } = result;
    const [uptime, wait] = [this.clock.uptime(), waitAfter(tried.attempts, this.random())];
    if (retryAfter > 0) worker.notBefore = uptime + retryAfter;
    if (wait === undefined) {
      this.#drop(webhook, worker, tried, result);
      return;
    }
    const next = { ...tried, due: uptime + Math.max(wait, retryAfter) };
    worker.queue.update(next);
    this.#outbox.store(webhook.id, next);
    this.log.failed(webhook.id, next, result);
  }

  #drop({ id }: Webhook, worker: Worker, message: WebhookMessage, result: AttemptResult): void {
    worker.queue.remove(message.id);
    this.#outbox.delete(message.id);
    this.log.ended(id, message, result, 'dropped');
  }

  /** One attempt within the time limit, when another webhook has ended its own if too many are under way. */
  async #attempt(webhook: Webhook, message: WebhookMessage): Promise<AttemptResult> {
    const limit = new AbortController();
    const work = async (): Promise<AttemptResult> => {
      if (this.#isClosing) return { delivered: false, detail: 'The controller stops.' };
      const secrets = this.store.secretsOf(webhook, this.clock.now());
      if (secrets.length === 0) return { delivered: false, detail: 'Its secret is not known; make a new one.' };
      const attempt = { limit, until: this.clock.uptime() + TIME_LIMIT };
      this.#running.add(attempt);
      return this.sender.send(webhook.url, message, secrets, limit.signal).finally(() => this.#running.delete(attempt));
    };
    return this.#limiter
      .run(`webhook ${webhook.id}`, limit.signal, work)
      .catch((error: unknown) => ({ delivered: false, detail: errorMessage(error) }));
  }
}
