import type { Millis } from '../../common/clock.js';
import type { WebhookMessage } from './webhook-message.js';

export interface QueueBounds {
  readonly messages: number;
  readonly bytes: number;
}

/** The bounds of each webhook. */
export const QUEUE_BOUNDS: QueueBounds = { messages: 1000, bytes: 1_000_000 };

/** The messages of one webhook that wait for an attempt, oldest first. When they are too many the oldest leaves. */
export class MessageQueue {
  readonly #messages = new Map<string, WebhookMessage>();
  #bytes = 0;

  constructor(private readonly bounds: QueueBounds = QUEUE_BOUNDS) {}

  get size(): number {
    return this.#messages.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  all(): WebhookMessage[] {
    return [...this.#messages.values()];
  }

  has(id: string): boolean {
    return this.#messages.has(id);
  }

  /** Adds a message; returns those that leave for it. */
  add(message: WebhookMessage): WebhookMessage[] {
    this.#messages.set(message.id, message);
    this.#bytes += sizeOf(message);
    const left: WebhookMessage[] = [];
    for (const oldest of this.#messages.values()) {
      if (this.#messages.size <= this.bounds.messages && this.#bytes <= this.bounds.bytes) break;
      this.remove(oldest.id);
      left.push(oldest);
    }
    return left;
  }

  /** Replaces a message by a later state of it, at its place; does nothing for one that has left. */
  update(message: WebhookMessage): void {
    if (this.#messages.has(message.id)) this.#messages.set(message.id, message);
  }

  remove(id: string): void {
    const message = this.#messages.get(id);
    if (!message) return;
    this.#messages.delete(id);
    this.#bytes -= sizeOf(message);
  }

  /** The message to try next: the one that has been due for longest; undefined while none is. */
  next(uptime: Millis): WebhookMessage | undefined {
    let first: WebhookMessage | undefined;
    for (const message of this.#messages.values()) {
      if (message.due <= uptime && (!first || message.due < first.due)) first = message;
    }
    return first;
  }
}

const sizeOf = ({ body }: WebhookMessage): number => Buffer.byteLength(body);
