import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PHONE,
  type WebUnderTest,
} from '../support/web/browser.js';
import { paste } from '../support/web/steps.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the outlets as a table', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const cell = (column: string, outlet: number) => page.getByLabel(`${column} of outlet ${outlet}`, { exact: true });
  const outlet = async (id: number) => (await web.admin.send('GET', `/api/outlets/${id}`)).body;
  const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""');

  it('is reached from the outlets, and moves as a spreadsheet does', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('link', { name: 'Edit as a table' }).click();
    await cell('Name', 1).click();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Name of outlet 2');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Name of outlet 3');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Device of outlet 3');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Address of outlet 3');
    await page.keyboard.press('Shift+Enter');
    expect(await focused()).toBe('Address of outlet 2');
    await page.keyboard.type('10.0.0.2');
    await page.keyboard.press('Escape');
    expect(await cell('Address', 2).inputValue()).toBe('');
  });

  it('saves typed, chosen and pasted cells by one request', async () => {
    page = await web.signedIn({ path: '/outlets/edit' });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await paste(cell('Device', 4), 'Hypervisor\t192.0.2.4\ttenant=blue; row=7\tlocked\nSwitch\t192.0.2.5\n');
    await cell('Off time (s)', 6).fill('30');
    await cell('After power loss', 6).selectOption('OFF');
    await page.getByText('8 cells changed in 3 outlets.').waitFor();
    expect(await page.locator('td[data-dirty]').count()).toBe(8);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(requests).toEqual(['PATCH /api/outlets']);
    expect(await outlet(4)).toMatchObject({
      device: { name: 'Hypervisor', address: '192.0.2.4' },
      labels: { tenant: 'blue', row: '7' },
      protection: 'locked',
    });
    expect(await outlet(6)).toMatchObject({
      ...{ customRebootTimeEnabled: true, customRebootTime: 30, pwrOnState: 'OFF' },
    });
    expect(await page.locator('td[data-dirty]').count()).toBe(0);
  });

  it('shows the server’s sentence at the cell, and keeps what was typed', async () => {
    page = await web.signedIn({ path: '/outlets/edit' });
    await cell('Name', 7).fill('Console');
    await cell('Address', 8).fill('no address!');
    await cell('Rack unit', 9).fill('99');
    await page.keyboard.press('Control+Home');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const sentence = page
      .locator('td')
      .filter({ has: cell('Address', 8) })
      .getByText(/^Must be a host name/);
    await sentence.waitFor();
    await page
      .locator('td')
      .filter({ has: cell('Rack unit', 9) })
      .getByText(/^Must be a whole number/)
      .waitFor();
    expect(await cell('Address', 8).getAttribute('aria-invalid')).toBe('true');
    expect((await outlet(7))['outletName']).toBe('Outlet 7');
    await cell('Address', 8).fill('192.0.2.8');
    await cell('Rack unit', 9).fill('9');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect((await outlet(7))['outletName']).toBe('Console');
  });

  it('asks before changes are left, also on a phone', async () => {
    page = await web.signedIn({ path: '/outlets/edit', viewport: PHONE });
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    await cell('Name', 2).fill('Half typed');
    await page.getByRole('main').getByRole('link', { name: 'Outlets' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await cell('Name', 2).inputValue()).toBe('Half typed');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await cell('Name', 2).inputValue()).toBe('Outlet 2');
  });

  it('opens for a limited role with only its outlets to change', async () => {
    const role = await web.admin.send('POST', '/api/roles', {
      name: 'Two outlets',
      description: '',
      permissions: { viewOutlets: ['1-1200578', '2-1200578'], modifyOutlets: ['2-1200578'] },
    });
    const password = 'changes one outlet only';
    await web.admin.send('POST', '/api/users', { username: 'tenant', password, roleId: role.body['id'] });
    page = await web.signedIn({ as: 'tenant', password, path: '/outlets/edit', locale: 'de-DE' });
    const name = (place: number) => page.getByLabel(`Name der Steckdose ${place}`, { exact: true });
    await name(2).fill('Meine');
    expect(await name(1).isEditable()).toBe(false);
    expect(await name(3).count()).toBe(0);
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Gespeichert.').waitFor();
    expect((await outlet(2))['outletName']).toBe('Meine');
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
