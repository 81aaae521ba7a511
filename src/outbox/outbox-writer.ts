import type { OutboxMessage } from './outbox-message.js';
import type { ChannelName } from './outbox.entity.js';
import type { OutboxRepository, StoredMessage } from './outbox.repository.js';

/**
 * Collects changes of the stored messages of a channel, so that those of a second are one transaction: thousands of
 * messages for a receiver that is away must not use up a flash. What arrives at once is never written.
 */
export class OutboxWriter {
  /** Messages to store; undefined to delete. */
  readonly #changes = new Map<string, StoredMessage | undefined>();
  /** New messages since the last call of {@link flush}, and those since the one before. */
  #fresh = new Map<string, StoredMessage>();
  #waited = new Map<string, StoredMessage>();
  /** The messages that have a row. */
  readonly #stored = new Set<string>();
  #writing: Promise<void> | undefined;

  constructor(
    private readonly channel: ChannelName,
    private readonly repository: Pick<OutboxRepository, 'write'>,
  ) {}

  /** Notes a new message, which is stored if it still waits at the second {@link flush} from now. */
  add(receiver: number, message: OutboxMessage): void {
    this.#fresh.set(message.id, { receiver, message });
  }

  store(receiver: number, message: OutboxMessage): void {
    this.#forget(message.id);
    this.#changes.set(message.id, { receiver, message });
  }

  /** Does nothing for one that was never stored. */
  delete(id: string): void {
    this.#forget(id);
    if (this.#stored.has(id) || this.#writing) this.#changes.set(id, undefined);
    else this.#changes.delete(id);
  }

  /** Notes a message that was stored before this start. */
  loaded(id: string): void {
    this.#stored.add(id);
  }

  /** True while {@link flush} has something to do. */
  get hasChanges(): boolean {
    return this.#changes.size + this.#fresh.size + this.#waited.size > 0;
  }

  /** Writes the changes so far. What could not be written is written with the next ones. */
  async flush(): Promise<void> {
    for (const [id, stored] of this.#waited) this.#changes.set(id, stored);
    this.#waited = this.#fresh;
    this.#fresh = new Map();
    if (this.#writing || this.#changes.size === 0) return;
    this.#writing = this.#write().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  /** Writes all changes so far, also those that came while others were being written. */
  async flushAll(): Promise<void> {
    await this.#writing?.catch(() => undefined); // what it could not write is among the changes
    await this.flush();
  }

  async #write(): Promise<void> {
    const changes = new Map(this.#changes);
    this.#changes.clear();
    try {
      const stored = [...changes.values()].filter((each) => each !== undefined);
      const deleted = [...changes].flatMap(([id, change]) => (change ? [] : [id]));
      await this.repository.write(this.channel, stored, deleted);
      for (const { message } of stored) this.#stored.add(message.id);
      for (const id of deleted) this.#stored.delete(id);
    } catch (error) {
      for (const [id, change] of changes) if (!this.#changes.has(id)) this.#changes.set(id, change);
      throw error;
    }
  }

  #forget(id: string): void {
    this.#fresh.delete(id);
    this.#waited.delete(id);
  }
}
