import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { INTERRUPTED } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { MEMORY_FOLDER } from '../../src/cli/stored.js';
import { DEVICE_KEY } from '../../src/database/device-key.js';
import { ENTRY, inThisProcess, rackfeed, rackfeedInto } from '../support/process/command-line.js';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';

// Each test starts processes; on a busy machine a start takes seconds.
jest.setTimeout(60_000);

const PASSWORD = 'correct horse battery';

interface Document {
  readonly sections: Record<string, unknown> & { readonly outlets?: unknown };
}

let folder: string;
let dataDir: string;

/** The content of an installation's data folder, for a command. */
const here = (more: Record<string, string> = {}): Record<string, string> => ({ RACKFEED_DATA_DIR: dataDir, ...more });

const running: ControllerProcess[] = [];

const start = (): ControllerProcess => {
  const controller = new ControllerProcess({ RACKFEED_DATA_DIR: dataDir, RACKFEED_ADMIN_PASSWORD: PASSWORD });
  running.push(controller);
  return controller;
};

const begin = (): void => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
};

describe('the command line', () => {
  beforeEach(begin);
  afterEach(() => removeFolder(folder));

  it('lists its commands, and ends with 2 after a usage error', async () => {
    const [asked, nothing, unknown] = await Promise.all([
      inThisProcess(['--help'], here()),
      inThisProcess([], here()),
      inThisProcess(['explode'], here()),
    ]);
    expect(asked.code).toBe(0);
    for (const { name, summary } of COMMANDS) {
      expect(asked.stdout).toContain(`  ${name}`);
      expect(asked.stdout).toContain(summary);
    }
    expect([nothing.code, nothing.stdout, nothing.stderr]).toEqual([2, '', asked.stdout]);
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no command "explode"') });
  });

  it('refuses to build a release from a release', async () => {
    const said = await inThisProcess(['bundle'], here());
    expect(said).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no source tree') });
  });

  describe('checks the health of the controller', () => {
    /** A server in place of the controller, with the answers of a test. */
    const standIn = async (host: string, answer: (response: ServerResponse) => void): Promise<Server> => {
      const server = createServer((_, response) => answer(response)).listen(0, host);
      await once(server, 'listening');
      return server;
    };
    /** The only files that the command reads: neither the application nor a package is there. */
    const HEALTH_NEEDS = ['package.json', 'scripts/install', 'dist/cli', 'dist/config', 'dist/launcher', 'dist/common'];
    const portOf = (server: Server): string => String((server.address() as AddressInfo).port);

    it.each([
      ['127.0.0.1', '127.0.0.1'],
      ['0.0.0.0', '127.0.0.1'],
      ['::1', '::1'],
      ['::', '::1'],
      ['localhost', 'localhost'],
    ])('where RACKFEED_HOST is %s', async (host, address) => {
      const paths: string[] = [];
      const server = createServer((request, response) => {
        paths.push(request.url ?? '');
        response.end();
      }).listen(0, address);
      await once(server, 'listening');
      const said = await inThisProcess(['health'], { RACKFEED_HOST: host, RACKFEED_PORT: portOf(server) });
      expect(said).toEqual({ code: 0, stdout: 'The controller is alive.\n', stderr: '' });
      expect(paths).toEqual(['/health/live']);
      server.close();
    });

    it('and ends with 1 and a reason if it is not alive', async () => {
      const server = await standIn('127.0.0.1', (response) => response.writeHead(503).end());
      const at = { RACKFEED_HOST: '127.0.0.1', RACKFEED_PORT: portOf(server) };
      const stuck = await inThisProcess(['health'], at);
      server.close();
      await once(server, 'close');
      const gone = await inThisProcess(['health'], at);
      const wrong = await inThisProcess(['health'], { RACKFEED_PORT: 'http' });
      const free = await inThisProcess(['health'], { RACKFEED_PORT: '0' });
      expect([stuck, gone, wrong, free].map(({ code, stdout }) => [code, stdout])).toEqual(
        Array.from({ length: 4 }, () => [1, '']),
      );
      expect(stuck.stderr).toContain('answers 503');
      expect(gone.stderr).toContain('ECONNREFUSED');
      expect(wrong.stderr).toContain('RACKFEED_PORT must be a whole number from 0 to 65535');
      expect(free.stderr).toContain('RACKFEED_PORT is 0');
    });

    it('without loading the release, and whatever Kubernetes adds to the variables', async () => {
      const server = await standIn('127.0.0.1', (response) => response.end());
      const bare = join(folder, 'bare');
      for (const name of HEALTH_NEEDS)
        cpSync(join(import.meta.dirname, '../..', name), join(bare, name), { recursive: true });
      const links = { RACKFEED_SERVICE_HOST: '10.0.0.5', RACKFEED_PORT_8080_TCP_ADDR: '10.0.0.5' };
      const environment = { RACKFEED_HOST: '127.0.0.1', RACKFEED_PORT: portOf(server), ...links };
      const said = await rackfeed(['health'], environment, '', join(bare, 'dist/cli/rackfeed.js'));
      server.close();
      expect(said).toEqual({ code: 0, stdout: 'The controller is alive.\n', stderr: '' });
    });
  });

  it('says which version runs', async () => {
    const said = await rackfeed(['version'], here());
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(said.code).toBe(0);
    expect(said.stdout).toContain(`rackfeed ${version} (`);
  });

  it('creates no installation if there is none', async () => {
    for (const args of [['export'], ['reset-password', 'admin']]) {
      const said = await rackfeed(args, here());
      expect(said).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no installation') });
    }
    expect(existsSync(dataDir)).toBe(false);
  });

  it('runs as the owner of the data folder if started by root', () => {
    if (process.getuid?.() !== 0) return;
    mkdirSync(dataDir);
    chownSync(dataDir, 10_001, 10_002);
    const module = pathToFileURL(join(import.meta.dirname, '../../dist/cli/owner.js')).href;
    const script =
      `import { becomeOwnerOf } from '${module}'; becomeOwnerOf('${dataDir}');` +
      'console.log(process.getuid(), process.getgid(), ...process.getgroups())';
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(said).toBe('10001 10002 10002\n');
  });
});

