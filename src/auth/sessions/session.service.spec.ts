import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeSettings, FakeUsers } from '../../../test/support/doubles/auth-doubles.js';
import { accessWith, ADMINISTRATOR } from '../../../test/support/fixtures/permissions.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import type { AuditRecord } from '../../audit/audit-log.service.js';
import { newToken } from '../../common/token.js';
import type { UserEntity } from '../../users/user.entity.js';
import type { SessionEntity } from '../session.entity.js';
import type { SessionRepository } from './session.repository.js';
import { SessionService, SESSIONS_PER_SENDER } from './session.service.js';
import { toSessionEntity, type Session } from './session.js';
import { TokenAuthenticator } from '../strategies/token-authenticator.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A repository in memory. */
class SomeRows {
  readonly rows = new Map<string, SessionEntity>();
  readonly records: AuditRecord[] = [];

  constructor(private readonly clock: VirtualClock) {}

  async load(): Promise<SessionEntity[]> {
    return Promise.resolve([...this.rows.values()]);
  }

  changed(session: Session): void {
    this.rows.set(session.id, toSessionEntity(session, this.clock));
  }

  ended(session: Session, record: AuditRecord): void {
    this.rows.delete(session.id);
    this.records.push(record);
  }

  get isBehind(): boolean {
    return true;
  }

  async write(also?: () => Promise<unknown>, opened?: Session): Promise<void> {
    if (opened) this.changed(opened);
    await also?.();
  }
}

let clock: VirtualClock;
let users: FakeUsers;
let settings: FakeSettings;
let rows: SomeRows;
let sessions: SessionService;
let anna: UserEntity;

const started = (): SessionService =>
  new SessionService(
    rows as object as SessionRepository,
    users.service,
    new TokenAuthenticator(users.service),
    settings.service,
    clock,
  );
const signIn = (user = anna, byToken = false): Promise<string> =>
  sessions.open(user, { address: '10.0.0.5', agent: 'curl/8', byToken }, async () => Promise.resolve());

beforeEach(() => {
  clock = new VirtualClock();
  users = new FakeUsers();
  settings = new FakeSettings();
  rows = new SomeRows(clock);
  sessions = started();
  anna = users.add(2, 'anna', accessWith({ viewPortInfo: true }));
});

describe('a session', () => {
  it('identifies the holder of its token', async () => {
    const token = await signIn();
    expect(sessions.enter(token)).toMatchObject({ userId: '2', username: 'anna', credential: { kind: 'session' } });
    expect(sessions.enter(newToken())).toBeUndefined();
    expect(sessions.enter('')).toBeUndefined();
  });

  it('never stores its token', async () => {
    const token = await signIn();
    const [session] = sessions.ofUser('2');
    expect(JSON.stringify([...rows.rows.values()])).not.toContain(token);
    expect(session?.tokenHash).not.toBe(session?.id);
    expect(JSON.stringify({ ...session, caller: undefined })).not.toContain(token);
  });

  it('is extended by requests, but not by the stream', async () => {
    const [asked, watched] = [await signIn(), await signIn()];
    const watching = sessions.callerOfSession(watched);
    clock.advance(29 * MINUTE);
    sessions.enter(asked);
    sessions.callerOfSession(watched);
    expect(watching && sessions.isAlive(watching)).toBe(true);
    clock.advance(MINUTE);
    expect(sessions.enter(asked)).toBeDefined();
    expect(sessions.enter(watched)).toBeUndefined();
    expect(watching && sessions.isAlive(watching)).toBe(false);
  });

  it('ends after twelve hours at most', async () => {
    settings.values.webIdleTimeout = 0;
    const token = await signIn();
    clock.advance(12 * HOUR - 1);
    expect(sessions.enter(token)).toBeDefined();
    clock.advance(1);
    expect(sessions.enter(token)).toBeUndefined();
  });

  it('is not affected by a jump of the wall clock', async () => {
    const token = await signIn();
    clock.setWall(clock.now() + 10 * 365 * 24 * HOUR);
    expect(sessions.enter(token)).toBeDefined();
    clock.setWall(0);
    expect(sessions.enter(token)).toBeDefined();
  });

  it('survives a restart', async () => {
    const token = await signIn();
    const restarted = started();
    await restarted.onModuleInit();
    expect(restarted.enter(token)?.username).toBe('anna');
    expect(restarted.ofUser('2').map(({ address }) => address)).toEqual(['10.0.0.5']);
  });

  it('does not survive a restart when its user has been deleted meanwhile', async () => {
    const token = await signIn();
    const left = [...rows.rows];
    users.delete(2);
    for (const [id, row] of left) rows.rows.set(id, row);
    const restarted = started();
    await restarted.onModuleInit();
    expect(restarted.enter(token)).toBeUndefined();
    expect(rows.rows.size).toBe(0);
  });

  it('is one of at most eight from one sender: the longest idle one ends', async () => {
    const tokens: string[] = [];
    for (let i = 0; i <= SESSIONS_PER_SENDER; i++) {
      tokens.push(await signIn());
      clock.advance(1000);
    }
    expect(sessions.ofUser('2')).toHaveLength(8);
    expect(tokens.map((token) => sessions.enter(token) !== undefined)).toEqual([
      false,
      ...Array<boolean>(8).fill(true),
    ]);
    expect(rows.records).toMatchObject([{ kind: 'session.end', after: { reason: 'limit' } }]);
  });

  it('does not affect the sessions of others', async () => {
    const ben = await signIn(users.add(3, 'ben'));
    for (let i = 0; i < 20; i++) await signIn();
    expect(sessions.enter(ben)?.username).toBe('ben');
  });

  it('is removed with an audit record once it has expired', async () => {
    await signIn();
    clock.advance(HOUR);
    sessions.sweep();
    expect(rows.rows.size).toBe(0);
    expect(rows.records).toMatchObject([{ kind: 'session.expire', object: 'user:2' }]);
  });
});

