import type { IncomingHttpHeaders } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeConnection } from '../../test/support/doubles/fake-connection.js';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import type { CallerCache } from '../auth/callers/caller-cache.js';
import { Ticks } from '../kernel/ticks.js';
import { Access, type Caller, type Permissions } from '../common/access.js';
import { Mutex } from '../common/mutex.js';
import { newToken } from '../common/token.js';
import { StreamMessage } from './stream-message.js';
import { StreamReadersService } from './stream-readers.service.js';
import type { StreamSource } from './stream-source.js';

const TOKEN = newToken();
const accessOf = (permissions: Partial<Permissions>): Access =>
  new Access({ viewOutlets: [], modifyOutlets: [], ...permissions } as Partial<Permissions> as Permissions, false);

/** The service with fake sessions and messages, and a clock that the test moves. */
function aStream() {
  const clock = new VirtualClock();
  const ticks = new Ticks();
  let count = 0;
  const state = { ended: false, isShared: false, access: accessOf({ viewInletStats: true }) };
  const caller: Caller = {
    userId: '2',
    username: 'operator',
    get access() {
      return state.access;
    },
    credential: { kind: 'session', id: 's' },
    get hasEnded() {
      return state.ended;
    },
  };
  const callers: Partial<CallerCache> = {
    ofTokens: ([{ kind, token } = { kind: 'token', token: '' }]) => {
      const found = kind === 'session' && token === TOKEN && !state.ended ? caller : undefined;
      return state.isShared ? Promise.resolve(found) : found;
    },
  };
  const budget = { take: () => true, thread: new Mutex() };
  const source: StreamSource = {
    wishOf: (query) => [...query.keys()],
    for: (access, _isFirst, wish) =>
      new StreamMessage([Buffer.from(`${count} for ${[access.key, ...wish].join(' ')}`)], count, budget),
  };
  const readers = new StreamReadersService(ticks, clock, callers as CallerCache, source);
  readers.onModuleInit();
  const tick = (): void => {
    count++;
    ticks.run({ uptime: clock.uptime() });
  };
  const seconds = (many: number): void => {
    for (let second = 0; second < many; second++) {
      clock.advance(1000);
      tick();
    }
  };
  const connect = (headers: IncomingHttpHeaders = {}, address = '192.0.2.1'): FakeConnection => {
    const connection = new FakeConnection();
    readers.connected(connection, headers, address);
    return connection;
  };
  const signIn = (): FakeConnection => {
    const connection = connect();
    readers.received(connection, JSON.stringify({ cookie: TOKEN }));
    return connection;
  };
  tick();
  return { readers, state, seconds, tick, connect, signIn };
}

let stream: ReturnType<typeof aStream>;
beforeEach(() => {
  stream = aStream();
});

