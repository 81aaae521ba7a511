/** Rules that span the requests about accounts, beyond what the specification says of each request. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import { NEW_USER } from '../../src/users/user.entity.js';
import { UsersService } from '../../src/users/users.service.js';
import { aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { SSH_KEYS } from '../support/fixtures/ssh-keys.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

let names = 0;
const aName = () => `person ${++names}`;
const outcome = ({ status, body }: Answer) => [status, body.code];

async function aUser(permissions: object = {}): Promise<Answer['body']> {
  const username = aName();
  const role = await admin.post('/api/roles', { name: username, permissions });
  const { body } = await admin.post('/api/users', { username, roleId: role.body.id, password: USER_PASSWORD });
  return body;
}

describe('the member enabled of a user', () => {
  it('may be sent back as it is, and is changed by requests of its own', async () => {
    const { id, username } = await aUser();
    expect((await admin.put(`/api/users/${id}`, { enabled: true })).status).toBe(200);
    const refused = await admin.put(`/api/users/${id}`, { enabled: false });
    expect([refused.status, refused.body.details[0].field]).toEqual([422, 'enabled']);
    expect(refused.body.message).toContain(`POST /api/users/${id}/disable`);
    expect((await admin.get(`/api/users/${id}`)).body.enabled).toBe(true);

    const session = await pdu.signIn(username, USER_PASSWORD);
    expect((await admin.post(`/api/users/${id}/disable`)).body).toMatchObject({ id, enabled: false });
    expect((await session.get('/api/user')).status).toBe(401);
    expect((await pdu.request('POST', '/api/login', { username, password: USER_PASSWORD })).status).toBe(401);
    const on = await admin.put(`/api/users/${id}`, { enabled: 'true' });
    expect(on.body.message).toContain(`POST /api/users/${id}/enable`);
    expect((await admin.post(`/api/users/${id}/enable`)).body).toMatchObject({ id, enabled: true });
    expect((await admin.post(`/api/users/${id}/enable`)).status).toBe(200);
    await pdu.signIn(username, USER_PASSWORD);
  });

  it('is changed by administrators only, and by nobody for the built-in administrator', async () => {
    const { id } = await aUser();
    const manager = await pdu.as({ modifyUsers: true });
    for (const path of [`/api/users/${id}/disable`, `/api/users/${id}/enable`]) {
      expect(outcome(await manager.post(path))).toEqual([403, 'ADMINISTRATOR_ONLY']);
    }
    expect(outcome(await admin.post('/api/users/1/disable'))).toEqual([400, 'PRIMARY_ADMIN_FIXED']);
    expect(outcome(await admin.post('/api/users/999/disable'))).toEqual([404, 'USER_UNKNOWN']);
  });
});

describe('POST /api/users', () => {
  it.each([
    ['enabled', false, '/disable'],
    ['userIsLocked', true, 'PUT /api/users/{user_id}'],
    ['snmpv3Access', true, 'PUT /api/users/{user_id}'],
    ['snmpv3Security', 'authPriv', 'PUT /api/users/{user_id}'],
    ['snmpv3AuthPass', 'long enough', 'PUT /api/users/{user_id}'],
    ['snmpv3User_id', 'anna', 'PUT /api/users/{user_id}'],
  ])('with %s is refused and names the request that can', async (member, value, way) => {
    const username = aName();
    const body = { username, roleId: 1, password: USER_PASSWORD, [member]: value };
    const answer = await admin.post('/api/users', body);
    expect([answer.status, answer.body.details[0].field]).toEqual([422, member]);
    expect(answer.body.message).toContain(way);
    const list = (await admin.get('/api/users')).body as { username: string }[];
    expect(list.some((user) => user.username === username)).toBe(false);
  });

  it('refuses a name with a colon, which HTTP Basic cannot carry, and keeps an account that has one', async () => {
    const refused = await admin.post('/api/users', { username: 'a:b', roleId: 1, password: USER_PASSWORD });
    expect(outcome(refused)).toEqual([422, 'USERNAME_WITH_COLON']);
    const passwordHash = await pdu.app.get(PasswordHasher).hash(USER_PASSWORD);
    const { id } = await pdu.app.get(UsersService).create(() => ({
      user: { ...NEW_USER, username: 'old:name', roleId: 1, passwordHash, created: pdu.clock.now() },
      auditRecord: { kind: 'user.create', cause: { kind: 'system', who: 'test' } },
    }));
    await pdu.signIn('old:name', USER_PASSWORD);
    const change = await admin.put(`/api/users/${id}`, { username: 'old:name', snmpv3User_id: 'x' });
    expect(change.status).toBe(200);
    expect(outcome(await admin.put(`/api/users/${id}`, { username: 'new:name' }))).toEqual([
      422,
      'USERNAME_WITH_COLON',
    ]);
    const document = (await admin.get('/api/config/export')).body as { sections: { users: object[] } };
    expect((await admin.post('/api/config/plan', document)).status).toBe(200);
    const { sections } = document;
    const users = [...sections.users, { id: 77, username: 'in:vented', roleId: 1 }];
    const invented = { ...document, sections: { ...sections, users } };
    expect(JSON.stringify((await admin.post('/api/config/plan', invented)).body)).toContain('colon');
  });
});

describe('a user who manages users and has few permissions', () => {
  it.each<[string, (manager: Client, id: string) => Promise<Answer>]>([
    ['renames', (manager, id) => manager.put(`/api/users/${id}`, { username: aName() })],
    [
      'gives another role to',
      async (manager, id) => {
        const { roleId } = (await manager.get('/api/user')).body;
        return manager.put(`/api/users/${id}`, { roleId });
      },
    ],
    ['makes a token for', (manager, id) => manager.post(`/api/users/${id}/token`)],
    ['revokes the token of', (manager, id) => manager.delete(`/api/users/${id}/token`)],
    ['adds an SSH key to', (manager, id) => manager.post(`/api/users/${id}/sshKey`, { sshKey: SSH_KEYS[2].line })],
    ['removes an SSH key of', (manager, id) => manager.delete(`/api/users/${id}/sshKey/${SSH_KEYS[1].fingerprint}`)],
    [
      'changes the password of',
      (manager, id) =>
        manager.put(`/api/users/${id}/password`, { currentPassword: USER_PASSWORD, newPassword: 'a brand new one' }),
    ],
    ['sets SNMPv3 of', (manager, id) => manager.put(`/api/users/${id}`, { snmpv3User_id: 'x' })],
    ['deletes', (manager, id) => manager.delete(`/api/users/${id}`)],
  ])('never %s an account that may do more, nor an administrator', async (_, attempt) => {
    const manager = await pdu.as({ modifyUsers: true });
    const person = await aUser({ viewOutlets: ['1-1200578'] });
    const { body: chief } = await admin.post('/api/users', { username: aName(), roleId: 1, password: USER_PASSWORD });
    for (const { id } of [person, chief] as { id: string }[]) {
      await admin.post(`/api/users/${id}/token`);
      await admin.post(`/api/users/${id}/sshKey`, { sshKey: SSH_KEYS[1].line });
      const before = (await admin.get(`/api/users/${id}`)).body;
      expect((await attempt(manager, id)).status).toBe(403);
      expect((await admin.get(`/api/users/${id}`)).body).toEqual(before);
    }
  });

  it('manages themselves and every account that may do no more', async () => {
    const manager = await pdu.as({ modifyUsers: true, viewUsersList: true });
    const lesser = await aUser({ viewUsersList: true });
    for (const id of [manager.userId, lesser.id as string]) {
      expect((await manager.put(`/api/users/${id}`, { username: aName() })).status).toBe(200);
      expect((await manager.post(`/api/users/${id}/token`)).status).toBe(200);
      expect((await manager.delete(`/api/users/${id}/token`)).status).toBe(200);
      expect((await manager.post(`/api/users/${id}/sshKey`, { sshKey: SSH_KEYS[1].line })).status).toBe(200);
      expect((await manager.delete(`/api/users/${id}/sshKey/${SSH_KEYS[1].fingerprint}`)).status).toBe(200);
    }
    expect((await manager.delete(`/api/users/${lesser.id}`)).status).toBe(200);
  });
});

describe('an id in a body', () => {
  it.each([
    ['/api/outlets/1', 1, { outletName: 'Router' }],
    ['/api/outlets/1', '1', { outletName: 'Router' }],
    ['/api/outlets/1-1200578', '1-1200578', { outletName: 'Router' }],
    ['/api/relayOutput/1', 1, { relayName: 'Siren' }],
    ['/api/banks/1200578', 1200578, { bankName: 'Left' }],
    ['/api/banks/1200578', '1200578', { bankName: 'Left' }],
  ])('of PUT %s may be the one of the path: %j', async (path, id, body) => {
    expect((await admin.put(path, { ...body, id })).status).toBe(200);
  });

  it.each([
    ['/api/outlets/1', 2, { outletName: 'Router' }],
    ['/api/outlets/1', 1.5, { outletName: 'Router' }],
    ['/api/outlets/1', true, { outletName: 'Router' }],
    ['/api/outlets/1', { id: 1 }, { outletName: 'Router' }],
    ['/api/relayOutput/1', 2, { relayName: 'Siren' }],
    ['/api/banks/1200578', 1200579, { bankName: 'Left' }],
    ['/api/banks/1200578', null, { bankName: 'Left' }],
    ['/api/inlets/I1-1000036', 'I2-1000036', { inletName: 'Feed' }],
  ])('of PUT %s may not be another one: %j', async (path, id, body) => {
    const answer = await admin.put(path, { ...body, id });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([422, 'id']);
  });

  it('of a user or a group is text or number, and that of the path', async () => {
    const { id } = await aUser();
    const group = (await admin.post('/api/groups', { groupName: 'Rack', outlets: [1, 2] })).body as { id: string };
    for (const own of [id, Number(id)]) {
      expect((await admin.put(`/api/users/${id}`, { id: own, snmpv3User_id: 'x' })).status).toBe(200);
    }
    for (const own of [group.id, Number(group.id)]) {
      expect((await admin.put(`/api/groups/${group.id}`, { id: own, groupName: 'Rack' })).status).toBe(200);
    }
    expect((await admin.put(`/api/users/${id}`, { id: 1, snmpv3User_id: 'x' })).status).toBe(422);
    expect((await admin.put(`/api/groups/${group.id}`, { id: 99, groupName: 'Rack' })).status).toBe(422);
  });
});

describe('SNMPv3 of a user', () => {
  it('shows both passphrases as "" until they are set, in every answer', async () => {
    const { id } = await aUser();
    for (const { body } of [await admin.get(`/api/users/${id}`), await admin.get('/api/user')]) {
      expect(body).toMatchObject({ snmpv3AuthPass: '', snmpv3PrivPass: '' });
    }
    const { body } = await admin.put(`/api/users/${id}`, { snmpv3AuthPass: 'long enough' });
    expect(body).toMatchObject({ snmpv3AuthPass: '--------', snmpv3PrivPass: '' });
  });

  it('takes the security level before the passphrases while access is off, and an answer sent back whole', async () => {
    const { id } = await aUser();
    const level = await admin.put(`/api/users/${id}`, { snmpv3Security: 'authPriv' });
    expect([level.status, level.body.snmpv3Security]).toEqual([200, 'authPriv']);
    const { snmpv3AuthPass, snmpv3PrivPass } = level.body as Record<string, string>;
    expect((await admin.put(`/api/users/${id}`, { snmpv3AuthPass, snmpv3PrivPass })).status).toBe(200);
    expect(outcome(await admin.put(`/api/users/${id}`, { snmpv3Access: true }))).toEqual([
      422,
      'SNMPV3_SECRET_MISSING',
    ]);
    expect((await admin.get(`/api/users/${id}`)).body.snmpv3Access).toBe(false);
    const both = { snmpv3Access: true, snmpv3AuthPass: 'long enough', snmpv3PrivPass: 'longer yet' };
    expect((await admin.put(`/api/users/${id}`, both)).status).toBe(200);
  });
});

describe('an SSH key', () => {
  const rsaLine = (bits: number): string => {
    const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
    const positive = Buffer.concat([Buffer.from([0]), Buffer.from(n, 'base64url')]);
    const fields = [Buffer.from('ssh-rsa'), Buffer.from(e, 'base64url'), positive];
    const length = (field: Buffer) => Buffer.from([0, 0, field.length >> 8, field.length & 255]);
    return `ssh-rsa ${Buffer.concat(fields.flatMap((field) => [length(field), field])).toString('base64')}`;
  };

  it('of RSA needs 2,048 bits', async () => {
    const { id } = await aUser();
    const add = (bits: number) =>
      admin.post(`/api/users/${id}/sshKey`, { sshKeyName: `${bits}`, sshKey: rsaLine(bits) });
    const weak = await add(1536);
    expect(outcome(weak)).toEqual([422, 'SSH_KEY_INVALID']);
    expect(weak.body.message).toContain('2,048');
    expect((await add(2048)).status).toBe(200);
  });

  it('has a name that no other key of its user has', async () => {
    const { id } = await aUser();
    const [first, second, third] = SSH_KEYS;
    const add = (user: string, sshKey: string, sshKeyName: string) =>
      admin.post(`/api/users/${user}/sshKey`, { sshKeyName, sshKey });
    expect((await add(id, first.line, 'Laptop')).status).toBe(200);
    const refused = await add(id, second.line, 'laptop');
    expect([...outcome(refused), refused.body.details[0].field]).toEqual([422, 'SSH_KEY_NAME_TAKEN', 'sshKeyName']);
    expect((await add(id, second.line, 'Desk')).status).toBe(200);
    expect((await add((await aUser()).id, third.line, 'Laptop')).status).toBe(200);
  });
});

describe('a request whose body is held back until its user', () => {
  /** Sends the beginning of a request; the returned function sends the rest, and returns the status of the answer. */
  async function begun(user: Client, method: string, path: string, body: unknown): Promise<() => Promise<number>> {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { cookie: `SPID=${user.token}`, 'content-length': bytes.length };
    const sent = request(pdu.url + path, { method, headers, agent: false });
    const answered = new Promise<number>((resolve, reject) => {
      sent.once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.once('error', reject);
    });
    const arrived = once(pdu.app.getHttpServer() as Server, 'request');
    sent.write(bytes.subarray(0, 1));
    await arrived;
    await pdu.request('GET', '/health'); // it was admitted before this one is answered
    return () => {
      sent.end(bytes.subarray(1));
      return answered;
    };
  }

  const REQUESTS: [string, string, (document: unknown) => unknown][] = [
    ['POST', '/api/conf', () => ({ assetTag: 'taken' })],
    ['POST', '/api/actions', () => ({})],
    ['POST', '/api/system/configReset', () => ({})],
    ['POST', '/api/config/plan', (document) => document],
    ['POST', '/api/config/apply', (document) => document],
    ['PATCH', '/api/outlets', () => [{ id: '1', outletName: 'taken' }]],
  ];

  it.each(REQUESTS)('is disabled is refused: %s %s', async (method, path, bodyOf) => {
    const username = aName();
    const { id } = (await admin.post('/api/users', { username, roleId: 1, password: USER_PASSWORD })).body;
    const { body: document } = await admin.get('/api/config/export');
    const end = await begun(await pdu.signIn(username, USER_PASSWORD), method, path, bodyOf(document));
    await admin.post(`/api/users/${id}/disable`);
    expect(await end()).toBe(401);
    expect((await admin.get(`/api/users/${id}`)).body.enabled).toBe(false);
  });

  it('has lost the permission is refused', async () => {
    const username = aName();
    const role = await admin.post('/api/roles', { name: username, permissions: { allowFactoryReset: true } });
    const { id: roleId } = role.body;
    await admin.post('/api/users', { username, roleId, password: USER_PASSWORD });
    const end = await begun(await pdu.signIn(username, USER_PASSWORD), 'POST', '/api/system/configReset', {});
    await admin.put(`/api/roles/${roleId}`, { permissions: { allowFactoryReset: false } });
    expect(await end()).toBe(403);
  });
});
