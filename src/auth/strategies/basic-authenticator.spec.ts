import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAuditLog, FakePasswords, FakeSettings, FakeUsers } from '../../../test/support/doubles/auth-doubles.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { BasicAuthenticator } from './basic-authenticator.js';
import { FailedSignInLog } from '../sign-in/failed-sign-in-log.js';

const MINUTE = 60_000;
const RIGHT = { name: 'anna', password: 'right' };
const WRONG = { name: 'anna', password: 'wrong' };

let clock: VirtualClock;
let users: FakeUsers;
let settings: FakeSettings;
let passwords: FakePasswords;
let audit: FakeAuditLog;
let callers: BasicAuthenticator;

const nameOf = async (pair = RIGHT): Promise<string | undefined> => (await callers.of(pair, '10.0.0.5'))?.username;

beforeEach(() => {
  clock = new VirtualClock();
  users = new FakeUsers();
  users.add(2, 'anna');
  settings = new FakeSettings();
  passwords = new FakePasswords({ anna: 'right', ben: 'also right' });
  audit = new FakeAuditLog();
  const failures = new FailedSignInLog(audit.service, clock);
  callers = new BasicAuthenticator(users.service, passwords.service, settings.service, failures, clock);
});

describe('HTTP Basic', () => {
  it('accepts the right pair and no other', async () => {
    expect(await nameOf()).toBe('anna');
    expect(await nameOf(WRONG)).toBeUndefined();
    expect(await nameOf({ name: 'nobody', password: 'right' })).toBeUndefined();
  });

  it('accepts nobody while it is off, and checks no password', async () => {
    settings.set('webApiPasswordEnabled', false);
    expect(await nameOf()).toBeUndefined();
    expect(passwords.asked).toBe(0);
  });

  it('checks a pair once a minute', async () => {
    for (let i = 0; i < 60; i++) {
      expect(await nameOf()).toBe('anna');
      clock.advance(1000);
    }
    expect(passwords.asked).toBe(1);
    await nameOf();
    expect(passwords.asked).toBe(2);
  });

  it('does not remember a wrong pair, and records it', async () => {
    await nameOf(WRONG);
    await nameOf(WRONG);
    expect(passwords.asked).toBe(2);
    expect(audit.records).toMatchObject([{ kind: 'session.signInFailed', cause: { kind: 'basic', who: 'anna' } }]);
  });

  it('does not confuse pairs with the same letters', async () => {
    users.add(3, 'a');
    await nameOf();
    expect(await nameOf({ name: 'a', password: 'nnaright' })).toBeUndefined();
    expect(await nameOf({ name: 'annar', password: 'ight' })).toBeUndefined();
  });

  it('checks a pair once for many simultaneous requests', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => nameOf()))).toEqual(Array(20).fill('anna'));
    expect(passwords.asked).toBe(1);
  });

  it.each([
    ['the switch', () => [false, true].forEach((on) => settings.set('webApiPasswordEnabled', on))],
    ['the password', () => users.changePassword(2)],
    ['the name', () => users.rename(2, 'anna')],
  ])('forgets a pair after a change of %s', async (_, change) => {
    await nameOf();
    change();
    await nameOf();
    expect(passwords.asked).toBe(2);
  });

  it('keeps a pair when another user changes', async () => {
    users.add(3, 'ben');
    await nameOf();
    users.changePassword(3);
    await nameOf();
    expect(passwords.asked).toBe(1);
  });

  it('does not remember a pair that was being checked while the password changed', async () => {
    passwords.meanwhile = () => users.changePassword(2);
    await nameOf();
    passwords.meanwhile = () => undefined;
    await nameOf();
    expect(passwords.asked).toBe(2);
  });

  it('accepts nobody while failures of another sender lock the account', async () => {
    await nameOf();
    users.locked = true;
    expect(await nameOf()).toBeUndefined();
    users.locked = false;
    expect(await nameOf()).toBe('anna');
  });

  it('no longer accepts a user who is locked by an administrator', async () => {
    await nameOf();
    users.lock(2);
    expect(await nameOf()).toBeUndefined();
  });

  it('remembers no more than 64 pairs', async () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`user${i}`, 'right']));
    const crowd = new FakePasswords({ ...many });
    Object.keys(many).forEach((name, i) => users.add(100 + i, name));
    callers = new BasicAuthenticator(
      users.service,
      crowd.service,
      settings.service,
      new FailedSignInLog(audit.service, clock),
      clock,
    );
    for (const name of Object.keys(many)) await nameOf({ name, password: 'right' });
    await nameOf({ name: 'user64', password: 'right' });
    expect(crowd.asked).toBe(65);
    await nameOf({ name: 'user0', password: 'right' });
    expect(crowd.asked).toBe(66);
  });

  it('forgets a pair after a minute, even if the wall clock is set back', async () => {
    await nameOf();
    clock.advance(MINUTE);
    clock.setWall(0);
    await nameOf();
    expect(passwords.asked).toBe(2);
  });
});
