import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { ApiErrorCode } from '../kernel/errors.js';
import { refuse, refuseOn } from './early-refusal.js';

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
    refuseOn(socket, CODES[code] ?? 'REQUEST_MALFORMED');
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    refuse(response, 'EXPECTATION_UNKNOWN');
  });
}
