import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuthServices } from '../../../test/support/modules/auth-services.js';
import { accessWith } from '../../../test/support/fixtures/permissions.js';
import { newToken } from '../../common/token.js';
import type { UserEntity } from '../../users/user.entity.js';
import { SESSIONS_PER_SENDER } from './session.service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let auth: AuthServices;
let anna: UserEntity;

beforeEach(() => {
  auth = new AuthServices();
  anna = auth.users.add(2, 'anna', accessWith({ viewPortInfo: true }));
});

describe('a session', () => {
  it('identifies the holder of its token', async () => {
    const token = await auth.open(anna);
    expect(auth.request(token)).toMatchObject({ userId: '2', username: 'anna', credential: { kind: 'session' } });
    expect(auth.request(newToken())).toBeUndefined();
    expect(auth.request('')).toBeUndefined();
  });

  it('never stores its token', async () => {
    const token = await auth.open(anna);
    const [session] = auth.sessions.ofUser('2');
    expect(JSON.stringify([...auth.rows.rows.values()])).not.toContain(token);
    expect(session?.tokenHash).not.toBe(session?.id);
    expect(JSON.stringify(session)).not.toContain(token);
  });

  it('is extended by requests, but not by the stream', async () => {
    const [asked, watched] = [await auth.open(anna), await auth.open(anna)];
    const watching = auth.watch(watched);
    auth.clock.advance(29 * MINUTE);
    auth.request(asked);
    auth.watch(watched);
    expect(watching?.hasEnded).toBe(false);
    auth.clock.advance(MINUTE);
    expect(auth.request(asked)).toBeDefined();
    expect(auth.request(watched)).toBeUndefined();
    expect(watching?.hasEnded).toBe(true);
  });

  it('ends after twelve hours at most', async () => {
    auth.settings.values.webIdleTimeout = 0;
    const token = await auth.open(anna);
    auth.clock.advance(12 * HOUR - 1);
    expect(auth.request(token)).toBeDefined();
    auth.clock.advance(1);
    expect(auth.request(token)).toBeUndefined();
  });

  it('is not affected by a jump of the wall clock', async () => {
    const token = await auth.open(anna);
    auth.clock.setWall(auth.clock.now() + 10 * 365 * 24 * HOUR);
    expect(auth.request(token)).toBeDefined();
    auth.clock.setWall(0);
    expect(auth.request(token)).toBeDefined();
  });

  it('survives a restart', async () => {
    const token = await auth.open(anna);
    await auth.restart();
    expect(auth.request(token)?.username).toBe('anna');
    expect(auth.sessions.ofUser('2').map(({ address }) => address)).toEqual(['10.0.0.5']);
  });

  it('does not survive a restart when its user has been deleted meanwhile', async () => {
    const token = await auth.open(anna);
    const left = [...auth.rows.rows];
    auth.users.delete(2);
    for (const [id, row] of left) auth.rows.rows.set(id, row);
    await auth.restart();
    expect(auth.request(token)).toBeUndefined();
    expect(auth.rows.rows.size).toBe(0);
  });

  it('is one of at most eight from one sender: the longest idle one ends', async () => {
    const tokens: string[] = [];
    for (let i = 0; i <= SESSIONS_PER_SENDER; i++) {
      tokens.push(await auth.open(anna));
      auth.clock.advance(1000);
    }
    expect(auth.sessions.ofUser('2')).toHaveLength(8);
    expect(tokens.map((token) => auth.request(token) !== undefined)).toEqual([false, ...Array<boolean>(8).fill(true)]);
    expect(auth.rows.records).toMatchObject([{ kind: 'session.end', after: { reason: 'limit' } }]);
  });

  it('does not affect the sessions of others', async () => {
    const ben = await auth.open(auth.users.add(3, 'ben'));
    for (let i = 0; i < 20; i++) await auth.open(anna);
    expect(auth.request(ben)?.username).toBe('ben');
  });

  it('is removed with an audit record once it has expired', async () => {
    await auth.open(anna);
    auth.clock.advance(HOUR);
    auth.sessions.sweep();
    expect(auth.rows.rows.size).toBe(0);
    expect(auth.rows.records).toMatchObject([{ kind: 'session.expire', object: 'user:2' }]);
  });
});

describe('a change of the user', () => {
  it.each([
    ['a lock', () => auth.users.lock(2)],
    ['a deletion', () => auth.users.delete(2)],
    ['a new password', () => auth.users.changePassword(2)],
  ])('that is %s ends their sessions', async (_, change) => {
    const token = await auth.open(anna);
    const caller = auth.request(token);
    const ben = await auth.open(auth.users.add(3, 'ben'));
    change();
    expect(auth.request(token)).toBeUndefined();
    expect(caller?.hasEnded).toBe(true);
    expect(auth.request(ben)).toBeDefined();
    expect(auth.rows.records).toMatchObject([{ kind: 'session.end', object: 'user:2' }]);
  });

  it('of their own password leaves the session that changed it', async () => {
    const [mine, other] = [await auth.open(anna), await auth.open(anna)];
    const credential = auth.request(mine)?.credential;
    auth.users.changePassword(2, credential?.kind === 'session' ? credential.id : '');
    expect(auth.request(mine)).toBeDefined();
    expect(auth.request(other)).toBeUndefined();
  });

  it('of their role or name ends nothing', async () => {
    const token = await auth.open(anna);
    auth.users.giveRole(2, accessWith());
    auth.users.rename(2, 'anne');
    expect(auth.request(token)).toBeDefined();
  });

  it('of their token ends the sessions opened with the token', async () => {
    const [byToken, byPassword] = [await auth.open(anna, true), await auth.open(anna)];
    auth.users.give(2, newToken());
    expect(auth.request(byToken)).toBeUndefined();
    expect(auth.request(byPassword)).toBeDefined();
  });
});
