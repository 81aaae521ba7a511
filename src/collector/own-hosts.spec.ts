import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { serveOwnHosts } from './own-hosts.js';

/** The status by which a collector on the machine `rack-host.example` refuses a request for this host; undefined if it does not. */
function refusalOf(host: string | undefined): number | undefined {
  const adapter: Partial<RackfeedExpressAdapter> = {};
  serveOwnHosts(adapter as RackfeedExpressAdapter, 'rack-host.example');
  let status: number | undefined;
  const response = { writeHead: (code: number) => ((status = code), response), end: () => response };
  const request = { headers: host === undefined ? {} : { host } };
  const isRefused = adapter.hostGate?.(request as IncomingMessage, response as unknown as ServerResponse);
  expect(isRefused).toBe(status !== undefined);
  return status;
}

describe('the port of a collector', () => {
  it.each([
    'localhost:8090',
    '127.0.0.1',
    '[::1]:8090',
    '192.0.2.7:8090',
    'rack-host.example',
    'RACK-HOST.local.:8090',
  ])('answers a request for %s', (host) => expect(refusalOf(host)).toBeUndefined());

  it('answers a client that names no host, which no browser is', () => expect(refusalOf(undefined)).toBeUndefined());

  it.each(['attacker.example', 'localhost.attacker.example', '127.0.0.1.attacker.example', 'a b', ''])(
    'refuses one for “%s”, as a page of another site may have let its name lead here',
    (host) => expect(refusalOf(host)).toBe(421),
  );
});
