import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { SessionEntity } from '../../src/auth/session.entity.js';
import { SessionRepository } from '../../src/auth/sessions/session.repository.js';
import { Db } from '../../src/database/db.js';
import { aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface SessionJson {
  readonly id: string;
  readonly current: boolean;
  readonly age: number;
}

let pdu: Pdu;
let user: Client;
let name: string;

const again = (): Promise<Client> => pdu.signIn(name, USER_PASSWORD);
const works = async (client: Client): Promise<boolean> => (await client.get('/api/user')).status === 200;
const listOf = async (client: Client): Promise<SessionJson[]> =>
  (await client.get('/api/user/sessions')).body as SessionJson[];
const currentOf = async (client: Client): Promise<string> =>
  (await listOf(client)).find(({ current }) => current)?.id ?? '';
const rows = async (): Promise<SessionEntity[]> => {
  await pdu.app.get(Db).idle();
  return pdu.app.get(Db).all(SessionEntity);
};
const logged = async (kind: string): Promise<AuditEntryEntity[]> => {
  await pdu.app.get(Db).idle();
  return (await pdu.app.get(Db).all(AuditEntryEntity)).filter((entry) => entry.kind === kind);
};

beforeEach(async () => {
  pdu = await aPdu();
  user = await pdu.as({});
  name = String((await user.get('/api/user')).body.username);
});
afterEach(() => pdu.stop());

describe('signing out', () => {
  it('ends the session, deletes the cookie, and is in the audit log', async () => {
    const { status, body, headers } = await user.post('/api/logout');
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get('set-cookie')).toBe('SPID=; path=/; Max-Age=0; HttpOnly; SameSite=Strict');
    expect(await works(user)).toBe(false);
    expect((await user.post('/api/logout')).status).toBe(401);
    expect(await logged('session.signOut')).toMatchObject([
      { object: `user:${user.userId}`, who: name, via: 'session' },
    ]);
  });

  it('with a token ends nothing', async () => {
    const admin = await pdu.as('admin');
    const { accessToken } = (await admin.post(`/api/users/${user.userId}/token`)).body as { accessToken: string };
    const robot = pdu.with({ authorization: `Bearer ${accessToken}`, ...user.headers });
    expect((await robot.post('/api/logout')).status).toBe(200);
    expect(await works(user)).toBe(true);
    expect(await works(robot)).toBe(true);
  });
});

describe('the list of the own sessions', () => {
  it('shows the address and the start of each, and not the token', async () => {
    pdu.clock.advance(90_000);
    const phone = await pdu.request(
      'POST',
      '/login',
      { username: name, password: USER_PASSWORD },
      { 'user-agent': `phone ${'x'.repeat(500)}` },
    );
    pdu.clock.advance(10_000);
    const { body, status } = await user.get('/api/user/sessions');
    const now = Math.floor(pdu.clock.now() / 1000);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        address: '127.0.0.1',
        agent: 'node',
        created: now - 100,
        lastSeen: now,
        age: 100,
        current: true,
      },
      {
        id: expect.any(String),
        address: '127.0.0.1',
        agent: `phone ${'x'.repeat(194)}`,
        created: now - 10,
        lastSeen: now - 10,
        age: 10,
        current: false,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(phone.headers.get('token'));
    expect(await listOf(await pdu.as('admin'))).not.toContainEqual(
      expect.objectContaining({ id: (body as SessionJson[])[0]?.id }),
    );
  });

  it('can end one of them, and none of another user', async () => {
    const other = await again();
    const admin = await pdu.as('admin');
    expect((await user.delete(`/api/user/sessions/${await currentOf(admin)}`)).body.code).toBe('SESSION_UNKNOWN');
    expect((await user.get(`/api/user/sessions/${await currentOf(admin)}`)).status).toBe(404);
    expect((await user.delete('/api/user/sessions/1')).status).toBe(404);

    const id = await currentOf(other);
    expect((await user.get(`/api/user/sessions/${id}`)).body).toMatchObject({ id, current: false });
    expect((await user.delete(`/api/user/sessions/${id}`)).body).toEqual({});
    expect([await works(user), await works(other), await works(admin)]).toEqual([true, false, true]);
  });

  it('can end all others at once', async () => {
    const others = [await again(), await again()];
    expect((await user.delete('/api/user/sessions')).status).toBe(200);
    expect([await works(user), ...(await Promise.all(others.map(works)))]).toEqual([true, false, false]);
  });
});

describe('the session lifetime', () => {
  it('ends after half an hour without a request', async () => {
    pdu.clock.advance(29 * MINUTE);
    expect(await works(user)).toBe(true);
    pdu.clock.advance(29 * MINUTE);
    expect(await works(user)).toBe(true);
    pdu.clock.advance(30 * MINUTE);
    expect(await works(user)).toBe(false);
    await pdu.seconds(1);
    expect((await rows()).some(({ userId }) => userId === user.userId)).toBe(false);
    expect((await logged('session.expire')).map(({ object }) => object)).toContain(`user:${user.userId}`);
  });

  it('ends after twelve hours, even without an idle limit', async () => {
    await (await pdu.as('admin')).post('/api/conf', { webIdleTimeout: 0 });
    pdu.clock.advance(12 * HOUR - 1000);
    expect(await works(user)).toBe(true);
    pdu.clock.advance(1000);
    expect(await works(user)).toBe(false);
  });

  it('is stored at most once a minute, however many requests there are', async () => {
    const lastSeen = async (): Promise<number> =>
      (await rows()).find(({ userId }) => userId === user.userId)?.lastSeenAt ?? 0;
    const [before, start] = [await lastSeen(), pdu.clock.now()];
    const seen = new Set<number>();
    for (let second = 0; second < 130; second++) {
      await pdu.seconds(1);
      if (second % 10 === 0) await works(user);
      seen.add(await lastSeen());
    }
    expect(before).toBeLessThanOrEqual(start);
    expect(seen.size).toBeLessThanOrEqual(4);
    expect(await lastSeen()).toBeGreaterThan(start + MINUTE);
  });
});

