import { Logger } from '@nestjs/common';
import { TargetLimiter } from '../actions/execution/target-limiter.js';
import { POLL_JITTER, type Clock, type Millis } from '../common/clock.js';
import { errorMessage } from '../common/text.js';
import type { DeliveryChannel, Receiver } from './delivery-channel.js';
import { MessageQueue } from './message-queue.js';
import { areMet } from './need.js';
import type { AttemptResult, OutboxMessage } from './outbox-message.js';
import { OutboxWriter } from './outbox-writer.js';
import type { OutboxRepository } from './outbox.repository.js';

const TIME_LIMIT: Millis = 10_000;
const BOUNDS = { atOnce: 8, perTarget: 4, inAll: 64 };

/** A receiver for which something waits. */
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

const CLOSING: AttemptResult = { delivered: false, detail: 'The controller stops.' };

/**
 * Sends the messages of one channel: one at a time to each receiver, several to different ones, each message until it is
 * accepted or given up. What does not arrive at once is written to the database, so that it survives a stop and a kill.
 */
export class Deliveries<T extends Receiver> {
  readonly #logger: Logger;
  readonly #workers = new Map<number, Worker>();
  readonly #running = new Set<RunningAttempt>();
  readonly #limiter = new TargetLimiter(BOUNDS);
  readonly #outbox: OutboxWriter;
  readonly #work = new Set<Promise<void>>();
  #isLoaded = false;
  #isClosing = false;

  constructor(
    private readonly channel: DeliveryChannel<T>,
    private readonly repository: OutboxRepository,
    private readonly clock: Clock,
  ) {
    this.#logger = new Logger(`Outbox, ${channel.name}`);
    this.#outbox = new OutboxWriter(channel.name, repository);
  }

