import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedResponse, ResponseForm } from '../common/cached-response.js';
import { VARIES_BY_ENCODING } from '../common/compression.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** Headers as Node takes them without copying: names and values by turns. */
type FlatHeaders = readonly string[];
type WriteHead = (response: ServerResponse, status: number, headers: FlatHeaders) => void;

const SECURITY: FlatHeaders = SECURITY_HEADERS.flat();

/** Sends a cached response, or 304 to a client that has it, where Express has set the security headers. */
export const sendCached = (request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void =>
  send(request, response, answer, writeEach);

/**
 * Sends the same before Express, with the security headers.
 * @param addsHeaders true if a listener adds a header to the response when it ends
 */
export const sendEarly = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  addsHeaders: boolean,
): void => send(request, response, answer, addsHeaders ? writeEachWithSecurity : writeAllWithSecurity);

function send(request: IncomingMessage, response: ServerResponse, answer: CachedResponse, writeHead: WriteHead): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const etag = answer.etagIn(encoding);
  if (matches(request.headers['if-none-match'], etag)) {
    writeHead(response, 304, ['ETag', etag, 'Vary', VARIES_BY_ENCODING]);
    response.end();
    return;
  }
  const form = answer.in(encoding);
  if (form instanceof Promise) void form.then((made) => sendForm(response, made, writeHead));
  else sendForm(response, form, writeHead);
}

function sendForm(response: ServerResponse, { body, etag, encoding }: ResponseForm, writeHead: WriteHead): void {
  const headers = ['ETag', etag, 'Vary', VARIES_BY_ENCODING];
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length));
  if (encoding) headers.push('Content-Encoding', encoding);
  writeHead(response, 200, headers);
  response.end(body);
}

const writeEach: WriteHead = (response, status, headers) => {
  response.statusCode = status;
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
};

const writeEachWithSecurity: WriteHead = (response, status, headers) =>
  writeEach(response, status, [...SECURITY, ...headers]);

/** All headers at once cost far less than one by one. */
const writeAllWithSecurity: WriteHead = (response, status, headers) =>
  void response.writeHead(status, [...SECURITY, ...headers]);

/** Weak comparison over the list of If-None-Match (RFC 9110, 13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())));
