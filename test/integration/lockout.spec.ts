import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { ADMIN_PASSWORD, someAccounts, USER_PASSWORD, type Accounts } from '../support/modules/accounts.js';
import { ApiError } from '../../src/common/errors.js';
import { PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import type { UserEntity } from '../../src/users/user.entity.js';

const MINUTE = 60_000;
const HOME = '192.0.2.1';
const AWAY = '198.51.100.7';

let pdu: Accounts;
let operator: UserEntity;

/** The result of a sign-in with this password: true, false, or the seconds after which to try again. */
const attempt = async (name: string, password: string, address = HOME): Promise<boolean | number | undefined> => {
  try {
    return await pdu.lockout.verify(pdu.users.byName(name), name, password, address);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).retryAfter;
  }
};

const fail = async (times: number, name: string, address = HOME): Promise<void> => {
  for (let time = 0; time < times; time++) expect(await attempt(name, `wrong ${time}`, address)).toBe(false);
  await pdu.db.idle(); // waits until the lock is stored, which no answer does
};

beforeEach(async () => {
  pdu = await someAccounts();
  operator = await pdu.aUser('operator');
  pdu.changes.length = 0;
});
afterEach(() => pdu.stop());

describe('a password', () => {
  it('is accepted only if it is right', async () => {
    expect(await attempt('Operator', USER_PASSWORD)).toBe(true);
    expect(await attempt('operator', `${USER_PASSWORD} `)).toBe(false);
    expect(await attempt('nobody', USER_PASSWORD)).toBe(false);
  });

  it('of a disabled account is refused like a wrong password', async () => {
    await pdu.accounts.setEnabled('2', false, pdu.admin);
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
  });

  it('whose hash was made with other costs gets a new hash', async () => {
    const passwordHash = await hash(USER_PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await pdu.users.edit(2, () => ({ set: { passwordHash } }));
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
    expect(pdu.users.find(2).passwordHash).toContain('$m=19456,t=2,p=1$');
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
    expect(pdu.changes).toEqual([]);
  });
});

describe('while too many passwords wait, a sender', () => {
  let places: { unknown: boolean; known: boolean };

  beforeEach(async () => {
    expect(await attempt('operator', USER_PASSWORD, HOME)).toBe(true);
    jest
      .spyOn(pdu.hasher, 'hasPlaceFor')
      .mockImplementation(({ isKnown }) => (isKnown ? places.known : places.unknown));
  });

  it('that an account knows is refused altogether only when its own places are taken', () => {
    places = { unknown: false, known: true };
    expect(pdu.lockout.refusesAllFrom(HOME)).toBe(false);
    places = { unknown: false, known: false };
    expect(pdu.lockout.refusesAllFrom(HOME)).toBe(true);
  });

  it('that no account knows is refused altogether, and not before', () => {
    places = { unknown: true, known: true };
    expect(pdu.lockout.refusesAllFrom(AWAY)).toBe(false);
    places = { unknown: false, known: true };
    expect(pdu.lockout.refusesAllFrom(AWAY)).toBe(true);
  });

  it('that an account has known for longer than a month is a stranger again', () => {
    places = { unknown: false, known: true };
    pdu.clock.advance(31 * 24 * 60 * MINUTE);
    expect(pdu.lockout.refusesAllFrom(HOME)).toBe(true);
  });
});

describe('the lock after failed sign-ins', () => {
  it('begins with the fifth failure in a row and ends after 15 minutes', async () => {
    await fail(5, 'operator');
    expect(pdu.users.view(pdu.users.find(2)).userIsLocked).toBe(true);
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
    pdu.clock.advance(15 * MINUTE - 1);
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
    pdu.clock.advance(1);
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
    expect(pdu.users.view(pdu.users.find(2)).userIsLocked).toBe(false);
  });

  it('does not begin if a right password comes between', async () => {
    for (let time = 0; time < 4; time++) {
      await fail(4, 'operator', `192.0.2.${time}`);
      expect(await attempt('operator', USER_PASSWORD)).toBe(true);
    }
  });

  it('does not affect sessions and the token, and is in the audit log', async () => {
    const { accessToken } = await pdu.tokens.issue('2', pdu.admin);
    pdu.changes.length = 0;
    await fail(5, 'operator', AWAY);
    expect(pdu.users.isActive(operator)).toBe(true);
    expect(pdu.users.mayUsePassword(operator)).toBe(false);
    expect(pdu.users.byToken(accessToken)?.id).toBe(2);
    expect(pdu.changes).toEqual([{ userId: '2', kind: 'profile' }]);
    expect((await pdu.log()).at(-1)).toMatchObject({
      kind: 'user.lock',
      object: 'user:2',
      via: 'system',
      address: AWAY,
    });
  });

  it('persists over a restart, even if the clock starts in 1970, but never longer than 15 minutes', async () => {
    await fail(5, 'operator');
    const later = await pdu.restarted(pdu.clock.now() + 10 * MINUTE);
    expect(later.users.isLocked(operator)).toBe(true);
    later.clock.advance(5 * MINUTE);
    expect(later.users.isLocked(operator)).toBe(false);

    const in1970 = await pdu.restarted(0);
    expect(in1970.users.isLocked(operator)).toBe(true);
    in1970.clock.advance(15 * MINUTE);
    expect(in1970.users.isLocked(operator)).toBe(false);
  });

  it('is not ended by a clock set forward, nor prolonged by one set back', async () => {
    await fail(5, 'operator');
    pdu.clock.setWall(pdu.clock.now() + 365 * 24 * 60 * MINUTE);
    expect(pdu.users.isLocked(operator)).toBe(true);
    pdu.clock.setWall(0);
    pdu.clock.advance(15 * MINUTE);
    expect(pdu.users.isLocked(operator)).toBe(false);
  });

  it('is lifted by an administrator, and then needs five more failures', async () => {
    await fail(5, 'operator');
    await pdu.accounts.update('2', { userIsLocked: false }, pdu.admin);
    await fail(4, 'operator', AWAY);
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
  });

  it('answers at most five of many concurrent guesses', async () => {
    const guesses = Array.from({ length: 18 }, (_, i) => (i < 7 ? `wrong ${i}` : USER_PASSWORD));
    const answers = await Promise.all(guesses.map((guess) => attempt('operator', guess)));
    expect(answers.filter((answer) => answer === true)).toEqual([]);
    expect(pdu.users.isLocked(operator)).toBe(true);
  });

  it('holds in memory when the database refuses it', async () => {
    const edit = jest.spyOn(pdu.users, 'edit').mockRejectedValue(new Error('SQLITE_FULL: database or disk is full'));
    const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const errors = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await fail(5, 'operator');
    edit.mockRestore();
    output.mockRestore();
    errors.mockRestore();
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
    pdu.clock.advance(15 * MINUTE);
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
  });

  it('does not begin for a password that was changed meanwhile', async () => {
    const verify = jest.spyOn(PasswordHasher.prototype, 'verify').mockImplementationOnce(async () => {
      await pdu.users.edit(2, () => ({ set: { passwordHash: '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA' } }));
      return true; // for the old password
    });
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
    verify.mockRestore();
  });
});

describe('the primary admin', () => {
  it('is never locked; after five failures their source address waits 15 minutes', async () => {
    await fail(5, 'admin', AWAY);
    expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(15 * 60);
    expect(await attempt('admin', ADMIN_PASSWORD, HOME)).toBe(true);
    expect(pdu.users.view(pdu.users.find(1)).userIsLocked).toBe(false);
    pdu.clock.advance(15 * MINUTE);
    expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(true);
  });

  it('answers no more concurrent guesses than consecutive ones', async () => {
    const guesses = Array.from({ length: 17 }, (_, i) => (i < 7 ? `wrong ${i}` : ADMIN_PASSWORD));
    const answers = await Promise.all(guesses.map((guess) => attempt('admin', guess, AWAY)));
    expect(answers.filter((answer) => answer === false)).toHaveLength(5);
    expect(answers.filter((answer) => answer === 15 * 60)).toHaveLength(12);
  });

  it('is throttled for one IPv4 address, but for a whole /64 of IPv6', async () => {
    await fail(5, 'admin', '2001:db8::1');
    expect(await attempt('admin', ADMIN_PASSWORD, '2001:db8::ffff')).toBe(15 * 60);
    expect(await attempt('admin', ADMIN_PASSWORD, '2001:db8:0:1::1')).toBe(true);
    await fail(5, 'admin', '192.0.2.8');
    expect(await attempt('admin', ADMIN_PASSWORD, '192.0.2.9')).toBe(true);
  });

  it('does not throttle other accounts at that address', async () => {
    await fail(5, 'admin');
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
  });
});

describe('guesses of the primary admin from many senders', () => {
  const DAY = 24 * 60 * MINUTE;
  const guessFromEverywhere = async (times = 20): Promise<void> => {
    for (let sender = 0; sender < times; sender++) await fail(1, 'admin', `203.0.113.${sender}`);
  };

  it('are throttled after twenty: unknown senders together have one attempt in 30 seconds', async () => {
    await guessFromEverywhere();
    expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(30);
    pdu.clock.advance(29_000);
    expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(1);
    pdu.clock.advance(1_000);
    expect(await attempt('admin', 'wrong again', AWAY)).toBe(false);
    expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(30);
  });

  it('are no more if they are concurrent', async () => {
    const guesses = Array.from({ length: 17 }, (_, i) => attempt('admin', `wrong ${i}`, `203.0.113.${i}`));
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === false)).toHaveLength(17);
    const more = await Promise.all(
      Array.from({ length: 10 }, (_, i) => attempt('admin', ADMIN_PASSWORD, `198.51.100.${i}`)),
    );
    expect(more.map((answer) => answer === true || answer === 30)).not.toContain(false);
    expect(more.filter((answer) => answer === true)).toHaveLength(3);
  });

  it('do not lock the primary admin out at their usual address, also after a restart', async () => {
    expect(await attempt('admin', ADMIN_PASSWORD, '2001:db8::1')).toBe(true);
    await guessFromEverywhere();
    expect(await attempt('admin', ADMIN_PASSWORD, '2001:db8::ffff')).toBe(true);
    expect(await attempt('admin', ADMIN_PASSWORD, HOME)).toBe(30);

    pdu = await pdu.restarted();
    await guessFromEverywhere();
    expect(await attempt('admin', ADMIN_PASSWORD, '2001:db8::1')).toBe(true);
    expect(await attempt('admin', ADMIN_PASSWORD, HOME)).toBe(30);
  });

  it('from the usual address of the primary admin are throttled there, and nowhere else', async () => {
    expect(await attempt('admin', ADMIN_PASSWORD, HOME)).toBe(true);
    await fail(5, 'admin', HOME);
    expect(await attempt('admin', ADMIN_PASSWORD, HOME)).toBe(15 * 60);
    await guessFromEverywhere(20); // all twenty are answered: those five were not counted
  });

  it('are not counted if they get no answer, nor if the password is right', async () => {
    for (let sender = 0; sender < 40; sender++) {
      expect(await attempt('admin', ADMIN_PASSWORD, `203.0.113.${sender}`)).toBe(true);
    }
    const busy = jest.spyOn(PasswordHasher.prototype, 'verify').mockRejectedValue(ApiError.tooMany(2));
    for (let sender = 0; sender < 40; sender++) {
      expect(await attempt('admin', ADMIN_PASSWORD, `198.51.100.${sender}`)).toBe(2);
    }
    busy.mockRestore();
    expect(await attempt('admin', ADMIN_PASSWORD, '198.51.100.99')).toBe(true);
  });

  it('exempt the last four networks of a successful sign-in, for 30 days', async () => {
    for (let network = 1; network <= 5; network++) {
      pdu.clock.advance(MINUTE);
      expect(await attempt('admin', ADMIN_PASSWORD, `192.0.2.${network}`)).toBe(true);
    }
    expect(pdu.users.find(1).knownSenders.map(({ network }) => network)).toEqual([
      '192.0.2.5',
      '192.0.2.4',
      '192.0.2.3',
      '192.0.2.2',
    ]);
    pdu.clock.advance(29 * DAY);
    expect(await attempt('admin', ADMIN_PASSWORD, '192.0.2.3')).toBe(true);
    pdu.clock.advance(2 * DAY);
    await guessFromEverywhere();
    expect(await attempt('admin', ADMIN_PASSWORD, '192.0.2.3')).toBe(true);
    expect(await attempt('admin', ADMIN_PASSWORD, '192.0.2.4')).toBe(30);
  });

  it('write no row, and a sign-in from the same address one a day', async () => {
    const edit = jest.spyOn(pdu.users, 'edit');
    await guessFromEverywhere();
    for (let again = 0; again < 10; again++) await attempt('admin', 'wrong', AWAY);
    expect(edit).not.toHaveBeenCalled();
    pdu.clock.advance(30_000);
    for (let again = 0; again < 10; again++) expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(true);
    expect(edit).toHaveBeenCalledTimes(1);
  });

  it('do not lock out the primary admin if the address cannot be stored', async () => {
    jest.spyOn(pdu.users, 'edit').mockRejectedValueOnce(new Error('SQLITE_FULL: database or disk is full'));
    const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await attempt('admin', ADMIN_PASSWORD, HOME)).toBe(true);
    output.mockRestore();
  });

  it('are reset by a factory reset', async () => {
    await guessFromEverywhere();
    pdu.lockout.forgetFailures();
    expect(await attempt('admin', ADMIN_PASSWORD, AWAY)).toBe(true);
  });
});

