import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ENTRY, inThisProcess, rackfeed } from '../support/process/command-line.js';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { itWith } from '../support/process/programs.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

// Each test starts processes; on a busy machine a start takes seconds.
jest.setTimeout(240_000);

const PASSWORD = 'correct horse battery';
const PASSPHRASE = 'a passphrase for the backup';

let folder: string;
let dataDir: string;
let secret: string;
const running: ControllerProcess[] = [];

const start = (dir: string): ControllerProcess => {
  const controller = new ControllerProcess({ RACKFEED_DATA_DIR: dir, RACKFEED_ADMIN_PASSWORD: PASSWORD });
  running.push(controller);
  return controller;
};
const stop = (controller: ControllerProcess) => controller.kill('SIGTERM');
const asked = (dir: string, ...args: string[]) => rackfeed(args, { RACKFEED_DATA_DIR: dir });
const withFile = (...args: string[]): string[] => [...args, '--passphrase-file', secret];

beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  secret = join(folder, 'passphrase');
  writeFileSync(secret, `${PASSPHRASE}\n`);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((controller) => controller.kill('SIGKILL')));
  removeFolder(folder);
});

/** A controller with a name, a token and an installed certificate, and a backup made while it runs. */
async function backedUp(): Promise<{
  file: string;
  token: string;
  session: string;
  pem: string;
  controller: ControllerProcess;
}> {
  const controller = start(dataDir);
  const admin = await signIn(await controller.ready(), PASSWORD);
  const certificate = await admin.send('GET', '/api/system/certificate');
  expect(certificate.status).toBe(200);
  expect((await admin.send('PUT', '/api/outlets/1', { outletName: 'Router' })).status).toBe(200);
  const { body } = await admin.send('POST', '/api/users/1/token');
  const file = join(folder, 'all.backup');
  const said = await asked(dataDir, ...withFile('backup', '--out', file));
  expect(said).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(file) });
  const pem = readFileSync(join(dataDir, 'https-self-signed.pem'), 'utf8');
  return { file, token: String(body['accessToken']), session: admin.token, pem, controller };
}

