import type { ServerOptions } from 'node:http';

/** What one client may take of the HTTP server. Milliseconds and bytes. */
export const SERVER_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 300_000, // a firmware upload over a slow line
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5_000,
};
