import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aPdu, ADMIN_PASSWORD, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { commandBlocks } from '../support/documents.js';
import { freePort } from '../support/servers/free-port.js';
import { ON_LOOPBACK, protocolOff } from '../support/protocols/protocol-on.js';
import { messagesOf, RedfishClient, redfishOn } from '../support/protocols/redfish-client.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

/** Random queries; a longer run sets it. */
const QUERIES = Number(process.env['FUZZ'] ?? 300);
const OUTLET = '/PowerEquipment/RackPDUs/1/Outlets/1';
const MAINS = '/PowerEquipment/RackPDUs/1/Mains/1';

let pdu: Pdu;
let admin: Client;
let port: number;
let root: RedfishClient;

beforeAll(async () => {
  pdu = await aPdu({ env: ON_LOOPBACK });
  admin = await pdu.as('admin');
  port = await redfishOn(pdu, admin);
  root = RedfishClient.basic(port, 'admin', ADMIN_PASSWORD);
});
afterAll(() => pdu.stop());

/** The references of a collection. */
const membersOf = async (client: RedfishClient, path: string): Promise<string[]> => {
  const { status, body } = await client.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body.Members.map((member: Record<string, string>) => member['@odata.id']?.replace('/redfish/v1', ''));
};

let users = 0;
/** A new user with these permissions, with HTTP Basic. */
async function aUser(permissions: object): Promise<RedfishClient> {
  const name = `redfish-${++users}`;
  const role = await admin.post('/api/roles', { name, permissions });
  const user = await admin.post('/api/users', { username: name, roleId: role.body.id, password: USER_PASSWORD });
  expect(user.status).toBe(200);
  return RedfishClient.basic(port, name, USER_PASSWORD);
}

describe('Redfish while it is off', () => {
  it('is unknown, and is switched on only with HTTPS', async () => {
    const other = await aPdu({ env: ON_LOOPBACK });
    const operator = await other.as('admin');
    for (const path of ['/redfish', '/redfish/v1/', '/redfish/v1/Chassis']) {
      expect((await other.request('GET', path)).body.code).toBe('PATH_UNKNOWN');
    }
    const refused = await operator.post('/api/conf', { redfishEnabled: true });
    expect([refused.status, refused.body.code]).toEqual([422, 'REDFISH_NEEDS_HTTPS']);
    await redfishOn(other, operator);
    expect((await other.request('GET', '/redfish')).body).toEqual({ v1: '/redfish/v1/' });
    await protocolOff(other, operator, 'redfish');
    expect((await other.request('GET', '/redfish')).status).toBe(404);
    await other.stop();
  });
});

describe('without a credential', () => {
  it('the service root and its descriptions are read, and nothing else', async () => {
    const stranger = new RedfishClient(port);
    for (const path of ['/redfish', '/redfish/v1', '/redfish/v1/', '/redfish/v1/odata', '/redfish/v1/$metadata']) {
      expect([path, (await stranger.get(path)).status]).toEqual([path, 200]);
    }
    const refused = await stranger.get('/Chassis');
    expect([refused.status, refused.headers['www-authenticate'], ...messagesOf(refused)]).toEqual([
      401,
      'Basic realm="Rackfeed"',
      'NoValidSession',
    ]);
    expect((await stranger.get('/nothing')).status).toBe(401);
  });

  it('over plain HTTP nothing but that answers, whatever the credential', async () => {
    expect((await pdu.request('GET', '/redfish/v1/')).body.RedfishVersion).toBe('1.20.0');
    const headers = { authorization: root.headers['authorization'] ?? '' };
    const refused = await pdu.request('GET', '/redfish/v1/Chassis', undefined, headers);
    expect(refused.status).toBe(403);
    const session = { UserName: 'admin', Password: ADMIN_PASSWORD };
    expect((await pdu.request('POST', '/redfish/v1/SessionService/Sessions', session)).status).toBe(403);
  });

  it('the cookie of a session of the product is no credential', async () => {
    const { status } = await new RedfishClient(port, { cookie: `SPID=${admin.token}` }).get('/Chassis');
    expect(status).toBe(401);
  });
});

