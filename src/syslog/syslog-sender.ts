import { Logger } from '@nestjs/common';
import type { Clock, Millis } from '../common/clock.js';
import { reasonOf } from '../outbound/delivery.js';
import type { SyslogChannel } from './channels/syslog-channel.js';

/** The queue of messages to send, oldest first; when it is full the oldest is dropped and counted. */
export class Outbox {
  readonly #messages: Buffer[] = [];
  /** The number of dropped messages that were not reported yet. */
  dropped = 0;

  constructor(private readonly limit: number) {}

  get length(): number {
    return this.#messages.length;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  push(message: Buffer): void {
    this.#messages.push(message);
    if (this.#messages.length <= this.limit) return;
    this.#messages.shift();
    this.dropped++;
  }

  /** Removes the oldest message, to be sent. */
  take(): Buffer | undefined {
    return this.#messages.shift();
  }

  /** Puts a message that could not be sent back as the oldest, unless the queue is full. */
  putBack(message: Buffer): void {
    if (this.#messages.length < this.limit) this.#messages.unshift(message);
    else this.dropped++;
  }

  clear(): void {
    this.#messages.length = 0;
    this.dropped = 0;
  }
}

/** Enough for an outage in a busy hour; at 2 KiB each at most 2 MiB of memory. */
const MAX_WAITING = 1000;
const MIN_BACKOFF: Millis = 1000;
const MAX_BACKOFF: Millis = 60_000;

export interface SenderState {
  readonly sent: number;
  readonly waiting: number;
  readonly dropped: number;
  /** Wall clock. */
  readonly lastSentAt: Millis | undefined;
  /** The error of the last attempt, if it failed. */
  readonly problem: string | undefined;
}

/** Sends messages one after another; while the server cannot be reached they wait, with growing delays. */
export class SyslogSender {
  readonly #logger = new Logger('Syslog');
  readonly #outbox = new Outbox(MAX_WAITING);
  #channel: SyslogChannel | undefined;
  #isSending = false;
  #failures = 0;
  #retryAt: Millis = 0;
  #sent = 0;
  #lastSentAt: Millis | undefined;
  #problem: string | undefined;

  /** @param report creates the message that reports the number of dropped messages */
  constructor(
    private readonly clock: Clock,
    private readonly report: (dropped: number) => Buffer,
  ) {}

  /** Counts of the messages since the server was last changed. */
  get state(): SenderState {
    const { length: waiting, dropped } = this.#outbox;
    return { sent: this.#sent, waiting, dropped, lastSentAt: this.#lastSentAt, problem: this.#problem };
  }

  /** Sends all messages, also the queued ones, through this channel from now on; without one the queue is emptied. */
  use(channel: SyslogChannel | undefined): void {
    this.#channel?.close();
    this.#channel = channel;
    this.#failures = 0;
    this.#retryAt = 0;
    this.#sent = 0;
    this.#lastSentAt = undefined;
    this.#problem = undefined;
    if (!channel) this.#outbox.clear();
    this.tick();
  }

  send(message: Buffer): void {
    if (!this.#channel) return;
    this.#outbox.push(message);
    this.tick();
  }

  /** Starts a due attempt without waiting for it. */
  tick(): void {
    if (!this.#channel || this.#isSending || this.#outbox.isEmpty || this.clock.uptime() < this.#retryAt) return;
    this.#isSending = true;
    void this.#sendAll(this.#channel).then((isDone) => {
      this.#isSending = false;
      if (!isDone) this.tick();
    });
  }

  /** False when there may be more to send at once. */
  async #sendAll(channel: SyslogChannel): Promise<boolean> {
    for (let message = this.#outbox.take(); message; message = this.#outbox.take()) {
      try {
        await this.#reportDropped(channel);
        await channel.send(message);
      } catch (error) {
        if (this.#channel) this.#outbox.putBack(message);
        if (channel !== this.#channel) return false;
        this.#backOff(error);
        return true;
      }
      this.#recover();
      if (channel !== this.#channel) return false;
    }
    return true;
  }

  async #reportDropped(channel: SyslogChannel): Promise<void> {
    const count = this.#outbox.dropped;
    if (count === 0) return;
    await channel.send(this.report(count));
    this.#outbox.dropped -= count;
  }

  #backOff(error: unknown): void {
    const reason = reasonOf(error);
    this.#problem = `The last message was not sent: ${reason}.`;
    if (this.#failures === 0) this.#logger.warn(`The syslog server cannot be reached: ${reason}. Messages wait.`);
    const pause = Math.min(MIN_BACKOFF * 2 ** this.#failures++, MAX_BACKOFF);
    this.#retryAt = this.clock.uptime() + pause;
  }

  #recover(): void {
    if (this.#failures > 0) this.#logger.log('The syslog server can be reached again.');
    this.#failures = 0;
    this.#problem = undefined;
    this.#sent++;
    this.#lastSentAt = this.clock.now();
  }
}
