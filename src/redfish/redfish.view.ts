import type { AttemptResult } from '../outbox/outbox-message.js';
import type { Subscription } from './events/subscription.store.js';

/** A subscriber to whom the controller sends events. */
export class RedfishSubscriberView {
  /** The id of the subscription. @example "1" */
  id: string;
  /** Scheme, host and port of its address. @example "https://events.example:443" */
  receiver: string;
  /** True while it gets nothing, because it did not accept an event in all attempts. @example false */
  suspended: boolean;
  /** Events that wait to be sent to it. @example 0 */
  waiting: number;
}

/** The events of Redfish. Numbers count since the start of the controller. */
export class RedfishView {
  subscribers: RedfishSubscriberView[];
  /** Streams that are open. @example 0 */
  streams: number;
  /** Events that a subscriber has accepted. @example 42 */
  sent: number;
  /** Attempts that failed; an event may have several. @example 1 */
  failedAttempts: number;
  /** Events given up: not accepted in all attempts, or pushed out by too many that waited. @example 0 */
  dropped: number;
}

/** The result of a test event at one subscriber. */
export class RedfishTestResultView {
  /** @example "1" */
  id: string;
  /** Scheme, host and port of its address. @example "https://events.example:443" */
  receiver: string;
  ok: boolean;
  /** The reason of a failure, in a sentence. */
  detail?: string | undefined;
}

/** A test event, which was sent once to each subscriber that is not suspended. */
export class RedfishTestView {
  /** True if all of them accepted it. */
  ok: boolean;
  results: RedfishTestResultView[];
}

/** A subscription with what became of an event. */
export interface Tested {
  readonly subscription: Subscription;
  readonly result: AttemptResult;
}

export const subscriberView = (subscription: Subscription, waiting: number): RedfishSubscriberView => ({
  id: String(subscription.id),
  receiver: receiverOf(subscription),
  suspended: subscription.suspended,
  waiting,
});

export const testView = (tested: readonly Tested[]): RedfishTestView => ({
  ok: tested.every(({ result }) => result.delivered),
  results: tested.map(({ subscription, result }) => ({
    id: String(subscription.id),
    receiver: receiverOf(subscription),
    ok: result.delivered,
    detail: result.delivered ? undefined : result.detail,
  })),
});

const receiverOf = ({ destination }: Subscription): string => new URL(destination).origin;
