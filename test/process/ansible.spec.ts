/** The Ansible collection, used by Debian's ansible-core against a controller. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { HttpsServerService } from '../../src/tls/https-server.service.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { freePort } from '../support/servers/free-port.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

const COLLECTION = join(import.meta.dirname, '../../packaging/ansible');
const OUTLET = '1-1200578';
const run = promisify(execFile);
/** The checks of `ansible-test sanity` that download nothing first. */
const OFFLINE_CHECKS = [
  ...['changelog', 'compile', 'empty-init', 'future-import-boilerplate', 'ignores'],
  ...['metaclass-boilerplate', 'no-assert', 'no-basestring', 'no-dict-iteritems', 'no-dict-iterkeys'],
  ...['no-dict-itervalues', 'no-get-exception', 'no-illegal-filenames', 'no-main-display', 'no-smart-quotes'],
  ...['no-unicode-literals', 'replace-urlopen', 'shebang', 'symlinks', 'use-argspec-type-path', 'use-compat-six'],
];

interface Run {
  readonly code: number | null;
  readonly said: string;
  /** Numbers of the last line: ok, changed, failed. */
  readonly changed: number;
}

describeWith('ansible-playbook', 'the Ansible collection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-ansible-'));
  const environment = {
    ...process.env,
    ANSIBLE_COLLECTIONS_PATH: folder,
    ANSIBLE_HOME: folder,
    ANSIBLE_NOCOLOR: 'true',
    ANSIBLE_LOCALHOST_WARNING: 'false',
    ANSIBLE_PYTHON_INTERPRETER: '/usr/bin/python3',
    LC_ALL: 'C.UTF-8',
  };
  let pdu: Pdu;
  let admin: Client;
  let token: string;

  beforeAll(async () => {
    mkdirSync(join(folder, 'ansible_collections/rackfeed'), { recursive: true });
    symlinkSync(COLLECTION, join(folder, 'ansible_collections/rackfeed/pdu'));
    // The certificate is checked against the real time; a token does not end however fast that of the PDU passes.
    pdu = await aPdu({ clock: new VirtualClock(new Date().toISOString()), env: { RACKFEED_HOST: '127.0.0.1' } });
    const session = await pdu.as('admin');
    token = (await session.post(`/api/users/${session.userId}/token`)).body.accessToken as string;
    admin = pdu.with({ authorization: `Bearer ${token}` });
  });
  afterAll(async () => {
    await pdu.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a playbook of these tasks, while the PDU runs its poll cycles. */
  async function play(
    tasks: readonly object[],
    options: readonly string[] = [],
    connection: object = {},
  ): Promise<Run> {
    const file = join(folder, 'playbook.json');
    const defaults = { url: pdu.url, token, ...connection };
    const named = tasks.map((task, place) => ({ name: `Task ${place + 1}`, ...task }));
    const playbook = [
      {
        hosts: 'localhost',
        connection: 'local',
        gather_facts: false,
        module_defaults: { 'group/rackfeed.pdu.pdu': defaults },
        tasks: named,
      },
    ];
    writeFileSync(file, JSON.stringify(playbook));
    const ansible = spawn('ansible-playbook', [...options, '-i', 'localhost,', file], {
      env: environment,
      cwd: folder,
    });
    let said = '';
    for (const stream of [ansible.stdout, ansible.stderr])
      stream.on('data', (data: Buffer) => (said += data.toString()));
    const over = new AbortController();
    const code = new Promise<number | null>((resolve) => ansible.once('close', resolve)).finally(() => {
      over.abort();
    });
    while (!over.signal.aborted) {
      await pdu.seconds(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { code: await code, said, changed: Number(/changed=(\d+)/.exec(said)?.[1] ?? -1) };
  }

  const stateOf = async (outlet = OUTLET): Promise<string> =>
    (await admin.get(`/api/outlets/${outlet}`)).body.state as string;

  it('shows the options of every module', async () => {
    for (const module of ['outlet', 'outlet_info', 'group', 'config', 'token']) {
      const { stdout } = await run('ansible-doc', [`rackfeed.pdu.${module}`], { env: environment });
      for (const option of ['url', 'token', 'ca_path', 'validate_certs']) expect(stdout).toContain(option);
    }
  });

  it('passes every check of ansible-test that needs no network', async () => {
    const home = join(folder, 'sanity');
    const copy = join(home, 'ansible_collections/rackfeed/pdu'); // it refuses a link
    cpSync(COLLECTION, copy, { recursive: true });
    const checks = OFFLINE_CHECKS.flatMap((name) => ['--test', name]);
    const { stdout, stderr } = await run(
      'ansible-test',
      ['sanity', '--python', 'default', '--color', 'no', ...checks],
      {
        cwd: copy,
        env: { ...environment, HOME: home, PATH: '/usr/bin:/bin' },
      },
    );
    for (const name of OFFLINE_CHECKS) expect(stdout + stderr).toContain(`"${name}"`);
    expect(stdout + stderr).not.toMatch(/ERROR|No tests applicable/);
  });

  it('switches outlets and groups, and changes nothing the second time', async () => {
    await admin.put('/api/outlets/2', { outletName: 'Server 3' });
    await admin.post('/api/groups', { groupName: 'Storage', outlets: ['3-1200578', '4-1200578'] });
    const tasks = [
      { 'rackfeed.pdu.outlet': { outlet: OUTLET, state: 'off' } },
      { 'rackfeed.pdu.outlet': { outlet: 'Server 3', state: 'off' } },
      { 'rackfeed.pdu.group': { group: 'Storage', state: 'off' } },
      { 'rackfeed.pdu.outlet_info': { outlets: [1, 'Server 3'] }, register: 'read' },
      { 'ansible.builtin.assert': { that: ["read.outlets | map(attribute='state') | list == ['OFF', 'OFF']"] } },
    ];
    const checked = await play(tasks.slice(0, 3), ['--check', '--diff']);
    expect([checked.code, checked.changed, await stateOf()]).toEqual([0, 3, 'ON']);
    expect(checked.said).toContain('+OFF');
    const first = await play(tasks);
    expect([first.code, first.changed, first.code === 0 ? '' : first.said]).toEqual([0, 3, '']);
    expect(await Promise.all(['1', '2', '3', '4'].map((each) => stateOf(each)))).toEqual(['OFF', 'OFF', 'OFF', 'OFF']);
    const second = await play(tasks);
    expect([second.code, second.changed]).toEqual([0, 0]);
  });

  it('waits for a reboot, which always changes', async () => {
    await admin.put('/api/outlets/5', { state: 'ON' });
    const { code, changed, said } = await play([{ 'rackfeed.pdu.outlet': { outlet: 5, state: 'rebooted' } }]);
    expect([code, changed, code === 0 ? '' : said]).toEqual([0, 1, '']);
    expect((await admin.get('/api/outlets/5')).body).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('applies a configuration document once; check and diff mode show it', async () => {
    const document = (await admin.get('/api/config/export')).body;
    document.sections.settings = { ...document.sections.settings, deviceName: 'Rack 9' };
    const tasks = [{ 'rackfeed.pdu.config': { document } }];
    const checked = await play(tasks, ['--check', '--diff']);
    expect([checked.code, checked.changed, checked.code === 0 ? '' : checked.said]).toEqual([0, 1, '']);
    expect(checked.said).toContain('Rack 9');
    expect((await admin.get('/api/conf')).body.deviceName).not.toBe('Rack 9');
    expect(await play(tasks)).toMatchObject({ code: 0, changed: 1 });
    expect((await admin.get('/api/conf')).body.deviceName).toBe('Rack 9');
    expect(await play(tasks)).toMatchObject({ code: 0, changed: 0 });
    const wrong = { ...document, sections: { settings: { deviceName: '', globalRebootTime: 0 } } };
    const { said } = await play([{ 'rackfeed.pdu.config': { document: wrong } }]);
    expect(said).toMatch(/deviceName.*globalRebootTime/s);
  });

  it('shows no secret of a document, but what it changes', async () => {
    const document = (await admin.get('/api/config/export')).body;
    document.sections.settings = { ...document.sections.settings, deviceName: 'Rack 10', smtpPassword: 'do not show' };
    const { code, said } = await play([{ 'rackfeed.pdu.config': { document } }], ['--check', '--diff', '-vvv']);
    expect([code, code === 0 ? '' : said]).toEqual([0, '']);
    expect(said).toContain('Rack 10');
    expect(said).not.toContain('do not show');
    expect(said).not.toContain(token);
  });

  it('makes a token and does not show it', async () => {
    const user = await pdu.as({ viewInletStats: true });
    const { code, said } = await play(
      [{ 'rackfeed.pdu.token': { user: user.userId }, register: 'made', no_log: true }],
      ['-v'],
    );
    expect([code, (await admin.get(`/api/users/${user.userId}`)).body.accessToken !== undefined]).toEqual([0, true]);
    expect(said).not.toMatch(/[0-9A-Za-z]{43}/);
  });

  it('says in a sentence why it cannot', async () => {
    await admin.put('/api/outlets/6', { protection: 'locked' });
    const list = join(folder, 'list.json');
    writeFileSync(list, '[]');
    await admin.post('/api/groups', { groupName: 'Cooling', outlets: ['7-1200578'] });
    const viewer = await pdu.as({ viewOutletGroups: true, viewOutlets: [OUTLET] });
    const ofViewer = (await admin.post(`/api/users/${viewer.userId}/token`)).body.accessToken as string;
    const refusals: [task: object, connection: object, sentence: RegExp][] = [
      [{ 'rackfeed.pdu.outlet': { outlet: 'Nobody', state: 'on' } }, {}, /There is no outlet .*Nobody/],
      [{ 'rackfeed.pdu.outlet': { outlet: 6, state: 'off' } }, {}, /is protected/],
      [{ 'rackfeed.pdu.config': { src: list } }, {}, /list\.json holds no configuration document/],
      [{ 'rackfeed.pdu.group': { group: 'Cooling', state: 'off' } }, { token: ofViewer }, /may view none of them/],
      [{ 'rackfeed.pdu.outlet_info': {} }, { token: 'x'.repeat(43) }, /Sign in first/],
      [{ 'rackfeed.pdu.outlet_info': {} }, { url: `http://127.0.0.1:${await freePort()}` }, /cannot be reached/],
    ];
    for (const [task, connection, sentence] of refusals) {
      const { code, said } = await play([task], [], connection);
      expect([code, said]).toEqual([2, expect.stringMatching(sentence)]);
      expect(said).not.toContain('Traceback');
    }
    expect(await stateOf('6')).toBe('ON');
  });

  it('trusts the certificate of the PDU and no other', async () => {
    const port = await freePort();
    await admin.post('/api/conf', { webSslEnabled: true, webSslPort: port });
    const { chain } = (await admin.get('/api/system/certificate')).body;
    writeFileSync(join(folder, 'pdu.pem'), chain as string);
    await pdu.app.get(HttpsServerService).adjust();
    const url = `https://127.0.0.1:${port}`;
    const task = { 'rackfeed.pdu.outlet_info': { outlets: [1] } };
    const other = await play([task], [], { url });
    expect([other.code, other.said]).toEqual([2, expect.stringMatching(/certificate/i)]);
    expect(await play([task], [], { url, ca_path: join(folder, 'pdu.pem') })).toMatchObject({ code: 0 });
    expect(await play([task], [], { url, validate_certs: false })).toMatchObject({ code: 0 });
    await admin.post('/api/conf', { webSslEnabled: false });
    await pdu.app.get(HttpsServerService).adjust();
  });
});