describe('every answer', () => {
  it('says its version, its methods, its schema and its tag, and sets no cookie', async () => {
    const { headers, body } = await root.get(OUTLET);
    expect(headers).toMatchObject({
      'odata-version': '4.0',
      'cache-control': 'no-cache',
      'content-type': 'application/json;charset=utf-8',
      allow: 'GET, HEAD, PATCH',
      link: '<http://redfish.dmtf.org/schemas/v1/Outlet.v1_4_4.json>; rel=describedby',
      etag: body['@odata.etag'],
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is 304 for the tag that the client has', async () => {
    const { headers } = await root.get('/Managers');
    expect((await root.with({ 'if-none-match': String(headers['etag']) }).get('/Managers')).status).toBe(304);
    const stranger = new RedfishClient(port, { 'if-none-match': String(headers['etag']) });
    expect((await stranger.get('/Managers')).status).toBe(401);
  });

  it('has no body for HEAD, and accepts a slash at the end', async () => {
    const head = await root.send('HEAD', OUTLET);
    expect([head.status, head.body]).toEqual([200, '']);
    expect((await root.get(`${OUTLET}/`)).body['@odata.id']).toBe(`/redfish/v1${OUTLET}`);
  });

  it('refuses another version, another method, an unknown path and a body that is no JSON', async () => {
    expect((await root.with({ 'odata-version': '4.1' }).get('/Chassis')).status).toBe(412);
    const method = await root.send('PUT', OUTLET, {});
    expect([method.status, method.headers['allow']]).toEqual([405, 'GET, HEAD, PATCH']);
    expect(messagesOf(await root.get('/Chassis/2'))).toEqual(['ResourceMissingAtURI']);
    expect(messagesOf(await root.patch(OUTLET, '{'))).toEqual(['MalformedJSON']);
    expect(messagesOf(await root.patch(OUTLET, '[]'))).toEqual(['UnrecognizedRequestBody']);
  });
});

describe('the resources', () => {
  it('are reachable from the service root, each with its own address and type', async () => {
    const visited = new Set<string>();
    const waiting = ['/redfish/v1'];
    for (let uri = waiting.pop(); uri !== undefined; uri = waiting.pop()) {
      if (visited.has(uri)) continue;
      visited.add(uri);
      const { status, body } = await root.get(uri);
      expect([uri, status, body['@odata.id']]).toEqual([uri, 200, uri]);
      expect([uri, body['@odata.type'], body.Name]).toEqual([
        uri,
        expect.stringMatching(/^#\w+\./),
        expect.any(String),
      ]);
      if (body.Id !== undefined && uri !== '/redfish/v1') expect(uri.endsWith(`/${body.Id}`)).toBe(true);
      const found = JSON.stringify(body).matchAll(/"(?:@odata\.id|DataSourceUri|@Redfish\.ActionInfo)":"([^"?]+)"/g);
      waiting.push(...Array.from(found, ([, target = '']) => target));
    }
    expect(visited.size).toBeGreaterThan(150);
  });

  it('show an outlet as the product shows it', async () => {
    const { body } = await root.get(OUTLET);
    const { body: own } = await admin.get('/api/outlets/1');
    expect(body).toMatchObject({
      Id: '1',
      UserLabel: own.outletName,
      PowerState: own.state === 'ON' ? 'On' : 'Off',
      PowerRestorePolicy: 'LastState',
      NominalVoltage: 'AC120V',
      OutletType: 'IEC_60320_C13',
      RatedCurrentAmps: 10,
      CurrentAmps: { Reading: own.currentRms },
      PowerWatts: { Reading: own.watts },
      Links: { BranchCircuit: { '@odata.id': `/redfish/v1/PowerEquipment/RackPDUs/1/Branches/${own.bankId}` } },
    });
  });
});

describe('PATCH', () => {
  it('changes what can be changed, and names what cannot', async () => {
    const answer = await root.patch(OUTLET, { UserLabel: 'Web 1', Bogus: 1, PowerState: 'Off' });
    expect([answer.status, answer.body.UserLabel, ...messagesOf(answer).sort()]).toEqual([
      200,
      'Web 1',
      'PropertyNotWritable',
      'PropertyUnknown',
    ]);
    expect(answer.body['@Message.ExtendedInfo'][0].RelatedProperties).toEqual(['#/Bogus']);
    expect((await admin.get('/api/outlets/1')).body).toMatchObject({ outletName: 'Web 1', state: 'ON' });
  });

  it('changes nothing where a value is wrong or nothing is to change', async () => {
    const wrong = await root.patch(OUTLET, { UserLabel: 'Web 2', PowerCycleDelaySeconds: 0 });
    expect([wrong.status, ...messagesOf(wrong)]).toEqual([400, 'PropertyValueOutOfRange']);
    expect(messagesOf(await root.patch(OUTLET, { PowerRestorePolicy: 'Maybe' }))).toEqual(['PropertyValueNotInList']);
    expect(messagesOf(await root.patch(OUTLET, { UserLabel: 5 }))).toEqual(['PropertyValueTypeError']);
    expect(messagesOf(await root.patch(OUTLET, {}))).toEqual(['NoOperation']);
    expect(messagesOf(await root.patch(OUTLET, { Bogus: 1 }))).toEqual(['PropertyUnknown']);
    expect((await admin.get('/api/outlets/1')).body.outletName).toBe('Web 1');
  });

  it('names what an outlet feeds; elements of the list can be kept, changed and removed', async () => {
    expect((await root.get(OUTLET)).body.ElectricalConsumerNames).toEqual([]);
    const names = async (sent: unknown) => {
      const { status, body } = await root.patch(OUTLET, { ElectricalConsumerNames: sent });
      return [status, body.ElectricalConsumerNames];
    };
    expect(await names(['db-1', 'db-2', 'switch'])).toEqual([200, ['db-1', 'db-2', 'switch']]);
    expect((await admin.get('/api/outlets/1')).body.consumers).toEqual(['db-1', 'db-2', 'switch']);
    expect(await names([{}, null, 'core switch', 'tape'])).toEqual([200, ['db-1', 'core switch', 'tape']]);
    expect(await names([{}])).toEqual([200, ['db-1']]);
    expect(await names([])).toEqual([200, []]);
    expect((await admin.get('/api/outlets/1')).body).not.toHaveProperty('consumers');
  });

  it.each([
    ['no list', 'db-1', 'PropertyValueTypeError'],
    ['null', null, 'PropertyValueTypeError'],
    ['a number', [1], 'PropertyValueTypeError'],
    ['an object', [{ Name: 'db-1' }], 'PropertyValueTypeError'],
    ['nine texts', Array.from({ length: 9 }, (_, n) => `db-${n}`), 'PropertyValueOutOfRange'],
    ['an empty text', [''], 'PropertyValueFormatError'],
    ['101 characters', ['x'.repeat(101)], 'PropertyValueFormatError'],
    ['a line break', ['db\n1'], 'PropertyValueFormatError'],
    ['an invisible character', ['db\u202e1'], 'PropertyValueFormatError'],
    ['the same text twice', ['db-1', 'db-1'], 'PropertyValueFormatError'],
  ])('refuses %s among the names of what an outlet feeds', async (_, names, key) => {
    const before = (await root.get(OUTLET)).body;
    const answer = await root.patch(OUTLET, { UserLabel: 'Never', ElectricalConsumerNames: names });
    expect([answer.status, ...messagesOf(answer)]).toEqual([400, key]);
    const [{ RelatedProperties: related }] = answer.body.error['@Message.ExtendedInfo'];
    expect(related).toEqual([expect.stringMatching(/^#\/ElectricalConsumerNames(\/0)?$/)]);
    const { UserLabel: label, ElectricalConsumerNames: present } = (await root.get(OUTLET)).body;
    expect([label, present]).toEqual([before.UserLabel, before.ElectricalConsumerNames]);
  });

  it('names the source of a circuit, which has no such member while nobody has said', async () => {
    const sources = ['ElectricalSourceName', 'ElectricalSourceManagerURI'];
    const { body: unknown } = await root.get(MAINS);
    expect(Object.keys(unknown)).not.toEqual(expect.arrayContaining(sources));
    expect(unknown['@Redfish.WriteableProperties']).toEqual(['UserLabel', ...sources]);
    const source = { ElectricalSourceName: 'UPS A', ElectricalSourceManagerURI: 'https://ups-a.example/' };
    const answer = await root.patch(MAINS, source);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(source)]);
    expect((await admin.get('/api/inlets/I1-1000036')).body).toMatchObject({
      sourceName: 'UPS A',
      sourceUri: 'https://ups-a.example/',
    });
    const { headers } = await root.get(MAINS);
    await admin.put('/api/inlets/I1-1000036', { sourceName: 'UPS B' });
    const late = root.with({ 'if-match': String(headers['etag']) });
    expect((await late.patch(MAINS, { ElectricalSourceName: 'UPS C' })).status).toBe(412);
    await root.patch(MAINS, { ElectricalSourceName: '', ElectricalSourceManagerURI: '' });
    expect((await root.get(MAINS)).body).not.toHaveProperty('ElectricalSourceName');
    expect((await root.get(MAINS)).body).not.toHaveProperty('ElectricalSourceManagerURI');
  });

  it.each([
    ['ElectricalSourceName', null, 'PropertyValueTypeError'],
    ['ElectricalSourceName', 7, 'PropertyValueTypeError'],
    ['ElectricalSourceName', 'x'.repeat(101), 'PropertyValueFormatError'],
    ['ElectricalSourceName', 'a\nb', 'PropertyValueFormatError'],
    ['ElectricalSourceManagerURI', null, 'PropertyValueTypeError'],
    ['ElectricalSourceManagerURI', ['https://ups.example/'], 'PropertyValueTypeError'],
    ['ElectricalSourceManagerURI', 'javascript:alert(1)', 'PropertyValueFormatError'],
    ['ElectricalSourceManagerURI', 'ups.example', 'PropertyValueFormatError'],
    ['ElectricalSourceManagerURI', 'https://anna:secret@ups.example/', 'PropertyValueFormatError'],
  ])('refuses the %s %j', async (member, value, key) => {
    const answer = await root.patch(MAINS, { [member]: value });
    expect([answer.status, ...messagesOf(answer)]).toEqual([400, key]);
    expect((await root.get(MAINS)).body).not.toHaveProperty(member);
  });

  it('of the second of two writers is refused, and a new reading refuses nobody', async () => {
    const { headers } = await root.get(OUTLET);
    const writer = root.with({ 'if-match': String(headers['etag']) });
    await pdu.seconds(2);
    expect((await writer.patch(OUTLET, { UserLabel: 'First' })).status).toBe(200);
    const second = await writer.patch(OUTLET, { UserLabel: 'Second' });
    expect([second.status, ...messagesOf(second)]).toEqual([412, 'PreconditionFailed']);
    expect((await root.with({ 'if-match': '"other"' }).patch(OUTLET, { UserLabel: 'x' })).status).toBe(412);
    expect((await root.with({ 'if-match': '*' }).patch(OUTLET, { UserLabel: 'Outlet 1' })).status).toBe(200);
  });

  it('enters the place of the PDU and its NTP servers', async () => {
    const place = { Rack: 'R7', Row: 'B', RackOffset: 12, RackOffsetUnits: 'EIA_310' };
    const answer = await root.patch('/Chassis/1', { AssetTag: 'A-17', Location: { Placement: place } });
    expect(answer.body).toMatchObject({ AssetTag: 'A-17', Location: { Placement: place } });
    const ntp = await root.patch('/Managers/1/NetworkProtocol', { NTP: { NTPServers: ['192.0.2.1', '192.0.2.2'] } });
    expect(ntp.body.NTP.NTPServers).toEqual(['192.0.2.1', '192.0.2.2']);
    const truncated = await root.patch('/Managers/1/NetworkProtocol', { NTP: { NTPServers: [{}, null] } });
    expect(truncated.body.NTP.NTPServers).toEqual(['192.0.2.1']);
  });
});

describe('PowerControl', () => {
  const control = (client: RedfishClient, body: object, outlet = OUTLET) =>
    client.post(`${outlet}/Actions/Outlet.PowerControl`, body);

  it('switches the relay, recorded as done over Redfish', async () => {
    expect((await control(root, { PowerState: 'Off' })).status).toBe(204);
    expect((await root.get(OUTLET)).body.PowerState).toBe('Off');
    const [entry] = (await admin.get('/api/log?kind=outlet.switch')).body.entries;
    expect(entry).toMatchObject({ via: 'redfish', who: 'admin', address: '127.0.0.1' });
    expect((await control(root, { PowerState: 'On' })).status).toBe(204);
    expect((await control(root, { PowerState: 'PowerCycle' })).status).toBe(204);
    expect((await root.get(OUTLET)).body.PowerStateInTransition).toBe(true);
    await pdu.seconds(8);
    expect((await root.get(OUTLET)).body).toMatchObject({ PowerState: 'On', PowerStateInTransition: false });
  });

  it('names what is wrong with its parameters', async () => {
    expect(messagesOf(await control(root, {}))).toEqual(['ActionParameterMissing']);
    expect(messagesOf(await control(root, { PowerState: 'Up' }))).toEqual(['ActionParameterValueNotInList']);
    expect(messagesOf(await control(root, { PowerState: 'On', X: 1 }))).toEqual(['ActionParameterUnknown']);
  });

  it.each(['Outlet.Explode', 'constructor', 'toString', '__proto__'])('has no action %s beside it', async (name) => {
    const answer = await root.post(`${OUTLET}/Actions/${name}`, {});
    expect([answer.status, messagesOf(answer)]).toEqual([404, ['ResourceMissingAtURI']]);
  });

  it('keeps to the protection of the outlet', async () => {
    await admin.put('/api/outlets/2', { protection: 'confirm' });
    const second = '/PowerEquipment/RackPDUs/1/Outlets/2';
    const refused = await control(root, { PowerState: 'Off' }, second);
    expect([refused.status, ...messagesOf(refused)]).toEqual([409, 'GeneralError']);
    expect((await control(root, { PowerState: 'Off', Oem: { Rackfeed: { Confirm: true } } }, second)).status).toBe(204);
    expect((await root.patch(second, { PowerControlLocked: true })).body.PowerControlLocked).toBe(true);
    expect((await control(root, { PowerState: 'On' }, second)).status).toBe(409);
    await root.patch(second, { PowerControlLocked: false });
    expect((await control(root, { PowerState: 'On' }, second)).status).toBe(204);
  });
});

describe('a query', () => {
  it('expands, selects, filters and pages', async () => {
    const outlets = '/PowerEquipment/RackPDUs/1/Outlets';
    const expanded = await root.get(`${outlets}?$expand=.($levels=1)`);
    expect(expanded.body.Members.map(({ Id: id }: { Id: string }) => id)).toHaveLength(16);
    const chosen = await root.get(`${OUTLET}?$select=PowerState`);
    expect(Object.keys(chosen.body).filter((name) => !name.startsWith('@'))).toEqual(['PowerState']);
    const filtered = await root.get(`${outlets}?$filter=${encodeURIComponent("Id eq '3' or Id eq '5'")}`);
    expect([filtered.body['Members@odata.count'], filtered.body.Members.length]).toEqual([2, 2]);
    const page = await root.get(`${outlets}?$top=5&$skip=5`);
    expect([page.body['Members@odata.count'], page.body.Members.length]).toEqual([16, 5]);
    expect(page.body['Members@odata.nextLink']).toBe(
      `/redfish/v1${outlets}?%24top=5&%24skip=10`.replaceAll('%24', '$'),
    );
    expect((await root.get('/Managers?only')).body['@odata.id']).toBe('/redfish/v1/Managers/1');
  });

  it('for the only member answers it as it stands, with its own schema and one tag, which a writer can use', async () => {
    const alone = await root.get('/Chassis/1');
    const only = await root.get('/Chassis?only');
    expect([only.body, only.headers['etag']]).toEqual([alone.body, alone.headers['etag']]);
    expect(only.text.match(/"@odata\.etag"/g)).toHaveLength(alone.text.match(/"@odata\.etag"/g)?.length ?? 0);
    expect(only.headers['link']).toBe(alone.headers['link']);
    const writer = root.with({ 'if-match': String(only.headers['etag']) });
    expect((await writer.patch('/Chassis/1', { LocationIndicatorActive: false })).status).not.toBe(412);
  });

  it('of another kind is refused by its name', async () => {
    const refusal = async (query: string) => {
      const answer = await root.get(`/Managers?${query}`);
      return [answer.status, ...messagesOf(answer)];
    };
    expect(await refusal('$orderby=Id')).toEqual([501, 'QueryParameterUnsupported']);
    expect(await refusal('only=1')).toEqual([400, 'QueryParameterValueError']);
    expect(await refusal('only&$expand=.')).toEqual([400, 'QueryParameterValueError']);
    expect(await refusal('$expand=.($levels=5)')).toEqual([400, 'QueryParameterValueError']);
    expect(await refusal('$filter=Id%20is%201')).toEqual([400, 'QueryParameterValueError']);
    expect(await refusal('$top=-1')).toEqual([400, 'QueryParameterValueError']);
    expect((await root.get('/Managers?other=1')).status).toBe(200);
    expect((await root.get('?$expand=.')).body.SessionService.Sessions).toBeDefined();
    expect((await new RedfishClient(port).get('?$expand=.')).body.SessionService.Sessions).toBeUndefined();
  });

  it(
    'whatever it is, never ends in an error of the service',
    async () => {
      const paths = ['', '/Managers', '/Chassis/1/Sensors', '/AccountService/Roles', OUTLET];
      const word = fc.oneof(
        fc.constantFrom(
          '$expand',
          '$select',
          '$filter',
          '$top',
          '$skip',
          'only',
          '.',
          '*',
          '~',
          '($levels=2)',
          'Id',
          'eq',
        ),
        fc.constantFrom(
          ' and ',
          ' or ',
          ' not ',
          '(',
          ')',
          "'1'",
          '7',
          'null',
          '=',
          '&',
          ',',
          '/',
          '%27',
          '%',
          '@odata.id',
        ),
        fc.string({ maxLength: 4 }).map(encodeURIComponent),
      );
      const query = fc.array(word, { maxLength: 8 }).map((words) => words.join('').replaceAll(' ', '%20'));
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), query, async (path, text) => {
          const { status } = await root.get(`${path}?${text}`);
          expect([200, 400, 501]).toContain(status);
        }),
        { numRuns: QUERIES },
      );
    },
    scaledTimeLimit(60_000 + 50 * QUERIES),
  );
});

