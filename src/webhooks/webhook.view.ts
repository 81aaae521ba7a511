import type { PermissionFlag } from '../common/access.js';
import { needsOf, TYPE_NAMES, WEBHOOK_TYPES } from './webhook-types.js';
import type { AttemptResult } from '../outbox/outbox-message.js';

/** The state of a webhook: `suspended` while the account of its owner is disabled or deleted. */
export type WebhookState = 'off' | 'working' | 'failing' | 'suspended' | 'gone' | 'givenUp';

/** One webhook. */
export class WebhookView {
  /** @example 1 */
  id: number;
  /** @example "Ticket system" */
  name: string;
  /** The address, with dashes for what may be a secret in it. @example "https://tickets.example/hooks/rack" */
  url: string;
  /** @example ["outlet.*", "breaker.opened"] */
  types: string[];
  enabled: boolean;
  /**
   * `failing`: the last attempt has failed; `gone`: switched off because the receiver answered 410; `givenUp`: switched
   * off because it accepted nothing for five days; `suspended`: the account of its owner is disabled or deleted.
   * @example "working"
   */
  state: WebhookState;
  /** True if it belongs to the caller. */
  own: boolean;
  /** Messages that wait for an attempt. @example 0 */
  waiting: number;
  /** The first failure after the last success, ISO 8601. */
  failingSince?: string;
  /** Until then messages are signed with the previous secret too, ISO 8601. */
  bothSecretsUntil?: string;
}

/** A webhook with its secret, which is never shown again. */
export class WebhookWithSecretView extends WebhookView {
  /** `whsec_` and base64. @example "whsec_an-invented-secret" */
  secret: string;
}

/** One type of message. */
export class WebhookTypeView {
  /** @example "breaker.opened" */
  type: string;
  /** A sentence. @example "A breaker has tripped." */
  about: string;
  /** Permissions without which the owner gets none. @example ["viewBankStats"] */
  needs: PermissionFlag[];
}

export const webhookTypeViews = (): WebhookTypeView[] =>
  TYPE_NAMES.map((type) => ({ type, about: WEBHOOK_TYPES[type].about, needs: [...needsOf(type)] }));

/** One message and what has become of it. */
export class WebhookDeliveryView {
  /** As the receiver sees it. @example "msg_2f1c7a90" */
  id: string;
  /** @example "breaker.opened" */
  type: string;
  /** ISO 8601. */
  time: string;
  /** `waiting`: for its first or another attempt; `dropped`: given up, or not allowed any more. @example "delivered" */
  state: 'waiting' | 'delivered' | 'dropped';
  /** @example 1 */
  attempts: number;
  /** The status of the receiver's last answer. @example 204 */
  status?: number;
  /** The last attempt, as a sentence. @example "Answered 204." */
  detail?: string;
  /** The next attempt, ISO 8601. */
  next?: string;
}

/** The outcome of a message that was sent as a test. */
export class WebhookTestView {
  /** The id of the message. @example "msg_2f1c7a91" */
  id: string;
  /** The receiver has accepted it. */
  ok: boolean;
  /** The status of its answer. @example 204 */
  status?: number;
  /** A sentence. @example "Answered 204." */
  detail: string;
  /** Duration, ms. @example 41 */
  tookMs: number;
}

export const testView = (id: string, result: AttemptResult, tookMs: number): WebhookTestView => ({
  id,
  ok: result.delivered,
  ...(result.status !== undefined && { status: result.status }),
  detail: result.detail,
  tookMs,
});
