import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { writeBootState } from '../../src/launcher/boot-state.js';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';

// Each test starts processes; on a busy machine a start takes seconds.
jest.setTimeout(30_000);

const PASSWORD = 'correct horse battery';
const running: ControllerProcess[] = [];
let dataDir: string;

const start = (environment: Record<string, string> = {}, node: readonly string[] = []): ControllerProcess => {
  const controller = new ControllerProcess(
    { RACKFEED_DATA_DIR: dataDir, RACKFEED_ADMIN_PASSWORD: PASSWORD, ...environment },
    undefined,
    node,
  );
  running.push(controller);
  return controller;
};

beforeEach(() => {
  dataDir = join(temporaryFolder(), 'data');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((controller) => controller.kill('SIGKILL')));
  removeFolder(join(dataDir, '..'));
});

describe('the controller, started', () => {
  it('prints its address, model and driver first', async () => {
    const controller = start({ RACKFEED_MODEL: 'switched-8' });
    const url = await controller.ready();
    expect(controller.stdout).toMatch(
      /^Rackfeed is ready at http:\/\/127\.0\.0\.1:\d+ \(model switched-8, driver simulator, version \d[^)]*\)\n/,
    );
    expect((await fetch(`${url}/api/outlets`)).status).toBe(401);
  });

  it('logs its version and that of Node when it starts, and when it stops', async () => {
    const controller = start();
    await controller.ready();
    await controller.waitForOutput(/INFO {2}\[Controller\] (Started: version \d\S+ on Node v\d)/);
    await controller.kill('SIGTERM');
    expect(controller.stdout).toMatch(/INFO {2}\[Controller\] Stopped\..*\n$/);
  });

  it('survives an unhandled rejection, and logs it', async () => {
    const forgetful = "process.on('SIGUSR2', () => void Promise.reject(new Error('forgotten by a subscriber')))";
    const controller = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(forgetful)}` });
    const url = await controller.ready();
    controller.signal('SIGUSR2');
    while (!controller.stderr.includes('forgotten by a subscriber')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await signIn(url, PASSWORD)).token).not.toBe('');
  });

  it('makes its data folder and everything in it private', async () => {
    await start({}, [process.execPath]).ready(); // so that there is no folder with compiled code yet
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const open = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it('removes read access for others from its data folder', async () => {
    mkdirSync(dataDir, { mode: 0o755 });
    await start().ready();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('generates a working password if none was given, and prints it once', async () => {
    const first = start({ RACKFEED_ADMIN_PASSWORD: '' });
    const url = await first.ready();
    const password = await first.waitForOutput(/with the password (\S+)/);
    expect(password).toMatch(/^[A-Za-z0-9-]{16,}$/);
    expect((await (await signIn(url, password)).send('GET', '/api/user')).status).toBe(200);
    await first.kill('SIGTERM');

    const second = start({ RACKFEED_ADMIN_PASSWORD: '' });
    await signIn(await second.ready(), password);
    expect(second.stdout).not.toContain('password');
  });
});

describe('the controller, stopped', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends cleanly on %s, with a stream open, and moves no relay',
    async (signal) => {
      const first = start();
      const url = await first.ready();
      const admin = await signIn(url, PASSWORD);
      await admin.send('PUT', '/api/outlets/3', { state: 'OFF' });
      const before = (await admin.send('GET', '/api/outlets')).body as unknown as { state: string }[];
      expect(await first.kill(signal)).toEqual({ code: 0, signal: null });

      const again = await start().ready();
      const after = (await withSession(again, admin.token).send('GET', '/api/outlets')).body as unknown as {
        state: string;
      }[];
      expect(after.map(({ state }) => state)).toEqual(before.map(({ state }) => state));
      expect(after[2]?.state).toBe('OFF');
    },
  );
});

describe('the controller, killed', () => {
  it('has lost no answered change', async () => {
    const first = start();
    const admin = await signIn(await first.ready(), PASSWORD);
    for (let outlet = 1; outlet <= 8; outlet++) {
      const change = { outletName: `Server ${outlet}`, state: outlet % 2 ? 'OFF' : 'ON' };
      expect((await admin.send('PUT', `/api/outlets/${outlet}`, change)).status).toBe(200);
    }
    const token = (await admin.send('POST', '/api/users/1/token')).body['accessToken'] as string;
    await first.kill('SIGKILL');

    const url = await start().ready();
    const outlets = (await withSession(url, admin.token).send('GET', '/api/outlets')).body as unknown as {
      outletName: string;
      state: string;
    }[];
    expect(outlets.slice(0, 8).map(({ outletName, state }) => `${outletName} ${state}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((outlet) => `Server ${outlet} ${outlet % 2 ? 'OFF' : 'ON'}`),
    );
    const bearer = await fetch(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(bearer.status).toBe(200);
  });
});

