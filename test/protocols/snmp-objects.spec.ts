/** The objects of the SNMP agent, as the tools that operators have read and set them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { compareOids } from '../../src/snmp/mib/object.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { ROOT } from '../support/documents.js';
import { describeWith, itWith } from '../support/process/programs.js';
import { NutClient } from '../support/clients/nut-client.js';
import { ON_LOOPBACK, protocolOn } from '../support/protocols/protocol-on.js';
import { differences, matrixUsers, type MatrixUser } from '../support/protocols/rights-matrix.js';
import { run, SnmpManager, SnmpTools, type Credential } from '../support/protocols/snmp-tools.js';

const ENTERPRISES = '1.3.6.1.4.1';
const SYNLINK = `${ENTERPRISES}.21728.4`;
const POWERNET = `${ENTERPRISES}.318.1.1`;
const STATE = `${SYNLINK}.5.1.1.7`;

const READ: Credential = { version: '2c', community: 'watch' };
const WRITE: Credential = { version: '2c', community: 'switch' };
const V1_READ: Credential = { version: '1', community: 'watch' };
const V1_WRITE: Credential = { version: '1', community: 'switch' };
const V3: Credential = { version: '3', user: 'op', auth: 'authpassword', privacy: 'privpassword' };

const SNMP_ACCESS = {
  ...{ snmpv3Access: true, snmpv3Security: 'authPriv', snmpv3AuthProtocol: 'SHA', snmpv3PrivProtocol: 'AES' },
  ...{ snmpv3AuthPass: 'authpassword', snmpv3PrivPass: 'privpassword' },
};

/** Objects that change while a manager walks: counters, and what the host says of its interfaces. */
const CHANGING = /^1\.3\.6\.1\.(2\.1\.(2|11|31)|6\.3\.1[0-5])\./;
const STANDARD_MIBS = join(ROOT, 'node_modules/net-snmp/lib/mibs');
const MIBS = join(ROOT, 'docs/mib');

let pdu: Pdu;
let admin: Client;
let tools: SnmpTools;

beforeAll(async () => {
  pdu = await aPdu({ model: 'ats-8', env: ON_LOOPBACK });
  admin = await pdu.as('admin');
  await admin.post('/api/groups', { groupName: 'Both', outlets: ['1', '2'] });
  await admin.post('/api/events', { name: 'Hourly', code: 54, params: ['3600'], actions: [] });
  const port = await protocolOn(pdu, admin, 'snmp', { snmpv12ReadString: 'watch', snmpv12WriteString: 'switch' });
  tools = new SnmpTools(port);
  await withSnmp('op', 1);
  await pdu.seconds(2);
});
afterAll(() => pdu.stop());

/** Creates a user of version 3 with a role. */
async function withSnmp(username: string, roleId: number): Promise<void> {
  const { id } = (await admin.post('/api/users', { username, roleId, password: 'staple that battery' })).body;
  const { status } = await admin.put(`/api/users/${id}`, { ...SNMP_ACCESS, snmpv3User_id: username });
  expect(status).toBe(200);
}

const stateOf = async (index: number): Promise<string> => (await admin.get(`/api/outlets/${index}`)).body.state;

