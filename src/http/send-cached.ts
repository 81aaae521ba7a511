import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedResponse } from '../common/cached-response.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** Headers as Node takes them without copying: names and values by turns. */
type FlatHeaders = readonly string[];

/** The headers of a cached response with its body, and without it. */
interface Heads {
  readonly ok: FlatHeaders;
  readonly notModified: FlatHeaders;
}

const heads = new WeakMap<CachedResponse, Heads>();

/** Sends a cached response, or 304 to a client that has it, where Express has set the security headers. */
export function sendCached(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
  const isNotModified = matches(request.headers['if-none-match'], answer.etag);
  setEach(response, isNotModified ? notModifiedHeaders(answer) : okHeaders(answer));
  finish(response, isNotModified, answer);
}

/**
 * Sends the same before Express, with the security headers. All headers at once cost far less than one by one.
 * @param addsHeaders true if a listener adds a header to the response when it ends
 */
export function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  addsHeaders: boolean,
): void {
  const isNotModified = matches(request.headers['if-none-match'], answer.etag);
  const { ok, notModified } = headsOf(answer);
  const headers = isNotModified ? notModified : ok;
  if (addsHeaders) setEach(response, headers);
  else response.writeHead(isNotModified ? 304 : 200, headers as string[]);
  finish(response, isNotModified, answer);
}

function finish(response: ServerResponse, isNotModified: boolean, { body }: CachedResponse): void {
  if (isNotModified) {
    response.statusCode = 304;
    response.end();
  } else {
    response.end(body);
  }
}

function headsOf(answer: CachedResponse): Heads {
  const known = heads.get(answer);
  if (known) return known;
  const security = SECURITY_HEADERS.flat();
  const made = {
    ok: [...security, ...okHeaders(answer)],
    notModified: [...security, ...notModifiedHeaders(answer)],
  };
  heads.set(answer, made);
  return made;
}

const notModifiedHeaders = ({ etag }: CachedResponse): FlatHeaders => ['ETag', etag];

const okHeaders = (answer: CachedResponse): FlatHeaders => [
  ...notModifiedHeaders(answer),
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(answer.body.length),
];

function setEach(response: ServerResponse, headers: FlatHeaders): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}

/** Weak comparison over the list of If-None-Match (RFC 9110, 13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())));