describe('the stream', () => {
  it('sends nothing before the credential, then the newest message at once and one message per poll cycle', () => {
    const connection = stream.connect();
    stream.seconds(3);
    expect(connection.sent).toEqual([]);
    stream.readers.received(connection, JSON.stringify({ cookie: TOKEN }));
    expect(connection.sent).toHaveLength(1);
    stream.seconds(2);
    expect(connection.sent).toHaveLength(3);
  });

  it.each([
    ['a wrong session', { cookie: newToken() }],
    ['a wrong access token', { token: 'other' }],
    ['an empty cookie where the upgrade brought none', { cookie: '' }],
  ])('closes with 4401 on %s', (_, message) => {
    const connection = stream.connect();
    stream.readers.received(connection, JSON.stringify(message));
    expect(connection.closed?.code).toBe(4401);
    expect(stream.readers.size).toBe(0);
  });

  it('explains what it expected when it cannot read the first message', () => {
    const connection = stream.connect();
    stream.readers.received(connection, 'hello');
    expect(connection.closed?.code).toBe(4401);
    expect(connection.closed?.reason).toContain('first message');
  });

  it('uses the cookie of the upgrade request in place of an empty one', () => {
    const connection = stream.connect({ cookie: `SPID=${TOKEN}` });
    stream.readers.received(connection, JSON.stringify({ cookie: '' }));
    expect(connection.sent).toHaveLength(1);
  });

  it('waits for another hub, which may have opened the session, unless the connection ends meanwhile', async () => {
    stream.state.isShared = true;
    const [stays, goes] = [stream.signIn(), stream.signIn()];
    stream.readers.disconnected(goes);
    await Promise.resolve();
    expect([stays, goes].map(({ sent }) => sent.length)).toEqual([1, 0]);
    expect(stream.readers.size).toBe(1);
  });

  it("closes with 4403 on another site's page, whatever its cookie", () => {
    const connection = stream.connect({ host: 'pdu:8080', origin: 'http://elsewhere', cookie: `SPID=${TOKEN}` });
    expect(connection.closed?.code).toBe(4403);
    stream.readers.received(connection, JSON.stringify({ cookie: '' }));
    expect(connection.sent).toEqual([]);
  });

  it('closes with 4401 after ten seconds without a message', () => {
    const connection = stream.connect();
    stream.seconds(9);
    expect(connection.closed).toBeUndefined();
    stream.seconds(1);
    expect(connection.closed?.code).toBe(4401);
  });

  it('closes with 4401 in the poll cycle after the session has ended', () => {
    const connection = stream.signIn();
    stream.state.ended = true;
    stream.seconds(1);
    expect(connection.closed?.code).toBe(4401);
    expect(connection.sent).toHaveLength(1);
  });

  it('follows a change of the role with the next message', () => {
    const connection = stream.signIn();
    stream.state.access = accessOf({ viewBankStats: true });
    stream.seconds(1);
    expect(connection.sent.at(-1)).toContain(stream.state.access.key);
  });

  it('ignores what comes after the first message, but not a flood of it', () => {
    const connection = stream.signIn();
    for (let count = 0; count < 100; count++) stream.readers.received(connection, 'again');
    stream.seconds(1);
    for (let count = 0; count < 100; count++) stream.readers.received(connection, 'again');
    expect(connection.closed).toBeUndefined();
    stream.readers.received(connection, 'again');
    expect(connection.closed?.code).toBe(1008);
  });

  it('forgets readers that have left', () => {
    const connection = stream.signIn();
    stream.readers.disconnected(connection);
    stream.seconds(1);
    expect(stream.readers.size).toBe(0);
    expect(connection.sent).toHaveLength(1);
  });

  it('does not let one slow reader keep the others waiting', () => {
    const [slow, quick] = [stream.signIn(), stream.signIn()];
    slow.bufferedAmount = 1024 * 1024;
    stream.seconds(31);
    expect([slow.sent.length, slow.terminated]).toEqual([1, true]);
    expect(quick.sent).toHaveLength(32);
  });

  it('holds at most 1,024 connections of one sender that have not signed in: the oldest leaves', () => {
    const other = stream.connect({}, '192.0.2.9');
    const [oldest, ...others] = Array.from({ length: 1025 }, () => stream.connect());
    expect(oldest?.closed?.code).toBe(1013);
    expect([other, ...others].every(({ closed }) => closed === undefined)).toBe(true);
  });

  it('holds at most 2,048 connections that have not signed in, wherever they come from', () => {
    const guests = Array.from({ length: 2049 }, (_, host) => stream.connect({}, `192.0.${host >> 8}.${host % 256}`));
    expect(guests.map(({ closed }) => closed?.code)).toEqual([1013, ...Array<undefined>(2048).fill(undefined)]);
  });

  it('has no place for one user beyond the share of the others, and counts readers that have left', () => {
    const readers = Array.from({ length: 1537 }, () => stream.signIn());
    expect(readers.map(({ closed }) => closed?.code)).toEqual([...Array<undefined>(1536).fill(undefined), 1013]);
    for (const reader of readers) stream.readers.disconnected(reader);
    expect([stream.readers.size, stream.signIn().closed]).toEqual([0, undefined]);
  });
});
