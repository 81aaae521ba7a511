import { beforeEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR, accessWith } from '../../../test/support/fixtures/permissions.js';
import { AuthServices } from '../../../test/support/modules/auth-services.js';
import type { Caller } from '../../common/access.js';
import { newToken } from '../../common/token.js';
import type { UserEntity } from '../../users/user.entity.js';
import type { OfferedCredential } from '../strategies/authorization.js';

const MINUTE = 60_000;
const RIGHT = { name: 'anna', password: 'right' };
const WRONG = { name: 'anna', password: 'wrong' };

let auth: AuthServices;
let anna: UserEntity;

const ofPassword = (pair = RIGHT): Promise<Caller | undefined> => auth.callers.ofPassword(pair, '10.0.0.5');
const nameOf = async (pair = RIGHT): Promise<string | undefined> => (await ofPassword(pair))?.username;
const ofToken = (token: string): Caller | undefined => auth.callers.ofToken({ kind: 'token', token });

beforeEach(() => {
  auth = new AuthServices({ anna: 'right', ben: 'also right' });
  anna = auth.users.add(2, 'anna', accessWith({ viewPortInfo: true }));
});

describe('a credential that was accepted before', () => {
  /** Anna's three credentials, each with the caller that it was accepted as. */
  async function accepted(): Promise<Record<'session' | 'token' | 'basic', [OfferedCredential, Caller | undefined]>> {
    const [session, token] = [await auth.open(anna), newToken()];
    auth.users.give(2, token);
    return {
      session: [{ kind: 'session', token: session }, auth.watch(session)],
      token: [{ kind: 'token', token }, ofToken(token)],
      basic: [{ kind: 'basic', ...RIGHT }, await ofPassword()],
    };
  }

  it('is recognised, and no other is', async () => {
    for (const [offered, caller] of Object.values(await accepted())) {
      expect(caller).toBeDefined();
      expect(auth.callers.find(offered)).toBe(caller);
    }
    for (const kind of ['session', 'token'] as const) {
      expect(auth.callers.find({ kind, token: newToken() })).toBeUndefined();
    }
    expect(auth.callers.find({ kind: 'basic', ...WRONG })).toBeUndefined();
  });

  it('is not recognised as a credential of another kind', async () => {
    const { token, session } = await accepted();
    expect(auth.callers.find({ ...token[0], kind: 'session' } as OfferedCredential)).toBeUndefined();
    expect(auth.callers.find({ ...session[0], kind: 'token' } as OfferedCredential)).toBeUndefined();
  });

  it('is checked again after a minute, and then the same for requests under way', async () => {
    for (const [offered, caller] of Object.values(await accepted())) {
      auth.clock.advance(MINUTE - 1);
      expect(auth.callers.find(offered)).toBe(caller);
      auth.clock.advance(1);
      expect(auth.callers.find(offered)).toBeUndefined();
      expect(caller?.hasEnded).toBe(false);
      auth.clock.advance(-MINUTE);
    }
  });

  it.each<[string, readonly string[], () => void]>([
    ['a lock by an administrator', ['session', 'token', 'basic'], () => auth.users.lock(2)],
    ['a deletion of the user', ['session', 'token', 'basic'], () => auth.users.delete(2)],
    ['another password', ['session', 'basic'], () => auth.users.changePassword(2)],
    ['another token', ['token'], () => auth.users.give(2, newToken())],
    ['another role', [], () => auth.users.giveRole(2, ADMINISTRATOR)],
    ['a lock of another user', [], () => auth.users.lock(3)],
    ['a sign-out', ['session'], () => void auth.sessions.end(auth.sessions.ofUser('2'), 'session.signOut', SYSTEM)],
    ['the end of its session by time', ['session'], () => auth.clock.advance(30 * MINUTE)],
    ['HTTP Basic switched off and on', ['basic'], () => switchBasic(false, true)],
  ])('after %s is refused at once if it is one of: %j', async (_, ended, change) => {
    const all = await accepted();
    change();
    for (const [kind, [offered, caller]] of Object.entries(all)) {
      const isRefused = auth.callers.find(offered) === undefined && caller?.hasEnded === true;
      expect([kind, caller?.hasEnded, isRefused]).toEqual([kind, ended.includes(kind), ended.includes(kind)]);
    }
  });

  it('stays refused for requests under way when a lock is undone', async () => {
    const all = await accepted();
    auth.users.lock(2);
    auth.users.unlock(2);
    for (const [offered, caller] of Object.values(all)) {
      expect([auth.callers.find(offered), caller?.hasEnded]).toEqual([undefined, true]);
    }
    const { token } = all.token[0] as { token: string };
    expect(ofToken(token)?.hasEnded).toBe(false);
  });

  it('is refused for requests under way even after it was forgotten under a flood of others', async () => {
    const all = await accepted();
    for (let other = 0; other < 1000; other++) {
      const user = auth.users.add(100 + other, `user${other}`);
      auth.watch(await auth.open(user));
    }
    for (const [offered] of Object.values(all)) expect(auth.callers.find(offered)).toBeUndefined();
    auth.users.lock(2);
    for (const [, caller] of Object.values(all)) expect(caller?.hasEnded).toBe(true);
  });

  it('is one of at most a thousand, however often the same one is sent', async () => {
    const all = await accepted();
    for (let time = 0; time < 2000; time++) expect(auth.callers.find(all.session[0])).toBe(all.session[1]);
    for (const [offered, caller] of Object.values(all)) expect(auth.callers.find(offered)).toBe(caller);
  });

  it('is not stored in plain text', async () => {
    const hidden: unknown[] = [];
    const set = Map.prototype.set;
    Map.prototype.set = function (key, value) {
      hidden.push(key);
      return set.call(this, key, value) as Map<unknown, unknown>;
    };
    try {
      await ofPassword();
    } finally {
      Map.prototype.set = set;
    }
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.filter((key) => typeof key === 'string' && key.includes('right'))).toEqual([]);
  });
});

