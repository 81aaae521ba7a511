/**
 * The routes whose responses are compressed. Every other is not: a secret must never be compressed together with a text
 * that somebody else may choose (BREACH), so a route is added here only if its response contains no secret.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Pdu } from '../support/app/pdu.js';
import { routesOf, type Route } from '../support/app/routes.js';
import { sourceFiles } from '../support/source-files.js';

/** With the decorator `Compressed`. */
const DECLARED = [
  'GET /api/alarms',
  'GET /api/capacity/placement',
  'GET /api/config/export', // the document without its secrets
  'GET /api/energy',
  'GET /api/energy/report',
  'GET /api/event-codes',
  'GET /api/events',
  'GET /api/events/:eventId/history',
  'GET /api/events/suggestions',
  'GET /api/groups',
  'GET /api/history',
  'GET /api/history/extremes',
  'GET /api/history/objects',
  'GET /api/history/recent',
  'GET /api/log', // secrets are masked in it
  'GET /api/timeline',
  'GET /metrics',
  'POST /api/capacity/what-if',
  'POST /api/events/backtest',
];

/** With a cached response. */
const CACHED = [
  'GET /api/bank',
  'GET /api/banks',
  'GET /api/capacity',
  'GET /api/inlets',
  'GET /api/openapi.json',
  'GET /api/outlets',
  'GET /api/relayOutputs',
  'GET /api/sensors',
];

/** Files of the browser UI, which contain no data. */
const FILES = ['GET /assets/:file'];

/** The modules that make cached responses. */
const MAKERS = [
  'common/cached-response.ts',
  'hardware/named-parts.ts',
  'openapi/openapi.service.ts',
  'outlets/outlets.service.ts',
  'relay-outputs/relay-outputs.service.ts',
  'sensors/sensors.service.ts',
];

let pdu: Pdu;
let routes: readonly Route[];

beforeAll(async () => {
  pdu = await aPdu();
  routes = routesOf(pdu.app);
});
afterAll(() => pdu.stop());

describe('a compressed response', () => {
  it('is declared by these routes', () => {
    expect(routes.filter(({ isCompressed }) => isCompressed).map(({ name }) => name)).toEqual(DECLARED);
  });

  it('is cached by these modules', () => {
    const files = sourceFiles(join(import.meta.dirname, '../../src'), /(?<!\.spec)\.ts$/);
    const makers = files.filter(({ text }) => /new CachedResponses?\(/.test(text)).map(({ path }) => path);
    expect(makers.sort()).toEqual(MAKERS);
  });

  it('comes from no other route that can be read', async () => {
    const { headers } = await pdu.as('admin');
    const expected = [...DECLARED, ...CACHED, ...FILES];
    for (const { name, method, example } of routes.filter((each) => each.method === 'GET')) {
      const answer = await pdu.request(method, example, undefined, { ...headers, 'accept-encoding': 'br' });
      const isCompressed = answer.headers.has('content-encoding');
      expect([name, isCompressed && !expected.includes(name)]).toEqual([name, false]);
    }
  });
});
