import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { SSH_KEYS } from '../support/fixtures/ssh-keys.js';

const MINUTE = 60_000;
const KEY = SSH_KEYS[1];

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

let names = 0;
const aName = () => `person ${++names}`;

/** Creates a user whose role has just these permissions; answers the User object. */
async function aUser(permissions: object = {}): Promise<Answer['body']> {
  const username = aName();
  const role = await admin.post('/api/roles', { name: username, permissions });
  const { status, body } = await admin.post('/api/users', { username, roleId: role.body.id, password: USER_PASSWORD });
  expect(status).toBe(200);
  return body;
}

const outcome = ({ status, body }: Answer) => [status, body.code];

describe('GET /api/user', () => {
  it('names the PDU and its time zone to every signed-in user, also to one who may read no settings', async () => {
    await admin.post('/api/conf', { deviceName: 'Rack 12 left', timezone: 'Europe/Berlin' });
    const guest = await pdu.as({});
    expect((await guest.get('/api/conf')).status).toBe(403);
    expect((await guest.get('/api/user')).body).toMatchObject({
      deviceName: 'Rack 12 left',
      timezone: 'Europe/Berlin',
    });
    await admin.post('/api/conf', { deviceName: 'Rackfeed PDU', timezone: 'UTC' });
  });
});

describe('GET /api/users', () => {
  it('answers User objects with the specified fields and types', async () => {
    const { status, body } = await admin.get('/api/users');
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      id: '1',
      username: 'admin',
      roleId: 1,
      enabled: true,
      created: pdu.clock.now() / 1000,
      lastLogin: pdu.clock.now() / 1000,
      userIsLocked: false,
      accessToken: '',
      sshKeys: [],
      snmpv3Access: false,
      snmpv3Security: 'noAuthNoPriv',
      snmpv3User_id: '',
      snmpv3AuthProtocol: 'SHA',
      snmpv3PrivProtocol: 'AES',
      snmpv3AuthPass: '',
      snmpv3PrivPass: '',
    });
  });

  it('requires viewUsersList', async () => {
    const viewer = await pdu.as({ viewUsersList: true });
    const other = await pdu.as({ modifyUsers: true });
    expect((await viewer.get('/api/users')).status).toBe(200);
    expect((await other.get('/api/users')).status).toBe(403);
    expect((await pdu.request('GET', '/api/users')).status).toBe(401);
  });

  it('of one user is also allowed for the user', async () => {
    const user = await pdu.as({});
    expect((await user.get(`/api/users/${user.userId}`)).body.id).toBe(user.userId);
    expect((await user.get('/api/users/1')).status).toBe(403);
    expect((await admin.get(`/api/users/${user.userId}`)).status).toBe(200);
    expect(outcome(await admin.get('/api/users/999'))).toEqual([404, 'USER_UNKNOWN']);
  });
});

describe('GET /api/user', () => {
  it('answers the own record with the role, whatever its permissions', async () => {
    const user = await pdu.as({ viewPortInfo: true });
    const { status, body } = await user.get('/api/user');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: user.userId,
      role: { id: body.roleId, permissions: { viewPortInfo: true, modifyUsers: false } },
    });
    expect((await pdu.request('GET', '/api/user')).status).toBe(401);
  });
});

