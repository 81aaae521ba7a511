import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CachedResponse, ResponseForm } from '../common/cached-response.js';
import type { Clock } from '../common/clock.js';
import { VARIES_BY_ENCODING } from '../common/compression.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { SECURITY_HEADERS } from './security-headers.js';
import type { TimedResponse } from './timed-messages.js';

/** Headers as Node takes them without copying: names and values by turns. */
type FlatHeaders = readonly string[];
/** Sends the headers and the body, or 304 without one. */
type Send = (response: ServerResponse, headers: FlatHeaders, form: ResponseForm | undefined) => void;

const SECURITY: FlatHeaders = SECURITY_HEADERS.flat();

/** Sends a cached response, or 304 to a client that has it, where Express has set the security headers. */
export const sendCached = (request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void =>
  send(request, response, answer, sendOneByOne);

/** Sends cached responses before Express, with the security headers. */
export class EarlyResponses {
  /** Complete responses with the second in which they were made, as each has its date. */
  readonly #complete = new WeakMap<ResponseForm, { readonly date: string; readonly bytes: Buffer }>();
  #date = '';
  #second = NaN;

  constructor(
    private readonly clock: Clock,
    private readonly keepAliveSeconds: number,
  ) {}

  send(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
    send(request, response, answer, this.#sendAtOnce);
  }

  /** The same for a response that gets another header when it ends, or whose connection is closed after it. */
  sendByNode(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
    send(request, response, answer, (_, headers, form) => sendOneByOne(response, [...SECURITY, ...headers], form));
  }

  readonly #sendAtOnce: Send = (response, headers, form) => {
    const bytes = form ? this.#completeOf(headers, form) : this.#headOf(304, headers);
    if ((response as TimedResponse).endAtOnce(form ? 200 : 304, bytes)) return;
    response.writeHead(form ? 200 : 304, [...SECURITY, ...headers]); // costs far less than one header after the other
    response.end(form?.body);
  };

  #completeOf(headers: FlatHeaders, form: ResponseForm): Buffer {
    const date = this.#dateNow();
    const known = this.#complete.get(form);
    if (known?.date === date) return known.bytes;
    const bytes = Buffer.concat([Buffer.from(this.#headOf(200, headers), 'latin1'), form.body]);
    this.#complete.set(form, { date, bytes });
    return bytes;
  }

  /** The head of a response as Node writes it. */
  #headOf(status: number, headers: FlatHeaders): string {
    return (
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${SECURITY_LINES}${linesOf(headers)}Date: ${this.#dateNow()}\r\n` +
      `Connection: keep-alive\r\nKeep-Alive: timeout=${this.keepAliveSeconds}\r\n\r\n`
    );
  }

  #dateNow(): string {
    const now = this.clock.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(now).toUTCString();
    }
    return this.#date;
  }
}

function send(request: IncomingMessage, response: ServerResponse, answer: CachedResponse, sendAs: Send): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const etag = answer.etagIn(encoding);
  if (matches(request.headers['if-none-match'], etag)) {
    sendAs(response, ['ETag', etag, 'Vary', VARIES_BY_ENCODING], undefined);
    return;
  }
  const form = answer.in(encoding);
  if (form instanceof Promise) void form.then((made) => sendAs(response, headersOf(made), made));
  else sendAs(response, headersOf(form), form);
}

function headersOf({ body, etag, encoding }: ResponseForm): FlatHeaders {
  const headers = ['ETag', etag, 'Vary', VARIES_BY_ENCODING];
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length));
  if (encoding) headers.push('Content-Encoding', encoding);
  return headers;
}

const sendOneByOne: Send = (response, headers, form) => {
  response.statusCode = form ? 200 : 304;
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  response.end(form?.body);
};

function linesOf(headers: FlatHeaders): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

const SECURITY_LINES = linesOf(SECURITY);

/** Weak comparison over the list of If-None-Match (RFC 9110, 13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())));