  /** Takes up what waited when the controller stopped, before anything that has come since; answers the ids of all. */
  async load(): Promise<readonly string[]> {
    const stored = await this.repository.all(this.channel.name);
    const since = [...this.#workers].flatMap(([id, { queue }]) => queue.takeAll().map((message) => ({ id, message })));
    for (const { receiver, message } of stored) {
      this.#outbox.loaded(message.id);
      if (this.channel.receiver(receiver)) this.#queue(receiver, message);
      else this.#outbox.delete(message.id);
    }
    for (const { id, message } of since) this.#queue(id, message);
    this.#isLoaded = true;
    this.advance();
    return stored.map(({ message }) => message.id);
  }

  /** Queues a message, which {@link advance} sends. */
  add(receiver: number, message: OutboxMessage): void {
    this.#outbox.add(receiver, message);
    this.#queue(receiver, message);
  }

  waiting(receiver: number): readonly OutboxMessage[] {
    return this.#workers.get(receiver)?.queue.all() ?? [];
  }

  /** The number of messages that wait for a receiver. */
  countOf(receiver: number): number {
    return this.#workers.get(receiver)?.queue.size ?? 0;
  }

  /** Gives up what waits for a receiver. @param why a sentence */
  forget(receiver: number, why: string): void {
    for (const message of this.#workers.get(receiver)?.queue.takeAll() ?? []) {
      this.#outbox.delete(message.id);
      this.channel.onEnded(receiver, message, { delivered: false, detail: why }, 'dropped');
    }
    this.#workers.delete(receiver);
  }

  /** Gives up everything. Resolves when nothing is sent any more. */
  async forgetAll(why: string): Promise<void> {
    for (const id of [...this.#workers.keys()]) this.forget(id, why);
    this.#abort(why);
    await this.idle();
    await this.#flush(this.#outbox.flushAll());
  }

  /** Stores what waits, also what was never tried: attempts would not end in time. Nothing is sent afterwards. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#abort('the controller stops');
    for (const [id, { queue }] of this.#workers) for (const message of queue.all()) this.#outbox.store(id, message);
    await this.idle();
    await this.#flush(this.#outbox.flushAll());
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  onTick(): void {
    const uptime = this.clock.uptime();
    for (const { limit, until } of this.#running) {
      if (uptime + POLL_JITTER >= until) limit.abort(new Error(`no answer within ${TIME_LIMIT / 1000} s`));
    }
    this.advance();
    if (this.#outbox.hasChanges) void this.#flush();
  }

  /** Begins an attempt for each receiver that has a message due. */
  advance(): void {
    if (!this.#isLoaded || this.#isClosing) return;
    const uptime = this.clock.uptime() + POLL_JITTER;
    for (const [id, worker] of this.#workers) {
      if (worker.isBusy || uptime < worker.notBefore) continue;
      const message = this.#nextOf(id, worker, uptime);
      const receiver = message && this.channel.receiver(id);
      if (receiver) this.#begin(receiver, worker, message);
    }
  }

  /** One attempt within the time limit, when another receiver has ended its own if too many are under way. */
  async attempt(receiver: T, message: OutboxMessage): Promise<AttemptResult> {
    const limit = new AbortController();
    const work = async (): Promise<AttemptResult> => {
      if (this.#isClosing) return CLOSING;
      const attempt = { limit, until: this.clock.uptime() + TIME_LIMIT };
      this.#running.add(attempt);
      return this.channel.send(receiver, message, limit.signal).finally(() => this.#running.delete(attempt));
    };
    return this.#limiter
      .run(`${this.channel.name} ${receiver.id}`, limit.signal, work)
      .catch((error: unknown) => ({ delivered: false, detail: errorMessage(error) }));
  }

  #abort(why: string): void {
    for (const { limit } of this.#running) limit.abort(new Error(why));
  }

  async #flush(writing = this.#outbox.flush()): Promise<void> {
    await writing.catch((error: unknown) => this.#logger.warn(`Not stored: ${errorMessage(error)}`));
  }

  #queue(id: number, message: OutboxMessage): void {
    const worker = this.#workers.get(id) ?? this.#newWorker();
    this.#workers.set(id, worker);
    for (const oldest of worker.queue.add(message)) {
      this.#outbox.delete(oldest.id);
      const result = { delivered: false, detail: 'More messages wait than are kept.' };
      this.channel.onEnded(id, oldest, result, 'dropped');
    }
  }

  #newWorker(): Worker {
    return { queue: new MessageQueue(this.channel.bounds), notBefore: 0, isBusy: false };
  }

  /** The message to try now, if its receiver may still have it; those that it may not have are given up. */
  #nextOf(id: number, { queue }: Worker, uptime: Millis): OutboxMessage | undefined {
    for (;;) {
      const message = this.channel.keepsOrder ? queue.first(uptime) : queue.next(uptime);
      const receiver = message && this.channel.receiver(id);
      const access = receiver && this.channel.accessOf(receiver);
      if (!access) return undefined;
      if (areMet(access, message.needs)) return message;
      this.#drop(id, queue, message, { delivered: false, detail: 'Its owner may not view it any more.' });
    }
  }

  #begin(receiver: T, worker: Worker, message: OutboxMessage): void {
    worker.isBusy = true;
    const work = this.#send(receiver, worker, message).catch((error: unknown) => this.#logger.error(error));
    const done = work.finally(() => {
      worker.isBusy = false;
      this.#work.delete(done);
      this.advance();
    });
    this.#work.add(done);
  }

  async #send(receiver: T, worker: Worker, message: OutboxMessage): Promise<void> {
    const { id } = receiver;
    const result = await this.attempt(receiver, message);
    if (this.#isClosing && !result.delivered) return; // it is stored as it was
    const tried = { ...message, attempts: message.attempts + 1 };
    const isInQueue = worker.queue.has(message.id); // one that has left meanwhile was counted when it left
    const present = this.channel.receiver(id);
    if (!result.delivered) {
      if (!isInQueue || !present) return;
      // Before anything is written: a database that cannot be written must not make the next attempt come at once.
      const isLast = this.#postpone(present, worker, tried, result);
      await this.channel.afterFailure(present, result, isLast);
      return;
    }
    if (isInQueue) {
      worker.queue.remove(message.id);
      this.#outbox.delete(message.id);
      this.channel.onEnded(id, tried, result, 'delivered');
    }
    if (present) await this.channel.afterSuccess?.(present);
  }

  /** True if the message was given up instead. */
  #postpone(receiver: T, worker: Worker, tried: OutboxMessage, result: AttemptResult): boolean {
    const { retryAfter = 0 } = result;
    const [uptime, wait] = [this.clock.uptime(), this.channel.waitAfter(receiver, tried.attempts)];
    if (retryAfter > 0) worker.notBefore = uptime + retryAfter;
    if (wait === undefined) {
      this.#drop(receiver.id, worker.queue, tried, result);
      return true;
    }
    const next = { ...tried, due: uptime + Math.max(wait, retryAfter) };
    worker.queue.update(next);
    this.#outbox.store(receiver.id, next);
    this.channel.onFailed?.(receiver.id, next, result);
    return false;
  }

  #drop(id: number, queue: MessageQueue, message: OutboxMessage, result: AttemptResult): void {
    queue.remove(message.id);
    this.#outbox.delete(message.id);
    this.channel.onEnded(id, message, result, 'dropped');
  }
}
