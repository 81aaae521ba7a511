/** Whatever the built controller gets, in the shapes of its API document or nearly so. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AnswerShapes, type ApiDocument } from '../support/answer-shape.js';
import { DescribedRequests, type DescribedRequest } from '../support/document-requests.js';
import { OUTLET, PASSWORD } from '../support/fixtures/changes-of-all-routes.js';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

const RUNS = 600;
const IDS = {
  ...{ outletId: [OUTLET, '1', '11-1200579'], bankId: ['1200578', '1'], inletId: ['I1-1000036', '1'] },
  ...{ sensorId: ['SA-1000036'], relayOutputId: ['R1-1000036', '1'], file: ['swagger-ui.css'] },
};
/**
 * Operations that would end the session or the process, have no end, or wait by design: for a password, a certificate or
 * other machines.
 */
const LEFT_OUT =
  /stream|logout|login|sessions|assword|\/token|powerCycle|configReset|reboot|firmware|certificate|config\/(export|apply)|test$|^(put|post|delete) \/api\/users|GET \/health/;

describe.each([
  ['controller', { RACKFEED_SIMULATOR_CONTROL: 'true' }, 50],
  ['hub', { RACKFEED_ROLE: 'hub', RACKFEED_FLEET_PORT: '0' }, 15],
])('a request as the API document of a %s describes it', (_, environment, leastSuccesses) => {
  const folder = temporaryFolder();
  let controller: ControllerProcess;
  let url: string;
  let token: string;

  const start = async (): Promise<void> => {
    const own = { RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: PASSWORD };
    controller = new ControllerProcess({ ...own, ...environment });
    url = await controller.ready();
    token = (await signIn(url, PASSWORD)).token;
  };
  beforeAll(start);
  afterAll(async () => {
    await controller.kill('SIGKILL');
    removeFolder(folder);
  });

  async function send({ method, address, body }: DescribedRequest) {
    const answer = await fetch(url + address, {
      method,
      headers: { cookie: `SPID=${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && method !== 'GET' && { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    const text = await answer.text();
    return { status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : undefined };
  }
  const exported = async () => (await withSession(url, token).send('GET', '/api/config/export')).body;

  it(
    'gets an answer that it describes too, never an internal error, and what it stores is the same after a kill',
    async () => {
      const document = (await withSession(url, token).send('GET', '/api/openapi.json')).body as unknown as ApiDocument;
      const shapes = new AnswerShapes(document);
      const requests = new DescribedRequests(document, IDS).of((operation) => !LEFT_OUT.test(operation));
      const successes = new Set<string>();
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const { status, body } = await send(request);
          const { method, path } = request;
          if (status === 200) successes.add(`${method} ${path}`);
          expect([status, body]).not.toEqual([500, expect.anything()]);
          expect(Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {})).toContain(String(status));
          const shape = shapes.of(method.toLowerCase(), path, status);
          if (shape && body !== undefined) expect(shapes.deviations(shape, body)).toEqual([]);
        }),
        { numRuns: RUNS },
      );
      expect(successes.size).toBeGreaterThan(leastSuccesses);
      const before = await exported();
      const plan = await withSession(url, token).send('POST', '/api/config/plan', before);
      expect(plan.body).toMatchObject({ applied: false, changes: [] });
      await controller.kill('SIGKILL');
      await start();
      expect((await exported())['sections']).toEqual(before['sections']);
    },
    scaledTimeLimit(60_000),
  );
});
