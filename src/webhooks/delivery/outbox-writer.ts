import type { OutboxRepository, StoredMessage } from './outbox.repository.js';
import type { WebhookMessage } from './webhook-message.js';

/**
 * Collects changes of the stored messages, so that those of a second are one transaction: thousands of messages for a
 * receiver that is away must not use up a flash.
 */
export class OutboxWriter {
  /** Messages to store; undefined to delete. */
  readonly #changes = new Map<string, StoredMessage | undefined>();
  /** The messages that have a row. */
  readonly #stored = new Set<string>();
  #isWriting = false;

  constructor(private readonly repository: Pick<OutboxRepository, 'write'>) {}

  store(webhookId: number, message: WebhookMessage): void {
    this.#changes.set(message.id, { webhookId, message });
  }

  /** Does nothing for one that was never stored. */
  delete(id: string): void {
    if (this.#stored.has(id) || this.#isWriting) this.#changes.set(id, undefined);
    else this.#changes.delete(id);
  }

  /** Notes a message that was stored before this start. */
  loaded(id: string): void {
    this.#stored.add(id);
  }

  /** Writes the changes so far. What could not be written is written with the next ones. */
  async flush(): Promise<void> {
    if (this.#isWriting || this.#changes.size === 0) return;
    const changes = new Map(this.#changes);
    this.#changes.clear();
    this.#isWriting = true;
    try {
      const stored = [...changes.values()].filter((each) => each !== undefined);
      const deleted = [...changes].flatMap(([id, change]) => (change ? [] : [id]));
      await this.repository.write(stored, deleted);
      for (const { message } of stored) this.#stored.add(message.id);
      for (const id of deleted) this.#stored.delete(id);
    } catch (error) {
      for (const [id, change] of changes) if (!this.#changes.has(id)) this.#changes.set(id, change);
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }
}
