import type { Millis } from '../common/clock.js';
import type { HubAddress } from '../config/runtime-config.js';
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
const BROKER_REFUSES = new LinkProblem(
  'The broker of the hub does not admit this PDU: it does not know the PDU yet, or the PDU was revoked at the hub.',
);
const BROKER_UNAVAILABLE = new LinkProblem('The broker of the hub says that it is not available now.', 'unreachable');
const BROKER_CLOCK_OR_END = new LinkProblem(
  'The certificate of the broker is not valid at this time: set the clock of this PDU, or make the files of the broker again at the hub.',
);
const CLOCK_OR_END = new LinkProblem(
  'The certificate of the hub is not valid at this time: set the clock of this PDU, or that of the hub.',
);
export const OWN_CERTIFICATE = new LinkProblem(
  'The hub does not accept the certificate of this PDU, which has ended: set RACKFEED_HUB_TOKEN to a new token.',
  'refused',
  5 * MINUTE,
);

const all = (codes: readonly string[], problem: LinkProblem): Readonly<Record<string, LinkProblem>> =>
  Object.fromEntries(codes.map((code) => [code, problem]));

const NAME_CODES = ['ERR_TLS_CERT_ALTNAME_INVALID'];
const AUTHORITY_CODES = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_SIGNATURE_FAILURE',
];
const CLOCK_CODES = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'];

/** By the codes of TLS, and of MQTT 3.1.1. */
const BY_CODE: Readonly<Record<string, LinkProblem>> = {
  ...all(NAME_CODES, OTHER_NAME),
  ...all(AUTHORITY_CODES, OTHER_AUTHORITY),
  ...all(CLOCK_CODES, CLOCK_OR_END),
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: OWN_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: OWN_CERTIFICATE,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: OWN_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: NOT_ADMITTED,
  3: SENT_TOO_MUCH,
  4: NOT_ADMITTED,
  5: NOT_ADMITTED,
};

/** A broker beside the hub has a certificate and rules of its own, and only its list of revoked certificates is the hub's. */
const BY_CODE_OF_BROKER: Readonly<Record<string, LinkProblem>> = {
  ...BY_CODE,
  ...all(NAME_CODES, BROKER_NAME),
  ...all(AUTHORITY_CODES, BROKER_AUTHORITY),
  ...all(CLOCK_CODES, BROKER_CLOCK_OR_END),
  3: BROKER_UNAVAILABLE,
  4: BROKER_REFUSES,
  5: BROKER_REFUSES,
};

/** The meaning of an error while connecting to the hub. */
export function problemOf(error: unknown): LinkProblem {
  const reason = isSilent(error) ? 'it accepts connections, but does not answer as a hub' : reasonOf(error);
  return knownProblem(error, BY_CODE) ?? unreachable(`The hub cannot be reached: ${reason}.`);
}

/** The meaning of an error while connecting to a broker beside the hub. */
export function brokerProblemOf(error: unknown, { host, port }: HubAddress): LinkProblem {
  const reason = isSilent(error) ? 'it accepts connections, but does not answer as an MQTT broker' : reasonOf(error);
  const sentence = `The broker ${host} port ${port} of the hub cannot be reached: ${reason}.`;
  return knownProblem(error, BY_CODE_OF_BROKER) ?? unreachable(sentence);
}

function knownProblem(error: unknown, byCode: typeof BY_CODE): LinkProblem | undefined {
  if (error instanceof LinkProblem) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}

const isSilent = (error: unknown): boolean => messageOf(error) === 'connack timeout';

const unreachable = (sentence: string): LinkProblem => new LinkProblem(sentence, 'unreachable', 0);

/** The broker is there, but nobody answers behind it. */
export const HUB_SILENT = unreachable(
  'The broker of the hub is there, but the hub does not answer: it is stopped, or does not admit this PDU any more.',
);

/** The hub has ended a connection that stood. */
export const CLOSED = unreachable('The hub has closed the connection.');
/** The same of a broker beside it. */
export const BROKER_CLOSED = unreachable('The broker of the hub has closed the connection.');
