import type { Millis } from '../common/clock.js';
import { messageOf, reasonOf } from '../outbound/delivery.js';

const MINUTE: Millis = 60_000;

/** The reason why there is no link, for the operator. */
export class LinkProblem extends Error {
  /**
   * @param sentence what is wrong and what to do about it
   * @param state `refused` for what does not pass by itself
   * @param wait least time until the next attempt
   */
  constructor(
    sentence: string,
    readonly state: 'refused' | 'unreachable' = 'refused',
    readonly wait: Millis = MINUTE,
  ) {
    super(sentence);
  }
}

export const NOT_ADMITTED = new LinkProblem(
  'The hub does not admit this PDU: it was revoked there. To bring it back, set RACKFEED_HUB_TOKEN to a new token.',
  'refused',
  5 * MINUTE,
);
const SENT_TOO_MUCH = new LinkProblem(
  'The hub has ended the connection because this PDU has sent too much. It is tried again after a minute.',
  'refused',
);
const OTHER_NAME = new LinkProblem(
  'The certificate of the hub is for another name: use one of its names or addresses in RACKFEED_HUB, or add this one to RACKFEED_FLEET_HOST of the hub.',
);
const OTHER_AUTHORITY = new LinkProblem(
  'The hub that answers is not the one that this PDU has enrolled at: check RACKFEED_HUB, or set RACKFEED_HUB_TOKEN to a token of the new hub.',
);
const BROKER_NAME = new LinkProblem(
  'The certificate of the broker is for another name: make its files again at the hub, with this one in --host.',
);
const BROKER_AUTHORITY = new LinkProblem(
  'The certificate of the broker is not of the hub that this PDU has enrolled at: make the files of the broker again there, or set RACKFEED_HUB_TOKEN to a token of the new hub.',
);
const CLOCK_OR_END = new LinkProblem(
  'The certificate of the hub is not valid at this time: set the clock of this PDU, or that of the hub.',
);
export const OWN_CERTIFICATE = new LinkProblem(
  'The hub does not accept the certificate of this PDU, which has ended: set RACKFEED_HUB_TOKEN to a new token.',
  'refused',
  5 * MINUTE,
);

/** By the codes of TLS, and of MQTT 3.1.1. */
const BY_CODE: Readonly<Record<string, LinkProblem>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_NAME,
  SELF_SIGNED_CERT_IN_CHAIN: OTHER_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: OTHER_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OTHER_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OTHER_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: OTHER_AUTHORITY,
  CERT_SIGNATURE_FAILURE: OTHER_AUTHORITY,
  CERT_NOT_YET_VALID: CLOCK_OR_END,
  CERT_HAS_EXPIRED: CLOCK_OR_END,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: OWN_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: OWN_CERTIFICATE,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: OWN_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: NOT_ADMITTED,
  3: SENT_TOO_MUCH,
  4: NOT_ADMITTED,
  5: NOT_ADMITTED,
};

/** The meaning of an error while connecting. */
export function problemOf(error: unknown): LinkProblem {
  if (error instanceof LinkProblem) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return known;
  const silent = messageOf(error) === 'connack timeout' ? 'it accepts connections, but does not answer as a hub' : '';
  return new LinkProblem(`The hub cannot be reached: ${silent || reasonOf(error)}.`, 'unreachable', 0);
}

/** The meaning of an error while connecting to a broker beside the hub, whose certificate is not that of the hub. */
export function brokerProblemOf(error: unknown): LinkProblem {
  const problem = problemOf(error);
  if (problem === OTHER_NAME) return BROKER_NAME;
  return problem === OTHER_AUTHORITY ? BROKER_AUTHORITY : problem;
}

/** The broker is there, but nobody answers behind it. */
export const HUB_SILENT = new LinkProblem(
  'The broker of the hub is there, but the hub does not answer: it is stopped, or does not admit this PDU any more.',
  'unreachable',
  0,
);

/** The hub has ended a connection that stood. */
export const CLOSED = new LinkProblem('The hub has closed the connection.', 'unreachable', 0);
