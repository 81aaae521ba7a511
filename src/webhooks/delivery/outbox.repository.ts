import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import { Db } from '../../database/db.js';
import { deleteRows, insertRows } from '../../database/rows.js';
import { WebhookMessageEntity } from '../webhook.entity.js';
import type { WebhookMessage } from './webhook-message.js';

/** A message that was stored, with its webhook. */
export interface StoredMessage {
  readonly webhookId: number;
  readonly message: WebhookMessage;
}

/** The messages that wait for another attempt, so that a stop of the controller loses none. */
@Injectable()
export class OutboxRepository {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** All of them, oldest first. What is due, or has been while the controller did not run, is due now. */
  async all(): Promise<StoredMessage[]> {
    const [now, uptime] = [this.clock.now(), this.clock.uptime()];
    const rows = await this.db.all(WebhookMessageEntity);
    return rows
      .sort((a, b) => a.at - b.at)
      .map(({ webhookId, due, ...message }) => ({
        webhookId,
        message: { ...message, due: uptime + Math.max(0, due - now) },
      }));
  }

  /** Replaces and deletes rows in one transaction. */
  async write(stored: readonly StoredMessage[], deleted: readonly string[]): Promise<void> {
    const toWallClock = (due: Millis): Millis => Math.round(due - this.clock.uptime() + this.clock.now());
    const rows = stored.map(({ webhookId, message: { due, needs, ...message } }) => ({
      ...message,
      webhookId,
      needs: [...needs],
      due: toWallClock(due),
    }));
    await this.db.transaction(async (entities) => {
      await deleteRows(entities, WebhookMessageEntity, 'id', [...deleted, ...rows.map(({ id }) => id)]);
      await insertRows(entities, WebhookMessageEntity, rows);
    });
  }

  /** Forgets all. Joins the running unit of work. */
  async deleteAll(): Promise<void> {
    await this.db.transaction((entities) => entities.clear(WebhookMessageEntity));
  }
}
