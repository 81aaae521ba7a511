import { Logger } from '@nestjs/common';
import type { Clock, Millis } from '../kernel/clock.js';
import type { SyslogChannel } from './channels/channel.js';
import { Outbox } from './outbox.js';

/** An outage of a busy hour; at 2 KiB each at most 2 MiB of memory. */
const MAX_WAITING = 1000;
const FIRST_PAUSE: Millis = 1000;
const LONGEST_PAUSE: Millis = 60_000;

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
        this.#pause(error as Error);
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

  #pause({ message }: Error): void {
    if (this.#failures === 0) this.#logger.warn(`The syslog server cannot be reached: ${message}. Messages wait.`);
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures++, LONGEST_PAUSE);
    this.#retryAt = this.clock.uptime() + pause;
  }

  #recover(): void {
    if (this.#failures > 0) this.#logger.log('The syslog server can be reached again.');
    this.#failures = 0;
  }
}
