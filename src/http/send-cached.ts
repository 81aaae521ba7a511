import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CachedResponse, ResponseForm } from '../common/cached-response.js';
import type { Clock } from '../common/clock.js';
import { VARIES_BY_ENCODING } from '../common/compression.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { SECURITY_HEADERS } from './security-headers.js';
import type { TimedResponse } from './timed-messages.js';

/** Headers as Node takes them without copying: names and values by turns. */
type FlatHeaders = readonly string[];

/** The form of a response that a client gets; only its ETag for a client that has it already (304). */
type Selected = ResponseForm | { readonly etag: string; readonly body?: undefined };

const SECURITY: FlatHeaders = SECURITY_HEADERS.flat();

/** Sends a cached response, or 304 to a client that has it, where Express has set the security headers. */
export function sendCached(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
  withSelected(request, answer, (form) => sendOneByOne(response, headersOf(form), form));
}

/** Sends cached responses before Express, with the security headers. */
export class EarlyResponses {
  /** Complete responses with the second in which they were made, as each has its date. */
  readonly #complete = new WeakMap<ResponseForm, { readonly date: string; readonly bytes: Buffer }>();
  /** The responses without a body of this second, by ETag. */
  readonly #notModified = new Map<string, Buffer>();
  #date = '';
  #second = NaN;

  constructor(
    private readonly clock: Clock,
    private readonly keepAliveSeconds: number,
  ) {}

  /** True if the response was sent by one write, before this returns. */
  send(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): boolean {
    let isSent = false;
    withSelected(request, answer, (form) => (isSent = this.#send(response, form)));
    return isSent;
  }

  /** The same for a response that gets another header when it ends, or whose connection is closed after it. */
  sendByNode(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
    withSelected(request, answer, (form) => sendOneByOne(response, [...SECURITY, ...headersOf(form)], form));
  }

  /**
   * The status and all bytes of the response on a connection that stays open; undefined while its body is being
   * compressed.
   */
  messageFor(request: IncomingMessage, answer: CachedResponse): [status: number, bytes: Buffer] | undefined {
    const selected = selectedFor(request, answer);
    return selected instanceof Promise ? undefined : [statusOf(selected), this.#bytesOf(selected)];
  }

  #send(response: ServerResponse, selected: Selected): boolean {
    if ((response as TimedResponse).endAtOnce(statusOf(selected), this.#bytesOf(selected))) return true;
    // One call costs far less than one header after the other.
    response.writeHead(statusOf(selected), [...SECURITY, ...headersOf(selected)]);
    response.end(selected.body);
    return false;
  }

  #bytesOf(selected: Selected): Buffer {
    const date = this.#dateNow();
    if (!selected.body) {
      const known = this.#notModified.get(selected.etag);
      if (known) return known;
      const bytes = this.#headOf(selected);
      this.#notModified.set(selected.etag, bytes);
      return bytes;
    }
    const known = this.#complete.get(selected);
    if (known?.date === date) return known.bytes;
    const bytes = Buffer.concat([this.#headOf(selected), selected.body]);
    this.#complete.set(selected, { date, bytes });
    return bytes;
  }

  /** The head of a response as Node writes it. */
  #headOf(selected: Selected): Buffer {
    const status = statusOf(selected);
    return Buffer.from(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${SECURITY_LINES}${linesOf(headersOf(selected))}` +
        `Date: ${this.#dateNow()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${this.keepAliveSeconds}\r\n\r\n`,
      'latin1',
    );
  }

  #dateNow(): string {
    const now = this.clock.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(now).toUTCString();
      this.#notModified.clear();
    }
    return this.#date;
  }
}

/** The form that the headers of the request select; a promise while its body is being compressed. */
function selectedFor({ headers }: IncomingMessage, answer: CachedResponse): Selected | Promise<Selected> {
  const encoding = acceptedEncoding(headers['accept-encoding']);
  const etag = answer.etagIn(encoding);
  return matches(headers['if-none-match'], etag) ? { etag } : answer.in(encoding);
}

/** Calls `use` with the form that is selected: at once, or when its body is compressed. */
function withSelected(request: IncomingMessage, answer: CachedResponse, use: (form: Selected) => void): void {
  const selected = selectedFor(request, answer);
  if (selected instanceof Promise) void selected.then(use);
  else use(selected);
}

const statusOf = ({ body }: Selected): number => (body ? 200 : 304);

function headersOf(selected: Selected): FlatHeaders {
  const headers = ['ETag', selected.etag, 'Vary', VARIES_BY_ENCODING];
  if (!selected.body) return headers;
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(selected.body.length));
  if (selected.encoding) headers.push('Content-Encoding', selected.encoding);
  return headers;
}

function sendOneByOne(response: ServerResponse, headers: FlatHeaders, selected: Selected): void {
  response.statusCode = statusOf(selected);
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  response.end(selected.body);
}

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