describe('POST /api/users', () => {
  it('creates an enabled user who can sign in', async () => {
    const user = await aUser();
    expect(user).toMatchObject({ enabled: true, lastLogin: 0, userIsLocked: false, accessToken: '', sshKeys: [] });
    expect(typeof user.id).toBe('string');
    const client = await pdu.signIn(user.username.toUpperCase(), USER_PASSWORD);
    expect((await client.get('/api/user')).body.lastLogin).toBe(pdu.clock.now() / 1000);
  });

  it.each([
    [{}, [422, 'VALIDATION_FAILED']],
    [{ username: '' }, [422, 'VALIDATION_FAILED']],
    [{ username: 'x'.repeat(101) }, [422, 'VALIDATION_FAILED']],
    [{ username: 'root' }, [400, 'USERNAME_RESERVED']],
    [{ username: 'ROOT' }, [400, 'USERNAME_RESERVED']],
    [{ username: 'Admin' }, [422, 'USERNAME_TAKEN']],
    [{ roleId: 999 }, [422, 'USER_ROLE_UNKNOWN']],
    [{ roleId: 'x' }, [422, 'VALIDATION_FAILED']],
    [{ password: 'short' }, [422, 'PASSWORD_TOO_SHORT']],
    [{ password: 'x'.repeat(129) }, [422, 'PASSWORD_TOO_LONG']],
    [{ password: 'Some Person' }, [422, 'PASSWORD_IS_USERNAME']],
    [{ password: 'password1' }, [422, 'PASSWORD_COMMON']],
  ])('with %j is refused', async (change, expected) => {
    const whole = Object.keys(change).length > 0 ? { username: 'some person', roleId: 1, password: USER_PASSWORD } : {};
    const answer = await admin.post('/api/users', { ...whole, ...change });
    expect(outcome(answer)).toEqual(expected);
    expect(
      (await admin.get('/api/users')).body.some((user: { username: string }) => user.username === 'some person'),
    ).toBe(false);
  });

  it.each(['username', 'roleId', 'password'])('without %s is refused', async (member) => {
    const answer = await admin.post('/api/users', {
      username: aName(),
      roleId: 1,
      password: USER_PASSWORD,
      [member]: undefined,
    });
    expect([answer.status, answer.body.details[0].field]).toEqual([422, member]);
  });

  it('requires modifyUsers and every permission of the role', async () => {
    const body = () => ({ username: aName(), roleId: 1, password: USER_PASSWORD });
    const viewer = await pdu.as({ viewUsersList: true });
    const manager = await pdu.as({ modifyUsers: true });
    const own = (await manager.get('/api/user')).body.roleId as number;
    expect((await viewer.post('/api/users', body())).status).toBe(403);
    expect(outcome(await manager.post('/api/users', body()))).toEqual([403, 'RIGHTS_NOT_COVERED']);
    expect((await manager.post('/api/users', { ...body(), roleId: own })).status).toBe(200);
  });
});

describe('the four user requests', () => {
  it.each([
    ['POST', '/api/users'],
    ['PUT', '/api/users/1'],
    ['PUT', '/api/users/1/password'],
    ['POST', '/api/users/1/sshKey'],
  ])('%s %s require Content-Type application/json', async (method, path) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const answer = await pdu.request(method, path, '{}', { ...admin.headers, 'content-type': type });
      expect(outcome(answer)).toEqual([422, 'BODY_NEEDS_JSON_TYPE']);
    }
    const answer = await pdu.request(method, path, '{}', {
      ...admin.headers,
      'content-type': 'Application/JSON; charset=utf-8',
    });
    expect(answer.body.code).not.toBe('BODY_NEEDS_JSON_TYPE');
  });

  it('refuse in the order 401, 403, 404, 422', async () => {
    const viewer = await pdu.as({ viewUsersList: true });
    const plain = { 'content-type': 'text/plain' };
    for (const path of ['/api/users/999', '/api/users/999/password']) {
      expect((await pdu.request('PUT', path, '{', plain)).status).toBe(401);
      expect((await viewer.put(path, '{', plain)).status).toBe(403);
      expect((await admin.put(path, '{', plain)).status).toBe(404);
    }
  });
});