describe('a session', () => {
  const sessions = '/SessionService/Sessions';

  it('is made with name and password, used by its token, and ended', async () => {
    const stranger = new RedfishClient(port);
    const made = await stranger.post(sessions, { UserName: 'admin', Password: ADMIN_PASSWORD });
    expect([made.status, made.body.UserName]).toEqual([201, 'admin']);
    const location = String(made.headers['location']);
    expect(location).toBe(made.body['@odata.id']);
    const client = new RedfishClient(port, { 'x-auth-token': String(made.headers['x-auth-token']) });
    expect(await membersOf(client, sessions)).toContain(location.replace('/redfish/v1', ''));
    const [entry] = (await admin.get('/api/log?kind=session.signIn')).body.entries;
    expect(entry.via).toBe('redfish');
    expect((await client.delete(location)).status).toBe(204);
    expect((await client.get('/Chassis')).status).toBe(401);
  });

  it('is not made with a wrong password or without one, nor does the refusal name it', async () => {
    const wrong = await new RedfishClient(port).post(sessions, { UserName: 'admin', Password: 'no such password' });
    expect([wrong.status, ...messagesOf(wrong)]).toEqual([401, 'NoValidSession']);
    expect(JSON.stringify(wrong.body)).not.toContain('no such password');
    const missing = await new RedfishClient(port).post(sessions, { UserName: 'admin' });
    expect([missing.status, ...messagesOf(missing)]).toEqual([400, 'PropertyMissing']);
  });

  it('of another user is not listed, except to an administrator', async () => {
    const user = await aUser({});
    expect(await membersOf(user, sessions)).toEqual([]);
    const [first = ''] = await membersOf(root, sessions);
    expect((await user.get(first)).status).toBe(403);
  });
});

