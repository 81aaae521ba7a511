import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WebSocket } from 'ws';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PASSWORD,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { httpsOn } from '../support/clients/https-client.js';
import { ADMIN_PASSWORD, aPdu, type Client, type Pdu } from '../support/app/pdu.js';

jest.setTimeout(BROWSER_TEST);

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const UNDER_PDU = { RACKFEED_BASE_PATH: '/pdu' };

describe.each(['/pdu', ''])('with RACKFEED_BASE_PATH=/pdu, a request below "%s"', (prefix) => {
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    pdu = await aPdu({ env: UNDER_PDU });
    admin = await pdu.as('admin');
  });
  afterAll(() => pdu.stop());

  it.each(['/health', '/health/live', '/api/openapi.json'])('gets public resources: %s', async (path) => {
    expect((await pdu.request('GET', prefix + path)).status).toBe(200);
  });

  it('signs in, with a cookie for every path, and switches an outlet', async () => {
    const login = await pdu.request('POST', `${prefix}/api/login`, { username: 'admin', password: ADMIN_PASSWORD });
    expect([login.status, login.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('; path=/;')]);
    const client = pdu.with({ cookie: `SPID=${login.headers.get('token')}` });
    expect((await client.put(`${prefix}/api/outlets/1?x=1`, { state: 'OFF' })).status).toBe(200);
    expect((await client.get(`${prefix}/metrics`)).status).toBe(200);
  });

  it('requires the same credential', async () => {
    expect((await pdu.request('GET', `${prefix}/api/outlets`)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect((await pdu.request('GET', `${prefix}/metrics`)).status).toBe(401);
  });

  it('opens the stream', async () => {
    const socket = new WebSocket(`${pdu.url.replace('http', 'ws')}${prefix}/ws`);
    await once(socket, 'open');
    const first = once(socket, 'message');
    socket.send(JSON.stringify({ cookie: admin.token }));
    await pdu.seconds(1);
    expect(JSON.parse(String((await first)[0]))).toHaveProperty('device');
    socket.close();
    await once(socket, 'close');
  });

  it.each(['', '/', '?a=1', '/outlets', '/groups/7'])('gets the application at "%s"', async (path) => {
    const { status, body } = await pdu.request('GET', prefix + path);
    expect(status).toBe(200);
    expect(body).toContain('<meta name="base-path" content="/pdu"');
    const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(file).toMatch(/^\/pdu\/(assets\/|manifest\.webmanifest$)/);
      expect((await pdu.request('GET', file)).status).toBe(200);
    }
  });

  it('gets the API explorer, whose files, document and calls are below the path', async () => {
    const { body } = await pdu.request('GET', `${prefix}/api/docs`);
    const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(5);
    for (const file of files) {
      expect(file).toMatch(/^\/pdu\/api\//);
      expect((await pdu.request('GET', file)).status).toBe(200);
    }
    expect((await pdu.request('GET', `${prefix}/api/docs/start.js`)).body).toContain("url: '/pdu/api/openapi.json'");
    expect((await pdu.request('GET', `${prefix}/api/openapi.json`)).body.servers).toEqual([{ url: '/pdu' }]);
  });

  it.each(['/pdux', '/pdu/pdu', '/no/such/page'])('gets 404 at %s', async (path) => {
    const page = await pdu.request('GET', prefix + path, undefined, BROWSER);
    expect([page.status, page.body]).toEqual([404, expect.stringContaining('="/pdu/assets/')]);
    expect((await pdu.request('GET', prefix + path)).body).toMatchObject({ code: 'PATH_UNKNOWN' });
  });

  it('is redirected to HTTPS at the same path, including the stream, except for the health', async () => {
    const port = await httpsOn(pdu, admin, { webRedirectHttp: true });
    const at = async (path: string) => (await pdu.request('GET', prefix + path)).headers.get('location');
    expect(await at('/outlets?x=1')).toBe(`https://127.0.0.1:${port}${prefix}/outlets?x=1`);
    expect(await at('/')).toBe(`https://127.0.0.1:${port}${prefix}/`);
    expect(await at('/health')).toBeNull();
    const socket = new WebSocket(`${pdu.url.replace('http', 'ws')}${prefix}/ws`);
    socket.on('error', () => undefined);
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { headers: { location: string } }];
    expect(answer.headers.location).toBe(`https://127.0.0.1:${port}${prefix}/ws`);
    socket.terminate();
    expect((pdu.app.getHttpServer() as Server).listening).toBe(true);
  });
});

describe('without RACKFEED_BASE_PATH', () => {
  it('nothing is served below /pdu, and the pages and the document are those of the root', async () => {
    const pdu = await aPdu();
    expect((await pdu.request('GET', '/pdu/health')).body).toMatchObject({ code: 'PATH_UNKNOWN' });
    const { body } = await pdu.request('GET', '/groups/7');
    expect(body).toContain('<meta name="base-path" content=""');
    expect(body).toMatch(/src="\/assets\//);
    expect((await pdu.request('GET', '/api/openapi.json')).body.servers).toEqual([]);
    await pdu.stop();
  });
});

describeInBrowser('the browser UI below a path', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser(UNDER_PDU);
  });
  afterAll(() => web.close());

  it('signs in, opens a deep link, shows live data and switches an outlet without leaving the path', async () => {
    const page = await web.signedOut('/login'); // the controller serves the page at the root too
    await page.getByLabel('User name').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
    await page.goto(`${web.url}/pdu/outlets`);
    await page.waitForURL('**/pdu/login');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/pdu/outlets');
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();

    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    expect((await answered).status()).toBe(200);
    const { body } = await web.admin.send('GET', '/pdu/api/outlets/1');
    expect(body['state']).toBe('OFF');

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/pdu/history');
    await page.getByRole('link', { name: 'CSV' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'CSV' }).first().getAttribute('href')).toMatch(/^\/pdu\/api\/history/);

    await page.goto(`${web.url}/pdu/system`);
    const diagnostics = page.locator('a[href$="/api/system/diagnostics"]');
    await diagnostics.waitFor();
    expect(await diagnostics.getAttribute('href')).toBe('/pdu/api/system/diagnostics');

    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: /API/ }).click();
    await page.waitForURL('**/pdu/api/docs');
    // Those further down are rendered once they are scrolled to.
    await page.getByText('/api/log', { exact: true }).first().waitFor();

    await until(() => asked.includes('/pdu/ws'), Boolean);
    expect(asked.filter((path) => !/^\/pdu(\/|$)/.test(path))).toEqual([]);
    expect(web.errors).toEqual([]);
    await web.leave(page);
  });
});
