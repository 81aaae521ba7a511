import type { IncomingMessage } from 'node:http';
import { stripBasePath } from './base-path.js';

/** Path of the WebSockets. */
export const WEB_SOCKET_PATH = '/ws';

const AT_ITS_PATH = new RegExp(`^(https?://[^/?#]*)?${WEB_SOCKET_PATH}([?#]|$)`, 'i');

/**
 * True for an upgrade to a WebSocket at its path. Every other is declined by answering the request as if it offered none
 * (RFC 9110, 7.8): Java's HTTP client and `curl --http2` offer h2c with each request.
 */
export function isAcceptedUpgrade(
  { headers, url }: Pick<IncomingMessage, 'headers' | 'url'>,
  basePath: string,
): boolean {
  if (!/\bwebsocket\b/i.test(headers.upgrade ?? '')) return false;
  const target = { url };
  stripBasePath(target, basePath);
  return AT_ITS_PATH.test(target.url ?? '');
}
