import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { RedfishClient } from '../support/protocols/redfish-client.js';
import { freePort } from '../support/servers/free-port.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, PASSWORD, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('Redfish in the browser UI', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterEach(() => page.context().close());
  afterAll(() => web.close());

  it('is switched on with HTTPS, shows what clients need and counts their requests', async () => {
    const port = await freePort();
    page = await web.signedIn({ path: '/network/redfish' });
    await page.getByRole('status').getByText('Off').waitFor();
    const service = page.getByRole('region', { name: 'Settings' });
    await service.locator('#setting-redfishEnabled').setChecked(true);
    await service.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Redfish is served over HTTPS only; switch HTTPS (webSslEnabled) on first.').first().waitFor();
    await web.admin.send('POST', '/api/conf', { webSslEnabled: true, webSslPort: port });
    await service.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`/redfish/v1/\n`, { exact: false }).first().waitFor({ timeout: BROWSER_TEST });
    expect(await page.locator('pre').first().innerText()).toContain(`:${port}/redfish/v1/`);

    const { status } = await RedfishClient.basic(port, 'admin', PASSWORD).get('/Chassis/1');
    expect(status).toBe(200);
    await page
      .getByRole('status')
      .getByText(/requests [1-9]/)
      .waitFor({ timeout: BROWSER_TEST });
    expect(web.errors.filter((error) => !error.includes('422'))).toEqual([]);
  });
});
