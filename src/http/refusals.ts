import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../common/api-error.filter.js';
import type { ApiErrorCode } from '../common/errors.js';
import { ApiError } from '../common/errors.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** Errors of Node's parser other than a malformed request. */
const PARSER_ERROR_CODES: Readonly<Record<string, ApiErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
  HPE_INVALID_METHOD: 'METHOD_UNKNOWN',
};

/** Node stores the current response of a connection here; its own handler checks it too. */
type AnsweringSocket = Duplex & { readonly _httpMessage?: Pick<ServerResponse, 'headersSent'> | null };

/** Answers requests that the parser of a server refuses with the error body and headers of every other response. */
export function answerParserRefusals(server: EventEmitter): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: AnsweringSocket) => {
    if (code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    refuseOn(socket, PARSER_ERROR_CODES[code] ?? 'REQUEST_MALFORMED');
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    refuse(response, 'EXPECTATION_UNKNOWN');
  });
}

/**
 * Refuses a request of HTTP/1.1 that names no host; true when it has. Node would refuse it without a body, so the options
 * of the server have `requireHostHeader: false`.
 */
export function refusesNamelessHost({ httpVersion, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (httpVersion !== '1.1' || headers.host !== undefined) return false;
  refuse(response, 'REQUEST_MALFORMED');
  return true;
}

/** Refuses a request ahead of the application, with the error body and headers of every other response. */
export function refuse(response: ServerResponse, code: ApiErrorCode): void {
  const { status, headers, body } = refusal(new ApiError(code));
  response.writeHead(status, [...headers.flat(), ...CLOSES]).end(body);
}

/** The same for a client that may send more requests on this connection. */
export function refuseOne(response: ServerResponse, error: ApiError): void {
  const { status, headers, body } = refusal(error);
  response.statusCode = status;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.end(body);
}

/** The same on a connection without a response object: an upgrade, or a request that could not be read. */
export function refuseOn(socket: Duplex, code: ApiErrorCode): void {
  const { status, headers, body } = refusal(new ApiError(code));
  const lines = [...headers, CLOSES].map((header) => header.join(': '));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const CLOSES = ['Connection', 'close'] as const;

function refusal(error: ApiError) {
  const body = JSON.stringify(errorBody(error));
  const headers: (readonly [string, string])[] = [
    ...SECURITY_HEADERS,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ];
  if (error.retryAfter !== undefined) headers.push(['Retry-After', String(error.retryAfter)]);
  return { status: error.status, headers, body };
}