describeWith('snmpd', 'with the tools of net-snmp', () => {
  beforeEach(async () => {
    for (const index of [1, 2, 3]) await admin.put(`/api/outlets/${index}`, { state: 'ON' });
  });

  it('a walk shows the same objects in ascending order, in every version and with GETBULK', async () => {
    const walks = [
      await tools.walk(V1_READ),
      await tools.walk(READ),
      await tools.walk({ ...V3 }),
      await tools.walk(READ, 'snmpbulkwalk', '.1', '-Cr1'),
      await tools.walk(READ, 'snmpbulkwalk', '.1', '-Cr10'),
      await tools.walk(READ, 'snmpbulkwalk', '.1', '-Cr50'),
      await tools.walk(V3, 'snmpbulkwalk', '.1', '-Cr50'),
    ].map((lines) => lines.filter(([oid]) => !CHANGING.test(oid)));
    const [first = []] = walks;
    expect(first.length).toBeGreaterThan(500);
    const oids = first.map(([oid]) => oid.split('.').map(Number));
    expect(oids.filter((oid, place) => compareOids(oid, oids[place + 1] ?? [2]) >= 0)).toEqual([]);
    for (const walk of walks.slice(1)) expect(walk).toEqual(first);
    const inlet = (await admin.get('/api/inlets')).body[0];
    const values = new Map(first);
    expect(values.get(`${SYNLINK}.2.1.1.17.1`)).toBe(String(Math.round(inlet.inletCurrentRms * 1000)));
    expect(values.get(`${SYNLINK}.2.1.1.19.1`)).toBe(String(Math.round(inlet.inletVoltageRms * 10)));
    expect(values.get(`${SYNLINK}.2.1.1.18.1`)).toBe(String(Math.round(inlet.inletLineFrequency * 100)));
  });

  it('a SET switches an outlet, and what cannot be set says why', async () => {
    expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '0'])).toBe('done');
    expect(await stateOf(1)).toBe('OFF');
    expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '5'])).toBe('wrongValue');
    expect(await tools.set(WRITE, [`${STATE}.1`, 's', 'on'])).toBe('wrongType');
    expect(await tools.set(WRITE, [`${SYNLINK}.5.1.1.6.1`, 'i', '1'])).toBe('notWritable');
    expect(await tools.set(WRITE, [`${STATE}.99`, 'i', '0'])).toBe('noCreation');
  });

  it('a SET of several outlets switches them by one command, and none if one value is wrong', async () => {
    expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '0'], [`${STATE}.2`, 'i', '9'])).toBe('wrongValue');
    expect([await stateOf(1), await stateOf(2)]).toEqual(['ON', 'ON']);
    expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '0'], [`${STATE}.2`, 'i', '0'])).toBe('done');
    expect([await stateOf(1), await stateOf(2), await stateOf(3)]).toEqual(['OFF', 'OFF', 'ON']);
  });

  it('the community for reading sets nothing', async () => {
    expect(await tools.set(READ, [`${STATE}.1`, 'i', '0'])).toBe('noAccess');
    expect(await tools.set(V1_READ, [`${STATE}.1`, 'i', '0'])).toBe('noSuchName');
    expect(await stateOf(1)).toBe('ON');
  });

  it('a user sees and sets the outlets of the role', async () => {
    const [one = '', two = ''] = pdu.model.outlets.map(({ id }) => id);
    const permissions = { viewOutlets: [one, two], modifyOutlets: [one] };
    const role = (await admin.post('/api/roles', { name: 'First rack', permissions })).body.id;
    await withSnmp('rack', Number(role));
    const rack: Credential = { ...V3, user: 'rack' };
    expect((await tools.walk(rack, 'snmpwalk', `${SYNLINK}.5.1.1.3`)).map(([oid]) => oid.split('.').at(-1))).toEqual([
      '1',
      '2',
    ]);
    expect(await tools.get(rack, `${SYNLINK}.5.1.1.3.3`)).toContain('No Such Instance');
    expect(await tools.set(rack, [`${STATE}.1`, 'i', '0'])).toBe('done');
    expect(await tools.set(rack, [`${STATE}.2`, 'i', '0'])).toBe('noAccess');
    expect(await tools.set(rack, [`${STATE}.3`, 'i', '0'])).toBe('noCreation');
  });

  it('a protected outlet, a stuck relay and silent hardware are different errors', async () => {
    const id = pdu.model.outlets[0]?.id ?? '';
    for (const protection of ['confirm', 'locked']) {
      await admin.put('/api/outlets/1', { protection });
      expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '0'])).toBe('inconsistentValue');
    }
    await admin.put('/api/outlets/1', { protection: 'none' });
    await admin.patch('/api/simulator', { outlets: { [id]: { relayStuck: true } } });
    expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '0'])).toBe('commitFailed');
    await admin.patch('/api/simulator', { outlets: { [id]: { relayStuck: false } } });
    await admin.patch('/api/simulator', { bus: { failing: true } });
    expect(await tools.set(WRITE, [`${STATE}.1`, 'i', '0'])).toBe('resourceUnavailable');
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(2);
  });

  it('names and settings are written as over HTTP', async () => {
    expect(await tools.set(WRITE, [`${SYNLINK}.5.1.1.3.2`, 's', 'Web server'])).toBe('done');
    expect((await admin.get('/api/outlets/2')).body.outletName).toBe('Web server');
    expect(await tools.set(WRITE, [`${SYNLINK}.5.1.1.3.2`, 's', ''])).toBe('wrongLength');
    expect(await tools.set(V3, ['1.3.6.1.2.1.1.6.0', 's', 'Row 4'])).toBe('done');
    expect((await admin.get('/api/conf')).body.snmpLocation).toBe('Row 4');
    expect(await tools.set(V3, ['1.3.6.1.2.1.1.5.0', 's', 'not a host name'])).toBe('wrongValue');
  });

  it('MAAS, labgrid and powerman find what they read', async () => {
    await admin.put('/api/outlets/2', { state: 'OFF' });
    expect(await tools.get(V1_WRITE, `${POWERNET}.12.3.3.1.1.4.1`)).toBe('1');
    expect(await tools.set(V1_WRITE, [`${POWERNET}.12.3.3.1.1.4.1`, 'i', '2'])).toBe('done');
    expect(await tools.get(V1_WRITE, `${POWERNET}.4.4.2.1.3.1`)).toBe('2');
    expect(await tools.set(V1_WRITE, [`${POWERNET}.4.4.2.1.3.1`, 'i', '1'])).toBe('done');
    expect(await tools.get(V1_WRITE, `${POWERNET}.4.2.2.0`)).toBe(`"On  Off  ${'On  '.repeat(6)}"`);
    expect(await tools.get(READ, `${POWERNET}.26.9.2.3.1.5.2`)).toBe('1');
    expect(await tools.set(WRITE, [`${POWERNET}.26.9.2.4.1.5.2`, 'i', '1'])).toBe('done');
    expect(await tools.get(READ, `${POWERNET}.26.9.2.3.1.5.2`)).toBe('2');
  });

  it('tools for NetBooter find both generations by their descriptions', async () => {
    await admin.post('/api/conf', { snmpIdentity: 'netbooter' });
    expect(await tools.get(READ, '1.3.6.1.2.1.1.1.0')).toBe('"Synaccess Remote PDU"');
    const newer = `${ENTERPRISES}.21728.3`;
    expect(await tools.get(READ, `${newer}.1.3.0`)).toBe('8');
    expect(await tools.set(WRITE, [`${newer}.2.1.1.4.0`, 'i', '2'])).toBe('done');
    expect(await tools.get(READ, `${newer}.2.1.1.3.0`)).toBe('2');
    expect(await stateOf(1)).toBe('OFF');
    await admin.post('/api/conf', { snmpIdentity: 'synlink', snmpSysDescr: 'Power Distribution System' });
    const older = `${ENTERPRISES}.21728.2.4.1.2.1.1`;
    expect(await tools.get(READ, '1.3.6.1.2.1.1.1.0')).toBe('"Power Distribution System"');
    expect(await tools.get(READ, `${older}.3.1`)).toBe('0');
    expect(await tools.set(WRITE, [`${older}.4.1`, 'i', '1'])).toBe('done');
    expect(await tools.get(READ, `${older}.3.1`)).toBe('1');
    await admin.post('/api/conf', { snmpSysDescr: '' });
  });

  it('a reboot runs while it is pending, and can be ended', async () => {
    expect(await tools.set(WRITE, [`${POWERNET}.12.3.3.1.1.4.1`, 'i', '3'])).toBe('done');
    await pdu.seconds(2);
    expect(await tools.get(READ, `${POWERNET}.12.3.5.1.1.5.1`)).toBe('1');
    expect(await stateOf(1)).toBe('OFF');
    expect(await tools.set(WRITE, [`${POWERNET}.12.3.3.1.1.4.1`, 'i', '7'])).toBe('done');
    await pdu.seconds(20);
    expect([await stateOf(1), await tools.get(READ, `${POWERNET}.12.3.5.1.1.5.1`)]).toEqual(['OFF', '2']);
  });

  it('a walk is decoded by the MIB that is shipped, without a number that it does not name', async () => {
    const mibs = ['-M', `${STANDARD_MIBS}:${MIBS}`, '-m', 'RACKFEED-SYNLINK-MIB'];
    const { out, error } = await run('snmpwalk', [
      '-v2c',
      '-c',
      'watch',
      '-t',
      '60',
      ...mibs,
      '-Os',
      tools.address,
      SYNLINK,
    ]);
    // The tools make their folder for certificates when a machine first runs them.
    expect(error.replace(/^Created directory: .*\n/gm, '')).toBe('');
    const lines = out.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => !/^[A-Za-z]\w*\.\d+ = /.test(line) || /Wrong Type|^synlink/.test(line))).toEqual([]);
    expect(lines).toContain('outletState.1 = INTEGER: closed(1)');
  });
});