describe('one sender', () => {
  it('has twenty failures in five minutes over all names, then waits five minutes', async () => {
    for (let name = 0; name < 20; name++) await fail(1, `nobody-${name}`, AWAY);
    expect(await attempt('operator', USER_PASSWORD, AWAY)).toBe(5 * 60);
    expect(await attempt('nobody', 'x', AWAY)).toBe(5 * 60);
    expect(await attempt('operator', USER_PASSWORD, HOME)).toBe(true);
    pdu.clock.advance(5 * MINUTE);
    expect(await attempt('operator', USER_PASSWORD, AWAY)).toBe(true);
  });

  it('may sign in as often as it likes', async () => {
    for (let time = 0; time < 30; time++) expect(await attempt('operator', USER_PASSWORD)).toBe(true);
  });

  it('may try names of any length, which are not stored', async () => {
    expect(await attempt('x'.repeat(60_000), 'x')).toBe(false);
  });
});

describe("an administrator's lock", () => {
  it('runs 15 minutes and suspends password, sessions and token', async () => {
    const { accessToken } = await pdu.tokens.issue('2', pdu.admin);
    pdu.changes.length = 0;
    await pdu.accounts.update('2', { userIsLocked: true }, pdu.admin);
    expect(pdu.changes).toEqual([{ userId: '2', kind: 'lock' }]);
    expect([pdu.users.isActive(operator), pdu.users.byToken(accessToken)]).toEqual([false, undefined]);
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
    pdu.clock.advance(15 * MINUTE);
    expect(pdu.users.byToken(accessToken)?.id).toBe(2);
    expect(await attempt('operator', USER_PASSWORD)).toBe(true);
  });

  it('replaces a lock after failures, also at the same instant', async () => {
    await fail(5, 'operator');
    expect(pdu.users.isActive(operator)).toBe(true);
    pdu.changes.length = 0;
    await pdu.accounts.update('2', { userIsLocked: true }, pdu.admin);
    expect(pdu.users.isActive(operator)).toBe(false);
    expect(pdu.changes).toEqual([{ userId: '2', kind: 'lock' }]);
  });
});

describe('the lock after five failures', () => {
  /** Delays writes until the returned function is called. */
  const holdWrites = (): (() => void) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    void pdu.db.transaction(() => held);
    return release;
  };

  it('does not replace an earlier lock by an administrator', async () => {
    await fail(4, 'operator');
    const release = holdWrites();
    const locking = pdu.accounts.update('2', { userIsLocked: true }, pdu.admin);
    expect(await attempt('operator', 'wrong again')).toBe(false);
    release();
    await locking;
    await pdu.db.idle();
    expect([pdu.users.find(2).lockedBy, pdu.users.isActive({ id: 2 })]).toEqual(['administrator', false]);
  });

  it('is stored without a wait: the fifth answer does not reveal that the name exists', async () => {
    for (let time = 0; time < 4; time++) await attempt('operator', `wrong ${time}`);
    const release = holdWrites();
    expect(await attempt('operator', 'wrong again')).toBe(false);
    expect(await attempt('operator', USER_PASSWORD)).toBe(false);
    release();
    await pdu.db.idle();
    expect(pdu.users.isLocked({ id: 2 })).toBe(true);
  });
});