describe('a backup', () => {
  it('made while the controller runs restores names, password, token, certificate and host key on an empty machine', async () => {
    const { file, token, pem, controller } = await backedUp();
    const hostKeyOf = async (client: Awaited<ReturnType<typeof signIn>>): Promise<unknown> =>
      (await client.send('GET', '/api/system/ssh')).body['publicKey'];
    const hostKey = await hostKeyOf(await signIn(await controller.ready(), PASSWORD));
    expect(hostKey).toMatch(/^ssh-ed25519 /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    for (const text of ['SQLite format', 'PRIVATE KEY', 'Router', PASSPHRASE]) expect(bytes.includes(text)).toBe(false);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-draft'))).toEqual([]);
    await stop(controller);

    const other = join(folder, 'other');
    const said = await asked(other, ...withFile('restore', file));
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored') });
    expect(readFileSync(join(other, 'https-self-signed.pem'), 'utf8')).toBe(pem);
    expect(readFileSync(join(other, 'device.key'))).toEqual(readFileSync(join(dataDir, 'device.key')));
    const restored = start(other);
    const url = await restored.ready();
    expect(restored.stdout).not.toContain('First start');
    const admin = await signIn(url, PASSWORD);
    expect((await admin.send('GET', '/api/outlets/1')).body['outletName']).toBe('Router');
    expect(await hostKeyOf(admin)).toBe(hostKey);
    expect((await withSession(url, token, 'bearer').send('GET', '/api/user')).body['username']).toBe('admin');
    expect((await admin.send('GET', '/api/system/health')).body['database']).toMatchObject({ state: 'ok' });
  });

  it('replaces the data of a stopped controller, which is preserved; earlier sessions have ended', async () => {
    const { file, session, controller } = await backedUp();
    const url = await controller.ready();
    const admin = await signIn(url, PASSWORD);
    await admin.send('PUT', '/api/outlets/1', { outletName: 'Later' });
    const refused = await asked(dataDir, ...withFile('restore', file));
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is running') });
    expect((await admin.send('GET', '/api/outlets/1')).body['outletName']).toBe('Later');
    await stop(controller);
    const before = readFileSync(join(dataDir, 'rackfeed.sqlite'));

    const said = await asked(dataDir, ...withFile('restore', file));
    expect(said.code).toBe(0);
    const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(said.stderr).toContain(aside);
    expect(readFileSync(join(dataDir, aside, 'rackfeed.sqlite')).equals(before)).toBe(true);
    const again = start(dataDir);
    const there = await again.ready();
    for (const token of [session, admin.token]) {
      expect((await withSession(there, token).send('GET', '/api/user')).status).toBe(401);
    }
    const after = await signIn(there, PASSWORD);
    expect((await after.send('GET', '/api/outlets/1')).body['outletName']).toBe('Router');
  });

  it('opens with its passphrase only, and not if it was altered or truncated; then nothing is changed', async () => {
    const { file, controller } = await backedUp();
    await stop(controller);
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    const altered = Buffer.from(bytes).fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1);
    const files = {
      altered,
      cut: bytes.subarray(0, bytes.length - 5),
      short: bytes.subarray(0, 40),
      none: Buffer.alloc(0),
    };
    const before = readdirSync(dataDir).sort();
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content);
      const said = await inThisProcess(withFile('restore', join(folder, name)), { RACKFEED_DATA_DIR: dataDir });
      expect(said).toMatchObject({ code: 1, stdout: '' });
      expect(said.stderr).toMatch(/altered or cut|no backup/);
    }
    const wrong = await rackfeed(['restore', file], { RACKFEED_DATA_DIR: dataDir }, 'another passphrase\n');
    expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('passphrase is not the one') });
    expect(readdirSync(dataDir).sort()).toEqual(before);
    const right = await rackfeed(['restore', file], { RACKFEED_DATA_DIR: dataDir }, `${PASSPHRASE}\n`);
    expect(right.code).toBe(0);
  });

  it('names its requirements: a new file, an installation, a passphrase of 12 characters', async () => {
    const out = join(folder, 'new.backup');
    const here = (args: string[]) => inThisProcess(args, { RACKFEED_DATA_DIR: dataDir });
    const nothing = await here(withFile('backup', '--out', out));
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('no installation') });
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'installed'), '');
    const tooShort = join(folder, 'short');
    writeFileSync(tooShort, 'short\n');
    const short = await here(['backup', '--out', out, '--passphrase-file', tooShort]);
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('12 to 1024 characters') });
    const there = await here(withFile('backup', '--out', secret));
    expect(there).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
    const unnamed = await here(withFile('backup'));
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('--out') });
    expect(readdirSync(folder).sort()).toEqual(['data', 'passphrase', 'short']);
  });

  itWith(
    'expect',
    'ends with 130 at Ctrl-C while it asks for the passphrase, and the terminal echoes again',
    async () => {
      mkdirSync(dataDir);
      writeFileSync(join(dataDir, 'installed'), '');
      const out = join(folder, 'new.backup');
      const script = join(folder, 'ask.exp');
      const command = `RACKFEED_DATA_DIR='${dataDir}' '${process.execPath}' '${ENTRY}' backup --out '${out}'`;
      writeFileSync(
        script,
        [
          `set timeout ${scaledTimeLimit(20)}`,
          'expect_after timeout { exit 9 }',
          'spawn sh -c "trap : INT; $env(COMMAND); echo ended with \\$?; stty -a"',
          'expect "Passphrase of the backup: "',
          'send "half of it\\003"',
          'expect "ended with 130"',
          'expect eof',
          '',
        ].join('\n'),
      );
      const { stdout } = await promisify(execFile)('expect', ['-f', script], {
        env: { ...process.env, COMMAND: command },
      });
      expect(stdout).not.toContain('again');
      expect(stdout).toMatch(/ icanon .* echo /s);
      expect(readdirSync(folder)).not.toContain('new.backup');
    },
  );
});
