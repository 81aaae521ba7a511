import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SwitchingService } from '../../src/switching/switching.service.js';
import { plainRequest } from '../support/clients/plain-request.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

const [FIRST, SECOND] = ['1-1200578', '2-1200578'];
type Headers = Record<string, string>;
const basic = (name: string, password: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const ADMIN = basic('admin', ADMIN_PASSWORD);

let pdu: Pdu;
let admin: Client;

const switchBasic = async (on: boolean): Promise<void> => {
  expect((await admin.post('/api/conf', { webApiPasswordEnabled: on })).status).toBe(200);
};

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  await switchBasic(true);
});
afterAll(() => pdu.stop());

const command = (query: string, headers: Headers = ADMIN): Promise<Answer> =>
  pdu.request('GET', `/cmd.cgi?${query}`, undefined, headers);
const text = async (query: string, headers = ADMIN): Promise<unknown> => {
  const { status, body } = await command(query, headers);
  expect([query, status]).toEqual([query, 200]);
  return body;
};
const outlet = async (id = FIRST) => (await admin.get(`/api/outlets/${id}`)).body;
const newest = async (kind: string) => (await admin.get(`/api/log?kind=${kind}&limit=1`)).body.entries[0];
const basicOf = async (client: Client): Promise<Headers> => {
  const { username } = (await client.get('/api/user')).body;
  return basic(String(username), USER_PASSWORD);
};