describeWith('smilint', 'the MIB that is shipped', () => {
  it('has no error', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-mib-'));
    writeFileSync(join(folder, 'smi.conf'), `path :${STANDARD_MIBS}\n`);
    const { out, error } = await run('smilint', [
      '-c',
      join(folder, 'smi.conf'),
      '-l',
      '4',
      join(MIBS, 'RACKFEED-SYNLINK-MIB'),
    ]);
    expect(out + error).toBe('');
    rmSync(folder, { recursive: true });
  });
});

describeWith('fence_apc_snmp', 'fence_apc_snmp', () => {
  const version3 = ['--snmp-version', '3', '--username', 'op', '--password', 'authpassword', '--snmp-auth-prot', 'SHA'];
  const privacy = ['--snmp-sec-level', 'authPriv', '--snmp-priv-prot', 'AES', '--snmp-priv-passwd', 'privpassword'];
  const fence = (action: string, credential: readonly string[]) =>
    run('fence_apc_snmp', [
      ...['--ip', '127.0.0.1', '--ipport', String(tools.port), '--plug', '3', '--action', action],
      ...['--shell-timeout', '60', '--power-timeout', '60', ...credential],
    ]);

  it.each([
    ['synlink', 'a community', ['--community', 'switch']],
    ['apc', 'a user of version 3', [...version3, ...privacy]],
  ])('with the identity %s switches with %s', async (snmpIdentity, _, credential) => {
    await admin.post('/api/conf', { snmpIdentity });
    await admin.put('/api/outlets/3', { state: 'ON', outletName: 'node 3' });
    expect((await fence('off', credential)).out).toContain('Powered OFF');
    expect(await stateOf(3)).toBe('OFF');
    expect(await fence('status', credential)).toMatchObject({ code: 2, out: 'Status: OFF\n' });
    expect((await fence('on', credential)).out).toContain('Powered ON');
    expect(await stateOf(3)).toBe('ON');
    expect((await fence('list', credential)).out).toContain('3,node 3');
    await admin.post('/api/conf', { snmpIdentity: 'synlink' });
  });
});

