/**
 * A stop in the middle of a storm: events that occur every second, each with many actions, to receivers that hang and to
 * others that answer, while clients write. Runs that have not begun are dropped; none reaches a closed database.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

const PASSWORD = 'correct horse battery';
const EVENTS = 20;
const ACTIONS = 20;
/** Requests that are in progress when the controller gets the signal to stop. */
const WRITERS = 10;

let folder: string;
let controller: ControllerProcess;
let receiver: Server;
let posts = 0;

beforeEach(async () => {
  folder = temporaryFolder();
  receiver = createServer((request, response) => {
    posts++;
    request.resume();
    if (request.url?.startsWith('/hangs')) return;
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
});
afterEach(async () => {
  await controller.kill('SIGKILL');
  receiver.closeAllConnections();
  receiver.close();
  removeFolder(folder);
});

const start = (): Promise<string> => {
  controller = new ControllerProcess({
    RACKFEED_DATA_DIR: join(folder, 'data'),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
  });
  return controller.ready();
};

it('a stop in a storm of events ends with 0, and no run reaches a closed database', async () => {
  let url = await start();
  const admin = await signIn(url, PASSWORD);
  const make = async (path: string, body: object): Promise<unknown> => {
    const answer = await admin.send('POST', path, body);
    expect(answer.status).toBe(200);
    return answer.body['id'];
  };
  const { port } = receiver.address() as AddressInfo;
  const actions: unknown[] = [];
  for (let number = 0; number < ACTIONS; number++) {
    const to = `http://127.0.0.1:${port}/${number % 2 ? 'hangs' : 'answers'}/${number}`;
    actions.push(await make('/api/actions', { name: `Post ${number}`, code: 20, params: [to] }));
  }
  for (let number = 0; number < EVENTS; number++) {
    await make('/api/events', { name: `Every second ${number}`, code: 54, params: ['1'], actions });
  }

  for (let stop = 1; stop <= 3; stop++) {
    const session = withSession(url, admin.token);
    const before = posts;
    const writes = Array.from({ length: WRITERS }, (_, number) =>
      session
        .send('PUT', `/api/outlets/${1 + (number % 8)}`, { outletName: `Name ${stop}.${number}` })
        .catch(() => undefined),
    );
    await eventually(async () => posts > before);
    const ended = await controller.kill('SIGTERM');
    expect({ ...ended, stderr: controller.stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    await Promise.all(writes);
    url = await start();
  }
});
