/** Limits on concurrent sessions and on sign-ins by address, and the challenge for a request without a credential. */
import { request, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import { SessionService } from '../../src/auth/sessions/session.service.js';
import type { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
import { PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import { UsersService } from '../../src/users/users.service.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { plainRequest } from '../support/clients/plain-request.js';

let pdu: Pdu;
let admin: Client;
beforeEach(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterEach(() => pdu.stop());

const signIn = (username: string, password = USER_PASSWORD) =>
  pdu.request('POST', '/api/login', { username, password });
const nameOf = async (client: Client): Promise<string> => String((await client.get('/api/user')).body.username);

describe('the sessions of one user', () => {
  it('from one address do not end those from another', async () => {
    const person = await pdu.as({});
    const user = pdu.app.get(UsersService).find(person.userId);
    const open = (address: string) =>
      pdu.app.get(SessionService).open(user, { address, agent: 'cron', byToken: false }, async () => undefined);
    for (let job = 0; job < 20; job++) await open('192.0.2.7');
    expect((await person.get('/api/user')).status).toBe(200);
    const list = (await person.get('/api/user/sessions')).body as { address: string }[];
    expect(list.filter(({ address }) => address === '192.0.2.7')).toHaveLength(8);
    for (let host = 0; host < 40; host++) {
      pdu.clock.advance(1000);
      await open(`192.0.2.${host + 10}`);
      await person.get('/api/user'); // used, so it is never the longest idle
    }
    expect((await person.get('/api/user/sessions')).body).toHaveLength(32);
    expect((await person.get('/api/user')).status).toBe(200);
  });
});

describe('webMaxUsers', () => {
  it('counts users and not sessions, and the built-in administrator can always sign in', async () => {
    const [anna, ben, carl] = [await pdu.as({}), await pdu.as({}), await pdu.as({})];
    const [annaName, benName, carlName] = [await nameOf(anna), await nameOf(ben), await nameOf(carl)];
    const { accessToken } = (await carl.post(`/api/users/${carl.userId}/token`)).body;
    await carl.post('/api/logout');
    await ben.post('/api/logout');
    await admin.post('/api/conf', { webMaxUsers: 2 });
    expect((await signIn(annaName)).status).toBe(200);
    const refused = await signIn(benName);
    expect([refused.status, refused.body.code]).toEqual([503, 'USERS_FULL']);
    expect(refused.body.message).toContain('2');
    expect(refused.headers.get('token')).toBeNull();
    const byToken = await pdu.request('POST', '/api/login', undefined, { authorization: `Bearer ${accessToken}` });
    expect(byToken.status).toBe(503);
    expect((await pdu.request('GET', '/api/user', undefined, { authorization: `Bearer ${accessToken}` })).status).toBe(
      200,
    );
    expect((await signIn(carlName, 'wrong password')).status).toBe(401);
    await anna.delete('/api/user/sessions');
    await anna.post('/api/logout');
    expect((await signIn(benName)).status).toBe(200);
    await admin.post('/api/conf', { webMaxUsers: 1 });
    expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(200);
    await admin.post('/api/conf', { webMaxUsers: 0 });
    expect((await signIn(annaName)).status).toBe(200);
  });
});

describe('a flood of guesses at the primary admin from many senders', () => {
  it('is refused with 429, without effect on sessions, the token and the usual address', async () => {
    const proxied = await aPdu({ env: { RACKFEED_TRUSTED_PROXIES: '127.0.0.1' } });
    const signInFrom = (address: string, password = ADMIN_PASSWORD, headers: Record<string, string> = {}) =>
      proxied.request(
        'POST',
        '/api/login',
        { username: 'admin', password },
        { 'x-forwarded-for': address, ...headers },
      );
    const home = await signInFrom('192.0.2.1');
    const client = proxied.with({ cookie: `SPID=${home.headers.get('token')}` });
    const { accessToken } = (await client.post('/api/users/1/token')).body;

    const statuses: number[] = [];
    for (let sender = 0; sender < 60; sender++) {
      statuses.push((await signInFrom(`203.0.113.${sender}`, `guess ${sender}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(40).fill(429)]);

    const stranger = await signInFrom('198.51.100.7');
    expect([stranger.status, stranger.headers.get('retry-after'), stranger.body.code]).toEqual([
      429,
      '30',
      'TOO_MANY_ATTEMPTS',
    ]);
    expect((await signInFrom('192.0.2.1')).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(200);
    const bearer = { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': '198.51.100.7' };
    expect((await proxied.request('GET', '/api/user', undefined, bearer)).status).toBe(200);

    await proxied.seconds(61);
    const refused = (await client.get('/api/log?limit=100')).body as { kind: string; after: unknown }[];
    const lines = JSON.stringify(refused).split('session.signInRefused').length - 1;
    expect(lines).toBe(1);
    await proxied.stop();
  });
});

describe('a sign-in while too many passwords wait', () => {
  let places: jest.SpiedFunction<PasswordHasher['hasPlaceFor']>;

  /** The response to a sign-in of which only the headers are sent. */
  const answerToHeadersOf = (path: string, headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const length = { 'content-length': '60' };
      const sent = request(`${pdu.url}${path}`, { method: 'POST', headers: { ...length, ...headers } }, (answer) => {
        answer.on('data', (chunk: Buffer) => Object.assign(answer, { text: chunk.toString() }));
        answer.on('end', () => {
          resolve(answer);
          sent.destroy();
        });
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });

  beforeEach(() => {
    places = jest.spyOn(PasswordHasher.prototype, 'hasPlaceFor').mockReturnValue(false);
  });
  afterEach(() => places.mockRestore());

  it.each(['/login', '/api/login'])(
    'at %s is refused before its body is read, like every other refusal',
    async (path) => {
      const answer = await answerToHeadersOf(path);
      const { text } = answer as IncomingMessage & { text: string };
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2']);
      expect(JSON.parse(text)).toEqual({
        statusCode: 429,
        error: 'Too Many Requests',
        message: 'Too many attempts; try again in 2 seconds.',
        code: 'TOO_MANY_ATTEMPTS',
      });
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    },
  );

  it('is counted by its route and in the log', async () => {
    const { traffic } = pdu.app.get(HttpAdapterHost).httpAdapter as RackfeedExpressAdapter;
    const refused = () =>
      traffic.routes.find(({ method, path }) => `${method} ${path}` === 'POST /api/login')?.answers[3];
    const before = refused() ?? 0;
    for (let attempt = 0; attempt < 3; attempt++) expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(429);
    expect(refused()).toBe(before + 3);
    await pdu.seconds(61);
    const [entry] = (await admin.get('/api/log?kind=session.signInRefused&limit=1')).body.entries;
    expect(entry.after.refused).toBeGreaterThanOrEqual(3);
  });

  it('is checked where its sender still has a place, and with a token always', async () => {
    const { accessToken } = (await admin.post('/api/users/1/token')).body;
    places.mockImplementation(({ isKnown }) => isKnown);
    expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(200);
    places.mockReturnValue(false);
    const bearer = { authorization: `Bearer ${accessToken}` };
    expect((await pdu.request('POST', '/api/login', undefined, bearer)).status).toBe(200);
  });
});

describe('the challenge of a 401', () => {
  const BASIC = 'Bearer, Basic realm="Rackfeed", charset="UTF-8"';
  const challengeTo = async (headers: Record<string, string>, path = '/api/outlets') => {
    const answer = await plainRequest(pdu, 'GET', path, headers);
    return [answer.status, answer.headers['www-authenticate']];
  };

  it('offers Basic to tools while it is on', async () => {
    expect(await challengeTo({})).toEqual([401, 'Bearer']);
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    for (const path of ['/api/outlets', '/api/user', '/cmd.cgi?$A5', '/status.xml']) {
      expect(await challengeTo({ 'user-agent': 'curl/8.0' }, path)).toEqual([401, BASIC]);
    }
    expect(await challengeTo({ authorization: `Basic ${btoa('admin:wrong')}` })).toEqual([401, BASIC]);
  });

  it.each<Record<string, string>>([
    { origin: 'http://rack.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-mode': 'navigate' },
    { cookie: 'SPID=gone' },
    { 'user-agent': 'Mozilla/5.0 (X11)', 'accept-language': 'de' },
  ])('offers a browser Bearer only: %j', async (headers) => {
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    expect(await challengeTo(headers)).toEqual([401, 'Bearer']);
    expect(await challengeTo(headers, '/cmd.cgi?$A5')).toEqual([401, 'Bearer']);
  });
});
