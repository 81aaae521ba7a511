/** The installed application: manifest, icons, and the service worker, which keeps the frame of the pages and no data. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, until, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
}

describe.each(['', '/pdu'])('with the base path "%s", the manifest', (basePath) => {
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    pdu = await aPdu(basePath === '' ? {} : { env: { RACKFEED_BASE_PATH: basePath } });
    admin = await pdu.as('admin');
    await admin.post('/api/conf', { deviceName: 'Rack 12 left' });
  });
  afterAll(() => pdu.stop());

  const manifest = async (headers: Record<string, string> = {}): Promise<Manifest> => {
    const answer = await fetch(`${pdu.url}${basePath}/manifest.webmanifest`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
    ]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    return (await answer.json()) as Manifest;
  };

  it('names the PDU to a browser that is signed in, and the product to a stranger', async () => {
    expect((await manifest()).name).toBe('Rackfeed');
    expect((await manifest({ cookie: `SPID=${'A'.repeat(43)}` })).name).toBe('Rackfeed');
    expect((await manifest({ cookie: `SPID=${admin.token}` })).name).toBe('Rack 12 left');
  });

  it('begins at the first page below the base path, and has icons that exist', async () => {
    const { start_url, scope, display, icons } = await manifest();
    expect([start_url, scope, display]).toEqual([`${basePath}/`, `${basePath}/`, 'standalone']);
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);
    for (const { src } of icons) {
      const icon = await fetch(pdu.url + src);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  it('and the service worker are allowed by the policy of the pages', async () => {
    const policy = (await fetch(`${pdu.url}${basePath}/`)).headers.get('content-security-policy');
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).toContain("worker-src 'self'");
  });

  it('comes with a service worker whose build is that of the page and of the controller, and whose files exist', async () => {
    const answer = await fetch(`${pdu.url}${basePath}/service-worker.js`);
    const worker = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(worker).not.toMatch(/__[A-Z_]+__|\bimport\b/);
    const { build } = (await (await fetch(`${pdu.url}${basePath}/build.json`)).json()) as { build: string };
    expect(worker).toContain(build);
    expect(await (await fetch(`${pdu.url}${basePath}/`)).text()).toContain(`name="build" content="${build}"`);
    const files = worker.match(/assets\/[\w.-]+/g) ?? [];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect((await fetch(`${pdu.url}${basePath}/${file}`)).status).toBe(200);
  });

  it('can be taken back: a page with ?shell=none frees the browser, unless another site asks for it', async () => {
    const cleared = async (headers: Record<string, string>): Promise<string | null> =>
      (await fetch(`${pdu.url}${basePath}/?shell=none`, { headers })).headers.get('clear-site-data');
    expect(await cleared({ 'sec-fetch-site': 'none' })).toBe('"storage"');
    expect(await cleared({ 'sec-fetch-site': 'cross-site' })).toBeNull();
  });
});

describeInBrowser('the service worker in a browser', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser({ RACKFEED_BASE_PATH: '/pdu' });
  });
  afterAll(() => web.close());

  it('keeps the frame of the pages and nothing else, and shows without a connection only when it last saw the PDU', async () => {
    const page = await web.signedIn({ path: '/pdu/outlets', serviceWorkers: 'allow' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), Boolean);
    await until(() => page.evaluate<string | null>("localStorage.getItem('last-seen')"), Boolean);
    await page.goto(`${web.url}/pdu/history`);
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    const stored = await page.evaluate<string[]>(
      `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
        .then((all) => all.flat().map(({ url }) => new URL(url).pathname))`,
    );
    expect(stored.length).toBeGreaterThan(5);
    expect(stored.filter((path) => !/^(\/pdu)?\/(assets\/[\w.-]+)?$/.test(path))).toEqual([]);

    await page.context().setOffline(true);
    await page.goto(`${web.url}/pdu/outlets`);
    await page.getByRole('heading', { name: 'The controller cannot be reached' }).waitFor();
    await page.getByText(/^Last seen \d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor();
    expect(await page.getByText(/Outlet \d|\d\s?(W|A|V)\b/).count()).toBe(0);

    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    await page.context().close();
  });

  it('shows the page of the controller whenever that answers, however old the kept one is', async () => {
    const page = await web.signedIn({ path: '/pdu/outlets', serviceWorkers: 'allow' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), Boolean);
    await page.evaluate(
      `caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.put(new Request('/pdu/'),
        new Response('<h1>a broken page</h1>', { headers: { 'content-type': 'text/html' } })))`,
    );
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    expect(await page.getByText('a broken page').count()).toBe(0);

    await page.goto(`${web.url}/pdu/?shell=none`);
    await until(
      () => page.evaluate<number>('caches.keys().then((names) => names.length)'),
      (count) => count <= 1, // the page may have installed the worker again already
    );
    await page.context().close();
  });

  it('and the pages offer to reload after an upgrade, and do not do it by themselves', async () => {
    const signedIn = await web.signedIn({ path: '/pdu/outlets' });
    await signedIn.context().route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }));
    await signedIn.reload();
    const offer = signedIn.locator('.new-version').filter({ hasText: 'The controller has been updated.' });
    await offer.waitFor();
    let loads = 0;
    signedIn.on('framenavigated', () => loads++);
    await signedIn.waitForTimeout(1_500);
    expect(loads).toBe(0);
    await signedIn.context().unroute('**/build.json');
    await offer.getByRole('button', { name: 'Reload' }).click();
    await signedIn.locator('html[data-live="live"]').waitFor();
    await until(
      () => signedIn.getByText('The controller has been updated.').count(),
      (count) => count === 0,
    );
    expect(loads).toBe(1);
    await signedIn.context().close();
  });

  it('has thrown no error in all of that', () => {
    expect(web.errors.filter((each) => !/WebSocket|ERR_INTERNET|service worker/i.test(each))).toEqual([]);
  });
});
