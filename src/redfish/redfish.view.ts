import type { AttemptResult } from '../outbox/outbox-message.js';
import type { Subscription } from './events/subscription.store.js';

/** A subscriber to whom the controller sends events. */
export class RedfishSubscriberView {
  /** The id of the subscription. */
  id: string;
  /** Scheme, host and port of its address. */
  receiver: string;
  /** True while it gets nothing, because it did not accept an event in all attempts. */
  suspended: boolean;
  /** Events that wait to be sent to it. */
  waiting: number;
}

/** The events of Redfish. Numbers count since the start of the controller. */
export class RedfishView {
  subscribers: RedfishSubscriberView[];
  /** Streams that are open. */
  streams: number;
  /** Events that a subscriber has accepted. */
  sent: number;
  /** Attempts that failed; an event may have several. */
  failedAttempts: number;
  /** Events given up: not accepted in all attempts, or pushed out by too many that waited. */
  dropped: number;
}

/** The result of a test event at one subscriber. */
export class RedfishTestResultView {
  id: string;
  /** Scheme, host and port of its address. */
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