describe('the controller, badly configured', () => {
  it.each([
    [{ RACKFEED_PORT: '99999' }, 'RACKFEED_PORT'],
    [{ RACKFEED_HOST: 'not a host' }, 'RACKFEED_HOST'],
    [{ RACKFEED_HOST: '203.0.113.1' }, 'RACKFEED_HOST'],
    [{ RACKFEED_MODEL: 'toaster-2' }, 'RACKFEED_MODEL'],
    [{ RACKFEED_MODEL: '/nowhere/profile.json' }, 'RACKFEED_MODEL'],
    [{ RACKFEED_DRIVER: 'telepathy' }, 'RACKFEED_DRIVER'],
    [{ RACKFEED_SIMULATOR_CONTROL: 'perhaps' }, 'RACKFEED_SIMULATOR_CONTROL'],
    [{ RACKFEED_ADMIN_PASSWORD: 'short' }, 'RACKFEED_ADMIN_PASSWORD'],
    [{ RACKFEED_DATA_DIR: '/dev/null/data' }, 'RACKFEED_DATA_DIR'],
    [{ RACKFEED_DATA_DIR: '/proc/rackfeed' }, 'RACKFEED_DATA_DIR'],
    [{ RACKFEED_DATA_DIR: '/proc/rackfeed/data' }, 'RACKFEED_DATA_DIR'],
    [{ RACKFEED_PASSWORD: 'x' }, 'RACKFEED_PASSWORD'],
  ])(
    'with %j ends with 2 before it listens and names the variable',
    async (environment: Record<string, string>, name) => {
      const controller = start(environment);
      expect(await controller.ended).toEqual({ code: 2, signal: null });
      expect(controller.stderr).toContain(name);
      expect(controller.stderr).not.toMatch(/\n\s+at /);
      expect(controller.stdout).toBe('');
    },
  );

  it('starts with an unknown variable when an update was rolled back, and reports it', async () => {
    await start().ready();
    await running[0]?.kill('SIGTERM');
    const rolledBack = { result: 'rolledBack', version: '9.0.0', from: '0.1.0', at: 0 } as const;
    const base = { active: 'base', previous: 'base', trial: false, attempts: 0, baseVersion: '0.1.0' } as const;
    writeBootState(dataDir, { format: 1, ...base, last: rolledBack });
    const controller = start({ RACKFEED_OF_VERSION_9: 'x' });
    await controller.ready();
    await controller.waitForOutput(/WARN {2}\[Controller\] (RACKFEED_OF_VERSION_9 is not a variable of Rackfeed)/);
  });

  it.each([
    [{ RACKFEED_PORT: 'x' }, ['PORT', 'DRIVER', 'MODEL', 'ADMIN_PASSWORD']],
    [{ RACKFEED_DATA_DIR: '/dev/null/data' }, ['DRIVER', 'MODEL', 'ADMIN_PASSWORD', 'DATA_DIR']],
    [{}, ['DRIVER', 'MODEL', 'ADMIN_PASSWORD']],
  ])('names all mistakes at once, with %j among them', async (first: Record<string, string>, names) => {
    const others = {
      RACKFEED_DRIVER: './nowhere.mjs',
      RACKFEED_MODEL: 'toaster-2',
      RACKFEED_ADMIN_PASSWORD: 'short',
    };
    const controller = start({ ...others, ...first });
    expect(await controller.ended).toEqual({ code: 2, signal: null });
    const lines = controller.stderr.trimEnd().split('\n');
    expect(lines.map((line) => /^RACKFEED_(\w+) /.exec(line)?.[1])).toEqual(names);
  });

  it('does not blame a password that only a first start uses', async () => {
    await start().ready();
    await running[0]?.kill('SIGTERM');
    const controller = start({ RACKFEED_MODEL: 'toaster-2', RACKFEED_ADMIN_PASSWORD: 'short' });
    expect((await controller.ended).code).toBe(2);
    expect(controller.stderr).toMatch(/^RACKFEED_MODEL [^\n]*\n$/);
  });

  it('names the invalid key of a profile file', async () => {
    const file = join(dataDir, '../rack.json');
    writeFileSync(file, JSON.stringify({ model: 'mine', inlets: [] }));
    const controller = start({ RACKFEED_MODEL: file });
    expect((await controller.ended).code).toBe(2);
    expect(controller.stderr).toMatch(/RACKFEED_MODEL.*inlets/);
  });

  it('names the port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const controller = start({ RACKFEED_PORT: String((other.address() as AddressInfo).port) });
    expect((await controller.ended).code).toBe(2);
    expect(controller.stderr).toMatch(/RACKFEED_PORT \d+ is taken/);
    other.close();
  });

  it('refuses a data folder that another controller is using', async () => {
    await start().ready();
    const second = start();
    expect((await second.ended).code).toBe(2);
    expect(second.stderr).toContain('RACKFEED_DATA_DIR is in use');
  });

  it('never creates a new administrator for an installation whose database became empty', async () => {
    const first = start();
    await first.ready();
    await first.kill('SIGTERM');
    truncateSync(join(dataDir, 'rackfeed.sqlite'));
    const second = start({ RACKFEED_ADMIN_PASSWORD: 'another password' });
    const url = await second.ready();
    await expect(signIn(url, 'another password')).rejects.toThrow('DATABASE_LOST');
    expect((await fetch(`${url}/health`)).status).toBe(503);
    expect(second.stderr + second.stdout).toContain('The database is lost');
  });
});
