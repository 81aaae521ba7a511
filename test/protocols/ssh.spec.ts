import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type * as Ssh2 from 'ssh2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Db } from '../../src/database/db.js';
import { textWidth } from '../../src/shell/text-width.js';
import { SwitchingService } from '../../src/switching/switching.service.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { NutClient } from '../support/clients/nut-client.js';
import { ON_LOOPBACK, protocolOff, protocolOn, protocolState } from '../support/protocols/protocol-on.js';
import { run, SshClient, SshFolder, type Outcome } from '../support/protocols/ssh-client.js';
import { describeWith, has } from '../support/process/programs.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

const { Client: Library } = createRequire(import.meta.url)('ssh2') as typeof Ssh2;

/** A command of 1,000 characters: the outlets 1 and, at its end, 2. */
const A_LONG_LINE = `show outlets ${'1,'.repeat(493)}2`;

/** A part of a script for expect: an answer that does not come ends the script, where expect by itself would go on. */
const UNANSWERED_FAILS = [
  `set timeout ${scaledTimeLimit(20)}`,
  'expect_after timeout { send_user "\n(an expected answer did not come)\n"; exit 9 }',
].join('\n');

let pdu: Pdu;
let admin: Client;
let folder: SshFolder;
let port: number;
let byKey: SshClient;
let byPassword: SshClient;

const configure = async (settings: object): Promise<void> => {
  expect((await admin.post('/api/conf', settings)).status).toBe(200);
  await protocolState(pdu, 'ssh');
};
const stateOf = async (outlet: number) => (await admin.get(`/api/outlets/${outlet}`)).body.state;
const newestLog = async (kind: string) => (await admin.get(`/api/log?kind=${kind}&limit=1`)).body.entries[0];

/** A user with these permissions, with the key of the folder. */
async function aUser(permissions: object): Promise<{ client: Client; id: string; name: string; ssh: SshClient }> {
  const client = await pdu.as(permissions);
  const { id, username } = (await client.get('/api/user')).body;
  await client.post(`/api/users/${id}/sshKey`, { sshKeyName: 'test', sshKey: folder.publicHalf() });
  return { client, id, name: username, ssh: new SshClient(folder, port, String(username), { key: folder.key }) };
}

/** A shell that stays open, as an operator has it. */
class OpenShell {
  readonly #child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = '';
  #listeners: (() => void)[] = [];

  constructor(client: SshClient, ...options: string[]) {
    const [program, args] = client.command('-T', ...options);
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, SSH_AUTH_SOCK: '' } });
    const add = (data: Buffer): void => {
      this.output += data.toString();
      this.#listeners.forEach((each) => each());
    };
    this.#child.stdout?.on('data', add);
    this.#child.stderr?.on('data', add);
    this.#child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  send(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Resolves when the output has this text. */
  async shows(text: string): Promise<void> {
    while (!this.output.includes(text)) await new Promise<void>((resolve) => this.#listeners.push(resolve));
  }

  close(): Promise<number | null> {
    this.#child.stdin?.end();
    return this.ended;
  }
}

async function anOpenShell(client: SshClient): Promise<OpenShell> {
  const shell = new OpenShell(client);
  await shell.shows('SynLink> ');
  return shell;
}

/** A connection that is accepted or closed by the other side. */
const aConnection = (address = '127.0.0.1'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.resume();
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
  });

