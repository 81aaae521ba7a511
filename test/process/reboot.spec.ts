import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { aBundle, aSigningKey, publish, releaseFiles } from '../support/fixtures/firmware-bundle.js';

// Each test starts processes; on a busy machine a start takes seconds.
jest.setTimeout(120_000);

const PASSWORD = 'correct horse battery';
const key = aSigningKey();
let folder: string;
let controller: ControllerProcess;
let token: string;

const READY = 'Rackfeed is ready at (http:\\S+)[^\\n]*\\n';
/** Resolves with the address in the nth ready line. */
const readyAgain = (nth: number): Promise<string> =>
  controller.waitForOutput(new RegExp(`(?:${READY.replace('(http', '(?:http')}[^]*?){${nth - 1}}${READY}`));

const get = async <T>(url: string, path: string): Promise<T> =>
  (await withSession(url, token).send('GET', path)).body as T;
const states = async (url: string): Promise<string[]> =>
  (await get<{ state: string }[]>(url, '/api/outlets')).map(({ state }) => state);
const energy = async (url: string): Promise<number> =>
  (await get<{ energyAccumulation: number }[]>(url, '/api/inlets'))[0]?.energyAccumulation ?? -1;

async function start(environment: Record<string, string> = {}): Promise<string> {
  controller = new ControllerProcess({
    RACKFEED_DATA_DIR: join(folder, 'data'),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
    RACKFEED_FIRMWARE_KEYS: publish(key, join(folder, 'keys')),
    RACKFEED_FIRMWARE_TRIAL_SECONDS: '1',
    ...environment,
  });
  const url = await controller.ready();
  const admin = await signIn(url, PASSWORD);
  token = admin.token;
  for (const outlet of [2, 5]) {
    expect((await admin.send('PUT', `/api/outlets/${outlet}`, { state: 'OFF' })).status).toBe(200);
  }
  return url;
}

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await controller.kill('SIGKILL');
  removeFolder(folder);
});

it('a reboot by the API restarts it, twice, with outlets, energy and sessions unchanged', async () => {
  let url = await start();
  const before = await states(url);
  expect(before.filter((state) => state === 'OFF')).toHaveLength(2);
  const used = await energy(url);
  for (const nth of [2, 3]) {
    expect(await withSession(url, token).send('POST', '/api/system/reboot')).toMatchObject({
      status: 200,
      body: { rebooting: true },
    });
    url = await readyAgain(nth);
    expect(await states(url)).toEqual(before);
    expect(await energy(url)).toBeGreaterThanOrEqual(used);
  }
  expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

it.each([
  ['RACKFEED_SUPERVISOR', 'container'],
  ['NOTIFY_SOCKET', '/nowhere/notify'],
])('a reboot by the API ends with 75 if a service manager restarts it: %s=%s', async (name, value) => {
  const url = await start({ [name]: value });
  expect((await withSession(url, token).send('POST', '/api/system/reboot')).status).toBe(200);
  expect(await controller.ended).toEqual({ code: 75, signal: null });
});

it('unhealthy firmware is rolled back, and the previous version runs with every outlet unchanged', async () => {
  const body = `exports.start = async () => {
    setInterval(() => {}, 1000);
    console.log('99.0.0 is there;');
    return { close: async () => {}, problem: async () => 'It does not reach the hardware.' };
  };`;
  let url = await start();
  const before = await states(url);
  const form = new FormData();
  const files = releaseFiles('99.0.0', body);
  form.append('filename', new Blob([Uint8Array.from(aBundle({ key, version: '99.0.0', files }))]), 'x');
  const headers = { cookie: `SPID=${token}` };
  expect((await fetch(`${url}/api/system/firmware`, { method: 'POST', headers, body: form })).status).toBe(200);
  await controller.waitForOutput(/(99\.0\.0 is there);/);
  url = await readyAgain(2);
  expect(await states(url)).toEqual(before);
  expect(await get(url, '/api/system/firmware')).toMatchObject({
    phase: 'idle',
    trial: false,
    last: { result: 'rolledBack', version: '99.0.0', reason: 'It does not reach the hardware.' },
  });
});
