import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Authority } from '../support/servers/certificates.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  shown,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { freePort } from '../support/servers/free-port.js';
import { Steps } from '../support/web/steps.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the tasks of setting up, counted in steps', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
    await web.admin.send('POST', '/api/conf', { setupSteps: 'finished', webSslPort: await freePort() });
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  it('a colleague with three outlets takes eight at most', async () => {
    page = await web.signedIn();
    const steps = new Steps(page);
    await steps.click((await navigation(page)).getByRole('link', { name: 'Users' }));
    await steps.click(page.getByRole('button', { name: 'Create user' }));
    const dialog = page.getByRole('dialog');
    await steps.fill(dialog.getByLabel('User name'), 'colleague');
    await steps.fill(dialog.getByLabel('Password', { exact: true }), 'three outlets are enough');
    await steps.fill(dialog.getByLabel('Only these outlets'), '9-11');
    await dialog.getByText('9 Outlet 9, 10 Outlet 10, 11 Outlet 11').waitFor();
    await steps.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'colleague' }).waitFor();
    steps.expectAtMost(8);
    const { body } = await web.admin.send('GET', '/api/roles');
    const three = ['9-1200579', '10-1200579', '11-1200579'];
    expect((body as unknown as object[]).at(-1)).toMatchObject({
      name: shown('Outlets of colleague'),
      permissions: { viewOutlets: three, modifyOutlets: three, viewBankStats: false },
    });
  });

  it('a token for a script takes three', async () => {
    page = await web.signedIn();
    const steps = new Steps(page);
    await steps.click((await navigation(page)).getByRole('link', { name: 'My account' }));
    await steps.click(page.getByRole('button', { name: /^(Create access token|Replace token)$/ }));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    steps.expectAtMost(3);
  });

  it('a certificate of an authority with HTTPS takes four, and its key never leaves the controller', async () => {
    const authority = new Authority();
    page = await web.signedIn();
    const steps = new Steps(page);
    await steps.click((await navigation(page)).getByRole('link', { name: 'Web', exact: true }));
    const download = page.waitForEvent('download');
    await steps.click(page.getByRole('button', { name: 'Create and download CSR' }));
    const request = readFileSync(await (await download).path(), 'utf8');
    expect(request).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/);
    await steps.fill(
      page.getByLabel('Signed certificate (PEM)', { exact: true }),
      authority.signed(request, '127.0.0.1'),
    );
    await steps.click(page.getByRole('button', { name: 'Use certificate and switch HTTPS on' }));
    await page.getByText('Certificate uploaded and in use.').waitFor();
    steps.expectAtMost(4);
    const { body } = await web.admin.send('GET', '/api/system/certificate');
    expect([body['source'], body['issuer']]).toEqual(['custom', expect.stringContaining('Test authority')]);
    expect((await web.admin.send('GET', '/api/conf')).body['webSslEnabled']).toBe(true);
    await web.admin.send('POST', '/api/conf', { webSslEnabled: false });
  });

  it('the export of the configuration takes one, its preview and use three, in words and with names', async () => {
    await web.admin.send('PUT', '/api/outlets/8', { outletName: 'Backup server' });
    page = await web.signedIn({ path: '/system/configuration' });
    const exporting = new Steps(page);
    const download = page.waitForEvent('download');
    await exporting.click(page.getByRole('button', { name: 'Without secrets' }));
    exporting.expectAtMost(1);
    const exported = readFileSync(await (await download).path(), 'utf8');
    await web.admin.send('PUT', '/api/outlets/8', { outletName: 'Tape library', protection: 'locked' });

    const steps = new Steps(page);
    await steps.upload(page.locator('input[type=file]'), 'pdu.json', exported);
    const row = page.getByRole('row').filter({ hasText: 'Outlet: Tape library' });
    await row.getByText('Name: Tape library → Backup server').waitFor();
    await row.getByText('Protection: locked → none').waitFor();
    await steps.click(page.getByRole('button', { name: 'Apply' }));
    await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Apply' }));
    await page.getByText('Configuration applied.').first().waitFor();
    steps.expectAtMost(3);
    await until(
      async () => (await web.admin.send('GET', '/api/outlets/8')).body['outletName'],
      (name) => name === 'Backup server',
    );
  });

  it('a setting is found by what it does, and its field is highlighted', async () => {
    page = await web.signedIn();
    const steps = new Steps(page);
    await steps.click((await navigation(page)).getByRole('link', { name: 'Find a setting' }));
    await page.getByRole('main').getByRole('link', { name: 'Syslog' }).waitFor(); // before a search, each page with its settings
    await page.getByLabel('Search settings').fill('e');
    await page.getByText(/\d+ more\. Type more/).waitFor();
    await steps.fill(page.getByLabel('Search settings'), shown('loss of power', 'Stromausfall'));
    await steps.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    const field = page.getByLabel('Power-up delay between outlets (s)');
    await page.locator('.found-setting').filter({ has: field }).waitFor();
    await field.fill('4');
    await steps.click(page.getByRole('link', { name: 'Outlets', exact: true }));
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await field.inputValue()).toBe('4');
  });

  it('a syslog server is tested beside its settings, with the reason if it cannot be reached', async () => {
    page = await web.signedIn({ path: '/network/syslog' });
    await page.getByRole('textbox', { name: 'Syslog server' }).fill('127.0.0.1:1');
    await page.getByRole('combobox', { name: 'Transport' }).click();
    await page.getByRole('option', { name: 'TCP' }).click();
    await page.getByText('Save your changes first').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Send test message' }).click();
    await page.getByRole('alert').filter({ hasText: 'nothing listens there' }).waitFor();
  });

  it('the header shows the place to a limited role too, and leads it to the other PDUs', async () => {
    await web.admin.send('POST', '/api/conf', {
      ...{ deviceName: 'Rack 12 left', snmpLocation: 'Hall 2', neighbours: 'Rack 12 right = https://192.0.2.8/' },
    });
    page = await web.signedIn({ as: 'colleague', password: 'three outlets are enough', path: '/outlets' });
    await page.setViewportSize({ width: 1280, height: 800 }); // a narrow header has no room for the place
    await page.getByRole('banner').getByText('Hall 2').waitFor();
    await page.getByRole('button', { name: 'Other PDUs' }).click();
    const link = page.getByRole('menuitem', { name: 'Rack 12 right 192.0.2.8' });
    expect(await link.getAttribute('href')).toBe('https://192.0.2.8/');
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