describe('check-config', () => {
  beforeEach(begin);
  afterEach(() => removeFolder(folder));

  it('accepts valid variables and changes nothing', async () => {
    const said = await inThisProcess(['check-config'], here({ RACKFEED_MODEL: 'ats-8', RACKFEED_PORT: '8081' }));
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(/port 8081\n.*ats-8 \(driver simulator\)\n.*first start/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    [{ RACKFEED_PORT: '99999', RACKFEED_LOG_LEVEL: 'loud' }, ['RACKFEED_PORT', 'RACKFEED_LOG_LEVEL']],
    [{ RACKFEED_MODEL: 'toaster-2' }, ['RACKFEED_MODEL']],
    [{ RACKFEED_DRIVER: 'telepathy' }, ['RACKFEED_DRIVER']],
    [{ RACKFEED_DRIVER: './nowhere.mjs' }, ['RACKFEED_DRIVER ./nowhere.mjs cannot be read (ENOENT).']],
    [{ RACKFEED_ADMIN_PASSWORD: 'short' }, ['RACKFEED_ADMIN_PASSWORD']],
    [{ RACKFEED_PASSWORD: 'x' }, ['RACKFEED_PASSWORD']],
    [
      {
        RACKFEED_PORT: 'x',
        RACKFEED_DRIVER: 'telepathy',
        RACKFEED_MODEL: 'toaster-2',
        RACKFEED_ADMIN_PASSWORD: 'short',
      },
      ['RACKFEED_PORT', 'RACKFEED_DRIVER', 'RACKFEED_MODEL', 'RACKFEED_ADMIN_PASSWORD'],
    ],
  ])('reports the error in %j as a start does', async (environment: Record<string, string>, names) => {
    const { code, stdout, stderr } = await inThisProcess(['check-config'], here(environment));
    expect([code, stdout]).toEqual([2, '']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(names.length);
    names.forEach((name, place) => expect(lines[place]).toContain(name));
  });

  it('reads the variables of a file, which those of the environment override', async () => {
    const file = join(folder, 'rackfeed.env');
    writeFileSync(file, '# the service\nRACKFEED_PORT=99999\nRACKFEED_MODEL="switched-8"\n');
    const [checked, behind, missing] = await Promise.all([
      inThisProcess(['check-config', file], here({ RACKFEED_PORT: '8081' })),
      rackfeed(['--environment', file, 'check-config'], here({ RACKFEED_PORT: '8081' })),
      rackfeed([`--environment=${file}.old`, 'check-config'], here()),
    ]);
    expect(checked).toMatchObject({ code: 2, stderr: expect.stringContaining('RACKFEED_PORT') });
    expect(behind).toMatchObject({ code: 0, stdout: expect.stringMatching(/port 8081\n.*switched-8/) });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read (ENOENT)') });
  });

  it('checks a profile, and the structure of a configuration document', async () => {
    const write = (name: string, content: object): string => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };
    const frame = { format: 1, product: 'Rackfeed', model: 'ats-8', sections: {} };
    const profile = write('profile.json', { model: 'mine', inlets: [] });
    const [wrongProfile, good, wrong] = await Promise.all([
      inThisProcess(['check-config', profile], here()),
      inThisProcess(['check-config', write('good.json', frame)], here()),
      inThisProcess(['check-config', write('wrong.json', { ...frame, format: 9, sections: { wine: [] } })], here()),
    ]);
    expect(wrongProfile).toMatchObject({ code: 2, stderr: expect.stringContaining('inlets') });
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('good') });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining('format'),
      expect.stringContaining('sections.wine'),
    ]);
  });
});

