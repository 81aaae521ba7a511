/**
 * A disk that fails: the system calls by which the database makes its writes durable are answered with EIO, in a real
 * process. The blocks of the intent journal were allocated before; they can still be written.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '../support/time/time-limits.js';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';

const PASSWORD = 'correct horse battery';

let folder: string;
let controller: ControllerProcess;
let tracer: ChildProcess | undefined;

const start = async (): Promise<string> => {
  controller = new ControllerProcess({ RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: PASSWORD });
  return controller.ready();
};

/** Makes every sync of the database's log fail from now on; false if that is not possible here. */
const failSyncs = (): Promise<boolean> =>
  inject('-P', join(folder, 'rackfeed.sqlite-wal'), ...failing('fsync,fdatasync', 'EIO'));

/** Makes every write fail from now on: a dying card (EIO), or a file system remounted read-only (EROFS). */
const failEverything = (error: string): Promise<boolean> =>
  inject(...failing('pwrite64,pwritev,fsync,fdatasync,ftruncate,rename', error));

const failing = (calls: string, error: string): string[] => [
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:error=${error}`,
];

const inject = async (...what: readonly string[]): Promise<boolean> => {
  const child = spawn('strace', ['-f', '-p', String(controller.pid), ...what], { stdio: ['ignore', 'ignore', 'pipe'] });
  tracer = child;
  return new Promise((resolve) => {
    child.stderr.on('data', (said: Buffer) => {
      if (said.toString().includes('attached')) resolve(true);
    });
    child.once('exit', () => resolve(false));
  });
};

const heal = async (): Promise<void> => {
  const child = tracer;
  tracer = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGINT');
  });
};

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await heal();
  await controller.kill('SIGKILL');
  removeFolder(folder);
});

describeWith('strace', 'while the disk fails', () => {
  it('settings are refused and outlets switched, and once it works again answered changes are durable', async () => {
    const url = await start();
    const admin = await signIn(url, PASSWORD);
    await admin.send('PUT', '/api/outlets/1', { outletName: 'Before' });
    if (!(await failSyncs())) return;

    expect((await admin.send('PUT', '/api/outlets/1', { outletName: 'Lost' })).status).toBe(500);
    expect(await admin.send('PUT', '/api/outlets/1', { state: 'OFF' })).toMatchObject({
      status: 200,
      body: { state: 'OFF', outletName: 'Before' },
    });
    expect((await admin.send('PUT', '/api/outlets/2', { state: 'REBOOT' })).status).toBe(200);
    expect((await admin.send('GET', '/api/outlets/1')).body).toMatchObject({ state: 'OFF', outletName: 'Before' });

    await heal();
    expect((await admin.send('PUT', '/api/outlets/3', { outletName: 'After' })).status).toBe(200);
    await controller.kill('SIGKILL');
    const again = withSession(await start(), admin.token);
    expect((await again.send('GET', '/api/outlets/1')).body).toMatchObject({ state: 'OFF', outletName: 'Before' });
    expect((await again.send('GET', '/api/outlets/3')).body).toMatchObject({ outletName: 'After' });
    // The reboot was accepted without a database, and its ON is not lost by the kill.
    const second = async () => (await again.send('GET', '/api/outlets/2')).body;
    await eventually(async () => (await second())['rebootStatus'] === 'none');
    expect(await second()).toMatchObject({ state: 'ON' });
  }, 120_000);
});

describeWith('strace', 'while nothing on the disk can be written', () => {
  it.each(['EIO', 'EROFS'])(
    'outlets are switched and rebooted, the fault is reported everywhere, and recovery is automatic (%s)',
    async (error) => {
      const url = await start();
      const admin = await signIn(url, PASSWORD);
      const group = await admin.send('POST', '/api/groups', { groupName: 'Rack', outlets: [4, 5] });
      if (!(await failEverything(error))) return;

      const refused = await admin.send('PUT', '/api/outlets/1', { outletName: 'Lost' });
      expect(refused).toMatchObject({ status: 500, body: { code: 'STORAGE_FAILING' } });
      expect(await admin.send('PUT', '/api/outlets/1', { state: 'OFF' })).toMatchObject({
        status: 200,
        body: { state: 'OFF', outletName: 'Outlet 1' },
      });
      expect((await admin.send('PUT', '/api/outlets/2', { state: 'REBOOT' })).status).toBe(200);
      expect((await admin.send('PUT', `/api/groups/${String(group.body['id'])}`, { state: 'OFF' })).status).toBe(200);
      expect((await admin.send('PUT', '/api/outlets/1', { state: 'ON' })).body).toMatchObject({ state: 'ON' });
      const second = async () => (await admin.send('GET', '/api/outlets/2')).body;
      await eventually(async () => (await second())['state'] === 'OFF');
      await eventually(async () => (await second())['rebootStatus'] === 'none');
      expect(await second()).toMatchObject({ state: 'ON' });
      const { body: health } = await admin.send('GET', '/api/system/health');
      expect(health).toMatchObject({ status: 'degraded', ready: true, storage: { state: 'lost' } });
      expect(controller.stderr).toContain('kept in memory only');

      await heal();
      expect((await admin.send('PUT', '/api/outlets/3', { outletName: 'After' })).status).toBe(200);
      expect((await admin.send('PUT', '/api/outlets/6', { state: 'OFF' })).status).toBe(200);
      expect((await admin.send('GET', '/api/system/health')).body).toMatchObject({ storage: { state: 'ok' } });
      await controller.kill('SIGKILL');
      const again = withSession(await start(), admin.token);
      const states = async (...ids: number[]) =>
        Promise.all(ids.map(async (id) => (await again.send('GET', `/api/outlets/${id}`)).body['state']));
      // Commands accepted while nothing could be written became durable with the first successful write.
      expect(await states(1, 2, 4, 5, 6)).toEqual(['ON', 'ON', 'OFF', 'OFF', 'OFF']);
    },
    180_000,
  );
});
