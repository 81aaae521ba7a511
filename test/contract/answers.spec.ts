/** Every GET of the built controller, and changes of each resource, answer in the shape that its API document promises. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnswerShapes, type ApiDocument } from '../support/answer-shape.js';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';

const PASSWORD = 'correct horse battery';
const OUTLET = '1-1200578';

/** Objects that every list has in this test. */
const IDS: Readonly<Record<string, string>> = {
  ...{ outletId: OUTLET, bankId: '1200578', inletId: 'I1-1000036', sensorId: 'SA-1000036' },
  ...{ relayOutputId: 'R1-1000036', userId: '1', roleId: '1' },
  ...{ groupId: '1', actionId: '1', eventId: '1', webhookId: '1' },
};
/** Queries without which a path has no answer. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/history': `?object=${OUTLET}&measure=current`,
  '/api/capacity/placement': '?amps=1',
  '/api/energy/report': '?from=2026-11-01&to=2026-11-02&by=outlet&step=day',
};

describe('a request to the built controller', () => {
  const folder = temporaryFolder();
  let controller: ControllerProcess;
  let admin: ReturnType<typeof withSession>;
  let document: ApiDocument;
  let shapes: AnswerShapes;

  beforeAll(async () => {
    controller = new ControllerProcess({
      RACKFEED_DATA_DIR: folder,
      RACKFEED_ADMIN_PASSWORD: PASSWORD,
      RACKFEED_SIMULATOR_CONTROL: 'true',
    });
    const url = await controller.ready();
    admin = withSession(url, (await signIn(url, PASSWORD)).token);
    document = (await admin.send('GET', '/api/openapi.json')).body as unknown as ApiDocument;
    shapes = new AnswerShapes(document);
    const made = [
      await admin.send('POST', '/api/groups', { groupName: 'Both', outlets: [OUTLET, '2-1200578'] }),
      await admin.send('POST', '/api/actions', { name: 'Off', code: 11, params: [OUTLET, 'OFF'] }),
      await admin.send('POST', '/api/events', { name: 'On', code: 45, params: [OUTLET, '90', '0'], actions: [1] }),
      await admin.send('POST', '/api/webhooks', { name: 'Hook', url: 'http://127.0.0.1:9999/', types: ['sensor.*'] }),
    ];
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    await eventually(async () => (await admin.send('GET', '/health/live')).status === 200);
  });
  afterAll(async () => {
    await controller.kill('SIGKILL');
    removeFolder(folder);
  });

  it('that reads answers in its documented shape, whatever it reads', async () => {
    const deviations: unknown[] = [];
    let compared = 0;
    for (const path of Object.keys(document.paths)) {
      if (path === '/api/stream') continue; // it does not end
      const example = path.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? '1') + (QUERIES[path] ?? '');
      const shape = shapes.of('get', path, 200);
      if (!shape) continue;
      const { status, body } = await admin.send('GET', example);
      if (status !== 200) continue;
      compared++;
      const found = [...new Set(shapes.deviations(shape, body))];
      if (found.length > 0) deviations.push([path, found]);
    }
    expect(deviations).toEqual([]);
    expect(compared).toBeGreaterThan(55);
  });

  it.each<readonly [method: string, path: string, body: object]>([
    ['POST', '/api/groups', { groupName: 'First', outlets: [OUTLET] }],
    ['PUT', '/api/groups/{groupId}', { groupName: 'Two' }],
    ['PUT', '/api/outlets/{outletId}', { outletName: 'Web server', state: 'OFF' }],
    ['PATCH', '/api/outlets', [{ id: OUTLET, pwrOnState: 'ON' }]],
    ['PUT', '/api/banks/{bankId}', { bankName: 'Left' }],
    ['PUT', '/api/inlets/{inletId}', { inletName: 'Feed A' }],
    ['PUT', '/api/sensors/{sensorId}', { sensorName: 'Door' }],
    ['PUT', '/api/relayOutputs/{relayOutputId}', { relayName: 'Fan', state: 'ON' }],
    ['POST', '/api/actions', { name: 'Fan on', code: 11, params: [OUTLET, 'ON'] }],
    ['PUT', '/api/actions/{actionId}', { name: 'Web server off' }],
    ['POST', '/api/events', { name: 'High', code: 45, params: [OUTLET, '95', '0'], actions: [1] }],
    ['PUT', '/api/events/{eventId}', { name: 'Higher' }],
    ['POST', '/api/webhooks', { name: 'Second', url: 'http://127.0.0.1:9999/', types: ['*'] }],
    ['POST', '/api/webhooks/{webhookId}/rotate', {}],
    ['POST', '/api/roles', { name: 'Viewer', permissions: { viewOutlets: [OUTLET] } }],
    ['POST', '/api/users', { username: 'anna', roleId: '1', password: 'staple that battery' }],
    ['POST', '/api/conf', { deviceName: 'Rack 7' }],
    ['POST', '/api/mqtt/test', {}],
  ])('%s %s answers in its documented shape', async (method, path, sent) => {
    const { status, body } = await admin.send(
      method,
      path.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? '1'),
      sent,
    );
    expect([status, body['message']]).toEqual([200, undefined]);
    const shape = shapes.of(method.toLowerCase(), path, status);
    expect(shape && shapes.deviations(shape, body)).toEqual([]);
  });

  it('is found to deviate where a member is missing, of another type or not documented', () => {
    const shape = shapes.of('get', '/api/webhooks', 200) ?? {};
    const webhook = {
      id: 1,
      name: 'Hook',
      url: 'http://a/',
      types: ['*'],
      enabled: true,
      state: 'off',
      own: true,
      waiting: 0,
    };
    const { waiting, ...without } = webhook;
    expect(waiting).toBe(0);
    expect(shapes.deviations(shape, [webhook])).toEqual([]);
    expect(shapes.deviations(shape, [without])).toEqual(['answer[].waiting is missing']);
    expect(shapes.deviations(shape, [{ ...webhook, id: '1' }])).toEqual([expect.stringContaining('answer[].id')]);
    expect(shapes.deviations(shape, [{ ...webhook, more: 1 }])).toEqual(['answer[].more is not documented']);
    expect(shapes.deviations(shape, [{ ...webhook, state: 'lost' }])).toEqual([expect.stringContaining('no choice')]);
    expect(shapes.deviations(shape, {})).toEqual(['answer is no list']);
  });
});
