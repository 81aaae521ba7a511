import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { errorBody } from '../kernel/api-error.filter.js';
import { ApiError, type ApiErrorCode } from '../kernel/errors.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** Errors of Node's parser that are no plain malformed request. */
const CODES: Readonly<Record<string, ApiErrorCode>> = {
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
    const { status, headers, body } = refusal(CODES[code] ?? 'REQUEST_MALFORMED');
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((header) => header.join(': '))];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = refusal('EXPECTATION_UNKNOWN');
    response.writeHead(status, headers.flat()).end(body);
  });
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