describe('HTTP Basic', () => {
  it('follows its own setting, and not that of the product', async () => {
    const set = (value: string) => root.patch('/AccountService', { HTTPBasicAuth: value });
    expect((await set('Unadvertised')).status).toBe(200);
    expect((await new RedfishClient(port).get('/Chassis')).headers['www-authenticate']).toBeUndefined();
    expect((await root.get('/Chassis')).status).toBe(200);
    await admin.post('/api/conf', { redfishBasicAuth: 'disabled' });
    expect((await root.get('/Chassis')).status).toBe(401);
    await admin.post('/api/conf', { redfishBasicAuth: 'enabled' });
    expect((await root.get('/Chassis')).status).toBe(200);
  });

  it('of a page of another site changes nothing', async () => {
    const foreign = root.with({ origin: 'https://elsewhere.example' });
    expect((await foreign.patch(OUTLET, { UserLabel: 'x' })).status).toBe(403);
  });
});

describe('an outlet group', () => {
  it('begins energy and extremes of its outlets again', async () => {
    const group = await admin.post('/api/groups', { groupName: 'Metered', outlets: ['1', '2'] });
    const uri = `/PowerEquipment/RackPDUs/1/OutletGroups/${group.body.id}`;
    const peaks = async () =>
      Promise.all(
        [1, 2].map(async (index) => (await root.get(`/Chassis/1/Sensors/Outlet${index}Power`)).body.PeakReading),
      );
    const loads = (loadAmps: number) =>
      Object.fromEntries(pdu.model.outlets.slice(0, 2).map(({ id }) => [id, { loadAmps }]));
    await admin.patch('/api/simulator', { outlets: loads(3) });
    await pdu.seconds(2);
    const before = await peaks();
    await admin.patch('/api/simulator', { outlets: loads(0.5) });
    await pdu.seconds(2);
    expect(await peaks()).toEqual(before);
    expect((await root.post(`${uri}/Actions/OutletGroup.ResetMetrics`, {})).status).toBe(204);
    await pdu.seconds(2);
    for (const [place, peak] of (await peaks()).entries()) expect(peak).toBeLessThan((before[place] ?? 0) / 2);
    await admin.delete(`/api/groups/${group.body.id}`);
  });
});

