import type { Millis } from '../common/clock.js';
import type { OutboxMessage } from './outbox-message.js';

export interface QueueBounds {
  readonly messages: number;
  readonly bytes: number;
}

/** The messages of one receiver that wait for an attempt, oldest first. When they are too many the oldest leaves. */
export class MessageQueue {
  readonly #messages = new Map<string, OutboxMessage>();
  #bytes = 0;

  constructor(private readonly bounds: QueueBounds) {}

  get size(): number {
    return this.#messages.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  all(): OutboxMessage[] {
    return [...this.#messages.values()];
  }

  has(id: string): boolean {
    return this.#messages.has(id);
  }

  /** Adds a message; returns those that leave for it. */
  add(message: OutboxMessage): OutboxMessage[] {
    this.#messages.set(message.id, message);
    this.#bytes += sizeOf(message);
    const left: OutboxMessage[] = [];
    for (const oldest of this.#messages.values()) {
      if (this.#messages.size <= this.bounds.messages && this.#bytes <= this.bounds.bytes) break;
      this.remove(oldest.id);
      left.push(oldest);
    }
    return left;
  }

  /** Replaces a message by a later state of it, at its place; does nothing for one that has left. */
  update(message: OutboxMessage): void {
    if (this.#messages.has(message.id)) this.#messages.set(message.id, message);
  }

  remove(id: string): void {
    const message = this.#messages.get(id);
    if (!message) return;
    this.#messages.delete(id);
    this.#bytes -= sizeOf(message);
  }

  /** Takes all out. */
  takeAll(): OutboxMessage[] {
    const all = this.all();
    this.#messages.clear();
    this.#bytes = 0;
    return all;
  }

  /** The oldest message; undefined while it is not due. */
  first(uptime: Millis): OutboxMessage | undefined {
    const [oldest] = this.#messages.values();
    return oldest && oldest.due <= uptime ? oldest : undefined;
  }

  /** The message to try next: the one that has been due for longest; undefined while none is. */
  next(uptime: Millis): OutboxMessage | undefined {
    let first: OutboxMessage | undefined;
    for (const message of this.#messages.values()) {
      if (message.due <= uptime && (!first || message.due < first.due)) first = message;
    }
    return first;
  }
}

const sizeOf = ({ body }: OutboxMessage): number => Buffer.byteLength(body);
