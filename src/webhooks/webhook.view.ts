import type { PermissionFlag } from '../common/access.js';
import { needsOf, TYPE_NAMES, WEBHOOK_TYPES } from './webhook-types.js';
import type { AttemptResult } from '../outbox/outbox-message.js';

/** The state of a webhook: `suspended` while the account of its owner is disabled or deleted. */
export type WebhookState = 'off' | 'working' | 'failing' | 'suspended' | 'gone' | 'givenUp';

/** One webhook. */
export class WebhookView {
  id: number;
  name: string;
  /** The address, with dashes for what may be a secret in it. */
  url: string;
  types: string[];
  enabled: boolean;
  /**
   * `failing`: the last attempt has failed; `gone`: switched off because the receiver answered 410; `givenUp`: switched
   * off because it accepted nothing for five days; `suspended`: the account of its owner is disabled or deleted.
   */
  state: WebhookState;
  /** True if it belongs to the caller. */
  own: boolean;
  /** Messages that wait for an attempt. */
  waiting: number;
  /** The first failure after the last success, ISO 8601. */
  failingSince?: string;
  /** Until then messages are signed with the previous secret too, ISO 8601. */
  bothSecretsUntil?: string;
}

/** A webhook with its secret, which is never shown again. */
export class WebhookWithSecretView extends WebhookView {
  /** `whsec_` and base64. */
  secret: string;
}

/** One type of message. */
export class WebhookTypeView {
  type: string;
  /** A sentence. */
  about: string;
  /** Permissions without which the owner gets none. */
  needs: PermissionFlag[];
}

export const webhookTypeViews = (): WebhookTypeView[] =>
  TYPE_NAMES.map((type) => ({ type, about: WEBHOOK_TYPES[type].about, needs: [...needsOf(type)] }));

/** One message and what has become of it. */
export class WebhookDeliveryView {
  /** As the receiver sees it. */
  id: string;
  type: string;
  /** ISO 8601. */
  time: string;
  /** `waiting`: for its first or another attempt; `dropped`: given up, or not allowed any more. */
  state: 'waiting' | 'delivered' | 'dropped';
  attempts: number;
  /** The status of the receiver's last answer. */
  status?: number;
  /** The last attempt, as a sentence. */
  detail?: string;
  /** The next attempt, ISO 8601. */
  next?: string;
}

/** The outcome of a message that was sent as a test. */
export class WebhookTestView {
  /** The id of the message. */
  id: string;
  /** The receiver has accepted it. */
  ok: boolean;
  /** The status of its answer. */
  status?: number;
  /** A sentence. */
  detail: string;
  /** Duration, ms. */
  tookMs: number;
}

export const testView = (id: string, result: AttemptResult, tookMs: number): WebhookTestView => ({
  id,
  ok: result.delivered,
  ...(result.status !== undefined && { status: result.status }),
  detail: result.detail,
  tookMs,
});