describe('the permissions of a caller', () => {
  it('are the present ones, also for a reader that holds on to the caller', async () => {
    const caller = auth.request(await auth.open(anna));
    expect(caller?.access.can('modifyUsers')).toBe(false);
    auth.users.giveRole(2, ADMINISTRATOR);
    expect(caller?.access.can('modifyUsers')).toBe(true);
    auth.users.rename(2, 'anne');
    expect({ ...caller }).toMatchObject({ username: 'anne', access: ADMINISTRATOR });
  });

  it('are not computed again for a repeated request', async () => {
    const token = await auth.open(anna);
    expect(auth.request(token)).toBe(auth.request(token));
    expect(auth.request(token)?.access).toBe(auth.request(token)?.access);
  });

  it('are none once the user is deleted, even for a request under way', async () => {
    auth.users.giveRole(2, ADMINISTRATOR);
    const caller = auth.request(await auth.open(anna));
    expect(caller?.username).toBe('anna');
    auth.users.delete(2);
    expect(caller?.access.can('modifyUsers')).toBe(false);
    expect(caller?.username).toBe('anna');
  });
});

describe('a personal access token', () => {
  it('identifies its holder, until it is replaced', () => {
    const token = newToken();
    auth.users.give(2, token);
    const caller = ofToken(token);
    expect(caller).toMatchObject({ userId: '2', credential: { kind: 'token' } });
    expect(caller?.hasEnded).toBe(false);

    const next = newToken();
    auth.users.give(2, next);
    expect(ofToken(token)).toBeUndefined();
    expect(ofToken(next)?.userId).toBe('2');
    expect(caller?.hasEnded).toBe(true);
  });

  it('stays valid after a new password, and ends with a lock', () => {
    const token = newToken();
    auth.users.give(2, token);
    const caller = ofToken(token);
    auth.users.changePassword(2);
    expect(caller?.hasEnded).toBe(false);
    auth.users.lock(2);
    expect(caller?.hasEnded).toBe(true);
    expect(ofToken(token)).toBeUndefined();
  });
});

