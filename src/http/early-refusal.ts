import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../kernel/api-error.filter.js';
import { ApiError, type ApiErrorCode } from '../kernel/errors.js';
import { SECURITY_HEADERS } from './security-headers.js';

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