describe('PUT /api/users/{id}', () => {
  it('changes only the members sent', async () => {
    const user = await aUser();
    const { status, body } = await admin.put(`/api/users/${user.id}`, {
      id: user.id,
      username: 'Renamed One',
      unknown: true,
    });
    expect([status, body]).toEqual([200, { ...user, username: 'Renamed One' }]);
  });

  it('accepts SNMPv3 settings and masks their secrets', async () => {
    const user = await aUser();
    const settings = {
      snmpv3Access: true,
      snmpv3User_id: 'monitor',
      snmpv3AuthProtocol: 'md5',
      snmpv3PrivProtocol: 'DES',
    };
    const secrets = { snmpv3AuthPass: 'authenticate me', snmpv3PrivPass: 'encrypt for me' };
    const { body } = await admin.put(`/api/users/${user.id}`, { ...settings, ...secrets, snmpv3Security: 'authPriv' });
    expect(body).toMatchObject({ ...settings, snmpv3AuthProtocol: 'MD5', snmpv3Security: 'authPriv' });
    expect(body.snmpv3AuthPass).toMatch(/^-+$/);
    expect(body.snmpv3PrivPass).toMatch(/^-+$/);
    const { snmpv3AuthPass, snmpv3PrivPass } = body;
    expect((await admin.put(`/api/users/${user.id}`, { snmpv3AuthPass, snmpv3PrivPass })).body).toEqual(body);
    expect(JSON.stringify((await admin.get('/api/users')).body)).not.toContain('encrypt for me');
  });

  it.each([
    [{}, 'NOTHING_TO_CHANGE'],
    [{ unknown: 1 }, 'NOTHING_TO_CHANGE'],
    [{ username: '' }, 'VALIDATION_FAILED'],
    [{ username: 'ADMIN' }, 'USERNAME_TAKEN'],
    [{ roleId: 999 }, 'USER_ROLE_UNKNOWN'],
    [{ username: 'x', password: USER_PASSWORD }, 'VALIDATION_FAILED'],
    [{ username: 'x', id: '1' }, 'VALIDATION_FAILED'],
    [{ username: 'x', role: { id: 1 } }, 'VALIDATION_FAILED'],
    [{ username: 'x', permissions: {} }, 'VALIDATION_FAILED'],
    [{ username: 'x', created: 0 }, 'VALIDATION_FAILED'],
    [{ username: 'x', lastLogin: 0 }, 'VALIDATION_FAILED'],
    [{ username: 'x', accessToken: '' }, 'VALIDATION_FAILED'],
    [{ username: 'x', sshKeys: [] }, 'VALIDATION_FAILED'],
    [{ snmpv3Access: true, snmpv3Security: 'authPriv' }, 'SNMPV3_SECRET_MISSING'],
    [{ snmpv3AuthPass: 'seven77' }, 'VALIDATION_FAILED'],
    [{ snmpv3AuthPass: 'x'.repeat(256) }, 'VALIDATION_FAILED'],
    [{ snmpv3User_id: 'x'.repeat(256) }, 'VALIDATION_FAILED'],
    [{ userIsLocked: 'maybe' }, 'VALIDATION_FAILED'],
  ])('with %j is refused with 422 and changes nothing', async (change, code) => {
    const user = await aUser();
    expect(outcome(await admin.put(`/api/users/${user.id}`, change))).toEqual([422, code]);
    expect((await admin.get(`/api/users/${user.id}`)).body).toEqual(user);
  });

  it('cannot name a user root', async () => {
    const user = await aUser();
    expect(outcome(await admin.put(`/api/users/${user.id}`, { username: 'Root' }))).toEqual([400, 'USERNAME_RESERVED']);
  });

  it.each([{ userIsLocked: true }, { roleId: 2 }])('does not do %j to the primary admin', async (change) => {
    await aUser();
    expect(outcome(await admin.put('/api/users/1', change))).toEqual([400, 'PRIMARY_ADMIN_FIXED']);
  });

  it('requires modifyUsers, and the Administrator role to lock and unlock', async () => {
    const manager = await pdu.as({ modifyUsers: true });
    const user = await aUser();
    const path = `/api/users/${user.id}`;
    expect((await manager.put(path, { username: aName() })).status).toBe(200);
    expect(outcome(await manager.put(path, { userIsLocked: true }))).toEqual([403, 'ADMINISTRATOR_ONLY']);
    expect(outcome(await manager.put(path, { userIsLocked: false }))).toEqual([403, 'ADMINISTRATOR_ONLY']);
    const nobody = await pdu.as({ viewUsersList: true });
    expect((await nobody.put(path, { username: aName() })).status).toBe(403);
    expect((await nobody.put(`/api/users/${nobody.userId}`, { username: aName() })).status).toBe(403);
  });
});

