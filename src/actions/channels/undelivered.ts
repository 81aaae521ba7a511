import type { Delivery } from './channel.js';

export type Undelivered = Extract<Delivery, { delivered: false }>;

/** Not delivered, and trying again might help. */
export const later = (reason: string): Undelivered => ({ delivered: false, reason, retry: true });

/** Not delivered, and not to be tried again: it would end the same, or do something twice. */
export const never = (reason: string): Undelivered => ({ delivered: false, reason, retry: false });

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has more headers than are read',
  UND_ERR_SOCKET: 'the connection was closed before an answer',
  UND_ERR_ABORTED: 'no answer in time',
};

/** The text of a member of whatever was thrown. */
const memberOf = (error: unknown, member: 'code' | 'message'): string | undefined => {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value : undefined;
};

export const codeOf = (error: unknown): string | undefined => memberOf(error, 'code');

export const messageOf = (error: unknown): string => memberOf(error, 'message') ?? String(error);

/** An error of the network in words; what a server said is made one short printable line. */
export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  // Some libraries put a code of their own over that of the network, which then stands in the text.
  const codes = [codeOf(error), /\bE[A-Z]{4,}\b/.exec(text)?.[0]];
  const sentence = codes.map((code) => SENTENCES[code ?? '']).find((each) => each !== undefined);
  return sentence ?? printable(text).replace(/\.$/, '');
}

/** One line of at most 200 characters. */
export const printable = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, 200).join('');
