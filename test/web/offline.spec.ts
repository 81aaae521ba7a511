/** Without a connection every page shows its values as old, and comes back by itself. */
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { aBrowser, BROWSER_TEST, describeInBrowser, until, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const PAGES = ['/', '/overview', '/outlets', '/outlets/1', '/groups', '/relays', '/capacity'];
/**
 * The elements whose own text is green, amber or red, as states are that are true now, unless a filter takes the colour
 * away.
 */
const STILL_BRIGHT = `(() => {
  const sample = document.body.appendChild(document.createElement('i'));
  const bright = ['--ok', '--warn', '--bad'].map((name) => {
    sample.style.color = 'var(' + name + ')';
    return getComputedStyle(sample).color;
  });
  sample.remove();
  return [...document.querySelectorAll('body *')].filter((e) =>
      [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '') &&
      e.getClientRects().length > 0 && !e.closest('.live-picture, .rack-bracket, button, [role=alert], [data-testid=live-state]') &&
      bright.includes(getComputedStyle(e).color))
    .map((e) => e.className + ': ' + e.textContent);
})()`;

describeInBrowser('without a connection', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser({ RACKFEED_MODEL: 'three-phase-36' });
    await web.simulate({ banks: { '1200613': { breakerClosed: false } } });
    page = await web.signedIn({ hasClock: true });
  });
  afterEach(() => page.context().setOffline(false)); // also after a failure, which would take the other pages with it
  afterAll(async () => {
    await web.leave(page);
    await web.close();
  });

  it.each(PAGES)('the states of %s are not shown as those of now, and their age is there', async (path) => {
    await web.open(page, path);
    await web.cutOff(page);
    await page.getByText(/Values are .* old\./).waitFor();
    await until(
      () => page.evaluate<string[]>(STILL_BRIGHT),
      (bright) => bright.length === 0,
    );
    await until(
      () => page.title(),
      (title) => title.startsWith('○ Values are old – '),
    );
    await page.context().setOffline(false);
    await page.locator('html[data-live="live"]').waitFor();
  });

  it.each([
    ['is not there', (route: Route) => route.abort('connectionrefused')],
    ['does not answer', () => new Promise(() => undefined)],
  ])(
    'a page that is opened while the controller %s says so, shows no value, and comes back by itself',
    async (_, respond) => {
      await page.goto(`${web.url}/outlets`);
      await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
      await page.route('**/api/user', respond);
      await page.reload();
      await page.clock.runFor(9_000);
      await page.getByRole('heading', { name: 'The controller cannot be reached' }).waitFor();
      expect(await page.getByText(/\d\s?(W|A|V)\b/).count()).toBe(0);
      await page.unroute('**/api/user');
      await page.clock.runFor(15_000);
      await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    },
  );

  it('a command that failed is not sent again when the connection is back', async () => {
    await web.open(page, '/outlets');
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await page.route('**/api/outlets/*', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText(/may or may not have been carried out/).waitFor();
    await page.unroute('**/api/outlets/*');
    await web.cutOff(page);
    await page.context().setOffline(false);
    await page.locator('html[data-live="live"]').waitFor();
    await page.clock.runFor(10_000);
    expect(sent).toHaveLength(1);
    const { body } = await web.admin.send('GET', '/api/outlets/1');
    expect(body['state']).toBe('ON');
  });

  it('a session that was open is open again after a pause of the controller', async () => {
    web.pause();
    await page.clock.runFor(7_000);
    await page.locator('html[data-live="old"]').waitFor();
    web.resume();
    await page.locator('html[data-live="live"]').waitFor();
    await until(
      () => page.evaluate<string[]>(STILL_BRIGHT),
      (bright) => bright.length > 0,
    );
  });
});