describe('a lock', () => {
  it('by an administrator suspends session and token at once, and expires after 15 minutes', async () => {
    const user = await pdu.as({});
    const { body } = await user.post(`/api/users/${user.userId}/token`);
    const bearer = pdu.with({ authorization: `Bearer ${body.accessToken}` });
    const answer = await admin.put(`/api/users/${user.userId}`, { userIsLocked: true });
    expect([answer.status, answer.body.userIsLocked]).toEqual([200, true]);
    expect([(await user.get('/api/user')).status, (await bearer.get('/api/user')).status]).toEqual([401, 401]);
    pdu.clock.advance(15 * MINUTE);
    expect((await bearer.get('/api/user')).body.userIsLocked).toBe(false);
    expect((await user.get('/api/user')).status).toBe(401);
  });

  it('after failed sign-ins blocks the password, and an administrator can lift it', async () => {
    const user = await aUser();
    const signIn = (password: string) => pdu.request('POST', '/api/login', { username: user.username, password });
    for (let time = 0; time < 5; time++) expect((await signIn(`wrong ${time}`)).status).toBe(401);
    await pdu.idle();
    expect((await signIn(USER_PASSWORD)).status).toBe(401);
    expect((await admin.get(`/api/users/${user.id}`)).body.userIsLocked).toBe(true);
    expect((await admin.put(`/api/users/${user.id}`, { userIsLocked: false })).body.userIsLocked).toBe(false);
    expect((await signIn(USER_PASSWORD)).status).toBe(200);
    pdu.clock.advance(15 * MINUTE);
  });

  it('differs from disabling, which does not expire', async () => {
    const user = await pdu.as({});
    expect((await admin.post(`/api/users/${user.userId}/disable`)).body.enabled).toBe(false);
    pdu.clock.advance(20 * MINUTE);
    expect((await user.get('/api/user')).status).toBe(401);
    expect((await admin.post(`/api/users/${user.userId}/enable`)).body.enabled).toBe(true);
    expect((await user.get('/api/user')).status).toBe(401);
  });
});

describe('PUT …/password', () => {
  const change = { currentPassword: USER_PASSWORD, newPassword: 'a brand new one' };

  it('answers an empty body, and then only the new password signs in', async () => {
    const user = await aUser();
    const answer = await admin.put(`/api/users/${user.id}/password`, change);
    expect([answer.status, answer.body]).toEqual([200, '']);
    const signIn = (password: string) => pdu.request('POST', '/api/login', { username: user.username, password });
    expect((await signIn(USER_PASSWORD)).status).toBe(401);
    expect((await signIn('a brand new one')).status).toBe(200);
  });

  it('for the own account requires no permission, ends the other sessions and keeps the token', async () => {
    const user = await pdu.as({});
    const { username } = (await user.get('/api/user')).body;
    const elsewhere = await pdu.signIn(username, USER_PASSWORD);
    const { body } = await user.post(`/api/users/${user.userId}/token`);
    expect((await user.put(`/api/users/${user.userId}/password`, change)).status).toBe(403);
    const answer = await user.put('/api/user/password', change, { 'content-type': 'text/plain' });
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect([(await user.get('/api/user')).status, (await elsewhere.get('/api/user')).status]).toEqual([200, 401]);
    expect((await pdu.with({ authorization: `Bearer ${body.accessToken}` }).get('/api/user')).status).toBe(200);
  });

  it.each([
    [{}, 'VALIDATION_FAILED'],
    [{ currentPassword: USER_PASSWORD }, 'VALIDATION_FAILED'],
    [{ newPassword: 'a brand new one' }, 'VALIDATION_FAILED'],
    [{ ...change, currentPassword: 'wrong' }, 'CURRENT_PASSWORD_WRONG'],
    [{ ...change, currentPassword: ADMIN_PASSWORD }, 'CURRENT_PASSWORD_WRONG'],
    [{ ...change, newPassword: 'short' }, 'PASSWORD_TOO_SHORT'],
    [{ ...change, newPassword: 'baseball' }, 'PASSWORD_COMMON'],
  ])('with %j is refused', async (body, code) => {
    const user = await aUser();
    expect(outcome(await admin.put(`/api/users/${user.id}/password`, body))).toEqual([422, code]);
    pdu.clock.advance(15 * MINUTE);
  });

  it('for the primary admin throttles the address that guesses, and no other', async () => {
    const second = await aUser();
    const path = '/api/users/1/password';
    for (let time = 0; time < 5; time++) {
      const answer = await admin.put(path, { ...change, currentPassword: `wrong ${time}` });
      expect(outcome(answer)).toEqual([422, 'CURRENT_PASSWORD_WRONG']);
    }
    const refused = await admin.put(path, { ...change, currentPassword: ADMIN_PASSWORD });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(
      (await pdu.request('POST', '/api/login', { username: second.username, password: USER_PASSWORD })).status,
    ).toBe(200);
    pdu.clock.advance(15 * MINUTE);
  });
});

