import { printable } from '../common/text.js';

/** The result of a delivery. Failures are expected and never thrown; `retry` where it is harmless and might help. */
export type Delivery =
  | { readonly delivered: true; readonly detail?: string }
  | { readonly delivered: false; readonly reason: string; readonly retry: boolean };

/** A delivery as it is recorded: `ok` or a code, and a sentence. */
export const resultOf = (delivery: Delivery) =>
  delivery.delivered
    ? ({ result: 'ok', detail: delivery.detail } as const)
    : ({ result: 'NOT_DELIVERED', detail: delivery.reason } as const);

export type Undelivered = Extract<Delivery, { delivered: false }>;

/** A failed delivery that a retry might fix. */
export const temporaryFailure = (reason: string): Undelivered => ({ delivered: false, reason, retry: true });

/** A failed delivery without a retry: it would fail again, or do something twice. */
export const permanentFailure = (reason: string): Undelivered => ({ delivered: false, reason, retry: false });

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ECONNRESET: 'the connection was reset',
  ECONNABORTED: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  EHOSTDOWN: 'that host is down',
  ENETDOWN: 'the network is down',
  EADDRNOTAVAIL: 'this host has no address for it',
  EACCES: 'this host does not allow it',
  EPERM: 'this host does not allow it',
  EMFILE: 'too many connections are open',
  ENOTFOUND: 'the name is not known',
  ENODATA: 'the name has no address',
  EAI_NODATA: 'the name has no address',
  EAI_NONAME: 'the name is not known',
  EAI_AGAIN: 'the name server does not answer',
  EAI_FAIL: 'the name server refuses to answer',
  ESERVFAIL: 'the name server refuses to answer',
  EPROTO: 'it does not speak TLS there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself alone',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is of an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is of an authority that is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS there',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has more headers than are read',
  UND_ERR_SOCKET: 'the connection was closed before an answer',
  UND_ERR_ABORTED: 'no answer in time',
};

/** Messages by pattern, for codes without a message of their own; undici gives an answer that is no HTTP a name and no code. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^ERR_SSL_|^ERR_TLS_/, 'no encrypted connection could be agreed on'],
  [/CERT/, 'its certificate is not trusted'],
  [/^HPE_|^HTTPParserError$/, 'its HTTP answer is malformed'],
  [/^UND_ERR_/, 'the connection failed before there was a whole answer'],
  [
    /^(ERR_|E(?!AUTH|ENVELOPE|MESSAGE|STREAM|PROTOCOL|SOCKET|TLS|DNS|OAUTH2|NOAUTH|REQUIRETLS|CONNECTION)[A-Z_]+$)/,
    'the network failed',
  ],
];

/** A text member of a thrown value. */
const memberOf = (error: unknown, member: 'code' | 'message' | 'name'): string | undefined => {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value : undefined;
};

export const codeOf = (error: unknown): string | undefined => memberOf(error, 'code');

export const messageOf = (error: unknown): string => memberOf(error, 'message') ?? String(error);

/** The message of a network error; the text of a server becomes one short printable line. */
export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  // Some libraries replace the code of the network by their own; the text still contains it.
  const codes = [codeOf(error), /\bE[A-Z]{4,}\b/.exec(text)?.[0]];
  const sentence = codes.map((code) => SENTENCES[code ?? '']).find((each) => each !== undefined);
  const code = codes[0] ?? memberOf(error, 'name') ?? '';
  const family = FAMILIES.find(([begins]) => begins.test(code))?.[1];
  return sentence ?? family ?? printable(text).replace(/\.$/, '');
}