describe('the driver of NUT', () => {
  itWith('snmp-ups', 'finds the PDU by itself, with the same outlets, names and states as the NUT server', async () => {
    await admin.put('/api/outlets/2', { state: 'OFF', outletName: 'Switch' });
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-nut-'));
    writeFileSync(
      join(folder, 'ups.conf'),
      `[pdu]\n  driver = snmp-ups\n  port = ${tools.address}\n  mibs = auto\n  community = watch\n  snmp_timeout = 30\n`,
    );
    const env = { NUT_CONFPATH: folder, NUT_STATEPATH: folder, NUT_ALTPIDPATH: folder };
    const { out } = await run('/lib/nut/snmp-ups', ['-a', 'pdu', '-d', '1', '-u', userInfo().username], env);
    const values = new Map(out.split('\n').map((line) => line.split(': ') as [string, string]));
    rmSync(folder, { recursive: true });
    expect(values.get('driver.version.data')).toContain('apc_pdu');
    expect(values.get('outlet.count')).toBe('8');
    expect([values.get('outlet.2.desc'), values.get('outlet.2.status')]).toEqual(['Switch', 'off']);
    expect(values.get('outlet.1.status')).toBe('on');
    const nut = await NutClient.connect(await protocolOn(pdu, admin, 'nut'));
    const own = await nut.variables();
    nut.close();
    const same = /^outlet\.(count|\d+\.(desc|status))$/;
    const compared = Object.entries(own).filter(([name]) => same.test(name));
    expect(compared).toHaveLength(1 + 2 * 8);
    expect(compared).toEqual(compared.map(([name]) => [name, values.get(name)]));
    await admin.put('/api/outlets/2', { state: 'ON' });
  });
});

