import type { Access } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import type { QueueBounds } from './message-queue.js';
import type { AttemptResult, OutboxMessage } from './outbox-message.js';
import type { ChannelName } from './outbox.entity.js';

export interface Receiver {
  readonly id: number;
}

/** The receivers of one kind, with what is particular to them. */
export interface DeliveryChannel<T extends Receiver> {
  readonly name: ChannelName;
  /** The bounds of what waits for each receiver. */
  readonly bounds: QueueBounds;
  /** True if a message waits until those before it have arrived or were given up. */
  readonly keepsOrder: boolean;
  /** A receiver that is to get messages; undefined for one that is off or gone. */
  receiver(id: number): T | undefined;
  /** The rights of its owner now; undefined while it is suspended with the account. */
  accessOf(receiver: T): Access | undefined;
  /** One attempt. Never rejects; the signal ends it. */
  send(receiver: T, message: OutboxMessage, signal: AbortSignal): Promise<AttemptResult>;
  /** The wait after this many failed attempts; undefined after the last. */
  waitAfter(receiver: T, attempts: number): Millis | undefined;
  /** An attempt has failed, and another follows. */
  onFailed?(receiver: number, message: OutboxMessage, result: AttemptResult): void;
  onEnded(receiver: number, message: OutboxMessage, result: AttemptResult, state: 'delivered' | 'dropped'): void;
  /** Changes the receiver itself, if need be. Called when the queue is up to date. */
  afterSuccess?(receiver: T): Promise<void>;
  /** @param isLast true if the message was given up for it */
  afterFailure(receiver: T, result: AttemptResult, isLast: boolean): Promise<void>;
}
