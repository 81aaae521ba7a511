import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_PASSWORD, aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { routesOf } from '../support/app/routes.js';

const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://other.127.0.0.1' },
];
const CREDENTIALS = { username: 'admin', password: ADMIN_PASSWORD };
const BASIC = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`;

let pdu: Pdu;
let admin: Client;

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  await admin.post('/api/conf', { webApiPasswordEnabled: true });
});
afterAll(() => pdu.stop());

describe('a page of another site', () => {
  it('reaches no route that changes state with the visitor’s session', async () => {
    const changing = routesOf(pdu.app).filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(10);
    for (const { name, method, example, access } of changing) {
      const credential = access?.kind === 'public' ? {} : admin.headers;
      const { status, body } = await pdu.request(method, example, {}, { ...credential, ...FOREIGN[0] });
      expect([name, status, body.code]).toEqual([name, 403, 'FOREIGN_ORIGIN']);
    }
  });

  it.each(FOREIGN)('moves no outlet: %p', async (headers) => {
    for (const credential of [admin.headers, { authorization: BASIC }]) {
      const { status, body } = await pdu.with(credential).put('/api/outlets/1', { state: 'OFF' }, headers);
      expect([status, body.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    }
    expect((await admin.get('/api/outlets/1')).body.state).toBe('ON');
  });

  it.each(FOREIGN)('signs nobody in: %p', async (headers) => {
    for (const path of ['/login', '/api/login']) {
      const answer = await pdu.request('POST', path, CREDENTIALS, headers);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    }
  });

  it('may not read responses', async () => {
    const { headers } = await admin.get('/api/outlets', FOREIGN[0]);
    expect([...headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([]);
    expect((await pdu.request('OPTIONS', '/api/outlets', undefined, FOREIGN[0])).status).toBe(401);
  });
});

describe('every other client', () => {
  it('is served: our own pages, scripts and tokens', async () => {
    const own = { origin: pdu.url, 'sec-fetch-site': 'same-origin' };
    const { accessToken } = (await admin.post('/api/users/1/token', undefined, own)).body as { accessToken: string };
    const robot = pdu.with({ authorization: `Bearer ${accessToken}` });
    const change = { outletName: 'pump' };
    expect((await admin.put('/api/outlets/1', change, own)).status).toBe(200);
    expect((await admin.put('/api/outlets/1', change, { origin: pdu.url })).status).toBe(200);
    expect((await admin.put('/api/outlets/1', change)).status).toBe(200);
    expect((await pdu.with({ authorization: BASIC }).put('/api/outlets/1', change)).status).toBe(200);
    expect((await robot.put('/api/outlets/1', change, FOREIGN[0])).status).toBe(200);
    expect((await pdu.request('POST', '/api/login', CREDENTIALS, own)).status).toBe(200);
  });
});