describeWith('ssh', 'the SSH shell', () => {
  beforeAll(async () => {
    folder = new SshFolder();
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    port = await protocolOn(pdu, admin, 'ssh');
    await admin.post('/api/users/1/sshKey', { sshKeyName: 'test', sshKey: folder.publicHalf() });
    byKey = new SshClient(folder, port, 'admin', { key: folder.key });
    byPassword = new SshClient(folder, port, 'admin', { password: ADMIN_PASSWORD });
  });
  afterAll(async () => {
    await pdu.stop();
    folder.remove();
  });

  describe('a command of a script', () => {
    beforeEach(() => admin.put('/api/outlets', { outlets: ['1', '2', '3'], state: 'ON' }));

    it('answers the table of the outlets to a key', async () => {
      const { code, stdout, stderr } = await byKey.exec('pshow');
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.split('\n')).toHaveLength(18);
      expect(stdout).toMatch(/^ {3}3 \| \S.* \| ON $/m);
    });

    it('answers a table whose columns stand below one another, also with names of wide characters', async () => {
      await admin.put('/api/outlets/2', { outletName: '数据库服务器电源一二三四' });
      const lines = (await byKey.exec('pshow')).stdout.trimEnd().split('\n');
      const ends = lines.map((line) => textWidth(line.slice(0, line.lastIndexOf('|'))));
      expect(new Set(ends).size).toBe(1);
      await admin.put('/api/outlets/2', { outletName: 'Outlet 2' });
    });

    it('is in the log with its reason, which has quotes for this shell too', async () => {
      expect((await byKey.exec(`off 3 --reason "disk swap in rack 7"`)).code).toBe(0);
      expect(await newestLog('outlet.switch')).toMatchObject({
        via: 'ssh',
        after: { state: 'OFF', reason: 'disk swap in rack 7' },
      });
      const { code, stderr } = await byKey.exec('off 1 --reason rack 2');
      expect([code, stderr]).toEqual([2, 'Put the text after --reason in quotes, or at the end of the line.\n']);
      expect([await stateOf(1), await stateOf(2)]).toEqual(['ON', 'ON']);
    });

    it('switches with a password; HTTP shows it, and the log says that it came over SSH', async () => {
      expect(await byPassword.exec('pset 3 0')).toEqual({ code: 0, stdout: 'OK\n', stderr: '' });
      expect(await stateOf(3)).toBe('OFF');
      expect(await newestLog('outlet.switch')).toMatchObject({ via: 'ssh', who: 'admin', address: '127.0.0.1' });
    });

    it('gets the JSON of HTTP', async () => {
      const { stdout } = await byKey.exec('show outlets --json');
      expect(JSON.parse(stdout)).toEqual((await admin.get('/api/outlets')).body);
    });

    it('switches several outlets by numbers, ranges and names with one command', async () => {
      await admin.put('/api/outlets/2', { outletName: 'Web server' });
      expect(await byKey.exec('off 1,3-3')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Outlet 1 .*OFF/),
      });
      expect(await byKey.exec('off "Web server"; on 1')).toMatchObject({ code: 0, stderr: '' });
      expect(await byKey.exec('off web server')).toMatchObject({ code: 0, stdout: 'Outlet 2 (Web server) is OFF.\n' });
      expect([await stateOf(1), await stateOf(2), await stateOf(3)]).toEqual(['ON', 'OFF', 'OFF']);
    });

    it('takes a number for that of an object, also where another one is named so, and in quotes for the name', async () => {
      await admin.put('/api/outlets/2', { outletName: '3' });
      expect(await byKey.exec('off 3')).toMatchObject({ code: 0, stdout: 'Outlet 3 (Outlet 3) is OFF.\n' });
      expect(await byKey.exec('pset 3 1; off "3"')).toMatchObject({ code: 0, stdout: 'OK\nOutlet 2 (3) is OFF.\n' });
      expect([await stateOf(2), await stateOf(3)]).toEqual(['OFF', 'ON']);
      await admin.put('/api/outlets/2', { outletName: 'Web server' });

      const ids: string[] = [];
      for (const outlets of [['1'], ['2']]) {
        ids.push((await admin.post('/api/groups', { groupName: 'Rack', outlets })).body.id);
      }
      const [first = '', second = ''] = ids;
      await admin.put(`/api/groups/${first}`, { groupName: second });
      expect((await byKey.exec(`group on ${second}`)).stdout).toBe(`Group ${second} (Rack) turns ON.\n`);
      expect((await byKey.exec(`group on "${second}"`)).stdout).toBe(`Group ${first} (${second}) turns ON.\n`);
      for (const id of ids) await admin.delete(`/api/groups/${id}`);

      await admin.put('/api/relayOutput/1', { relayName: '2' });
      expect((await byKey.exec('relay on 2')).stdout).toBe('Relay output 2 is ON.\n');
      expect((await byKey.exec('relay on "2"')).stdout).toBe('Relay output 1 is ON.\n');
    });

    it.each<[command: string, code: number, stderr: string]>([
      ['pset 99 1', 2, 'No outlet has the id or index "99".\n'],
      ['pset 1', 2, 'pset needs more arguments.\nUsage: pset <outlet> 0|1 [--confirm] [--reason <text>]\n'],
      ['pset 1 2', 2, 'The state is 1 for on or 0 for off.\n'],
      ['frobnicate', 127, 'Invalid command\n'],
      ['name 1 "open', 2, 'The quote " is not closed.\n'],
      ['show outlets --nothing', 2, 'This command has no option --nothing.\n'],
    ])('refuses %j with exit status %i and a sentence', async (command, code, stderr) => {
      expect(await byKey.exec(command)).toEqual({ code, stdout: '', stderr });
    });

    it('refuses a protected outlet, until the switch-off is confirmed', async () => {
      await admin.put('/api/outlets/1', { protection: 'confirm' });
      const { code, stderr } = await byKey.exec('off 1');
      expect([code, stderr.startsWith('Outlet "1-1200578" is protected')]).toEqual([1, true]);
      expect(await byKey.exec('off 1 --confirm')).toMatchObject({ code: 0 });
      await admin.put('/api/outlets/1', { protection: 'none' });
    });

    it('refuses an outlet of others, and says of one that the role may not see that there is none', async () => {
      const { ssh } = await aUser({ viewOutlets: ['1-1200578', '2-1200578'], modifyOutlets: ['1-1200578'] });
      expect(await ssh.exec('pset 1 0')).toMatchObject({ code: 0 });
      expect(await ssh.exec('pset 2 0')).toMatchObject({ code: 1, stderr: expect.stringContaining('does not list') });
      const hidden = await ssh.exec('pset 3 0');
      expect(hidden).toEqual({ code: 1, stdout: '', stderr: 'No outlet has the id or index "3".\n' });
      expect((await ssh.exec('pset 99 0')).stderr).toBe(hidden.stderr.replace('3', '99'));
      expect((await ssh.exec('pshow --no-header')).stdout.split('\n')).toHaveLength(3);
    });

    it('stops at the first failure, unless it begins with -k', async () => {
      expect(await byKey.exec('pset 99 1; pset 1 0')).toMatchObject({ code: 2, stdout: '' });
      expect(await byKey.exec('-k pset 99 1; pset 1 0')).toMatchObject({ code: 2, stdout: 'OK\n' });
      expect(await stateOf(1)).toBe('OFF');
    });

    it('reboots, and the outlet comes back', async () => {
      expect(await byKey.exec('rb 1')).toMatchObject({ code: 0, stdout: 'OK\n' });
      await pdu.seconds(1);
      expect(await stateOf(1)).toBe('OFF');
      await pdu.seconds(6);
      await pdu.app.get(SwitchingService).idle();
      expect(await stateOf(1)).toBe('ON');
    });

    it('knows the $A commands as /cmd.cgi does, with blanks, commas and leading zeros', async () => {
      await configure({ webApiPasswordEnabled: true });
      const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`;
      const overHttp = async (query: string) =>
        (await pdu.request('GET', `/cmd.cgi?${query}`, undefined, { authorization })).body;
      expect((await byKey.exec('$A3 01 0')).stdout).toBe('$A0\n');
      expect((await byKey.exec('$A5')).stdout).toBe(`${await overHttp('$A5')}\n`);
      expect((await byKey.exec('$A3,1,1')).stdout).toBe('$A0\n');
      expect((await byKey.exec('$A5')).stdout).toBe(`${await overHttp('$A5')}\n`);
      expect((await byKey.exec('$A8')).stdout).toBe(`${await overHttp('$A8')}\n`);
      expect(await byKey.exec('$a3 99 1')).toEqual({ code: 1, stdout: '$AF\n', stderr: '' });
      expect(await byKey.exec('$a1 admin wrong')).toMatchObject({ code: 1, stdout: '$AF\n' });
      expect(await byKey.exec(`$a1,admin,${ADMIN_PASSWORD.replaceAll(' ', '\\ ')}`)).toMatchObject({ stdout: '$A0\n' });
      await configure({ webApiPasswordEnabled: false });
    });

    it('knows the commands of console models and the tree of synLink', async () => {
      expect((await byKey.exec('/pshow')).stdout).toBe((await byKey.exec('pshow')).stdout);
      const saved = 'Successfully saved setting.\n';
      expect(await byKey.exec('system outlets set outlet_state 2 off')).toMatchObject({ code: 0, stdout: saved });
      expect(await stateOf(2)).toBe('OFF');
      expect(await byKey.exec('network web set web_idle_timeout 1700')).toMatchObject({ code: 0, stdout: saved });
      expect((await admin.get('/api/conf')).body.webIdleTimeout).toBe(1700);
      const menu = await byKey.exec('system outlets');
      expect([menu.code, menu.stdout]).toEqual([0, expect.stringContaining('system outlets set outlet_name')]);
      expect((await byKey.exec('sysshow')).stdout).toMatch(
        /^System Model: .+\nSystem Name: .+\nOutlet Status\(1-On, 0-Off\. Outlet 1 to 16\): [01 ]+\nCurrent: .+\nTemp/,
      );
    });

    it('reboots outlets with an off time for this once, which no setting keeps', async () => {
      const reboot = 'system outlets set outlet_reboot';
      expect(await byKey.exec(`${reboot} 5,6 7`)).toMatchObject({ code: 0, stdout: 'Successfully saved setting.\n' });
      await pdu.seconds(2);
      expect([await stateOf(5), await stateOf(6)]).toEqual(['OFF', 'OFF']);
      await pdu.seconds(4); // the off time that is set is over
      expect([await stateOf(5), await stateOf(6)]).toEqual(['OFF', 'OFF']);
      await pdu.seconds(4);
      expect([await stateOf(5), await stateOf(6)]).toEqual(['ON', 'ON']);
      const { customRebootTime, customRebootTimeEnabled } = (await admin.get('/api/outlets/5')).body;
      expect([customRebootTime, customRebootTimeEnabled]).toEqual([5, false]);
      for (const seconds of ['0', '3601', '-1', '1.5', 'now']) {
        const wrong = { code: 2, stderr: 'The off time is 1 to 3600 seconds.\n' };
        expect(await byKey.exec(`${reboot} 5 -- ${seconds}`)).toMatchObject(wrong);
      }
    });

    it('shows the system to a role with every outlet in its place, and what it may not view as unknown', async () => {
      const [, , third, fourth] = pdu.model.outlets.map(({ id }) => id) as [string, string, string, string];
      const { ssh } = await aUser({ viewOutlets: [third, fourth] });
      await admin.put('/api/outlets/4', { state: 'OFF' });
      const { stdout } = await ssh.exec('sysshow');
      expect(stdout.split('\n').slice(0, 3)).toEqual([
        'System Model: XX',
        'System Name: XX',
        `Outlet Status(1-On, 0-Off. Outlet 1 to 16): X X 1 0${' X'.repeat(12)}`,
      ]);
      await admin.put('/api/outlets/4', { state: 'ON' });
    });

    it('says of a setting that it is not served', async () => {
      const { stdout } = await byKey.exec('conf set telnetEnabled false');
      expect(stdout).toBe('telnetEnabled is recorded; this version does not serve it.\n');
    });
  });

  describe('a shell without a terminal', () => {
    it('reads a command from each line, prints the prompt and no echo', async () => {
      const { code, stdout, stderr } = await byKey.lines('pset 3 1\npshow\nexit\n');
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^SynLink> OK\nSynLink> Port .*\n(.*\n){16}SynLink> Goodbye!\n$/);
    });

    it('ends with its input, with the exit status of the last command', async () => {
      expect(await byKey.lines('whoami\r\npset 99 1')).toEqual({
        code: 2,
        stdout: 'SynLink> admin\nSynLink> SynLink> ',
        stderr: 'No outlet has the id or index "99".\n',
      });
    });

    it('refuses a line that is too long, and goes on', async () => {
      const { stdout, stderr } = await byKey.lines(`${'x'.repeat(1500)}\nwhoami\n`);
      expect([stdout, stderr]).toEqual(['SynLink> SynLink> admin\nSynLink> ', 'A line has at most 1000 characters.\n']);
    });

    it('prints no prompt where the setting is empty, and another where it says so', async () => {
      await configure({ sshPrompt: '' });
      expect((await byKey.lines('whoami\n')).stdout).toBe('admin\n');
      await configure({ sshPrompt: '# ' });
      expect((await byKey.lines('whoami\n')).stdout).toBe('# admin\n# ');
      await configure({ sshPrompt: 'SynLink> ' });
    });
  });

  describe('a connection', () => {
    const verbose = (...options: string[]): Promise<Outcome> =>
      byKey.exec('whoami', '-o', 'LogLevel=DEBUG3', ...options); // ssh -vvv

    it('uses the strict key exchange, an Ed25519 host key, and no version in its greeting', async () => {
      const { stderr } = await verbose();
      expect(stderr).toMatch(/KEX algorithms: curve25519-sha256,.*kex-strict-s-v00@openssh\.com/);
      expect(stderr).toMatch(/will use strict KEX ordering/);
      expect(stderr).toMatch(/kex: host key algorithm: ssh-ed25519/);
      expect(stderr).toMatch(/remote software version Rackfeed\r?\n/);
    });

    it.each([
      ['HostKeyAlgorithms=ssh-rsa', 'no matching host key type found. Their offer: ssh-ed25519'],
      ['Ciphers=aes128-cbc', 'no matching cipher found. Their offer: chacha20-poly1305@openssh.com'],
      ['MACs=hmac-sha1', 'no matching MAC found'],
      [
        'KexAlgorithms=diffie-hellman-group14-sha1',
        'no matching key exchange method found. Their offer: curve25519-sha256',
      ],
    ])('with %s is refused', async (option, sentence) => {
      // A cipher with a MAC of its own needs no other.
      const ciphers = option.startsWith('MACs') ? ['-o', 'Ciphers=aes128-ctr'] : [];
      const { code, stderr } = await byKey.exec('whoami', '-o', 'LogLevel=INFO', '-o', option, ...ciphers);
      expect([code, stderr]).toEqual([255, expect.stringContaining(sentence)]);
    });

    it('shows the banner before the sign-in', async () => {
      await configure({ sshBanner: 'Authorised use only.\nAll is logged.' });
      const { stderr } = await byKey.exec('whoami', '-o', 'LogLevel=INFO');
      expect(stderr).toMatch(/^Authorised use only\.\r?\nAll is logged\.\r?\n/);
      await configure({ sshBanner: '' });
    });

    it('has the host key whose fingerprints HTTP answers', async () => {
      const { status, body } = await admin.get('/api/system/ssh');
      expect(status).toBe(200);
      const known = await run('ssh-keygen', ['-l', '-f', join(folder.path, 'known_hosts')]);
      expect(known.stdout).toContain(body.fingerprintSha256);
      const md5 = await run('ssh-keygen', ['-l', '-E', 'md5', '-f', join(folder.path, 'known_hosts')]);
      expect(md5.stdout).toContain(`MD5:${body.fingerprintMd5}`);
      expect((await (await pdu.as({})).get('/api/system/ssh')).status).toBe(403);
    });

    it('refuses files, forwarding, X11 and agents, and goes on', async () => {
      const options = [...folder.options, '-i', folder.key, '-P', String(port)];
      expect((await run('sftp', [...options, '-b', '-', 'admin@127.0.0.1'], 'ls\n')).code).not.toBe(0);
      expect((await run('scp', [...options, folder.key, 'admin@127.0.0.1:x'])).code).not.toBe(0);
      const agent = await byKey.exec('whoami', '-A', '-X');
      expect(agent.stdout).toBe('admin\n');
      const forward = await byKey.exec('whoami', '-W', '127.0.0.1:80', '-o', 'ClearAllForwardings=no');
      expect(forward.code).not.toBe(0);
      const remote = await byKey.exec('whoami', '-R', '0:127.0.0.1:80', '-o', 'ExitOnForwardFailure=yes');
      expect(remote.code).toBe(255);
    });

    it('from another network than those allowed is closed', async () => {
      await configure({ sshAllowedNetworks: '192.0.2.0/24' });
      expect((await byKey.exec('whoami')).code).toBe(255);
      await configure({ sshAllowedNetworks: '192.0.2.0/24, 127.0.0.0/8' });
      expect((await byKey.exec('whoami')).code).toBe(0);
      await configure({ sshAllowedNetworks: '' });
    });
  });

  describe('a sign-in', () => {
    const methods = async (): Promise<string> => {
      const nobody = new SshClient(folder, port, 'admin', { key: folder.key });
      const { stderr } = await nobody.exec('whoami', '-o', 'PreferredAuthentications=none', '-o', 'LogLevel=INFO');
      return /\(([^)]*)\)/.exec(stderr)?.[1] ?? '';
    };

    it('may be with keys of each type that the library can check', async () => {
      for (const [name, ...type] of [
        ['ecdsa', '-t', 'ecdsa', '-b', '384'],
        ['rsa', '-t', 'rsa', '-b', '2048'],
      ] as const) {
        const key = folder.makeKey(name, ...type);
        await admin.post('/api/users/1/sshKey', { sshKeyName: name, sshKey: folder.publicHalf(key) });
        expect((await new SshClient(folder, port, 'admin', { key }).exec('whoami')).stdout).toBe('admin\n');
      }
    });

    it('with an RSA key and SHA-1 is refused', async () => {
      const rsa = new SshClient(folder, port, 'admin', { key: join(folder.path, 'rsa') });
      expect((await rsa.exec('whoami', '-o', 'PubkeyAcceptedAlgorithms=ssh-rsa')).code).toBe(255);
    });

    it('with a key of another user, or as somebody unknown, is refused', async () => {
      const other = folder.makeKey('other');
      expect((await new SshClient(folder, port, 'admin', { key: other }).exec('whoami')).code).toBe(255);
      expect((await new SshClient(folder, port, 'nobody', { key: folder.key }).exec('whoami')).code).toBe(255);
    });

    it('is recorded with its method and key, and so is its end', async () => {
      const { sshKeyFingerprint } = (await admin.get('/api/users/1/sshKeys')).body[0];
      await byKey.exec('whoami');
      expect(await newestLog('session.signIn')).toMatchObject({
        via: 'ssh',
        after: { method: 'publickey', fingerprint: sshKeyFingerprint },
      });
      await byPassword.exec('whoami');
      expect(await newestLog('session.signIn')).toMatchObject({ via: 'ssh', after: { method: 'password' } });
      expect(await newestLog('session.end')).toMatchObject({ via: 'ssh', who: 'admin' });
    });

    it('by a method that is switched off is neither offered nor accepted', async () => {
      expect(await methods()).toBe('publickey,password,keyboard-interactive');
      await configure({ disableSshPassLogin: true });
      expect(await methods()).toBe('publickey');
      expect((await byPassword.exec('whoami')).code).not.toBe(0);
      await configure({ disableSshPassLogin: false, disableSshKeyLogin: true });
      expect(await methods()).toBe('password,keyboard-interactive');
      expect((await byKey.exec('whoami')).code).toBe(255);
      await configure({ disableSshPassLogin: true });
      expect((await byPassword.exec('whoami')).code).not.toBe(0);
      await configure({ disableSshPassLogin: false, disableSshKeyLogin: false });
    });

    it('by keyboard-interactive asks for the password', async () => {
      const option = ['-o', 'PreferredAuthentications=keyboard-interactive'];
      expect((await byPassword.exec('whoami', ...option)).stdout).toBe('admin\n');
    });

    it('with five wrong passwords locks the account, for HTTP too and for its keys', async () => {
      const { id, name, ssh } = await aUser({ viewOutlets: [] });
      for (let attempt = 0; attempt < 5; attempt++) {
        await new SshClient(folder, port, name, { password: `wrong ${attempt}` }).exec('whoami');
      }
      await pdu.idle(); // the lock is stored after the answer
      expect((await admin.get(`/api/users/${id}`)).body.userIsLocked).toBe(true);
      expect(await newestLog('session.signInFailed')).toMatchObject({ via: 'ssh', who: name });
      const http = await pdu.request('POST', '/api/login', { username: name, password: USER_PASSWORD });
      expect(http.status).not.toBe(200);
      expect((await ssh.exec('whoami')).code).toBe(255);
      expect((await admin.put(`/api/users/${id}`, { userIsLocked: false })).status).toBe(200);
      await pdu.seconds(70); // the sender was slowed down
      expect((await ssh.exec('whoami')).stdout).toBe(`${name}\n`);
    });

    it('is refused after five wrong passwords over HTTP', async () => {
      const { name, ssh } = await aUser({ viewOutlets: [] });
      for (let attempt = 0; attempt < 5; attempt++) {
        await pdu.request('POST', '/api/login', { username: name, password: `wrong ${attempt}` });
      }
      expect((await ssh.exec('whoami')).code).toBe(255);
      await pdu.seconds(70);
    });

    it('of a user who has to change the password allows nothing else', async () => {
      const { id, ssh } = await aUser({ viewOutlets: [] });
      const reset = { ownPassword: ADMIN_PASSWORD, newPassword: 'given by the administrator' };
      expect((await admin.post(`/api/users/${id}/passwordReset`, reset)).status).toBe(200);
      expect(await ssh.exec('whoami')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Change your password'),
      });
      expect(await ssh.exec('exit')).toMatchObject({ code: 0, stdout: 'Goodbye!\n' });
    });
  });

  it('refuses a key that is removed while its sign-in waits for the database', async () => {
    const { id, ssh } = await aUser({ viewOutlets: [] });
    const [{ sshKeyFingerprint }] = (await admin.get(`/api/users/${id}/sshKeys`)).body;
    const db = pdu.app.get(Db);
    let release = (): void => undefined;
    const held = db.transaction(() => new Promise<void>((resolve) => (release = resolve)));
    const begun = jest.spyOn(db, 'transaction');
    const removed = admin.delete(`/api/users/${id}/sshKey/${sshKeyFingerprint}`);
    await eventually(() => begun.mock.calls.length === 1);
    const session = ssh.exec('whoami');
    await eventually(() => begun.mock.calls.length > 1);
    begun.mockRestore();
    release();
    expect([(await removed).status, (await session).code]).toEqual([200, 255]);
    await held;
  });

  describe('an open session', () => {
    it.each<[what: string, change: (id: string) => Promise<unknown>]>([
      ['whose key is removed', async (id) => {
        const [{ sshKeyFingerprint }] = (await admin.get(`/api/users/${id}/sshKeys`)).body;
        await admin.delete(`/api/users/${id}/sshKey/${sshKeyFingerprint}`);
      }],
      ['whose user is locked', (id) => admin.put(`/api/users/${id}`, { userIsLocked: true })],
      ['whose user is disabled', (id) => admin.post(`/api/users/${id}/disable`)],
      ['whose user is deleted', (id) => admin.delete(`/api/users/${id}`)],
      ['whose user gets another password', (id) =>
        admin.post(`/api/users/${id}/passwordReset`, { ownPassword: ADMIN_PASSWORD, newPassword: 'another one of them' })],
    ])('%s ends at once', async (_, change) => {
      const { id, ssh } = await aUser({ viewOutlets: [] });
      const shell = await anOpenShell(ssh);
      await change(id);
      expect(await shell.ended).not.toBe(0);
    }); // prettier-ignore

    it('ends when SSH is switched off, and SSH listens again when it is switched on', async () => {
      const shell = await anOpenShell(byKey);
      await protocolOff(pdu, admin, 'ssh');
      expect(await shell.ended).not.toBe(0);
      port = await protocolOn(pdu, admin, 'ssh');
      byKey = new SshClient(folder, port, 'admin', { key: folder.key });
      byPassword = new SshClient(folder, port, 'admin', { password: ADMIN_PASSWORD });
      expect((await byKey.exec('whoami')).stdout).toBe('admin\n');
    });

    it('gets other rights at the next command', async () => {
      const { client, ssh } = await aUser({ viewOutlets: ['1-1200578'] });
      const { roleId } = (await client.get('/api/user')).body;
      const shell = await anOpenShell(ssh);
      shell.send('show groups\n');
      await shell.shows('Your role does not have the permission viewOutletGroups.');
      await admin.put(`/api/roles/${roleId}`, { permissions: { viewOutletGroups: true } });
      shell.send('show groups --no-header\nwhoami\n');
      await shell.shows('user-');
      expect(shell.output.match(/does not have/g)).toHaveLength(1);
      await shell.close();
    });

    it('without input ends after the idle time', async () => {
      const shell = await anOpenShell(byKey);
      await pdu.seconds(590);
      shell.send('whoami\n');
      await shell.shows('admin');
      await pdu.seconds(595);
      shell.send('ver\n');
      await shell.shows('Rackfeed ');
      await pdu.seconds(601);
      expect(await shell.ended).not.toBe(0);
      admin = await pdu.as('admin'); // its session over HTTP was idle as well
    });

    it('watches a command until there is input', async () => {
      const shell = await anOpenShell(byKey);
      shell.send('watch 2 whoami\n');
      await shell.shows('admin\n\n');
      await pdu.seconds(2);
      await shell.shows('admin\n\nadmin\n\n');
      shell.send('\nver\n');
      await shell.shows('Rackfeed ');
      expect(await shell.close()).toBe(0);
    });
  });

  describe('watch', () => {
    it('passes the options on to the command that it repeats', async () => {
      const shell = await anOpenShell(byKey);
      shell.send('watch 2 whoami --json\n');
      await shell.shows('"username":"admin"');
      shell.send('\nwatch show outlets 1 --no-header\n');
      await shell.shows('1  Outlet 1');
      expect(shell.output).not.toContain('Protection');
      shell.send('\n');
      expect(await shell.close()).toBe(0);
    });
  });

  describe('a client that takes too much', () => {
    it('gets no ninth session of one user', async () => {
      const shells = await Promise.all(Array.from({ length: 8 }, () => anOpenShell(byKey)));
      expect((await byKey.exec('whoami')).code).toBe(255);
      await shells[0]?.close();
      expect((await byKey.exec('whoami')).stdout).toBe('admin\n');
      await Promise.all(shells.slice(1).map((each) => each.close()));
    });

    it('that takes no output is closed, while others are served', async () => {
      const client = new Library();
      const state = { isOpen: true };
      client.once('close', () => (state.isOpen = false));
      client.on('error', () => undefined);
      await new Promise<void>((resolve) => {
        client.once('ready', resolve);
        client.connect({ port, host: '127.0.0.1', username: 'admin', privateKey: readFileSync(folder.key) });
      });
      // Nobody reads the channel, so that its window is used up at some time.
      await new Promise<void>((resolve) => {
        client.shell(false, (_, stream) => {
          stream.write('help\n'.repeat(2000));
          resolve();
        });
      });
      while (state.isOpen) {
        expect((await byKey.exec('whoami')).stdout).toBe('admin\n');
        await pdu.seconds(5);
      }
    });
  });

  describe('connections that never sign in', () => {
    it('are few, are closed after 15 seconds, and do not keep others out', async () => {
      const sockets: Socket[] = [];
      let open = 0;
      const closed: Promise<void>[] = [];
      for (let count = 0; count < 200; count++) {
        const socket = await aConnection('127.0.0.2').catch(() => undefined);
        if (!socket) continue;
        open++;
        if (count % 2 === 0) socket.write('SSH-2.0-half\r\n\0\0\0');
        closed.push(closing(socket).finally(() => open--));
        sockets.push(socket);
      }
      expect((await byKey.exec('whoami')).stdout).toBe('admin\n');
      await pdu.seconds(16);
      await Promise.all(closed);
      expect(open).toBe(0);
    });

    it('are closed after six attempts, so that a seventh key is not tried', async () => {
      const keys = Array.from({ length: 6 }, (_, count) => ['-i', folder.makeKey(`wrong-${count}`)]).flat();
      expect(await byKey.exec('whoami', ...keys)).toMatchObject({ code: 255, stdout: '' });
      expect((await byKey.exec('whoami', ...keys.slice(0, 8))).stdout).toBe('admin\n');
    });
  });

  describe('tools', () => {
    const itNeeding = (program: 'powerman' | 'ssh-audit' | 'expect', name: string, test: () => Promise<void>): void =>
      has(program) ? it(name, test) : it.skip(`${name} (needs ${program})`, test);

    itNeeding('ssh-audit', 'find no fault in the algorithms', async () => {
      const { stdout } = await run('ssh-audit', ['-n', '-p', String(port), '127.0.0.1']);
      expect(stdout).not.toContain('[fail]');
      const warnings = stdout.split('\n').filter((line) => line.includes('[warn]'));
      expect(warnings.filter((line) => !line.includes('kex-strict-s-v00@openssh.com'))).toEqual([]);
    });

    itNeeding('powerman', 'such as powerman read and switch the outlets', async () => {
      const config = folder.write('ssh_config', [
        'Host pdu',
        '  HostName 127.0.0.1',
        `  Port ${port}`,
        '  User admin',
        `  IdentityFile ${folder.key}`,
        '  StrictHostKeyChecking no',
        `  UserKnownHostsFile ${join(folder.path, 'known_hosts')}`,
        '  LogLevel ERROR',
        '',
      ].join('\n')); // prettier-ignore
      const device = join(import.meta.dirname, '../../packaging/powerman/rackfeed-ssh.dev');
      const conf = folder.write('powerman.conf', [
        `include "${device}"`,
        `device "pdu" "rackfeed-ssh" "/usr/bin/ssh -F ${config} -T pdu |&"`,
        'node "n[1-8]" "pdu" "[1-8]"',
        '',
      ].join('\n')); // prettier-ignore
      await admin.put('/api/outlets', { outlets: ['1', '2', '3', '4'], state: 'ON' });
      await admin.put('/api/outlets/3', { state: 'OFF' });
      const daemon = spawn('powermand', ['-s', '-f', '-c', conf], { stdio: ['pipe', 'pipe', 'pipe'] });
      let said = '';
      let heard: (() => void) | undefined;
      daemon.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        heard?.();
      });
      const ended = new Promise((resolve) => daemon.once('close', resolve));
      const shows = async (pattern: RegExp): Promise<void> => {
        while (!pattern.test(said)) await new Promise<void>((resolve) => (heard = resolve));
      };
      const ask = async (command: string, answer: RegExp): Promise<void> => {
        said = '';
        daemon.stdin.write(`${command}\r\n`);
        await shows(answer);
      };
      await shows(/powerman> /);
      await ask('status', /103 /);
      expect(said).toMatch(/302 on: +n\[1-2,4-8\]\r\n302 off: +n3\r\n302 unknown: *\r\n/);
      await ask('off n1', /102 /);
      expect(await stateOf(1)).toBe('OFF');
      await ask('on n[1-8]', /102 /);
      expect([await stateOf(1), await stateOf(3)]).toEqual(['ON', 'ON']);
      await ask('cycle n2', /102 /);
      expect((await admin.get('/api/outlets/2')).body.rebootStatus).not.toBe('none');
      daemon.stdin.end('quit\r\n');
      daemon.kill();
      await ended;
    });

    itNeeding(
      'expect',
      'such as expect change a password, page through output, and are asked before a restart',
      async () => {
        const { name } = await aUser({ viewOutlets: [] });
        const chosen = 'chosen over a terminal';
        const [program, args] = new SshClient(folder, port, name, { key: folder.key }).command('-tt');
        const script = folder.write('passwd.exp', [
        'set stty_init "rows 12 columns 80"',
        `spawn ${[program, ...args].map((each) => `{${each}}`).join(' ')}`,
        UNANSWERED_FAILS,
        'expect "SynLink> "',
        'send "help\\r"',
        'expect -- "--More--"',
        'send "q"',
        'expect "SynLink> "',
        'send "system reboot\\r"',
        'expect "allowPduRestart"',
        'expect "SynLink> "',
        'send "passwd\\r"',
        'expect "Current password: "',
        `send "${USER_PASSWORD}\\r"`,
        'expect "New password: "',
        `send "${chosen}\\r"`,
        'expect "New password again: "',
        `send "${chosen}\\r"`,
        'expect "sign in again"',
        'expect eof',
        '',
      ].join('\n')); // prettier-ignore
        const { code, stdout } = await run('expect', ['-f', script]);
        expect([code, stdout]).toEqual([0, expect.stringContaining('Your password was changed; sign in again.')]);
        expect(stdout).not.toContain(chosen);
        expect((await pdu.signIn(name, chosen)).userId).not.toBe('');
      },
    );

    itNeeding('expect', 'such as expect edit lines as in a terminal', async () => {
      const [program, args] = byKey.command('-tt');
      const script = folder.write('edit.exp', [
        'set stty_init "rows 30 columns 80"',
        `spawn ${[program, ...args].map((each) => `{${each}}`).join(' ')}`,
        UNANSWERED_FAILS,
        'expect "SynLink> "',
        'send "sho\\t"',
        'expect "show "',
        'send "outlets 1 --json"',
        'send "\\x15whoamj\\x7fi\\r"',
        'expect "\\nadmin"',
        'expect "SynLink> "',
        'send "\\x1b\\[A\\r"',
        'expect "\\nadmin"',
        'expect "SynLink> "',
        'send "nonsense\\x03"',
        'expect "SynLink> "',
        'send "name 5 Größe\\x1b\\[D\\x1b\\[Ds\\r"',
        'expect "The name is stored."',
        'expect "SynLink> "',
        // Home, End, a word killed and inserted again; the first tab adds what the candidates share, two more list them.
        'send "ami\\x1b\\[Hwho\\x1b\\[F\\x17\\x19\\r"',
        'expect "\\nadmin"',
        'expect "SynLink> "',
        'send "show sen\\t\\x15show s\\t\\t\\t"',
        'expect -re {sensors +sessions}',
        'send "\\x15"',
        // A pasted line of 1,000 characters, of which the last names another outlet.
        `send "\\x1b\\[200~${A_LONG_LINE}\\x1b\\[201~"`,
        'send "\\r"',
        'expect -re {\\n +1  [^\\r\\n]+\\r\\n +2  }',
        'expect "SynLink> "',
        `send "${A_LONG_LINE}\\r"`,
        'expect -re {\\n +1  [^\\r\\n]+\\r\\n +2  }',
        'expect "SynLink> "',
        // In a terminal of half the width the line begins one row higher than its cursor.
        'send "name 6 a name of more than forty characters!"',
        'expect "characters!"',
        'stty rows 30 columns 40 < $spawn_out(slave,name)',
        'expect -re {\\x1b\\[1A\\r\\x1b\\[JSynLink> name 6 a name}',
        'send "\\x7f\\r"',
        'expect "The name is stored."',
        'expect "SynLink> "',
        'send "exit\\r"',
        'expect "Goodbye!"',
        'expect eof',
        'catch wait result',
        'exit [lindex $result 3]',
        '',
      ].join('\n')); // prettier-ignore
      const { code, stdout } = await run('expect', ['-f', script]);
      expect([code, stdout.slice(-2_000)]).toEqual([0, expect.stringContaining('Goodbye!')]);
      expect((await admin.get('/api/outlets/5')).body.outletName).toBe('Grösße');
      expect((await admin.get('/api/outlets/6')).body.outletName).toBe('a name of more than forty characters');
    });
  });
});

describeWith('ssh', 'the host key', () => {
  it('is the same after a restart, and another one after a factory reset', async () => {
    const data = new SshFolder();
    mkdirSync(join(data.path, 'data'));
    const hostKeyOf = async (client: Client) => (await client.get('/api/system/ssh')).body.publicKey as string;
    const start = () => aPdu({ dataDir: join(data.path, 'data'), env: ON_LOOPBACK });
    const first = await start();
    const firstAdmin = await first.as('admin');
    const before = await hostKeyOf(firstAdmin);
    await protocolOn(first, firstAdmin, 'ssh');
    await first.stop();
    const second = await start();
    const client = await second.as('admin');
    expect(await hostKeyOf(client)).toBe(before);
    expect((await client.get('/api/log?kind=controller.fault')).body.entries).toEqual([]);
    expect((await client.post('/api/system/configReset')).status).toBe(200);
    const after = await hostKeyOf(await second.as('admin'));
    expect(after).not.toBe(before);
    await second.stop();
    const third = await start();
    expect(await hostKeyOf(await third.as('admin'))).toBe(after);
    await third.stop();
    data.remove();
  });
});

describeWith('ssh', 'the sign-in of the SSH shell', () => {
  beforeAll(async () => {
    folder = new SshFolder();
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    port = await protocolOn(pdu, admin, 'ssh');
  });
  afterAll(async () => {
    await pdu.stop();
    folder.remove();
  });

  it('shares the lock of an account with NUT, either way', async () => {
    const nut = await protocolOn(pdu, admin, 'nut', { nutRequireTls: false });
    const overNut = async (name: string, password: string): Promise<string> => {
      const client = await NutClient.connect(nut);
      await client.ask(`USERNAME "${name}"`);
      const answer = await client.ask(`PASSWORD "${password}"`);
      client.close();
      return answer;
    };
    const one = await aUser({ viewOutlets: ['1-1200578'] });
    expect(await overNut(one.name, USER_PASSWORD)).toBe('OK');
    for (let attempt = 0; attempt < 5; attempt++) {
      await new SshClient(folder, port, one.name, { password: `wrong ${attempt}` }).exec('whoami');
    }
    await pdu.idle(); // the lock is stored after the answer
    expect(await overNut(one.name, USER_PASSWORD)).toBe('ERR ACCESS-DENIED');
    await pdu.seconds(70); // the sender was slowed down
    const other = await aUser({ viewOutlets: ['1-1200578'] });
    for (let attempt = 0; attempt < 5; attempt++) await overNut(other.name, `wrong ${attempt}`);
    await pdu.idle();
    expect((await admin.get(`/api/users/${other.id}`)).body.userIsLocked).toBe(true);
    expect((await other.ssh.exec('whoami')).code).toBe(255);
    await pdu.seconds(70);
    await protocolOff(pdu, admin, 'nut');
  });
});