describe('beside a running controller', () => {
  let controller: ControllerProcess;
  let admin: Awaited<ReturnType<typeof signIn>>;
  let outlets: unknown;

  beforeAll(async () => {
    begin();
    controller = start();
    admin = await signIn(await controller.ready(), PASSWORD);
    await admin.send('PUT', '/api/outlets/3', { state: 'OFF', outletName: 'Switch' });
    await admin.send('POST', '/api/conf', { hostName: 'rack-7' });
    outlets = await states();
  });
  afterAll(async () => {
    await Promise.all(running.splice(0).map((each) => each.kill('SIGKILL')));
    removeFolder(folder);
  });

  const states = async (): Promise<unknown> => {
    const { body } = await admin.send('GET', '/api/outlets');
    return (body as unknown as { outletName: string; state: string }[]).map((each) => [each.outletName, each.state]);
  };

  it('export prints the document that the API answers', async () => {
    const said = await rackfeed(['export'], here());
    expect(said.code).toBe(0);
    expect(JSON.parse(said.stdout)).toEqual((await admin.send('GET', '/api/config/export')).body);
    expect(said.stdout).not.toMatch(/argon2|passwordHash":\s*"/);
  });

  it('export into a file writes all of it, and fails where the disk is full', async () => {
    const file = join(folder, 'exported.json');
    expect(rackfeedInto(file, ['export'], here()).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe((await rackfeed(['export'], here())).stdout);
    const { code, stderr } = rackfeedInto('/dev/full', ['export'], here());
    expect([code, stderr]).toEqual([1, expect.stringContaining('ENOSPC')]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'export that %s cuts off leaves no copy of the device key',
    async (signal) => {
      const key = readFileSync(join(dataDir, DEVICE_KEY));
      const copies = (): string[] =>
        [MEMORY_FOLDER, tmpdir()]
          .filter(existsSync)
          .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name, DEVICE_KEY)))
          .filter((file) => existsSync(file) && readFileSync(file).equals(key));
      const exporting = spawn(process.execPath, [ENTRY, 'export'], { env: { PATH: process.env.PATH, ...here() } });
      const ended = once(exporting, 'exit');
      await eventually(() => copies().length > 0);
      exporting.kill(signal);
      expect(await ended).toEqual([INTERRUPTED, null]);
      expect(copies()).toEqual([]);
    },
  );

  it('apply --plan lists the changes, and changes nothing', async () => {
    const exported = await rackfeed(['export'], here());
    const document = JSON.parse(exported.stdout) as Document;
    const same = await rackfeed(['apply', '--plan', '-'], here(), exported.stdout);
    expect(same).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing would change.\n' });

    const file = join(folder, 'site.json');
    const settings = { ...(document.sections['settings'] as object), hostName: 'rack-8' };
    writeFileSync(file, JSON.stringify({ ...document, sections: { ...document.sections, settings } }));
    const plan = await rackfeed(['apply', '--plan', file], here());
    expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('"rack-7" → "rack-8"') });
    expect(plan.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect((await rackfeed(['export'], here())).stdout).toBe(exported.stdout);
  });

  it('apply without --plan, and an invalid document, are refused with the reason', async () => {
    const [applied, wrong, none] = await Promise.all([
      rackfeed(['apply', 'site.json'], here()),
      rackfeed(
        ['apply', '--plan', '-'],
        here(),
        '{"format":1,"product":"Rackfeed","model":"x","sections":{"settings":{"hostName":7}}}',
      ),
      rackfeed(['apply', '--plan', '-'], here(), 'no JSON'),
    ]);
    expect(applied).toMatchObject({ code: 2, stderr: expect.stringContaining('POST /api/config/apply') });
    expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('settings.hostName') });
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('not a JSON object') });
  });

  it('reset-password changes nothing and explains what to do', async () => {
    const said = await rackfeed(['reset-password', 'admin'], here());
    expect(said).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/is running.*Stop it/) });
    expect(said.stderr).not.toMatch(/\n\s+at /);
    expect((await admin.send('GET', '/api/user')).status).toBe(200);
  });

  it('no command has moved a relay', async () => {
    expect(await states()).toEqual(outlets);
  });
});

