import { Logger } from '@nestjs/common';
import type { Clock, Millis } from '../common/clock.js';
import type { SyslogChannel } from './channels/syslog-channel.js';

/** Messages that wait to be sent, oldest first; when it is full the oldest leaves, and is counted. */
export class Outbox {
  readonly #messages: Buffer[] = [];
  /** How many left unsent and were not reported yet. */
  dropped = 0;

  constructor(private readonly limit: number) {}

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  push(message: Buffer): void {
    this.#messages.push(message);
    if (this.#messages.length <= this.limit) return;
    this.#messages.shift();
    this.dropped++;
  }

  /** Takes the oldest out, to be sent. */
  take(): Buffer | undefined {
    return this.#messages.shift();
  }

  /** A message that could not be sent is the oldest again, unless newer ones have filled its place. */
  putBack(message: Buffer): void {
    if (this.#messages.length < this.limit) this.#messages.unshift(message);
    else this.dropped++;
  }

  clear(): void {
    this.#messages.length = 0;
    this.dropped = 0;
  }
}

/** An outage of a busy hour; at 2 KiB each at most 2 MiB of memory. */
const MAX_WAITING = 1000;
const MIN_BACKOFF: Millis = 1000;
const MAX_BACKOFF: Millis = 60_000;

/** Sends messages one after the other; while the server is away they wait, and each attempt waits longer. */
export class SyslogSender {
  readonly #logger = new Logger('Syslog');
  readonly #outbox = new Outbox(MAX_WAITING);
  #channel: SyslogChannel | undefined;
  #isSending = false;
  #failures = 0;
  #retryAt: Millis = 0;

  /** @param report makes the message that says how many were dropped */
  constructor(
    private readonly clock: Clock,
    private readonly report: (dropped: number) => Buffer,
  ) {}

  /** Sends through this channel from now on, also what waits; without one nothing waits any more. */
  use(channel: SyslogChannel | undefined): void {
    this.#channel?.close();
    this.#channel = channel;
    this.#failures = 0;
    this.#retryAt = 0;
    if (!channel) this.#outbox.clear();
    this.tick();
  }

  send(message: Buffer): void {
    if (!this.#channel) return;
    this.#outbox.push(message);
    this.tick();
  }

  /** Tries again when it is time. Never waits. */
  tick(): void {
    if (!this.#channel || this.#isSending || this.#outbox.isEmpty || this.clock.uptime() < this.#retryAt) return;
    this.#isSending = true;
    void this.#sendAll(this.#channel).then((isDone) => {
      this.#isSending = false;
      if (!isDone) this.tick();
    });
  }

  /** False when there may be more to do at once. */
  async #sendAll(channel: SyslogChannel): Promise<boolean> {
    for (let message = this.#outbox.take(); message; message = this.#outbox.take()) {
      try {
        await this.#reportDropped(channel);
        await channel.send(message);
      } catch (error) {
        if (this.#channel) this.#outbox.putBack(message);
        if (channel !== this.#channel) return false;
        this.#backOff(error as Error);
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

  #backOff({ message }: Error): void {
    if (this.#failures === 0) this.#logger.warn(`The syslog server cannot be reached: ${message}. Messages wait.`);
    const pause = Math.min(MIN_BACKOFF * 2 ** this.#failures++, MAX_BACKOFF);
    this.#retryAt = this.clock.uptime() + pause;
  }

  #recover(): void {
    if (this.#failures > 0) this.#logger.log('The syslog server can be reached again.');
    this.#failures = 0;
  }
}
