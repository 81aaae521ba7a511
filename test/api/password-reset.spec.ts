/** POST /api/users/{user_id}/passwordReset: a new password for a user who has forgotten the old one. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

const MINUTE = 60_000;
const NEW_PASSWORD = 'handed over on paper';
const RESET = { ownPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD };
const OF_MANAGER = { ...RESET, ownPassword: USER_PASSWORD };

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
// Failures counted in one test must not throttle another.
afterEach(() => pdu.clock.advance(15 * MINUTE));
afterAll(() => pdu.stop());

const outcome = ({ status, body }: Answer) => [status, body.code];
const pathOf = ({ userId }: Pick<Client, 'userId'>) => `/api/users/${userId}/passwordReset`;
const signIn = async (username: string, password: string): Promise<number> =>
  (await pdu.request('POST', '/api/login', { username, password })).status;
const nameOf = async (user: Client): Promise<string> => (await user.get('/api/user')).body.username as string;

describe('a password reset', () => {
  it('sets a password without the old one; the user is asked to replace it', async () => {
    const user = await pdu.as({});
    const username = await nameOf(user);
    const answer = await admin.post(pathOf(user), RESET);
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect([await signIn(username, USER_PASSWORD), await signIn(username, NEW_PASSWORD)]).toEqual([401, 200]);

    const session = await pdu.signIn(username, NEW_PASSWORD);
    expect((await session.get('/api/user')).body.passwordChangeRequired).toBe(true);
    const same = { currentPassword: NEW_PASSWORD, newPassword: NEW_PASSWORD };
    expect(outcome(await session.put('/api/user/password', same))).toEqual([422, 'PASSWORD_UNCHANGED']);
    const own = { currentPassword: NEW_PASSWORD, newPassword: 'chosen by himself' };
    expect((await session.put('/api/user/password', own)).status).toBe(200);
    expect((await session.get('/api/user')).body).not.toHaveProperty('passwordChangeRequired');
  });

  it('ends all sessions of this user only; the token stays valid', async () => {
    const user = await pdu.as({});
    const { body } = await user.post(`/api/users/${user.userId}/token`);
    const elsewhere = await pdu.signIn(await nameOf(user), USER_PASSWORD);
    await admin.post(pathOf(user), RESET);
    const statuses = [user, elsewhere, pdu.with({ authorization: `Bearer ${body.accessToken}` }), admin].map(
      async (client) => (await client.get('/api/user')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200]);
  });

  it('is in the audit log as a reset, with neither password', async () => {
    const user = await pdu.as({});
    const name = await nameOf(user);
    await admin.post(pathOf(user), RESET);
    const { body } = await admin.get('/api/log?kind=user.passwordReset');
    expect(body.entries[0]).toMatchObject({ kind: 'user.passwordReset', object: `user:${user.userId}` });
    expect(body.entries[0].sentence).toBe(`The password of user “${name}” was reset by admin.`);
    const whole = JSON.stringify((await admin.get('/api/log')).body);
    for (const secret of [NEW_PASSWORD, ADMIN_PASSWORD]) expect(whole).not.toContain(secret);
  });

  it('requires modifyUsers and every permission of the account', async () => {
    const user = await pdu.as({ viewPortInfo: true });
    const viewer = await pdu.as({ viewUsersList: true, viewPortInfo: true });
    const lesser = await pdu.as({ modifyUsers: true });
    const equal = await pdu.as({ modifyUsers: true, viewPortInfo: true });
    const second = await admin.post('/api/users', { username: 'second', roleId: 1, password: USER_PASSWORD });
    expect((await viewer.post(pathOf(user), OF_MANAGER)).status).toBe(403);
    expect(outcome(await lesser.post(pathOf(user), OF_MANAGER))).toEqual([403, 'RIGHTS_NOT_COVERED']);
    const ofSecond = pathOf({ userId: second.body.id });
    expect((await equal.post(ofSecond, OF_MANAGER)).status).toBe(403);
    expect(await signIn(await nameOf(user), USER_PASSWORD)).toBe(200);
    expect((await equal.post(pathOf(user), OF_MANAGER)).status).toBe(200);
    expect((await admin.post(ofSecond, RESET)).status).toBe(200);
    expect(await signIn('second', NEW_PASSWORD)).toBe(200);
  });

  it('is refused for the primary admin and for one’s own account', async () => {
    const second = await admin.post('/api/users', { username: 'third', roleId: 1, password: USER_PASSWORD });
    const session = await pdu.signIn('third', USER_PASSWORD);
    const refused = await session.post('/api/users/1/passwordReset', OF_MANAGER);
    expect(outcome(refused)).toEqual([400, 'PRIMARY_ADMIN_FIXED']);
    expect(refused.body.message).toContain('rackfeed reset-password');
    for (const [client, id, body] of [
      [session, second.body.id, OF_MANAGER],
      [admin, '1', RESET],
    ] as const) {
      const own = await client.post(`/api/users/${id}/passwordReset`, body);
      expect(own.status).toBe(422);
      expect(own.body.message).toContain('PUT /api/user/password');
    }
    expect(await signIn('admin', ADMIN_PASSWORD)).toBe(200);
  });

  it.each([
    [{}, 'VALIDATION_FAILED'],
    [{ ownPassword: ADMIN_PASSWORD }, 'VALIDATION_FAILED'],
    [{ newPassword: NEW_PASSWORD }, 'VALIDATION_FAILED'],
    [{ ...RESET, ownPassword: USER_PASSWORD }, 'OWN_PASSWORD_WRONG'],
    [{ ...RESET, newPassword: 'short' }, 'PASSWORD_TOO_SHORT'],
    [{ ...RESET, newPassword: 'baseball' }, 'PASSWORD_COMMON'],
  ])('with %j is refused, and the user stays signed in', async (body, code) => {
    const user = await pdu.as({});
    expect(outcome(await admin.post(pathOf(user), body))).toEqual([422, code]);
    expect((await user.get('/api/user')).status).toBe(200);
  });

  it('requires Content-Type application/json, and an existing user', async () => {
    const user = await pdu.as({});
    const answer = await admin.post(pathOf(user), RESET, { 'content-type': 'text/plain' });
    expect(outcome(answer)).toEqual([422, 'BODY_NEEDS_JSON_TYPE']);
    expect(outcome(await admin.post('/api/users/999/passwordReset', RESET))).toEqual([404, 'USER_UNKNOWN']);
  });
});

describe('a wrong ownPassword', () => {
  const wrong = { ...RESET, ownPassword: 'a guess' };

  it('counts as a failed sign-in of the caller, and never of the user', async () => {
    const user = await pdu.as({});
    const manager = await pdu.as({ modifyUsers: true });
    const [username, managerName] = [await nameOf(user), await nameOf(manager)];
    for (let time = 0; time < 5; time++) {
      expect(outcome(await manager.post(pathOf(user), wrong))).toEqual([422, 'OWN_PASSWORD_WRONG']);
    }
    expect(outcome(await manager.post(pathOf(user), OF_MANAGER))).toEqual([422, 'OWN_PASSWORD_WRONG']);
    expect(await signIn(managerName, USER_PASSWORD)).toBe(401);
    expect(await signIn(username, USER_PASSWORD)).toBe(200);
    expect((await admin.get(`/api/users/${manager.userId}`)).body.userIsLocked).toBe(true);
  });

  it('of the primary admin is throttled for the address that it comes from', async () => {
    const user = await pdu.as({});
    for (let time = 0; time < 5; time++) await admin.post(pathOf(user), wrong);
    const refused = await admin.post(pathOf(user), RESET);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
  });
});
