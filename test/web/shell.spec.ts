import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  until,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the frame around every page', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
    await web.admin.send('POST', '/api/conf', { deviceName: 'Rack 12 left', snmpLocation: 'Cold aisle 3' });
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const titleBecomes = (title: string): Promise<string> =>
    until(
      () => page.title(),
      (now) => now === title,
    );
  const trip = (isTripped: boolean): Promise<void> =>
    web.simulate({ banks: { '1200579': { breakerClosed: !isTripped } } });

  it('names the PDU and its alarms in the tab and in the header of every page', async () => {
    page = await web.signedIn({ path: '/outlets', viewport: WIDE }); // a phone has no room for the place
    await titleBecomes('Rack 12 left – Outlets – Rackfeed');
    const header = page.getByRole('banner');
    await header.getByText('Rack 12 left').waitFor();
    await header.getByText('Cold aisle 3').waitFor();
    await trip(true);
    await titleBecomes('● 1 alarm – Rack 12 left – Outlets – Rackfeed');
    await page.getByRole('navigation', { name: 'Power' }).getByRole('img', { name: '1 alarm' }).waitFor();
    await header.getByRole('link', { name: '1 alarm' }).click();
    await page
      .getByRole('main')
      .getByText(/tripped/)
      .first()
      .waitFor();
    await trip(false);
    await until(
      () => header.getByRole('link', { name: '1 alarm' }).count(),
      (count) => count === 0,
    );
  });

  it('names the PDU to a role that may read no settings', async () => {
    const role = await web.admin.send('POST', '/api/roles', {
      name: 'Guest',
      description: '',
      permissions: { viewOutlets: ['1-1200578'] },
    });
    const password = 'reads one outlet only';
    await web.admin.send('POST', '/api/users', { username: 'guest', password, roleId: role.body['id'] });
    page = await web.signedIn({ as: 'guest', password, path: '/outlets' });
    await titleBecomes('Rack 12 left – Outlets – Rackfeed');
    await page.getByRole('banner').getByText('Rack 12 left').waitFor();
  });

  it('moves the focus to the heading of the page that a link opens', async () => {
    page = await web.signedIn();
    await (await navigation(page)).getByRole('link', { name: 'Outlets' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    const focused = await until(
      () => page.evaluate<string>('document.activeElement?.tagName ?? ""'),
      (name) => name === 'H1',
    );
    expect(focused).toBe('H1');
  });

  it('marks one page in the navigation, also below a page that is below another', async () => {
    page = await web.signedIn({ path: '/settings/users/1' });
    const marked = (await navigation(page)).locator('[data-active]');
    await marked.first().waitFor();
    expect(await marked.allTextContents()).toEqual(['Users']);
    await web.open(page, '/system/firmware');
    await until(
      () => marked.allTextContents(),
      ([only, ...others]) => only === 'Firmware' && others.length === 0,
    );
  });

  it('says in a heading that a page has stopped working, and loads it again', async () => {
    page = await web.signedIn({ path: '/outlets' });
    const groups = `${web.url}/api/groups`;
    await page.route(groups, (route) => route.fulfill({ json: [null] }));
    await (await navigation(page)).getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('heading', { level: 1, name: 'This page has stopped working' }).waitFor();
    await page.getByRole('alert').getByText('The PDU and its automation continue.').waitFor();
    await page.unroute(groups);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  });

  const FILE = /\/assets\/groups-page-[^/]*\.js$/;
  const notLoaded = () => page.getByRole('heading', { level: 1, name: 'This page could not be loaded' });
  const open = async (name: string) => (await navigation(page)).getByRole('link', { name }).click();
  const isShown = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  it('loads a page that could not be loaded as soon as it is opened once more', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await page.route(FILE, (route) => route.abort());
    await open('Groups');
    await notLoaded().waitFor();
    await open('Outlets');
    await isShown('Outlets');
    await page.unroute(FILE);
    await open('Groups');
    await isShown('Groups');
  });

  it('loads a page that could not be loaded as soon as somebody tries again', async () => {
    page = await web.signedIn({ path: '/outlets' });
    let count = 0;
    await page.route(FILE, (route) => (++count, route.abort()));
    await page.evaluate('globalThis.isOfBefore = true');
    await open('Groups');
    await page.getByRole('button', { name: 'Try again' }).click();
    await until(
      () => Promise.resolve(count),
      (requests) => requests > 1,
    );
    // A browser that keeps the failure of a file needs a new page.
    await until(() => page.evaluate<boolean>('globalThis.isOfBefore !== true').catch(() => false), Boolean);
    await notLoaded().waitFor();
    await page.unroute(FILE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await isShown('Groups');
  });

  it('loads everything again, once, when the file of a page is gone after an upgrade', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await page.evaluate('globalThis.isOfBefore = true');
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }));
    let count = 0;
    await page.route(FILE, (route) => (++count, route.fulfill({ status: 404 })));
    await open('Groups');
    await until(() => page.evaluate<boolean>('globalThis.isOfBefore !== true').catch(() => false), Boolean);
    await notLoaded().waitFor();
    const requests = count;
    await page.evaluate('globalThis.isOfBefore = true');
    await open('Outlets');
    await isShown('Outlets');
    await open('Groups');
    await notLoaded().waitFor();
    expect([count > requests, await page.evaluate('globalThis.isOfBefore')]).toEqual([true, true]);
    await page.unroute(FILE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await isShown('Groups');
  });

  it.each([
    ['menu', /\/assets\/account-items-[^/]*\.js$/, /^Account/, 'menu'],
    ['search', /\/assets\/palette-[^/]*\.js$/, 'Search', 'dialog'],
  ] as const)('does the same for its %s', async (_, file, name, role) => {
    page = await web.signedIn({ path: '/outlets' });
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }));
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    const button = page.getByRole('banner').getByRole('button', { name });
    const message = page.getByText('This part of the page could not be loaded.');
    await page.evaluate('globalThis.isOfBefore = true');
    await button.click();
    await until(() => page.evaluate<boolean>('globalThis.isOfBefore !== true').catch(() => false), Boolean);
    await page.evaluate('globalThis.isOfBefore = true');
    await button.click();
    await message.waitFor();
    expect(await page.evaluate('globalThis.isOfBefore')).toBe(true);
    await page.unroute(file);
    await button.click();
    await page.getByRole(role).waitFor();
  });
});
