import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  shown,
  until,
  PHONE,
  type WebUnderTest,
} from '../support/web/browser.js';
import { Authority } from '../support/servers/certificates.js';
import { freePort } from '../support/servers/free-port.js';

jest.setTimeout(BROWSER_TEST);

const DAY = 24 * 3_600_000;
const endsSoon = (): RegExp =>
  shown(
    /The certificate of HTTPS ends in \d+ days .* Upload a new one/,
    /Das HTTPS-Zertifikat läuft in \d+ Tagen ab .* Laden Sie ein neues/,
  );

describeInBrowser('a fault of the controller', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterAll(() => web.close());

  const done = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await web.admin.send(method, path, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const faults = async () => (await web.admin.send('GET', '/api/system/health')).body['faults'] as unknown[];

  it('is shown on every page to users who may view it, and moves nothing there', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    const banner = page.locator('.fault-banner');
    await page.getByRole('button', { name: /^Off/ }).first().waitFor();
    expect(await banner.count()).toBe(0);
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.boundingBox();

    const { cert, key } = new Authority().serverUntil(new Date(Date.now() + 20 * DAY), '127.0.0.1');
    await done('PUT', '/api/system/certificate', { certificate: cert, key });
    await done('POST', '/api/conf', { webSslEnabled: true, webSslPort: await freePort(), customSslCertEnabled: true });
    await until(faults, ({ length }) => length === 1);
    await page.reload();
    await banner.filter({ hasText: endsSoon() }).waitFor();
    expect(await heading.boundingBox()).toEqual(before);

    await web.open(page, '/events');
    await banner.getByRole('link', { name: 'Details' }).click();
    await page.waitForURL(/\/system$/);
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByRole('alert').filter({ hasText: 'HTTPS certificate' }).filter({ hasText: endsSoon() }).waitFor();
    await web.leave(page);
  });

  it('fits on a phone', async () => {
    const page = await web.signedIn({ viewport: PHONE });
    const link = page.locator('.fault-banner').getByRole('link', { name: 'Details' });
    await link.waitFor();
    const { x = 0, width = 0 } = (await link.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
    await web.leave(page);
  });

  it('of silent hardware is in the header while it lasts, and not in the banner, which would keep it for longer', async () => {
    const page = await web.signedIn();
    const notice = page.getByRole('alert').filter({ hasText: 'The hardware does not respond.' });
    await web.simulate({ bus: { failing: true } });
    await notice.waitFor();
    await until(faults, ({ length }) => length === 2);
    await page.reload();
    await notice.waitFor();
    const banner = page.locator('.fault-banner').filter({ hasText: endsSoon() });
    await banner.getByRole('link', { name: 'Details', exact: true }).waitFor();
    await web.simulate({ bus: { failing: false } });
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await banner.getByRole('link', { name: 'Details', exact: true }).waitFor();
    expect(await faults()).toHaveLength(2);
    await web.leave(page);
  });

  it('is not shown to a role that may not view it', async () => {
    const permissions = { viewOutlets: ['1-1200578'], viewInletStats: true };
    const { id } = await done('POST', '/api/roles', { name: 'Night shift', permissions });
    await done('POST', '/api/users', { username: 'night', password: 'night shift at three', roleId: id });
    const page = await web.signedIn({ as: 'night', password: 'night shift at three' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();
    expect(await page.locator('.fault-banner').count()).toBe(0);
    expect(asked).toContain('/api/user');
    expect(asked).not.toContain('/api/system/health');
    expect(web.errors).toEqual([]);
    await web.leave(page);
  });
});
