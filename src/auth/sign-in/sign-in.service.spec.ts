import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAuditLog, FakePasswords, FakeSettings, FakeUsers } from '../../../test/support/doubles/auth-doubles.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { newToken } from '../../common/token.js';
import { FailedSignInLog } from './failed-sign-in-log.js';
import type { SessionRepository } from '../sessions/session.repository.js';
import { SessionService } from '../sessions/session.service.js';
import { SignInService, type SignInResult } from './sign-in.service.js';
import { TokenAuthenticator } from '../strategies/token-authenticator.js';

const ORIGIN = { address: '10.0.0.5', agent: 'curl/8', byToken: false };

let users: FakeUsers;
let passwords: FakePasswords;
let audit: FakeAuditLog;
let sessions: SessionService;
let signIns: SignInService;

const signIn = (password = 'right', name = 'anna'): Promise<SignInResult> =>
  signIns.withPassword({ name, password }, ORIGIN);

beforeEach(() => {
  const clock = new VirtualClock();
  users = new FakeUsers();
  users.add(2, 'anna');
  passwords = new FakePasswords({ anna: 'right' });
  audit = new FakeAuditLog();
  const rows = { changed: () => undefined, ended: () => undefined, write: (also?: () => Promise<unknown>) => also?.() };
  const tokens = new TokenAuthenticator(users.service);
  sessions = new SessionService(
    rows as object as SessionRepository,
    users.service,
    tokens,
    new FakeSettings().service,
    clock,
  );
  const failures = new FailedSignInLog(audit.service, clock);
  const settings = new FakeSettings().service;
  signIns = new SignInService(users.service, passwords.service, sessions, failures, settings, audit.service);
});

describe('a sign-in', () => {
  it('gives a token that identifies the user, and is recorded without it', async () => {
    const { token, user } = await signIn();
    expect(user).toMatchObject({ username: 'anna' });
    expect(sessions.enter(token)?.username).toBe('anna');
    expect(audit.records).toMatchObject([
      { kind: 'session.signIn', object: 'user:2', cause: { who: 'anna', address: '10.0.0.5' } },
    ]);
    expect(JSON.stringify(audit.records)).not.toContain(token);
  });

  it('gives a new token each time', async () => {
    expect((await signIn()).token).not.toBe((await signIn()).token);
  });

  it.each([
    ['a wrong password', 'wrong', 'anna'],
    ['an unknown name', 'right', 'nobody'],
  ])('with %s fails, after the password was checked', async (_, password, name) => {
    await expect(signIn(password, name)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', status: 401 });
    expect(passwords.asked).toBe(1);
    expect(audit.kinds).toEqual(['session.signInFailed']);
  });

  it.each([
    ['locked', () => users.lock(2)],
    ['deleted', () => users.delete(2)],
    ['given another password', () => users.changePassword(2)],
  ])('fails for a user who is %s while the password is being checked', async (_, change) => {
    passwords.meanwhile = change;
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect(sessions.ofUser('2')).toEqual([]);
  });

  it('is not affected by a change of another user meanwhile', async () => {
    users.add(3, 'ben');
    passwords.meanwhile = () => users.lock(3);
    expect((await signIn()).user).toMatchObject({ username: 'anna' });
  });

  it('is not affected when the user is given a token meanwhile', async () => {
    passwords.meanwhile = () => users.give(2, newToken());
    expect((await signIn()).user).toMatchObject({ username: 'anna' });
  });
});

describe('a sign-in with a personal access token', () => {
  it('is recorded as such, and ends with the token', async () => {
    const pat = newToken();
    users.give(2, pat);
    const { token } = await signIns.withToken(pat, ORIGIN);
    expect(audit.records).toMatchObject([{ kind: 'session.signIn', cause: { kind: 'token', who: 'anna' } }]);
    users.give(2, newToken());
    expect(sessions.enter(token)).toBeUndefined();
  });

  it('fails with an unknown one', async () => {
    await expect(signIns.withToken(newToken(), ORIGIN)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
  });
});