describe('HTTP Basic', () => {
  it('accepts the right pair and no other', async () => {
    expect(await nameOf()).toBe('anna');
    expect(await nameOf(WRONG)).toBeUndefined();
    expect(await nameOf({ name: 'nobody', password: 'right' })).toBeUndefined();
  });

  it('accepts nobody while it is off, and checks no password', async () => {
    switchBasic(false);
    expect(await nameOf()).toBeUndefined();
    expect(auth.passwords.asked).toBe(0);
  });

  it('checks a pair once a minute', async () => {
    for (let i = 0; i < 60; i++) {
      expect(await nameOf()).toBe('anna');
      auth.clock.advance(1000);
    }
    expect(auth.passwords.asked).toBe(1);
    await nameOf();
    expect(auth.passwords.asked).toBe(2);
  });

  it('does not remember a wrong pair, and records it', async () => {
    await nameOf(WRONG);
    await nameOf(WRONG);
    expect(auth.passwords.asked).toBe(2);
    expect(auth.audit.records).toMatchObject([{ kind: 'session.signInFailed', cause: { kind: 'basic', who: 'anna' } }]);
  });

  it('does not confuse pairs with the same letters', async () => {
    auth.users.add(3, 'a');
    await nameOf();
    expect(await nameOf({ name: 'a', password: 'nnaright' })).toBeUndefined();
    expect(await nameOf({ name: 'annar', password: 'ight' })).toBeUndefined();
  });

  it('checks a pair once for many simultaneous requests', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => nameOf()))).toEqual(Array(20).fill('anna'));
    expect(auth.passwords.asked).toBe(1);
  });

  it.each([
    ['the switch', () => switchBasic(false, true)],
    ['the password', () => auth.users.changePassword(2)],
    ['the name', () => auth.users.rename(2, 'anna')],
  ])('forgets a pair after a change of %s', async (_, change) => {
    await nameOf();
    change();
    await nameOf();
    expect(auth.passwords.asked).toBe(2);
  });

  it('keeps a pair when another user changes', async () => {
    auth.users.add(3, 'ben');
    await nameOf();
    auth.users.changePassword(3);
    await nameOf();
    expect(auth.passwords.asked).toBe(1);
  });

  it.each([
    ['the password', () => auth.users.changePassword(2)],
    ['the name', () => auth.users.rename(2, 'anna')],
    ['the switch', () => switchBasic(false, true)],
  ])('does not remember a pair that was being checked during a change of %s', async (_, change) => {
    auth.passwords.meanwhile = change;
    await nameOf();
    auth.passwords.meanwhile = () => undefined;
    await nameOf();
    expect(auth.passwords.asked).toBe(2);
  });

  it.each([
    ['the password changed', () => auth.users.changePassword(2)],
    ['it was switched off', () => switchBasic(false)],
  ])('refuses a pair if %s during the check', async (_, change) => {
    auth.passwords.meanwhile = change;
    expect(await nameOf()).toBeUndefined();
  });

  it('accepts nobody while failures of another sender lock the account', async () => {
    await nameOf();
    auth.users.locked = true;
    expect(await nameOf()).toBeUndefined();
    expect(auth.callers.find({ kind: 'basic', ...RIGHT })).toBeUndefined();
    auth.users.locked = false;
    expect(await nameOf()).toBe('anna');
    expect(auth.passwords.asked).toBe(1);
  });

  it('no longer accepts a user who is locked by an administrator', async () => {
    await nameOf();
    auth.users.lock(2);
    expect(await nameOf()).toBeUndefined();
  });

  it('remembers no more than a thousand pairs', async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`user${i}`, 'right']));
    auth = new AuthServices(many);
    Object.keys(many).forEach((name, i) => auth.users.add(100 + i, name));
    for (const name of Object.keys(many)) await nameOf({ name, password: 'right' });
    await nameOf({ name: 'user1000', password: 'right' });
    expect(auth.passwords.asked).toBe(1001);
    await nameOf({ name: 'user0', password: 'right' });
    expect(auth.passwords.asked).toBe(1002);
  });

  it('forgets a pair after a minute, even if the wall clock is set back', async () => {
    await nameOf();
    auth.clock.advance(MINUTE);
    auth.clock.setWall(0);
    await nameOf();
    expect(auth.passwords.asked).toBe(2);
  });
});

const SYSTEM = { kind: 'system', who: 'test' } as const;

const switchBasic = (...states: readonly boolean[]): void => {
  for (const isOn of states) auth.settings.set('webApiPasswordEnabled', isOn);
};
