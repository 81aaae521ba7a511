import createClient, { type Client } from 'openapi-fetch';
import { RackfeedError } from './rackfeed-error.js';
import type { components, paths } from './schema.js';

export { RackfeedError, type ErrorDetail } from './rackfeed-error.js';
export { readStream, type StreamMessage, type StreamOptions, type StreamPart } from './stream.js';
export type { components, paths };

/**
 * A client of one PDU: `client.GET('/api/outlets')`, typed by the API document. Its promises reject with
 * {@link RackfeedError} for an answer other than 2xx.
 *
 * @param url the address of the PDU, such as `https://pdu.example`
 * @param token a personal access token
 */
export function rackfeed(url: string, token: string): Client<paths> {
  const client = createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${token}` },
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await RackfeedError.of(response);
    },
  });
  return client;
}