describe('a legacy tool', () => {
  beforeEach(async () => {
    await admin.put('/api/outlets/1', { state: 'ON' });
    await admin.put('/api/outlets/2', { state: 'ON' });
  });

  it('switches an outlet with $A3 and gets $A0 as text/html', async () => {
    const answer = await command('$A3%201%200');
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      200,
      '$A0',
      'text/html; charset=utf-8',
    ]);
    expect(await outlet()).toMatchObject({ state: 'OFF', voltageDetection: false });
    expect(await text('$A3+01+1')).toBe('$A0');
    expect((await outlet()).state).toBe('ON');
  });

  it('changes nothing with HEAD', async () => {
    const answer = await pdu.request('HEAD', '/cmd.cgi?$A3%201%200', undefined, ADMIN);
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ]);
    expect((await outlet()).state).toBe('ON');
    expect((await pdu.request('HEAD', '/cmd.cgi?$A4%201', undefined)).status).toBe(401);
  });

  it('may use POST as well, with or without a body', async () => {
    expect((await pdu.request('POST', '/cmd.cgi?$A3%201%200', undefined, ADMIN)).body).toBe('$A0');
    expect((await pdu.request('POST', '/cmd.cgi?rly=0', '1', { ...ADMIN, 'content-type': 'text/plain' })).body).toBe(
      '$A0',
    );
    expect((await outlet()).state).toBe('ON');
  });

  it('reads the state with $A5', async () => {
    await command('$A3 2 0');
    const { inletCurrentRms } = (await admin.get('/api/inlets')).body[0];
    const { sensorTempInC } = (await admin.get('/api/sensors')).body[0];
    const [done, bits, amps, celsius] = String(await text('$A5')).split(',');
    expect([done, bits, celsius]).toEqual(['$A0', `${'1'.repeat(14)}01`, String(Math.round(sensorTempInC))]);
    expect(amps).toMatch(/^\d+\.\d\d$/);
    expect(Number(amps)).toBeCloseTo(inletCurrentRms, 1);
  });

  it('toggles with rly and counts from 0', async () => {
    expect(await text('rly=1')).toBe('$A0');
    expect([(await outlet(FIRST)).state, (await outlet(SECOND)).state]).toEqual(['ON', 'OFF']);
    expect(await text('rly=01')).toBe('$A0');
    expect((await outlet(SECOND)).state).toBe('ON');
  });

  it('toggles twice at once, and the outlet is in its first state', async () => {
    expect(await Promise.all([text('rly=0'), text('rly=0')])).toEqual(['$A0', '$A0']);
    expect((await outlet()).state).toBe('ON');
  });

  it.each(['$A4 1', 'rb=0'])('reboots with %s', async (query) => {
    expect(await text(query)).toBe('$A0');
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'pendingOff' });
    await pdu.seconds(1);
    await pdu.app.get(SwitchingService).idle();
    expect(await outlet()).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    await pdu.seconds(6);
    await pdu.app.get(SwitchingService).idle();
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('switches all outlets with $A7', async () => {
    expect(await text('$A7 0')).toBe('$A0');
    expect(await text('$A5')).toMatch(/^\$A0,0{16},/);
    expect(await text('$A7%2001')).toBe('$A0');
    expect(await text('$A5')).toMatch(/^\$A0,1{16},/);
  });

  it('reads the device description with $A8', async () => {
    const { modelNumber, controllerFirmwareVersion, enclosureSerialNumber, numOutlets } = (
      await admin.get('/api/device')
    ).body;
    expect(await text('$A8')).toBe(
      `$A0,${modelNumber},HW simulator,FW ${controllerFirmwareVersion},${enclosureSerialNumber},${numOutlets}`,
    );
  });

  it('may put cmd= before a command, and read status.xml with POST', async () => {
    expect(await text('cmd=$A3+1+0')).toBe('$A0');
    expect((await outlet()).state).toBe('OFF');
    expect(await text('cmd=$A5')).toBe(await text('$A5'));
    expect(await text('cmd=rly=0')).toBe('$A0');
    const posted = await pdu.request('POST', '/status.xml', '1', { ...ADMIN, 'content-type': 'text/plain' });
    expect([posted.status, posted.body]).toEqual([
      200,
      (await pdu.request('GET', '/status.xml', undefined, ADMIN)).body,
    ]);
  });

  it('toggles a group with grp and reboots it with rbg, counted from 0', async () => {
    const { id } = (await admin.post('/api/groups', { groupName: 'Rack', outlets: [FIRST, SECOND] })).body;
    const states = async () => [(await outlet(FIRST)).state, (await outlet(SECOND)).state];
    await command('$A3 1 0');
    expect(await text('grp=0')).toBe('$A0');
    expect(await states()).toEqual(['OFF', 'OFF']);
    expect(await text('grp=0')).toBe('$A0');
    await pdu.seconds(1);
    expect(await states()).toEqual(['ON', 'ON']);
    expect(await text('rbg=0')).toBe('$A0');
    expect((await outlet(FIRST)).rebootStatus).toBe('pendingOff');
    await pdu.seconds(8);
    expect(await states()).toEqual(['ON', 'ON']);
    expect(await text('grp=1')).toBe('$AF');
    const half = await basicOf(await pdu.as({ modifyOutletGroups: true, modifyOutlets: [FIRST] }));
    const none = await basicOf(await pdu.as({ modifyOutlets: [FIRST, SECOND] }));
    for (const who of [half, none])
      expect([await text('grp=0', who), await text('rbg=0', who)]).toEqual(['$AF', '$AF']);
    expect(await states()).toEqual(['ON', 'ON']);
    await admin.delete(`/api/groups/${id}`);
  });

  it('reads status.xml', async () => {
    await command('$A3 2 0');
    const { status, body, headers } = await pdu.request('GET', '/status.xml', undefined, ADMIN);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(body).toMatch(
      /^<response>\s*<rly0>1<\/rly0>\s*<rly1>0<\/rly1>[^]*<rly15>1<\/rly15>\s*<ac0>\d+\.\d\d<\/ac0>\s*<tp0>\d+<\/tp0>\s*<\/response>\s*$/,
    );
  });

  it.each(['$A3 17 1', '$A3 1', '$A9', 'rly=16', 'rly=x', '', '%zz', '$A1%20admin%20admin'])(
    'gets $AF for %j',
    async (query) => {
      expect(await text(query)).toBe('$AF');
    },
  );

  it('gets $AF for a relay that does not follow', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    expect(await text('$A3 1 0')).toBe('$AF');
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: false } } });
    expect(await text('$A3 1 0')).toBe('$A0');
  });

  it('leaves the same audit records as every client', async () => {
    await command('$A3 1 0');
    expect(await newest('outlet.switch')).toMatchObject({
      object: `outlet:${FIRST}`,
      via: 'basic',
      who: 'admin',
      result: 'ok',
    });
  });
});

