import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { Db } from '../../src/database/db.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;

const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const signIn = (username: unknown, password: unknown): Promise<Answer> =>
  pdu.request('POST', '/api/login', { username, password });

/** Creates a user without any permission. */
async function aUser(name: string): Promise<{ id: string; pat: string }> {
  const role = await admin.post('/api/roles', { name: `role of ${name}` });
  const user = await admin.post('/api/users', { username: name, roleId: role.body.id, password: USER_PASSWORD });
  const token = await admin.post(`/api/users/${user.body.id}/token`);
  return { id: String(user.body.id), pat: String(token.body.accessToken) };
}

const logOf = async (kind: string): Promise<AuditEntryEntity[]> => {
  const db = pdu.app.get(Db);
  await db.idle();
  return (await db.all(AuditEntryEntity)).filter((entry) => entry.kind === kind);
};

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

describe('a sign-in', () => {
  it.each(['/login', '/api/login'])('at %s answers the user with the role, the token and the cookie', async (path) => {
    const { status, body, headers } = await pdu.request('POST', path, { username: 'admin', password: ADMIN_PASSWORD });
    const token = headers.get('token') ?? '';
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: '1',
      username: 'admin',
      roleId: 1,
      role: { id: 1, permissions: { modifyUsers: true } },
    });
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(headers.get('set-cookie')).toBe(`SPID=${token}; path=/; HttpOnly; SameSite=Strict`);
    expect((await pdu.request('GET', '/api/user', undefined, { cookie: `SPID=${token}` })).body.username).toBe('admin');
  });

  const anyType: Record<string, string>[] = [
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ];
  it.each(anyType)('reads its body as JSON under %p', async (headers) => {
    const body = Buffer.from(JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }));
    expect((await fetch(`${pdu.url}/api/login`, { method: 'POST', headers, body })).status).toBe(200);
  });

  it('accepts the user name in any case', async () => {
    expect((await signIn('ADMIN', ADMIN_PASSWORD)).body.username).toBe('admin');
  });

  it('sets lastLogin and writes an audit record', async () => {
    await pdu.seconds(60);
    const { id } = await aUser('lena');
    const { body } = await signIn('lena', USER_PASSWORD);
    expect(body.lastLogin).toBe(Math.floor(pdu.clock.now() / 1000));
    expect((await logOf('session.signIn')).at(-1)).toMatchObject({
      object: `user:${id}`,
      via: 'session',
      who: 'lena',
      address: '127.0.0.1',
      result: 'ok',
    });
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['no password', { username: 'admin' }],
    ['no user name', { password: ADMIN_PASSWORD }],
    ['an empty password', { username: 'admin', password: '' }],
    ['a number for a password', { username: 'admin', password: 12345678 }],
    ['an object for a name', { username: { $ne: '' }, password: ADMIN_PASSWORD }],
    ['a list for a name', { username: ['admin'], password: ADMIN_PASSWORD }],
    ['null', { username: 'admin', password: null }],
  ])('with %s fails with 401', async (_, body) => {
    const answer = await pdu.request('POST', '/api/login', body);
    expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_FAILED']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each(['{', '"admin"', '[]', 'null', '{"username":"admin"'])('with %s for a body gets 422', async (body) => {
    expect((await pdu.request('POST', '/api/login', body)).status).toBe(422);
  });

  it('with a body over 64 KiB gets 413', async () => {
    expect((await signIn('admin', 'x'.repeat(70_000))).status).toBe(413);
  });
});