describe('the permissions of a session', () => {
  it('are the present ones, also for a reader that holds on to the caller', async () => {
    const caller = sessions.enter(await signIn());
    expect(caller?.access.can('modifyUsers')).toBe(false);
    users.giveRole(2, ADMINISTRATOR);
    expect(caller?.access.can('modifyUsers')).toBe(true);
    users.rename(2, 'anne');
    expect({ ...caller }).toMatchObject({ username: 'anne', access: ADMINISTRATOR });
  });

  it('are not computed again for a repeated request', async () => {
    const token = await signIn();
    expect(sessions.enter(token)).toBe(sessions.enter(token));
    expect(sessions.enter(token)?.access).toBe(sessions.enter(token)?.access);
  });

  it('are none once the user is deleted, even for a request under way', async () => {
    users.giveRole(2, ADMINISTRATOR);
    const caller = sessions.enter(await signIn());
    users.delete(2);
    expect(caller?.access.can('modifyUsers')).toBe(false);
    expect(caller?.username).toBe('anna');
  });
});

describe('a change of the user', () => {
  it.each([
    ['a lock', () => users.lock(2)],
    ['a deletion', () => users.delete(2)],
    ['a new password', () => users.changePassword(2)],
  ])('that is %s ends their sessions', async (_, change) => {
    const token = await signIn();
    const caller = sessions.enter(token);
    const ben = await signIn(users.add(3, 'ben'));
    change();
    expect(sessions.enter(token)).toBeUndefined();
    expect(caller && sessions.isAlive(caller)).toBe(false);
    expect(sessions.enter(ben)).toBeDefined();
    expect(rows.records).toMatchObject([{ kind: 'session.end', object: 'user:2' }]);
  });

  it('of their own password leaves the session that changed it', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const credential = sessions.enter(mine)?.credential;
    users.changePassword(2, credential?.kind === 'session' ? credential.id : '');
    expect(sessions.enter(mine)).toBeDefined();
    expect(sessions.enter(other)).toBeUndefined();
  });

  it('of their role or name ends nothing', async () => {
    const token = await signIn();
    users.giveRole(2, accessWith());
    users.rename(2, 'anne');
    expect(sessions.enter(token)).toBeDefined();
    expect(sessions.endCount('2')).toBe(0);
  });

  it('of their token ends the sessions opened with the token', async () => {
    const [byToken, byPassword] = [await signIn(anna, true), await signIn()];
    users.give(2, newToken());
    expect(sessions.enter(byToken)).toBeUndefined();
    expect(sessions.enter(byPassword)).toBeDefined();
  });
});

describe('a personal access token', () => {
  it('identifies its holder, until it is replaced', () => {
    const token = newToken();
    users.give(2, token);
    const caller = sessions.callerOfToken(token);
    expect(caller).toMatchObject({ userId: '2', credential: { kind: 'token' } });
    expect(caller && sessions.isAlive(caller)).toBe(true);

    const next = newToken();
    users.give(2, next);
    expect(sessions.callerOfToken(token)).toBeUndefined();
    expect(sessions.callerOfToken(next)?.userId).toBe('2');
    expect(caller && sessions.isAlive(caller)).toBe(false);
  });

  it('stays valid after a new password, and ends with a lock', () => {
    const token = newToken();
    users.give(2, token);
    const caller = sessions.callerOfToken(token);
    users.changePassword(2);
    expect(caller && sessions.isAlive(caller)).toBe(true);
    users.lock(2);
    expect(caller && sessions.isAlive(caller)).toBe(false);
    expect(sessions.callerOfToken(token)).toBeUndefined();
  });
});
