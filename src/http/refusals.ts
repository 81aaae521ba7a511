import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../common/api-error.filter.js';
import type { ApiErrorCode } from '../common/errors.js';
import { ApiError } from '../common/errors.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** Errors of Node's parser that are no plain malformed request. */
const PARSER_ERROR_CODES: Readonly<Record<string, ApiErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
};

/** Node keeps the response that is under way on a connection here; its own handler asks it the same. */
type AnsweringSocket = Duplex & { readonly _httpMessage?: Pick<ServerResponse, 'headersSent'> | null };

/** Lets a server refuse what its parser cannot read with the error body and the headers of every other answer. */
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

/** What is refused before the application sees it gets the error body and the headers of every other answer. */
export function refuse(response: ServerResponse, code: ApiErrorCode): void {
  const { status, headers, body } = refusal(code);
  response.writeHead(status, headers.flat()).end(body);
}

/** The same on a connection that has no response: an upgrade, or a request that could not be read. */
export function refuseOn(socket: Duplex, code: ApiErrorCode): void {
  const { status, headers, body } = refusal(code);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((header) => header.join(': '))];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function refusal(code: ApiErrorCode) {
  const error = new ApiError(code);
  const body = JSON.stringify(errorBody(error));
  const headers = [
    ...SECURITY_HEADERS,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ];
  return { status: error.status, headers, body };
}