describe('a failed sign-in', () => {
  it('has the same answer for an unknown name, a wrong password and a locked account', async () => {
    const { id } = await aUser('locked');
    await admin.put(`/api/users/${id}`, { userIsLocked: true });
    const answers = await Promise.all([
      signIn('nobody', USER_PASSWORD),
      signIn('admin', 'wrong password'),
      signIn('locked', USER_PASSWORD),
      signIn('../../etc/passwd\u0000', "' OR 1=1 --"),
    ]);
    for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0].body]);
  });

  it('is in the audit log with the name, and never with the password', async () => {
    await pdu.seconds(61);
    await signIn('mallory\nadmin', 'secret-secret');
    await signIn('mallory\nadmin', 'secret-secret');
    await pdu.seconds(61);
    const lines = (await logOf('session.signInFailed')).filter(({ who }) => who.startsWith('mallory'));
    expect(lines).toMatchObject([
      { who: 'mallory admin', address: '127.0.0.1', result: 'SIGN_IN_FAILED' },
      { who: 'mallory admin', after: '{"furtherFailures":1}' },
    ]);
    expect(JSON.stringify(await pdu.app.get(Db).all(AuditEntryEntity))).not.toContain('secret-secret');
  });

  it('five times locks the account for fifteen minutes; sessions and the token stay valid', async () => {
    const own = await aPdu();
    const itsAdmin = await own.as('admin');
    const user = await own.as({});
    const name = String((await user.get('/api/user')).body.username);
    const { accessToken } = (await itsAdmin.post(`/api/users/${user.userId}/token`)).body as { accessToken: string };
    const tryIn = (password: string): Promise<Answer> =>
      own.request('POST', '/api/login', { username: name, password });

    for (let i = 0; i < 5; i++) expect((await tryIn('wrong password')).status).toBe(401);
    expect((await tryIn(USER_PASSWORD)).status).toBe(401);
    expect((await user.get('/api/user')).status).toBe(200);
    expect((await own.with({ authorization: `Bearer ${accessToken}` }).get('/api/user')).status).toBe(200);

    own.clock.advance(15 * 60_000);
    expect((await tryIn(USER_PASSWORD)).status).toBe(200);
    await own.stop();
  });

  it('of the primary admin throttles its address with 429 and Retry-After', async () => {
    const own = await aPdu();
    const tryIn = (): Promise<Answer> =>
      own.request('POST', '/login', { username: 'admin', password: 'wrong password' });
    for (let i = 0; i < 5; i++) expect((await tryIn()).status).toBe(401);
    const { status, headers } = await tryIn();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await own.stop();
  });
});

describe('a personal access token', () => {
  it('opens a session for its owner by a sign-in without a body', async () => {
    const { id, pat } = await aUser('robot');
    const { status, body, headers } = await pdu.request('POST', '/api/login', undefined, {
      authorization: `Bearer ${pat}`,
    });
    expect([status, body.id]).toEqual([200, id]);
    const session = pdu.with({ cookie: `SPID=${headers.get('token')}` });
    expect((await session.get('/api/user')).body.username).toBe('robot');

    await admin.delete(`/api/users/${id}/token`);
    expect((await session.get('/api/user')).status).toBe(401);
    expect((await pdu.request('POST', '/api/login', undefined, { authorization: `Bearer ${pat}` })).status).toBe(401);
  });

  it('is ignored if there is a body', async () => {
    const { pat } = await aUser('robot2');
    const answer = await pdu.request(
      'POST',
      '/api/login',
      { username: 'admin', password: 'x' },
      { authorization: `Bearer ${pat}` },
    );
    expect(answer.status).toBe(401);
  });

  it('is accepted in the Authorization header only', async () => {
    const { pat } = await aUser('robot3');
    expect((await pdu.with({ authorization: `bearer ${pat}` }).get('/api/user')).status).toBe(200);
    expect((await pdu.request('GET', `/api/user?access_token=${pat}`)).status).toBe(401);
    expect((await pdu.request('GET', '/api/user', undefined, { cookie: `SPID=${pat}` })).status).toBe(401);
  });
});

describe('HTTP Basic', () => {
  it('is off by default, and is enabled and disabled at once', async () => {
    const client = pdu.with(basic('admin', ADMIN_PASSWORD));
    expect((await client.get('/api/user')).status).toBe(401);
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    expect((await client.get('/api/user')).body.username).toBe('admin');
    expect((await pdu.with(basic('admin', 'wrong password')).get('/api/user')).status).toBe(401);
    await admin.post('/api/conf', { webApiPasswordEnabled: false });
    expect((await client.get('/api/user')).status).toBe(401);
  });

  it('refuses the old password as soon as it is changed', async () => {
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    await aUser('basil');
    const client = pdu.with(basic('basil', USER_PASSWORD));
    expect((await client.get('/api/user')).status).toBe(200);
    const change = { currentPassword: USER_PASSWORD, newPassword: 'colons: allowed: here' };
    expect((await client.put('/api/user/password', change)).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await pdu.with(basic('basil', 'colons: allowed: here')).get('/api/user')).status).toBe(200);
    await admin.post('/api/conf', { webApiPasswordEnabled: false });
  });
});

describe('an unknown path', () => {
  it('is 401 without a credential and 404 for a user', async () => {
    const user = await pdu.as({});
    for (const path of ['/api', '/api/', '/api/nothing', '/api/outlets/1/nothing/at/all', '/api/user/']) {
      const [stranger, known] = [await pdu.request('GET', path), await user.get(path)];
      expect([path, stranger.status]).toEqual([path, 401]);
      expect([path, known.status]).toEqual([path, path === '/api/user/' ? 200 : 404]);
    }
    expect((await user.delete('/api/user')).body.code).toBe('PATH_UNKNOWN');
    expect((await pdu.request('PATCH', '/api/user')).status).toBe(401);
  });
});