/** The routes of HTTP by which a role may view objects; everybody may view the others. */
const VIEWED_AT: readonly (readonly [objects: RegExp, path: (row: string) => string | string[]])[] = [
  [
    /^21728\.4\.1\.|^21728\.(3\.1|2\.4\.1\.1)\.|^318\.1\.1\.(4\.(1|3|4\.1|5\.1)|12\.(1\.([1-9]|1[0-5])|3\.1\.[2-4]))\./,
    () => '/api/device',
  ],
  [/^21728\.4\.2\./, () => '/api/inlets'],
  [/^21728\.4\.4\./, () => '/api/banks'],
  [/^21728\.4\.(5)\.1\.1\.\d+\.(\d+)$/, (row) => `/api/outlets/${row}`],
  // The state of a group needs all of its outlets.
  [/^21728\.4\.6\.1\.1\.[456]\./, () => ['/api/groups', '/api/outlets/1', '/api/outlets/2']],
  [/^21728\.4\.6\./, () => '/api/groups'],
  [/^21728\.4\.7\.|^21728\.(3\.3\.8|2\.4\.1\.3\.1\.1\.[78])\./, () => '/api/sensors'],
  [/^21728\.4\.9\./, () => '/api/events'],
  [/^21728\.3\.(3)\.\d\.|^21728\.2\.4\.1\.3\./, () => '/api/inlets'],
  [/^21728\.3\.2\.1\.1\.\d\.(\d+)$/, (row) => `/api/outlets/${Number(row) + 1}`],
  [/^21728\.2\.4\.1\.2\.1\.1\.\d\.(\d+)$/, (row) => `/api/outlets/${row}`],
  [/^318\.1\.1\.(4\.2|12\.3\.1\.1)\./, () => '/api/outlets'],
  [
    /^318\.1\.1\.(?:4\.4\.2|4\.5\.2|12\.3\.[35]\.1|26\.9\.2\.[34])\.1\.\d+(?:\.\d+)?\.(\d+)$/,
    (row) => `/api/outlets/${row}`,
  ],
  [/^318\.1\.1\.12\.2\.3\.1\.1\.\d\.2$/, () => '/api/banks'],
  [/^318\.1\.1\.(12\.1\.1[678]|12\.2|26\.4)\./, () => '/api/inlets'],
];

/** The same of ENTITY-MIB and ENTITY-SENSOR-MIB, by the index of an entity. */
function viewedEntity(index: number): string {
  if (index === 1) return '/api/device';
  if (index < 1000) return '/api/sensors';
  if (index < 20_000) return '/api/inlets';
  if (index < 100_000) return '/api/banks';
  return `/api/outlets/${Math.floor((index - 100_000) / 100)}`;
}

function viewedAt(oid: string): string[] {
  const entity = /^1\.3\.6\.1\.2\.1\.(?:47\.1\.1|99\.1)\.1\.1\.\d+\.(\d+)$/.exec(oid);
  if (entity) return [viewedEntity(Number(entity[1]))];
  if (!oid.startsWith(`${ENTERPRISES}.`)) return [];
  const below = oid.slice(ENTERPRISES.length + 1);
  for (const [objects, path] of VIEWED_AT) {
    const found = objects.exec(below);
    if (found) return [path(found.at(-1) ?? '')].flat();
  }
  throw new Error(`No route shows what ${oid} shows.`);
}

/** Changes that can be made by SNMP and by HTTP. */
const CHANGES: readonly { name: string; assignment: readonly [string, number | string]; path: string; body: object }[] =
  [
    ...[1, 2].map((row) => ({
      name: `switch outlet ${row}`,
      assignment: [`${STATE}.${row}`, 1] as const,
      path: `PUT /api/outlets/${row}`,
      body: { state: 'ON' },
    })),
    {
      name: 'name outlet 1',
      assignment: [`${SYNLINK}.5.1.1.3.1`, 'One'],
      path: 'PUT /api/outlets/1',
      body: { outletName: 'One' },
    },
    {
      name: 'reboot time',
      assignment: [`${POWERNET}.4.5.2.1.5.1`, 7],
      path: 'PUT /api/outlets/1',
      body: { customRebootTime: 7 },
    },
    {
      name: 'PowerNet',
      assignment: [`${POWERNET}.12.3.3.1.1.4.2`, 1],
      path: 'PUT /api/outlets/2',
      body: { state: 'ON' },
    },
    {
      name: 'switch a group',
      assignment: [`${SYNLINK}.6.1.1.4.1`, 1],
      path: 'PUT /api/groups/1',
      body: { state: 'ON' },
    },
    {
      name: 'name a group',
      assignment: [`${SYNLINK}.6.1.1.2.1`, 'Both'],
      path: 'PUT /api/groups/1',
      body: { groupName: 'Both' },
    },
    {
      name: 'switch all',
      assignment: [`${POWERNET}.12.3.1.1.0`, 2],
      path: 'PUT /api/outlets',
      body: { outlets: ['1', '2', '3', '4', '5', '6', '7', '8'], state: 'ON' },
    },
    {
      name: 'name an inlet',
      assignment: [`${SYNLINK}.2.1.1.4.1`, 'A'],
      path: 'PUT /api/inlets/I1-1000058',
      body: { inletName: 'A' },
    },
    {
      name: 'name a bank',
      assignment: [`${SYNLINK}.4.1.1.13.1`, 'B'],
      path: 'PUT /api/banks/1200645',
      body: { bankName: 'B' },
    },
    {
      name: 'name a sensor',
      assignment: [`${SYNLINK}.7.1.1.7.1`, 'T'],
      path: 'POST /api/sensors/SA-1000058',
      body: { sensorName: 'T' },
    },
    {
      name: 'device name',
      assignment: [`${SYNLINK}.1.11.0`, 'PDU'],
      path: 'POST /api/conf',
      body: { deviceName: 'PDU' },
    },
    { name: 'contact', assignment: ['1.3.6.1.2.1.1.4.0', 'Ann'], path: 'POST /api/conf', body: { snmpContact: 'Ann' } },
    { name: 'host name', assignment: ['1.3.6.1.2.1.1.5.0', 'pdu'], path: 'POST /api/conf', body: { hostName: 'pdu' } },
  ];

