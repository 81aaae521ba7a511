import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuthServices } from '../../../test/support/modules/auth-services.js';
import { ADMINISTRATOR } from '../../../test/support/fixtures/permissions.js';
import { newToken } from '../../common/token.js';
import type { SignInResult } from './sign-in.service.js';

const ORIGIN = { address: '10.0.0.5', agent: 'curl/8', byToken: false };

let auth: AuthServices;

const signIn = (password = 'right', name = 'anna'): Promise<SignInResult> =>
  auth.signIns.withPassword({ name, password }, ORIGIN);

beforeEach(() => {
  auth = new AuthServices({ anna: 'right' });
  auth.users.add(2, 'anna');
});

describe('a sign-in', () => {
  it('gives a token that identifies the user, and is recorded without it', async () => {
    const { token, user } = await signIn();
    expect(user).toMatchObject({ username: 'anna' });
    expect(auth.request(token)?.username).toBe('anna');
    expect(auth.audit.records).toMatchObject([
      { kind: 'session.signIn', object: 'user:2', cause: { who: 'anna', address: '10.0.0.5' } },
    ]);
    expect(JSON.stringify(auth.audit.records)).not.toContain(token);
  });

  it('gives a new token each time', async () => {
    expect((await signIn()).token).not.toBe((await signIn()).token);
  });

  it.each([
    ['a wrong password', 'wrong', 'anna'],
    ['an unknown name', 'right', 'nobody'],
  ])('with %s fails, after the password was checked', async (_, password, name) => {
    await expect(signIn(password, name)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', status: 401 });
    expect(auth.passwords.asked).toBe(1);
    expect(auth.audit.kinds).toEqual(['session.signInFailed']);
  });

  it.each([
    ['locked', () => auth.users.lock(2)],
    ['deleted', () => auth.users.delete(2)],
    ['given another password', () => auth.users.changePassword(2)],
  ])('fails for a user who is %s while the password is being checked', async (_, change) => {
    auth.passwords.meanwhile = change;
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect(auth.sessions.ofUser('2')).toEqual([]);
  });

  it('is not affected by a change of another user meanwhile', async () => {
    auth.users.add(3, 'ben');
    auth.passwords.meanwhile = () => auth.users.lock(3);
    expect((await signIn()).user).toMatchObject({ username: 'anna' });
  });

  it.each([
    ['given a token', () => auth.users.give(2, newToken())],
    ['renamed', () => auth.users.rename(2, 'anna')],
    ['given another role', () => auth.users.giveRole(2, ADMINISTRATOR)],
  ])('is not affected when the user is %s meanwhile', async (_, change) => {
    auth.passwords.meanwhile = change;
    expect((await signIn()).user).toMatchObject({ username: 'anna' });
  });
});

describe('a sign-in with a personal access token', () => {
  it('is recorded as such, and ends with the token', async () => {
    const pat = newToken();
    auth.users.give(2, pat);
    const { token } = await auth.signIns.withToken(pat, ORIGIN);
    expect(auth.audit.records).toMatchObject([{ kind: 'session.signIn', cause: { kind: 'token', who: 'anna' } }]);
    auth.users.give(2, newToken());
    expect(auth.request(token)).toBeUndefined();
  });

  it('fails with an unknown one', async () => {
    await expect(auth.signIns.withToken(newToken(), ORIGIN)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
  });
});