describe('a legacy tool with the permissions of a role', () => {
  it('switches and sees only the outlets that the role lists', async () => {
    const who = await basicOf(await pdu.as({ viewOutlets: [FIRST], modifyOutlets: [SECOND] }));
    await command('$A7 1');
    expect(await text('$A5', who)).toBe(`$A0,${'0'.repeat(15)}1,XX,XX`);
    expect((await pdu.request('GET', '/status.xml', undefined, who)).body).toBe(
      '<response>\n<rly0>1</rly0>\n<ac0>XX</ac0>\n<tp0>XX</tp0>\n</response>\n',
    );
    for (const query of ['$A3 1 0', 'rly=0', 'rb=0', '$A4 1', '$A7 0', '$A8'])
      expect([query, await text(query, who)]).toEqual([query, '$AF']);
    expect(await text('$A5')).toMatch(/^\$A0,1{16},/);
    expect(await text('$A3 2 0', who)).toBe('$A0');
    expect((await outlet(SECOND)).state).toBe('OFF');
  });

  it('gets no information without a permission', async () => {
    const who = await basicOf(await pdu.as({ modifyUsers: true }));
    expect(await text('$A5', who)).toBe('$AF');
    expect(await pdu.request('GET', '/status.xml', undefined, who)).toMatchObject({
      status: 403,
      body: { code: 'NO_OUTLET_ALLOWED' },
    });
  });

  it('sees the meters that the role may view', async () => {
    const who = await basicOf(await pdu.as({ viewOutlets: [FIRST], viewInletStats: true, viewPortInfo: true }));
    expect(await text('$A5', who)).toMatch(/^\$A0,0{15}1,\d+\.\d\d,\d+$/);
  });
});

describe('the paths for legacy tools', () => {
  it('ask for a password while HTTP Basic is on', async () => {
    const { status, headers } = await plainRequest(pdu, 'GET', '/cmd.cgi?$A5');
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer, Basic realm="Rackfeed", charset="UTF-8"']);
    expect((await command('$A5', basic('admin', 'wrong horse battery'))).status).toBe(401);
  });

  it('do not switch for a page of another site, with GET or POST', async () => {
    await command('$A3 1 1');
    const browser = { ...ADMIN, 'user-agent': 'Mozilla/5.0 (X11)', 'accept-language': 'en' };
    const foreign = [
      { ...ADMIN, 'sec-fetch-site': 'cross-site' },
      { ...ADMIN, origin: 'http://evil.example' },
      { ...browser, referer: 'http://evil.example/' },
      browser,
      { ...admin.headers, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect(await command('rly=0', headers)).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } });
    }
    expect(
      (await pdu.request('POST', '/cmd.cgi?rly=0', undefined, { ...ADMIN, origin: 'http://evil.example' })).status,
    ).toBe(403);
    expect((await outlet()).state).toBe('ON');
    expect(await text('$A3 1 1', { ...browser, referer: `${pdu.url}/outlets` })).toBe('$A0');
  });

  it('accept a session and a token too', async () => {
    const { accessToken } = (await admin.post('/api/users/1/token')).body;
    expect(await text('$A5', admin.headers)).toMatch(/^\$A0,/);
    expect(await text('$A5', { authorization: `Bearer ${accessToken}` })).toMatch(/^\$A0,/);
  });

  it('do not exist while HTTP Basic is off', async () => {
    await switchBasic(false);
    for (const [method, path] of [
      ['GET', '/cmd.cgi?rly=0'],
      ['POST', '/cmd.cgi?rly=0'],
      ['GET', '/status.xml'],
    ] as const) {
      expect(await pdu.request(method, path, undefined, admin.headers)).toMatchObject({
        status: 404,
        body: { code: 'PATH_UNKNOWN' },
      });
      const refused = await pdu.request(method, path, undefined, ADMIN);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    expect((await outlet()).state).toBe('ON');
    await switchBasic(true);
  });
});

describe('a legacy tool at another model', () => {
  it('reads a model with three phases, and cannot switch outlets without relays', async () => {
    for (const [model, status, reply] of [
      ['three-phase-36', /^\$A0,1{36},\d+\.\d\d,(\d+|XX)$/, '$A0'],
      ['metered-24', /^\$A0,[01]{24},\d+\.\d\d,(\d+|XX)$/, '$AF'],
      ['inlet-metered', /^\$A0,,\d+\.\d\d,(\d+|XX)$/, '$AF'],
    ] as const) {
      const other = await aPdu({ model });
      const client = await other.as('admin');
      await client.post('/api/conf', { webApiPasswordEnabled: true });
      expect([model, (await client.get('/cmd.cgi?$A5')).body]).toEqual([model, expect.stringMatching(status)]);
      expect([model, (await client.get('/cmd.cgi?$A3 1 0')).body]).toEqual([model, reply]);
      expect([model, (await client.get('/cmd.cgi?$A7 0')).body]).toEqual([model, reply]);
      await other.stop();
    }
  });
});