describe('the network', () => {
  it('names no origin of an address that nobody knows', async () => {
    const [uri] = await membersOf(root, '/Managers/1/EthernetInterfaces');
    const { IPv4Addresses: addresses } = (await root.get(String(uri))).body;
    for (const address of addresses) expect(address).toMatchObject({ AddressOrigin: null });
  });

  it('serves SNMP also where only a user has access to it', async () => {
    const isServed = async () => (await root.get('/Managers/1/NetworkProtocol')).body.SNMP.ProtocolEnabled;
    expect(await isServed()).toBe(false);
    await admin.post('/api/conf', { snmpPort: await freePort() });
    const user = await admin.post('/api/users', { username: 'manager', roleId: 1, password: USER_PASSWORD });
    const snmp = { snmpv3Security: 'authNoPriv', snmpv3AuthPass: 'long enough', snmpv3Access: true };
    expect((await admin.put(`/api/users/${user.body.id}`, snmp)).status).toBe(200);
    expect(await isServed()).toBe(true);
    await admin.delete(`/api/users/${user.body.id}`);
    expect(await isServed()).toBe(false);
  });
});

describe('a request whose body comes once its user is disabled', () => {
  it('is refused and changes nothing', async () => {
    const body = { username: 'late', roleId: 1, password: USER_PASSWORD };
    const { id } = (await admin.post('/api/users', body)).body;
    const user = RedfishClient.basic(port, 'late', USER_PASSWORD);
    const chassis = '/Chassis/1';
    const before = (await user.get(chassis)).body.AssetTag as string;
    const end = user.begin('PATCH', chassis, { AssetTag: 'taken' });
    await user.get(chassis); // the one before was admitted by then
    await admin.post(`/api/users/${id}/disable`);
    expect(await end()).toBe(401);
    expect((await root.get(chassis)).body.AssetTag).toBe(before);
  });
});

