import type { AttemptResult, OutboxMessage } from '../../outbox/outbox-message.js';
import type { WebhookDeliveryView } from '../webhook.view.js';

/** The number of ended deliveries of each webhook that are shown. */
const MAX_SHOWN = 100;

/** Deliveries since the start, by webhook and outcome. */
export interface DeliveryCount {
  readonly webhook: number;
  readonly result: 'delivered' | 'failed' | 'dropped';
  value: number;
}

/** The newest deliveries of each webhook, and their counts since the start of the controller. */
export class DeliveryLog {
  readonly #ended = new Map<number, WebhookDeliveryView[]>();
  readonly #last = new Map<string, AttemptResult>();
  readonly #counts = new Map<string, DeliveryCount>();

  get counts(): readonly DeliveryCount[] {
    return [...this.#counts.values()];
  }

  /** An attempt has failed, and another follows. */
  failed(webhook: number, { id }: OutboxMessage, result: AttemptResult): void {
    this.#last.set(id, result);
    this.#count(webhook, 'failed');
  }

  ended(webhook: number, message: OutboxMessage, result: AttemptResult, state: 'delivered' | 'dropped'): void {
    this.#last.delete(message.id);
    const list = this.#ended.get(webhook) ?? [];
    list.push(viewOf(message, state, result));
    if (list.length > MAX_SHOWN) list.shift();
    this.#ended.set(webhook, list);
    this.#count(webhook, state);
  }

  forget(webhook: number): void {
    this.#ended.delete(webhook);
    for (const [key, count] of this.#counts) if (count.webhook === webhook) this.#counts.delete(key);
  }

  /** The newest so many, newest first; those that wait are given as messages. */
  newest(
    webhook: number,
    waiting: readonly OutboxMessage[],
    limit: number,
    toWallClock: (due: number) => number,
  ): WebhookDeliveryView[] {
    const pending = waiting.map((message) => ({
      ...viewOf(message, 'waiting', this.#last.get(message.id)),
      next: new Date(toWallClock(message.due)).toISOString(),
    }));
    return [...(this.#ended.get(webhook) ?? []), ...pending]
      .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
      .slice(0, limit);
  }

  #count(webhook: number, result: DeliveryCount['result']): void {
    const key = `${webhook} ${result}`;
    const count = this.#counts.get(key) ?? { webhook, result, value: 0 };
    count.value++;
    this.#counts.set(key, count);
  }
}

const viewOf = (
  { id, type, at, attempts }: OutboxMessage,
  state: WebhookDeliveryView['state'],
  result: AttemptResult | undefined,
): WebhookDeliveryView => ({
  ...{ id, type, time: new Date(at).toISOString(), state, attempts },
  ...(result?.status !== undefined && { status: result.status }),
  ...(result && { detail: result.detail }),
});