describe('reset-password, with the controller stopped', () => {
  let token: string;
  let relays: string;

  beforeAll(async () => {
    begin();
    const controller = start();
    const admin = await signIn(await controller.ready(), PASSWORD);
    ({ token } = admin);
    await admin.send('PUT', '/api/outlets/3', { state: 'OFF' });
    await controller.kill('SIGTERM');
    relays = readFileSync(join(dataDir, 'simulator.json'), 'utf8');
  });
  afterEach(() => Promise.all(running.splice(0).map((controller) => controller.kill('SIGTERM'))));
  afterAll(() => removeFolder(folder));

  it('refuses an unknown user, and a password against the policy', async () => {
    const unknown = await rackfeed(['reset-password', 'nobody'], here());
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no user "nobody"') });
    const weak = await rackfeed(['reset-password', 'admin', '--stdin'], here(), 'short\n');
    expect(weak).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('8 characters') });
  });

  it('sets a new password that must be changed, ends the sessions, and moves no relay', async () => {
    const said = await rackfeed(['reset-password', 'Admin'], here());
    const password = /"admin" is ([A-Z2-9]{16})\.\n/.exec(said.stdout)?.[1] ?? '';
    expect([said.code, password.length]).toEqual([0, 16]);
    expect(readFileSync(join(dataDir, 'simulator.json'), 'utf8')).toBe(relays);

    const controller = start();
    const url = await controller.ready();
    await expect(signIn(url, PASSWORD)).rejects.toThrow('401');
    expect((await withSession(url, token).send('GET', '/api/user')).status).toBe(401);
    const admin = await signIn(url, password);
    const change = { currentPassword: password, newPassword: 'another horse battery' };
    expect((await admin.send('PUT', '/api/user/password', change)).status).toBe(200);
    const { body } = await admin.send('GET', '/api/log?kind=user.password');
    expect(JSON.stringify(body)).toContain('rackfeed reset-password');
    expect(JSON.stringify(body)).toContain('The password of user “admin” was changed.');
    expect(JSON.stringify(body)).not.toContain(password);
  });

  it('accepts a permanent password from its input', async () => {
    const said = await rackfeed(['reset-password', 'admin', '--stdin'], here(), 'staple of the horse\n');
    expect(said).toMatchObject({ code: 0, stdout: 'The password of "admin" is the one you gave.\n' });
    const controller = start();
    const admin = await signIn(await controller.ready(), 'staple of the horse');
    expect((await admin.send('GET', '/api/outlets')).status).toBe(200);
  });
});