describe('the personal access token', () => {
  it('is shown whole once, then by its first 4 characters; the next one replaces it', async () => {
    const user = await pdu.as({});
    const path = `/api/users/${user.userId}/token`;
    const first = await user.post(path);
    expect([first.status, Object.keys(first.body)]).toEqual([200, ['accessToken']]);
    expect(first.body.accessToken).toMatch(/^[0-9A-Za-z]{43}$/);
    const shown = (await admin.get(`/api/users/${user.userId}`)).body.accessToken;
    expect(shown).toBe(first.body.accessToken.slice(0, 4));
    const second = await user.post(path);
    const status = async ({ body }: Answer) =>
      (await pdu.with({ authorization: `Bearer ${body.accessToken}` }).get('/api/user')).status;
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    expect((await user.delete(path)).body).toEqual({ accessToken: '' });
    expect([await status(second), (await user.get('/api/user')).body.accessToken]).toEqual([401, '']);
  });

  it('of another user requires modifyUsers and every permission of that user', async () => {
    const strong = await aUser({ allowPduRestart: true });
    const weak = await aUser();
    const manager = await pdu.as({ modifyUsers: true });
    const viewer = await pdu.as({ viewUsersList: true });
    expect((await viewer.post(`/api/users/${weak.id}/token`)).status).toBe(403);
    expect((await manager.post(`/api/users/${weak.id}/token`)).status).toBe(200);
    expect(outcome(await manager.post(`/api/users/${strong.id}/token`))).toEqual([403, 'RIGHTS_NOT_COVERED']);
    expect(outcome(await manager.post('/api/users/1/token'))).toEqual([403, 'RIGHTS_NOT_COVERED']);
    expect(outcome(await manager.delete(`/api/users/${strong.id}/token`))).toEqual([403, 'RIGHTS_NOT_COVERED']);
    expect((await manager.delete(`/api/users/${weak.id}/token`)).status).toBe(200);
    expect((await admin.post('/api/users/999/token')).status).toBe(404);
  });
});