describe('every role', () => {
  let users: MatrixUser[];
  let managers: Map<MatrixUser, SnmpManager>;

  beforeAll(async () => {
    users = await matrixUsers(pdu);
    managers = new Map();
    for (const user of users) {
      const name = `snmp${user.person.userId}`;
      const { status } = await admin.put(`/api/users/${user.person.userId}`, { ...SNMP_ACCESS, snmpv3User_id: name });
      expect(status).toBe(200);
      managers.set(user, await SnmpManager.of(tools.port, { ...V3, user: name }));
    }
  });
  afterAll(() => managers.forEach((manager) => manager.close()));

  const nameOf = ({ person }: MatrixUser): string => person.name;
  let communityRole: number | undefined;
  /** The manager of a user, or the communities with the role of that user. */
  const managerOf = async (user: MatrixUser, kind: string, community: SnmpManager): Promise<SnmpManager> => {
    if (kind === 'a user') return managers.get(user) ?? community;
    const { roleId } = user;
    if (roleId !== communityRole) {
      await admin.post('/api/conf', { snmpv12ReadRoleId: roleId, snmpv12WriteRoleId: roleId });
    }
    communityRole = roleId;
    return community;
  };
  const http = async ({ person }: MatrixUser, request: string, body?: object) => {
    const [method = '', path = ''] = request.split(' ');
    return (await pdu.request(method, path, body, await person.headers('token'))).status;
  };

  it.each(['a community', 'a user'])('views by SNMP with %s what it views over HTTP', async (kind) => {
    const community = await SnmpManager.of(tools.port, READ);
    const all = (await tools.walk(V3)).map(([oid]) => oid).filter((oid) => !CHANGING.test(oid));
    const viewedOverHttp = async (user: MatrixUser): Promise<Set<string>> => {
      const statuses = new Map<string, number>();
      for (const path of new Set(all.flatMap(viewedAt))) statuses.set(path, await http(user, `GET ${path}`));
      return new Set(all.filter((oid) => viewedAt(oid).every((path) => statuses.get(path) === 200)));
    };
    const viewedHere = async (user: MatrixUser): Promise<Set<string>> =>
      new Set(await (await managerOf(user, kind, community)).walk('1'));
    const cells = all.map((name) => ({ name }));
    for (const user of users) {
      const [viewed, here] = [await viewedOverHttp(user), await viewedHere(user)];
      const overHttp = async (_: MatrixUser, { name }: { name: string }) => viewed.has(name);
      const overProtocol = async (_: MatrixUser, { name }: { name: string }) => here.has(name);
      expect(await differences({ users: [user], nameOf, cells, overHttp, overProtocol })).toEqual([]);
      expect([...here].filter((oid) => !viewed.has(oid) && !CHANGING.test(oid))).toEqual([]);
    }
    community.close();
  });

  it.each(['a community', 'a user'])('sets by SNMP with %s what it sets over HTTP', async (kind) => {
    const community = await SnmpManager.of(tools.port, WRITE);
    const overHttp = async (user: MatrixUser, { path, body }: (typeof CHANGES)[number]) =>
      (await http(user, path, body)) === 200;
    const overProtocol = async (user: MatrixUser, { assignment }: (typeof CHANGES)[number]) =>
      (await (await managerOf(user, kind, community)).set(assignment)) === 'done';
    expect(await differences({ users, nameOf, cells: CHANGES, overHttp, overProtocol })).toEqual([]);
    community.close();
  });
});