describe('accounts and roles', () => {
  const accounts = '/AccountService/Accounts';

  it('are made, changed, locked out and deleted', async () => {
    const body = { UserName: 'otto', Password: USER_PASSWORD, RoleId: 'Operator' };
    const made = await root.post(accounts, body);
    expect([made.status, made.body.RoleId, made.body.Password]).toEqual([201, 'Operator', null]);
    const uri = String(made.headers['location']);
    const otto = RedfishClient.basic(port, 'otto', USER_PASSWORD);
    expect((await otto.get('/Chassis/1')).body.SerialNumber).toBe('1000036');
    expect((await root.patch(uri, { RoleId: 'ReadOnly', UserName: 'oskar' })).body).toMatchObject({
      RoleId: 'ReadOnly',
      UserName: 'oskar',
    });
    const oskar = RedfishClient.basic(port, 'oskar', USER_PASSWORD);
    expect((await oskar.post(`${OUTLET}/Actions/Outlet.PowerControl`, { PowerState: 'Off' })).status).toBe(403);
    expect((await oskar.patch(uri, { Password: 'another staple here' })).status).toBe(200);
    expect((await oskar.get('/Chassis')).status).toBe(401);
    expect((await root.patch(uri, { Enabled: false })).body.Enabled).toBe(false);
    expect((await root.delete(uri)).status).toBe(204);
    expect((await root.get(uri)).status).toBe(404);
  });

  it('that a manager of users may not disable are not made either', async () => {
    const manager = await aUser({ modifyUsers: true, viewUsersList: true });
    const { length } = await membersOf(root, accounts);
    const { id } = (await admin.post('/api/roles', { name: 'without permissions' })).body;
    const body = { UserName: 'ute', Password: USER_PASSWORD, RoleId: `Role${id}`, Enabled: false };
    expect((await manager.post(accounts, body)).status).toBe(403);
    expect(await membersOf(root, accounts)).toHaveLength(length);
  });

  it('need a name that is free, a role that is there and a password that the policy allows', async () => {
    const post = (body: object) =>
      root.post(accounts, { UserName: 'eva', Password: USER_PASSWORD, RoleId: 'ReadOnly', ...body });
    expect(messagesOf(await post({ UserName: 'admin' }))).toEqual(['ResourceAlreadyExists']);
    expect(messagesOf(await post({ RoleId: 'Nobody' }))).toEqual(['PropertyValueNotInList']);
    expect(messagesOf(await post({ Password: 'short' }))).toEqual(['PropertyValueFormatError']);
    expect(messagesOf(await root.post(accounts, { UserName: 'eva' }))).toEqual(['PropertyMissing', 'PropertyMissing']);
  });

  it('of the first account stay as they are', async () => {
    const first = `${accounts}/1`;
    for (const body of [{ Enabled: false }, { UserName: 'root2' }, { RoleId: 'ReadOnly' }]) {
      expect([body, (await root.patch(first, body)).status]).toEqual([body, 403]);
    }
    expect((await root.delete(first)).status).toBe(403);
  });

  it('must choose a password before anything else, if that is demanded', async () => {
    const made = await root.post(accounts, {
      UserName: 'nora',
      Password: USER_PASSWORD,
      RoleId: 'Operator',
      PasswordChangeRequired: true,
    });
    const uri = String(made.headers['location']);
    const nora = RedfishClient.basic(port, 'nora', USER_PASSWORD);
    const refused = await nora.get('/Chassis');
    expect([refused.status, ...messagesOf(refused)]).toEqual([403, 'PasswordChangeRequired']);
    expect((await nora.get(uri)).status).toBe(200);
    const same = await nora.patch(uri, { Password: USER_PASSWORD });
    expect([same.status, same.body.error['@Message.ExtendedInfo'][0].Resolution]).toEqual([
      400,
      'The new password must differ from the one that you were asked to replace.',
    ]);
    expect((await nora.get('/Chassis')).status).toBe(403);
    expect((await nora.patch(uri, { Password: 'a staple of my own' })).status).toBe(200);
    expect((await RedfishClient.basic(port, 'nora', 'a staple of my own').get('/Chassis')).status).toBe(200);
  });

  it('have the three standard roles, which cannot be changed', async () => {
    expect(await membersOf(root, '/AccountService/Roles')).toEqual(
      expect.arrayContaining(['Administrator', 'Operator', 'ReadOnly'].map((id) => `/AccountService/Roles/${id}`)),
    );
    const { body } = await root.get('/AccountService/Roles/Operator');
    expect(body).toMatchObject({
      IsPredefined: true,
      AssignedPrivileges: ['Login', 'ConfigureSelf', 'ConfigureComponents'],
    });
    expect((await root.patch('/AccountService/Roles/Operator', { Name: 'x' })).status).toBe(405);
    const roles = (await admin.get('/api/roles')).body as { id: number; name: string }[];
    const operator = roles.find(({ name }) => name === 'Operator');
    const edited = await admin.put(`/api/roles/${operator?.id}`, { name: 'x' });
    expect([edited.status, edited.body.code]).toEqual([422, 'REDFISH_ROLE_FIXED']);
  });
});

