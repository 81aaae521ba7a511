import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/controller-process.js';
import { aSigningKey, publish } from '../support/firmware.js';

jest.setTimeout(180_000);

const PASSWORD = 'correct horse battery';
const VERSION = '0.9.9';

let folder: string;
let root: string;
let controller: ControllerProcess;

const start = (): ControllerProcess =>
  (controller = new ControllerProcess(
    { RACKFEED_DATA_DIR: join(folder, 'data'), RACKFEED_ADMIN_PASSWORD: PASSWORD },
    join(root, 'dist/main.js'),
  ));

beforeAll(() => {
  folder = temporaryFolder();
  const key = aSigningKey();
  const keyFile = join(folder, 'key.pem');
  writeFileSync(keyFile, key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const script = join(import.meta.dirname, '../../scripts/bundle.mjs');
  execFileSync(process.execPath, [script, '--out', folder, '--version', VERSION], {
    env: { ...process.env, FIRMWARE_SIGNING_KEY: keyFile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  root = join(folder, `rackfeed-${VERSION}`);
  mkdirSync(join(root, 'keys'), { recursive: true });
  publish(key, join(root, 'keys'));
});
afterAll(async () => {
  await controller.kill('SIGKILL');
  removeFolder(folder);
});

describe('the one-file release', () => {
  it('runs, serves its API and its description, and switches', async () => {
    const url = await start().ready();
    const admin = await signIn(url, PASSWORD);
    expect((await admin.send('PUT', '/api/outlets/1', { state: 'OFF' })).body).toMatchObject({ state: 'OFF' });
    for (const path of ['/api/device', '/api/conf', '/api/events', '/api/system/firmware', '/api/config/export']) {
      expect([path, (await admin.send('GET', path)).status]).toEqual([path, 200]);
    }
    for (const path of ['/health', '/metrics']) {
      const headers = { cookie: `SPID=${admin.token}` };
      expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, 200]);
    }
    const wrong = await admin.send('PUT', '/api/outlets/1', { state: 'SIDEWAYS' });
    expect([wrong.status, typeof wrong.body['message']]).toEqual([422, 'string']);
  });

  it('installs its own signed bundle, starts it', async () => {
    const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? '';
    const url = await controller.ready();
    const admin = await signIn(url, PASSWORD);
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(readFileSync(join(folder, archive)))]), archive);
    const headers = { cookie: `SPID=${admin.token}` };
    const answer = await fetch(`${url}/api/system/firmware`, { method: 'POST', headers, body: form });
    expect([answer.status, await answer.json()]).toMatchObject([200, { version: VERSION, place: 'slot-a' }]);
    const again = await controller.says(/is ready at [^]*is ready at (http:\S+)/);
    const view = (await (await fetch(`${again}/api/system/firmware`, { headers })).json()) as { places: object[] };
    expect(view.places).toContainEqual({ place: 'slot-a', version: VERSION, running: true });
    expect(existsSync(join(folder, 'data/firmware/slot-a/dist/server.cjs'))).toBe(true);
    expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
