/** A request with only the given headers: `fetch` adds some that only a browser would send. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Pdu } from '../app/pdu.js';

export interface PlainAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

export function plainRequest(
  pdu: Pick<Pdu, 'url'>,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(pdu.url + path, { method, headers, agent: false }, (response) => {
      const { statusCode = 0, headers: answered } = response;
      text(response).then((body) => resolve({ status: statusCode, headers: answered, body }), reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
