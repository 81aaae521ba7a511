import type { Millis } from '../../common/clock.js';
import { TargetRefusedError } from '../../outbound/outbound-policy.service.js';
import { messageOf, reasonOf } from '../../outbound/delivery.js';

/** The reason why there is no connection, or none any more. */
export interface Loss {
  readonly state: 'refused' | 'unreachable';
  /** A sentence for the operator. */
  readonly reason: string;
  /** Least time until the next attempt. */
  readonly wait?: Millis;
  /** The broker does not speak this version of MQTT. */
  readonly isVersion?: true;
}

const MINUTE: Millis = 60_000;
const BAD_CREDENTIALS: Loss = {
  state: 'refused',
  reason: 'The broker does not accept the user name or the password.',
  wait: MINUTE,
};
const NOT_AUTHORISED: Loss = {
  state: 'refused',
  reason: 'The broker does not admit this user or this client: check user name, password and its access list.',
  wait: MINUTE,
};
const BAD_CLIENT_ID: Loss = { state: 'refused', reason: 'The broker does not accept the client id.', wait: MINUTE };
const UNAVAILABLE: Loss = { state: 'refused', reason: 'The broker says that it is not available now.' };
const BUSY: Loss = { state: 'refused', reason: 'The broker says that it is busy.' };
const BANNED: Loss = { state: 'refused', reason: 'The broker has banned this client.', wait: MINUTE };
const QUOTA: Loss = { state: 'refused', reason: 'The broker says that a limit of it is reached.', wait: MINUTE };
const MOVED: Loss = { state: 'refused', reason: 'The broker says that another one is to be used.', wait: MINUTE };
const OTHER_VERSION: Loss = {
  state: 'refused',
  reason: 'The broker does not speak this version of MQTT; choose the other one.',
  wait: MINUTE,
  isVersion: true,
};
const TAKEN_OVER: Loss = {
  state: 'refused',
  reason: 'Another client has signed in to the broker with the client id of this controller; give each its own.',
  wait: MINUTE,
};

/** Reason codes of MQTT 5. */
const BY_REASON: Readonly<Record<number, Loss>> = {
  132: OTHER_VERSION,
  133: BAD_CLIENT_ID,
  134: BAD_CREDENTIALS,
  135: NOT_AUTHORISED,
  136: UNAVAILABLE,
  137: BUSY,
  138: BANNED,
  139: { state: 'unreachable', reason: 'The broker is shutting down.' },
  140: NOT_AUTHORISED,
  142: TAKEN_OVER,
  151: QUOTA,
  156: MOVED,
  157: MOVED,
  159: QUOTA,
};

/** Return codes of MQTT 3.1.1. */
const BY_RETURN: Readonly<Record<number, Loss>> = {
  1: OTHER_VERSION,
  2: BAD_CLIENT_ID,
  3: UNAVAILABLE,
  4: BAD_CREDENTIALS,
  5: NOT_AUTHORISED,
};

/** The meaning of a code with which the broker refuses or ends a connection; brokers answer 5 with codes of 3.1.1 too. */
export const lossByCode = (code: number): Loss =>
  (code < 128 ? BY_RETURN : BY_REASON)[code] ?? {
    state: 'refused',
    reason: `The broker refuses the connection (reason ${code}).`,
  };

/** The meaning of an error while connecting or connected. */
export function lossByError(error: unknown): Loss {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'number') return lossByCode(code);
  if (error instanceof TargetRefusedError) {
    return { state: 'refused', reason: `The controller does not connect to it: ${error.message}.`, wait: MINUTE };
  }
  const text = messageOf(error);
  if (text === 'connack timeout') return unreachable('it accepts connections, but does not answer as an MQTT broker');
  if (text === 'Keepalive timeout') return SILENT;
  // Errors of the parser: the answer to a CONNECT of version 5 may be written in another version.
  if (/^(Cannot parse|Invalid)/i.test(text)) return { ...unreachable('its answer is not MQTT'), isVersion: true };
  return unreachable(reasonOf(error));
}

const unreachable = (reason: string): Loss => ({
  state: 'unreachable',
  reason: `The broker cannot be reached: ${reason}.`,
});

/** The broker keeps the connection, and says nothing any more. */
export const SILENT: Loss = unreachable('it no longer answers');
/** The broker keeps the connection, and acknowledges no message any more. */
export const UNACKNOWLEDGED: Loss = {
  state: 'refused',
  reason: 'The broker does not acknowledge messages.',
  wait: MINUTE,
};
/** The broker sends a message that would fill the memory. */
export const TOO_LONG: Loss = {
  state: 'refused',
  reason:
    'The broker sends a message of more than 8 MiB: remove the retained message below the topic prefix that is so large.',
  wait: MINUTE,
};
/** The connection was closed without a word. */
export const CLOSED: Loss = unreachable('it has closed the connection');
/** The same before it has answered: a broker may do so that does not know the version. */
export const CLOSED_UNANSWERED: Loss = { ...CLOSED, isVersion: true };
