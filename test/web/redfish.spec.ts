import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { RedfishClient } from '../support/protocols/redfish-client.js';
import { EventReceiver } from '../support/servers/event-receiver.js';
import { freePort } from '../support/servers/free-port.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, PASSWORD, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('Redfish in the browser UI', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterEach(() => web.leave(page));
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

    const events = page.getByRole('region', { name: 'Events' });
    await events.getByText('No subscriber').waitFor();
    await web.admin.send('POST', '/api/conf', { allowLocalTargets: true });
    const receiver = await EventReceiver.start();
    const subscription = { Destination: receiver.url, Protocol: 'Redfish', RegistryPrefixes: ['Power'] };
    const client = RedfishClient.basic(port, 'admin', PASSWORD);
    expect((await client.post('/EventService/Subscriptions', subscription)).status).toBe(201);
    await events.getByText('Active').waitFor({ timeout: BROWSER_TEST });
    await events.getByRole('button', { name: 'Send test event' }).click();
    await events.getByText('Has accepted the test event.').waitFor();
    expect(receiver.take()).toContain('TestMessage');
    await events.getByText(/accepted [1-9]/).waitFor({ timeout: BROWSER_TEST });

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('test redfish');
    const command = page.getByRole('option', { selected: true });
    await command.filter({ hasText: 'Send a test event to the Redfish subscribers' }).waitFor();
    await page.keyboard.press('Enter');
    await events.getByRole('button', { name: 'Send test event' }).and(page.locator(':focus')).waitFor();
    await receiver.stop();
    expect(web.errors.filter((error) => !error.includes('422'))).toEqual([]);
  });
});
