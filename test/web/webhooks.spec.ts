import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { WebhookReceiver, verify } from '../support/servers/webhook-receiver.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the webhooks in the browser UI', () => {
  let web: WebUnderTest;
  let page: Page;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [web, receiver] = [await aBrowser(), await WebhookReceiver.start()];
  });
  afterEach(() => web.leave(page));
  afterAll(async () => {
    await web.close();
    await receiver.stop();
  });

  it('are made with a secret that is shown once, tested, given another secret, and deleted', async () => {
    page = await web.signedIn({ path: '/webhooks' });
    await page.getByText('No webhooks.').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Create webhook' });
    await form.getByLabel('Webhook name').fill('Automation');
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByRole('button', { name: 'Save' }).click();
    const shown = page.getByRole('dialog', { name: 'Signing secret' });
    const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await shown.locator(':focus').press('Escape');
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Test webhook Automation' }).click();
    await page.getByText('Test message accepted.').waitFor();
    const [message] = receiver.of('test');
    if (message) verify(message, secret, Date.now());
    expect(message).toBeDefined();

    await web.admin.send('PUT', '/api/outlets/1', { state: 'OFF' });
    await page.getByRole('button', { name: 'Messages of webhook Automation' }).click();
    const messages = page.getByRole('dialog', { name: 'Messages of webhook Automation' });
    await messages.getByText('outlet.switched').waitFor();
    await messages.locator(':focus').press('Escape');
    await messages.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'New secret for webhook Automation' }).click();
    await page.getByRole('button', { name: 'New secret', exact: true }).last().click();
    expect(await shown.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret);
    await shown.locator(':focus').press('Escape');
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Delete webhook Automation' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByText('No webhooks.').waitFor();
    expect(web.errors).toEqual([]);
  });

  it('are in German too, and have no buttons for a role that may only read', async () => {
    await web.admin.send('POST', '/api/webhooks', { name: 'Leser', url: receiver.url, types: ['*'] });
    await web.admin.send('POST', '/api/roles', { name: 'reader', permissions: { viewEventActions: true } });
    const roles = (await web.admin.send('GET', '/api/roles')).body as unknown as { id: number; name: string }[];
    const roleId = roles.find(({ name }) => name === 'reader')?.id;
    const account = { username: 'reader', roleId, password: 'staple that battery' };
    await web.admin.send('POST', '/api/users', account);
    page = await web.signedIn({ as: 'reader', password: account.password, path: '/webhooks', locale: 'de-DE' });
    await page.getByRole('columnheader', { name: 'Nachrichten', includeHidden: true }).waitFor({ state: 'attached' });
    await page.getByText('Leser').first().waitFor();
    expect(await page.getByRole('button', { name: /anlegen|Create|Delete|löschen/ }).count()).toBe(0);
  });
});