describe('SSH keys', () => {
  it('are added with a name, its comment or its type, and shown without the key', async () => {
    const user = await pdu.as({});
    const path = `/api/users/${user.userId}/sshKey`;
    const named = await user.post(path, { sshKeyName: 'My laptop', sshKey: KEY.line });
    const expected = { sshKeyName: 'My laptop', sshKeyFingerprint: KEY.fingerprint, userId: user.userId };
    expect([named.status, named.body]).toEqual([200, expected]);
    expect((await user.post(path, { sshKey: SSH_KEYS[0].line })).body.sshKeyName).toBe('rsa@rack');
    expect((await user.post(path, { sshKeyName: '', sshKey: SSH_KEYS[6].line })).body.sshKeyName).toBe(
      'sk-ecdsa-sha2-nistp256@openssh.com',
    );
    expect((await user.get(`/api/users/${user.userId}/sshKeys`)).body).toEqual(
      (await user.get('/api/user')).body.sshKeys,
    );
    expect((await user.get('/api/user')).body.sshKeys[0]).toEqual(expected);
  });

  it('are removed by their fingerprint', async () => {
    const user = await pdu.as({});
    const path = `/api/users/${user.userId}/sshKey`;
    await user.post(path, { sshKey: KEY.line });
    const removed = await user.delete(`${path}/${KEY.fingerprint}`);
    expect([removed.status, removed.body.sshKeyFingerprint]).toEqual([200, KEY.fingerprint]);
    expect(outcome(await user.delete(`${path}/${KEY.fingerprint}`))).toEqual([404, 'SSH_KEY_UNKNOWN']);
    expect((await user.get('/api/user')).body.sshKeys).toEqual([]);
  });

  it.each([
    [{}, 'VALIDATION_FAILED'],
    [{ sshKeyName: 'My laptop' }, 'VALIDATION_FAILED'],
    [{ sshKeyName: 'x'.repeat(101), sshKey: KEY.line }, 'VALIDATION_FAILED'],
    [{ sshKey: 7 }, 'VALIDATION_FAILED'],
    [{ sshKey: 'ssh-rsa rubbish' }, 'SSH_KEY_INVALID'],
    [{ sshKey: `${KEY.line}\n${KEY.line}` }, 'SSH_KEY_INVALID'],
    [{ sshKey: '-----BEGIN OPENSSH PRIVATE KEY-----' }, 'SSH_KEY_INVALID'],
  ])('%j is refused with 422', async (body, code) => {
    expect(outcome(await admin.post('/api/users/1/sshKey', body))).toEqual([422, code]);
  });

  it('are unique for a user, and are shown to the user and to users who manage users', async () => {
    const user = await pdu.as({});
    const path = `/api/users/${user.userId}/sshKey`;
    const other = await pdu.as({ viewUsersList: true });
    expect((await other.post(path, { sshKey: KEY.line })).status).toBe(403);
    const manager = await pdu.as({ modifyUsers: true });
    expect((await manager.post(path, { sshKey: KEY.line })).status).toBe(200);
    expect(outcome(await user.post(path, { sshKey: KEY.line }))).toEqual([422, 'SSH_KEY_TAKEN']);
    expect((await other.post(`/api/users/${other.userId}/sshKey`, { sshKey: KEY.line })).status).toBe(200);
    expect(outcome(await manager.post('/api/users/1/sshKey', { sshKey: KEY.line }))).toEqual([
      403,
      'RIGHTS_NOT_COVERED',
    ]);
  });
});

describe('DELETE /api/users/{id}', () => {
  it('answers an empty body and removes session, token and keys', async () => {
    const user = await pdu.as({});
    const { body } = await user.post(`/api/users/${user.userId}/token`);
    const answer = await admin.delete(`/api/users/${user.userId}`);
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect((await user.get('/api/user')).status).toBe(401);
    expect((await pdu.with({ authorization: `Bearer ${body.accessToken}` }).get('/api/user')).status).toBe(401);
    expect((await admin.get(`/api/users/${user.userId}`)).status).toBe(404);
    expect((await admin.delete(`/api/users/${user.userId}`)).status).toBe(404);
  });

  it('does not delete the primary admin, and requires modifyUsers', async () => {
    expect(outcome(await admin.delete('/api/users/1'))).toEqual([400, 'PRIMARY_ADMIN_FIXED']);
    const viewer = await pdu.as({ viewUsersList: true });
    expect((await viewer.delete('/api/users/1')).status).toBe(403);
    expect((await viewer.delete(`/api/users/${viewer.userId}`)).status).toBe(403);
  });
});

describe('the log', () => {
  it('names the user who made a change, and contains no secret', async () => {
    const user = await aUser();
    await admin.put(`/api/users/${user.id}`, { username: aName(), snmpv3AuthPass: 'my passphrase' });
    const { body } = await admin.post(`/api/users/${user.id}/token`);
    const log = await admin.get(`/api/log?object=user:${user.id}`);
    expect(log.body.entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      'user.token',
      'user.change',
      'user.create',
    ]);
    const text = JSON.stringify(log.body);
    for (const secret of [USER_PASSWORD, 'my passphrase', body.accessToken]) expect(text).not.toContain(secret);
  });
});
