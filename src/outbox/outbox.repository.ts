import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, type Millis } from '../common/clock.js';
import { FactoryResets } from '../common/factory-resets.js';
import { Db } from '../database/db.js';
import { deleteRows, insertRows } from '../database/rows.js';
import type { OutboxMessage } from './outbox-message.js';
import { OutboxMessageEntity, type ChannelName } from './outbox.entity.js';

/** A message with its receiver. */
export interface StoredMessage {
  readonly receiver: number;
  readonly message: OutboxMessage;
}

/** The messages that wait, so that neither a stop of the controller nor a kill loses one. */
@Injectable()
export class OutboxRepository {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    resets: FactoryResets,
  ) {
    resets.add('messages that wait', { tables: [OutboxMessageEntity], reset: () => this.#deleteAll() });
  }

  /**
   * Those of a channel, oldest first. What is due, or has been while the controller did not run, is due now; so is what a clock that
   * was set back, as that of a board without a battery, would let wait for years.
   */
  async all(channel: ChannelName): Promise<StoredMessage[]> {
    const [now, uptime] = [this.clock.now(), this.clock.uptime()];
    const rows = await this.db.all(OutboxMessageEntity);
    return rows
      .filter((row) => row.channel === channel)
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .map(({ receiver, id, type, needs, body, at, attempts, due }) => ({
        receiver,
        message: { ...{ id, type, needs, body, at, attempts }, due: uptime + (at <= now ? waitUntil(due, now) : 0) },
      }));
  }

  /** Replaces and deletes rows in one transaction. */
  async write(channel: ChannelName, stored: readonly StoredMessage[], deleted: readonly string[]): Promise<void> {
    const toWallClock = (due: Millis): Millis => Math.round(due - this.clock.uptime() + this.clock.now());
    const rows = stored.map(({ receiver, message: { due, needs, ...message } }) => ({
      ...message,
      ...{ channel, receiver },
      needs: [...needs],
      due: toWallClock(due),
    }));
    await this.db.transaction(async (entities) => {
      await deleteRows(entities, OutboxMessageEntity, 'id', [...deleted, ...rows.map(({ id }) => id)]);
      await insertRows(entities, OutboxMessageEntity, rows);
    });
  }

  /** Forgets all. Joins the running unit of work. */
  async #deleteAll(): Promise<void> {
    await this.db.transaction((entities) => entities.clear(OutboxMessageEntity));
  }
}

/** More than any channel waits between two attempts. */
const LONGEST_WAIT: Millis = 30 * 60 * 60_000;

/** The time until a message is due; 0 for one that is, and for one that no clock that is right could have put off so far. */
function waitUntil(due: Millis, now: Millis): Millis {
  const wait = due - now;
  return wait > 0 && wait <= LONGEST_WAIT ? wait : 0;
}

/** Deletes the messages of receivers that are gone, in the transaction that deletes them. */
export async function deleteMessagesOf(
  entities: EntityManager,
  channel: ChannelName,
  receivers: readonly number[],
): Promise<void> {
  for (const receiver of receivers) await entities.delete(OutboxMessageEntity, { channel, receiver });
}