describe('a role with two outlets', () => {
  it('sees these two and their sensors, and nothing else', async () => {
    const outlets = ['1-1200578', '3-1200578'];
    const user = await aUser({ viewOutlets: outlets, modifyOutlets: [outlets[0]] });
    const all = '/PowerEquipment/RackPDUs/1/Outlets';
    expect(await membersOf(user, all)).toEqual([`${all}/1`, `${all}/3`]);
    expect(await membersOf(user, '/Chassis/1/Sensors')).toEqual(
      ['1', '3'].flatMap((each) =>
        ['Current', 'Power', 'Energy'].map((kind) => `/Chassis/1/Sensors/Outlet${each}${kind}`),
      ),
    );
    expect((await user.get(`${all}?$expand=.`)).body.Members).toHaveLength(2);
    for (const path of [
      `${all}/2`,
      '/Chassis/1/Sensors/Outlet2Power',
      '/Managers/1/NetworkProtocol',
      '/UpdateService',
    ]) {
      expect([path, (await user.get(path)).status]).toEqual([path, 403]);
    }
    expect((await user.post(`${all}/3/Actions/Outlet.PowerControl`, { PowerState: 'Off' })).status).toBe(403);
    expect((await user.post(`${all}/1/Actions/Outlet.PowerControl`, { PowerState: 'On' })).status).toBe(204);
  });
});