describe('an administrator', () => {
  it.each([
    ['locks', (admin: Client, id: string) => admin.put(`/api/users/${id}`, { userIsLocked: true })],
    ['deletes', (admin: Client, id: string) => admin.delete(`/api/users/${id}`)],
  ])('who %s a user ends the sessions and the token of that user', async (_, invoke) => {
    const admin = await pdu.as('admin');
    const { accessToken } = (await admin.post(`/api/users/${user.userId}/token`)).body as { accessToken: string };
    const robot = pdu.with({ authorization: `Bearer ${accessToken}` });
    expect(await works(robot)).toBe(true);
    expect((await invoke(admin, user.userId)).status).toBe(200);
    expect([await works(user), await works(robot), await works(admin)]).toEqual([false, false, true]);
    expect((await rows()).some(({ userId }) => userId === user.userId)).toBe(false);
  });

  it('who changes a role does not end sessions, and the role takes effect at once', async () => {
    const admin = await pdu.as('admin');
    const { roleId } = (await user.get('/api/user')).body as { roleId: number };
    expect((await user.get('/api/users')).status).toBe(403);
    await admin.put(`/api/roles/${roleId}`, { permissions: { viewUsersList: true } });
    expect((await user.get('/api/users')).status).toBe(200);
  });
});

describe('a new password', () => {
  it('ends the other sessions of the user, but not the one that changed it', async () => {
    const other = await again();
    const change = { currentPassword: USER_PASSWORD, newPassword: 'quite another one' };
    expect((await user.put('/api/user/password', change)).status).toBe(200);
    expect([await works(user), await works(other)]).toEqual([true, false]);
  });
});

describe('the ninth session', () => {
  it('ends the oldest', async () => {
    for (let i = 0; i < 8; i++) {
      pdu.clock.advance(1000);
      await again();
    }
    expect(await works(user)).toBe(false);
    expect((await rows()).filter(({ userId }) => userId === user.userId)).toHaveLength(8);
  });
});

describe('a crash right after a change that ends sessions', () => {
  const password = { currentPassword: USER_PASSWORD, newPassword: 'another battery' };
  /** Changes that end sessions, each with how many of the user's two sessions remain; the user uses the first. */
  const ACCOUNT_CHANGES: readonly (readonly [
    what: string,
    left: number,
    invoke: (admin: Client) => Promise<{ status: number }>,
  ])[] = [
    ["the user's own new password", 1, () => user.put('/api/user/password', password)],
    ['a new password by another', 0, (admin) => admin.put(`/api/users/${user.userId}/password`, password)],
    ['a lock', 0, (admin) => admin.put(`/api/users/${user.userId}`, { userIsLocked: true })],
    ['being disabled', 0, (admin) => admin.post(`/api/users/${user.userId}/disable`)],
    ['being deleted', 0, (admin) => admin.delete(`/api/users/${user.userId}`)],
    ['a document without him', 0, withoutHim],
    ['a factory reset', 0, (admin) => admin.post('/api/system/configReset')],
  ];
  const his = async (): Promise<SessionEntity[]> => (await rows()).filter(({ userId }) => userId === user.userId);
  /** Loses every write after the commit. */
  const crash = () => jest.spyOn(pdu.app.get(SessionRepository), 'write').mockResolvedValue();

  async function withoutHim(admin: Client): Promise<{ status: number }> {
    const { body } = await admin.get('/api/config/export');
    const users = body.sections.users.filter(({ id }: { id: number }) => String(id) !== user.userId);
    return admin.post('/api/config/apply', { ...body, sections: { users } });
  }

  it.each(ACCOUNT_CHANGES)(
    'does not restore them, and they remain if the database refuses the change: %s',
    async (_, left, invoke) => {
      const admin = await pdu.as('admin');
      const other = await again();
      const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      const source = pdu.app.get(DataSource);
      await source.query(`CREATE TRIGGER refused BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'no'); END`);
      expect((await invoke(admin)).status).toBe(500);
      await source.query('DROP TRIGGER refused');
      logged.mockRestore();
      expect(await his()).toHaveLength(2);
      expect([await works(user), await works(other)]).toEqual([true, true]);

      const lost = crash();
      expect((await invoke(admin)).status).toBe(200);
      expect(await his()).toHaveLength(left);
      lost.mockRestore();
    },
  );
});

describe('a restart', () => {
  it('preserves sessions, and its duration counts towards their lifetime', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-sessions-'));
    const clock = new VirtualClock();
    const before = await aPdu({ dataDir, clock });
    const admin = await before.as('admin');
    clock.advance(10 * MINUTE);
    await before.stop();

    clock.advance(19 * MINUTE);
    const after = await aPdu({ dataDir, clock: new VirtualClock(new Date(clock.now()).toISOString()) });
    expect((await after.with(admin.headers).get('/api/user/sessions')).body).toMatchObject([
      { age: 29 * 60, current: true },
    ]);
    await after.stop();

    clock.advance(31 * MINUTE);
    const late = await aPdu({ dataDir, clock: new VirtualClock(new Date(clock.now()).toISOString()) });
    expect((await late.with(admin.headers).get('/api/user')).status).toBe(401);
    await late.stop();
    rmSync(dataDir, { recursive: true });
  });
});
