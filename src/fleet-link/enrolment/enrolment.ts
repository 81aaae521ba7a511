import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { FORMATS } from '../../common/formats.js';
import { listOf, orNothing, textThat, wholeNumber, oneOf } from '../../common/values.js';
import { exact, objectOf, optional, parsed } from '../../fleet-wire/members.js';
import { WireError } from '../../fleet-wire/readings.js';
import { isSite } from '../../common/site-name.js';
import { isPduId, isShard } from '../../fleet-wire/topics.js';
import { requestFor } from '../../tls/certificate-request.js';
import type { FleetIdentity, Membership } from '../identity/identity-file.js';
import { LinkProblem } from '../link-problem.js';
import { sha256, type HubAnswer, type HubHttps } from './hub-https.js';

/** The facts about a PDU that a hub gets with its request to join. */
export interface PduFacts {
  readonly serial: string;
  readonly model: string;
  readonly name: string;
  readonly release: string;
}

const PEM = textThat((given) => given.length <= 16_384 && given.startsWith('-----BEGIN '), 'text in PEM');
const BROKERS = optional(
  listOf(
    'a list of brokers',
    objectOf({ host: exact(FORMATS.host), port: exact(wholeNumber({ min: 1, max: 65_535 })) }),
    { max: 32 },
  ),
);
const ENROLLED = objectOf({
  pdu: textThat(isPduId, 'an id in the form of a UUID'),
  state: exact(oneOf('pending', 'active')),
  site: textThat(isSite, 'the name of a site'),
  shard: exact(wholeNumber({ min: 0, max: 1023 })),
  certificate: orNothing(PEM),
  authority: PEM,
  hubKey: PEM,
  brokers: BROKERS,
});
const RENEWED = objectOf({ certificate: PEM, brokers: BROKERS });

/** A new identity, before any hub knows it. A key on this curve takes less than a millisecond. */
export function newIdentity(authority: string, token: string): FleetIdentity {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, authority, token: sha256(Buffer.from(token)), membership: undefined };
}

/** True for the token that this identity was made for. */
export const isOfToken = (identity: FleetIdentity, token: string): boolean =>
  identity.token === sha256(Buffer.from(token));

/** The hash of the certificate of the hub's authority that a token names, base64url. */
export const authorityHashOf = (token: string): string => token.split('.')[2] ?? '';

/** True for the token of the hub that this identity is of. */
export const isOfSameHub = ({ authority }: FleetIdentity, token: string): boolean =>
  sha256(new X509Certificate(authority).raw) === authorityHashOf(token);

/**
 * Asks the hub to take this PDU in; `pending` while somebody must accept it there. Asking again with the same key is the
 * same PDU. Throws {@link LinkProblem} with what to do.
 */
export async function enrol(
  https: HubHttps,
  identity: FleetIdentity,
  token: string,
  facts: PduFacts,
): Promise<Membership | 'pending'> {
  const answer = await https.ask({
    path: '/api/fleet/enrol',
    body: { token, request: requestOf(identity), ...facts },
    authority: identity.authority,
  });
  const { certificate, state, authority, hubKey, ...rest } = read(answer, REFUSALS, (body) => parsed(ENROLLED, body));
  if (sha256(new X509Certificate(authority).raw) !== authorityHashOf(token)) throw UNREADABLE;
  if (state === 'pending' || certificate === null) return 'pending';
  assertIssued(certificate, identity, rest.pdu);
  if (createPublicKey(hubKey).asymmetricKeyType !== 'ed25519' || !isShard(rest.shard)) throw UNREADABLE;
  return { ...rest, certificate, hubKey };
}

/** The next certificate for the same key, and the brokers of now. Throws {@link LinkProblem}. */
export async function renew(
  https: HubHttps,
  identity: FleetIdentity,
  { pdu, certificate }: Membership,
): Promise<Pick<Membership, 'certificate' | 'brokers'>> {
  const answer = await https.ask({
    path: '/api/fleet/renew',
    body: { request: requestOf(identity) },
    authority: identity.authority,
    credential: { key: identity.key, certificate },
  });
  const renewed = read(answer, REFUSALS_TO_RENEW, (body) => parsed(RENEWED, body));
  assertIssued(renewed.certificate, identity, pdu);
  return renewed;
}

const requestOf = ({ key }: FleetIdentity): string =>
  requestFor({ commonName: 'rackfeed', names: { hosts: [], addresses: [] }, keyType: 'ec' }, key);

const MINUTES = 60_000;
const UNREADABLE = new LinkProblem('The hub has answered something that this release does not understand.');
type Refusals = Readonly<Record<number, LinkProblem>>;
const REFUSALS: Refusals = {
  401: new LinkProblem(
    'The hub does not accept the token: it is used up, has ended or was withdrawn. Set RACKFEED_HUB_TOKEN to a new one.',
    'refused',
    5 * MINUTES,
  ),
  403: new LinkProblem('The hub refuses this PDU.', 'refused', 5 * MINUTES),
  409: new LinkProblem(
    'The hub has revoked this PDU. Remove it there before it can enrol again.',
    'refused',
    5 * MINUTES,
  ),
  422: new LinkProblem('The hub does not accept the request of this PDU: both need a release that fits.'),
  429: new LinkProblem('The hub has too many requests at the moment.', 'unreachable'),
};
const REFUSALS_TO_RENEW: Refusals = {
  ...REFUSALS,
  401: new LinkProblem('The hub does not know the certificate of this PDU.'),
  409: new LinkProblem('The hub has revoked this PDU.'),
};

/** True for the answer of a hub that has revoked this PDU, or does not know it any more. */
export const isOut = (error: unknown): boolean => error === REFUSALS_TO_RENEW[401] || error === REFUSALS_TO_RENEW[409];

function read<T>({ status, body }: HubAnswer, refusals: Refusals, parse: (body: unknown) => T): T {
  if (status !== 200) {
    throw refusals[status] ?? new LinkProblem(`The hub has answered with the status ${status}.`, 'unreachable');
  }
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof WireError) throw UNREADABLE;
    throw error;
  }
}

/** Throws for a certificate that is not of this PDU, this key and this authority. */
function assertIssued(pem: string, { key, authority }: FleetIdentity, pdu: string): void {
  try {
    const certificate = new X509Certificate(pem);
    const isOwn = certificate.checkPrivateKey(createPrivateKey(key)) && certificate.subject === `CN=${pdu}`;
    if (isOwn && certificate.verify(new X509Certificate(authority).publicKey)) return;
  } catch {
    // no certificate at all
  }
  throw new LinkProblem('The hub has answered with a certificate that is not of this PDU.');
}
