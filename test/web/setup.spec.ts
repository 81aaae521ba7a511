import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ControllerProcess, removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PASSWORD,
  PHONE,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { paste, Steps } from '../support/web/steps.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the guided setup', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const step = (name: string) => page.getByRole('button', { name: new RegExp(name) });
  const steps = async (): Promise<unknown> => (await web.admin.send('GET', '/api/conf')).body['setupSteps'];

  it('follows the first password of the administrator', async () => {
    const folder = temporaryFolder();
    const fresh = new ControllerProcess({ RACKFEED_DATA_DIR: join(folder, 'data') });
    const url = await fresh.ready();
    const password = await fresh.waitForOutput(/with the password (\S+)/);
    page = await web.signedOut();
    await page.goto(url);
    const signingIn = new Steps(page);
    await signingIn.fill(page.getByLabel('User name'), 'admin');
    await signingIn.fill(page.getByLabel('Password', { exact: true }), password);
    await signingIn.press('Enter');
    await page.getByLabel('New password', { exact: true }).waitFor();
    signingIn.expectAtMost(3);
    const replacing = new Steps(page); // the password that was just used need not be typed again
    await replacing.fill(page.getByLabel('New password', { exact: true }), 'new moon over the rack');
    await replacing.fill(page.getByLabel('Repeat new password'), 'new moon over the rack');
    await replacing.press('Enter');
    replacing.expectAtMost(3);
    await page.getByRole('heading', { level: 1, name: 'Guided setup' }).waitFor();
    await page.getByText('0 of 6 steps are done').waitFor();
    await page.goto('about:blank'); // before the controller goes, which the page would notice
    await fresh.kill('SIGKILL');
    removeFolder(folder);
  });

  it('is offered on the first page, and names the PDU and its time zone with the keyboard', async () => {
    page = await web.signedIn();
    await page.getByRole('link', { name: 'Begin the setup' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Guided setup' }).waitFor();
    await page.getByLabel('Device name').fill('Rack 12 left');
    await page.getByLabel('Location').fill('Hall 2');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Time zone' }).waitFor();
    await page.getByRole('banner').getByText('Rack 12 left').waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByLabel('Device of outlet 1', { exact: true }).waitFor();
    await until(steps, (done) => done === 'name time');
    await web.open(page, '/');
    await page.getByRole('link', { name: 'Continue the setup' }).waitFor();
  });

  it('goes on in another browser where it was left, and takes the outlets from a spreadsheet on a phone', async () => {
    page = await web.signedIn({ path: '/start', viewport: PHONE });
    const cell = page.getByLabel('Name of outlet 1', { exact: true });
    await cell.waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    await paste(cell, 'Outlet\tName\tDevice\tAddress\n3\tBackup\tNAS\t192.0.2.9\n1\tCore\tSwitch A\t\n');
    await page.getByText('5 cells changed in 2 outlets.').waitFor();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByLabel('Host', { exact: true }).waitFor();
    const { body } = await web.admin.send('GET', '/api/outlets/3');
    expect(body).toMatchObject({ outletName: 'Backup', device: { name: 'NAS', address: '192.0.2.9' } });
  });

  it('saves and tests the mail server, creates the suggested events and a token, and is then not offered again', async () => {
    // The administrator of the tests has a token, so that the last step would count as done.
    const password = 'sets up what others use';
    await web.admin.send('POST', '/api/users', { username: 'installer', password, roleId: 1 });
    page = await web.signedIn({ as: 'installer', password, path: '/start' });
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Sender address').fill('pdu@example.com');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('noc@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('button', { name: /^Create \d+ events?$/ }).click();
    await page.getByRole('button', { name: 'Create access token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('6 of 6 steps are done').waitFor();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rack 12 left' }).waitFor();
    await until(
      () => page.getByRole('link', { name: 'Continue the setup' }).count(),
      (count) => count === 0,
    );
    await until(steps, (done) => String(done).includes('finished'));
  });

  it('is found again in the palette, in German, and every step opens again', async () => {
    page = await web.signedIn({ locale: 'de-DE' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Einrichtung');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Einrichtung' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Einrichtung' }).waitFor();
    await step('Name und Standort').click();
    await until(
      () => page.getByLabel('Gerätename').inputValue(),
      (name) => name === 'Rack 12 left',
    );
  });

  it('fits on a phone in German with the button that takes the zone of the browser', async () => {
    await web.admin.send('POST', '/api/conf', { timezone: 'UTC' });
    page = await web.signedOut('/start', { locale: 'de-DE', timezoneId: 'Europe/Berlin', viewport: PHONE });
    await page.getByLabel('Benutzername').fill('admin');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await step('Zeitzone und Uhr').click();
    await page.getByRole('button', { name: /verwenden, wie in diesem Browser/ }).waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
  });

  it('is not for a role that may not change the settings', async () => {
    const role = await web.admin.send('POST', '/api/roles', {
      name: 'Viewer',
      description: '',
      permissions: { viewGlobalDeviceSettings: true },
    });
    const password = 'reads the settings only';
    await web.admin.send('POST', '/api/users', { username: 'reader', password, roleId: role.body['id'] });
    await web.admin.send('POST', '/api/conf', { setupSteps: '' });
    page = await web.signedIn({ as: 'reader', password });
    expect(await page.getByRole('link', { name: 'Begin the setup' }).count()).toBe(0);
    await web.open(page, '/start');
    await page.getByRole('heading', { level: 1, name: 'Not allowed' }).waitFor();
    await web.open(page, '/system');
    await page.getByText('Your role may view these settings, not change them.').waitFor();
    expect(await page.getByLabel('Device name').isEditable()).toBe(false);
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