describe('the certificate', () => {
  it('is shown without its key, and a request for another keeps the new key', async () => {
    const certificates = '/redfish/v1/Managers/1/NetworkProtocol/HTTPS/Certificates';
    const { body } = await root.get(`${certificates}/1`);
    expect(body.CertificateString).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(body.SerialNumber).toMatch(/^([0-9A-F]{2}:)*[0-9A-F]{2}$/);
    const made = await root.post('/CertificateService/Actions/CertificateService.GenerateCSR', {
      CertificateCollection: { '@odata.id': certificates },
      CommonName: 'pdu.example',
      AlternativeNames: ['pdu.example', '192.0.2.7'],
    });
    expect([made.status, made.body.CSRString]).toEqual([200, expect.stringContaining('BEGIN CERTIFICATE REQUEST')]);
    const wrong = await root.post('/CertificateService/Actions/CertificateService.ReplaceCertificate', {
      CertificateUri: { '@odata.id': `${certificates}/1` },
      CertificateString: 'none',
      CertificateType: 'PEM',
    });
    expect(wrong.status).toBe(400);
  });
});

describe('the log', () => {
  it('is answered in pages, newest first, and cannot be cleared', async () => {
    const entries = '/Managers/1/LogServices/Audit/Entries';
    const { body } = await root.get(`${entries}?$top=3`);
    expect(body.Members).toHaveLength(3);
    expect(body.Members[0]).toMatchObject({ EntryType: 'Event', Message: expect.any(String) });
    const next = (await root.get(body['Members@odata.nextLink'])).body.Members;
    expect(Number(next[0].Id)).toBeLessThan(Number(body.Members[2].Id));
    expect((await root.get(`${entries}/${body.Members[0].Id}`)).body.Id).toBe(body.Members[0].Id);
    expect((await root.get('/Managers/1/LogServices/Audit')).body.Actions).toBeUndefined();
  });
});

describe('the documented commands', () => {
  it(
    'work as they stand',
    async () => {
      const blocks = commandBlocks('docs/redfish.md');
      expect(blocks.length).toBeGreaterThan(0);
      const env = { ...process.env, PDU: `127.0.0.1:${port}`, PASSWORD: ADMIN_PASSWORD };
      for (const { commands } of blocks) {
        await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
          env,
          timeout: scaledTimeLimit(30_000),
        });
      }
    },
    scaledTimeLimit(60_000),
  );
});
