import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  PHONE,
  shown,
  until,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const QUIET = { light: 'rgb(92, 99, 106)', dark: 'rgb(169, 173, 179)' };

/** The name of the PDU and the banner, if one covers the other or a part of it is cut off. */
const NOT_SHOWN = `[...document.querySelectorAll('header .device b, header .live-banner, header .live-banner *')]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
    || document.querySelector('header .device b').getBoundingClientRect().bottom > document.querySelector('header .live-banner').getBoundingClientRect().top + 1
    && innerWidth < 500 || !document.querySelector('header .device b').checkVisibility())
  .map((e) => e.className + e.textContent)`;

/** A network that loses every packet: no connection is refused, and none is made. */
const LOSES_EVERYTHING = `const Answered = WebSocket; let attempts = 0;
  WebSocket = class { constructor() { attempts++; } close() {} };
  globalThis.attemptsSoFar = () => attempts;
  globalThis.endLoss = () => { WebSocket = Answered; };
  dispatchEvent(new Event('offline'))`;

describeInBrowser('a lost connection in the browser UI', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const lose = () => web.cutOff(page);
  const colours = (selector: string) =>
    page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => getComputedStyle(e).color))]`,
    );
  const top = async (): Promise<number | undefined> => (await page.locator('tbody tr').first().boundingBox())?.y;

  it.each(['light', 'dark'] as const)('removes the colour of every outlet state (%s)', async (colorScheme) => {
    page = await web.signedIn({ hasClock: true, path: '/outlets', colorScheme });
    expect(await colours('tbody .state-label')).not.toContain(QUIET[colorScheme]);
    await lose();
    await until(
      () => colours('tbody .state-label'),
      (shown) => shown.join() === QUIET[colorScheme],
    );
  });

  it('removes the colour of bars, breakers and alarms, and shows their age', async () => {
    await web.simulate({ banks: { '1200579': { breakerClosed: false } } });
    page = await web.signedIn({ hasClock: true, path: '/overview', colorScheme: 'light' });
    const alarms = page.getByRole('region', { name: 'Active alarms' });
    await alarms.getByText('The breaker of Bank 2 has tripped.').waitFor();
    await lose();
    await alarms.getByText(/as of .* ago/).waitFor();
    await until(
      () => colours('main .state-label'),
      (shown) => shown.join() === QUIET.light,
    );
    const bars = `[...document.querySelectorAll('[role=meter]')].map((e) => getComputedStyle(e).filter)`;
    await until(
      () => page.evaluate<string[]>(bars),
      (filters) => filters.length > 0 && filters.every((each) => each === 'grayscale(1) opacity(0.6)'),
    );
    await web.simulate({ banks: { '1200579': { breakerClosed: true } } });
  });

  it.each([
    ['on a desk', { width: 1280, height: 800 }],
    ['on a phone', PHONE],
  ])('moves no row, neither when it begins nor when it ends, %s', async (_, viewport) => {
    page = await web.signedIn({ hasClock: true, path: '/outlets', viewport });
    const before = await top();
    await lose();
    await page.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
    expect(await top()).toBe(before);
    // The name of the PDU stays, and the banner is neither over it nor cut.
    expect(await page.evaluate<string[]>(NOT_SHOWN)).toEqual([]);
    await page.context().setOffline(false);
    await page.locator('html[data-live="live"]').waitFor();
    expect(await top()).toBe(before);
  });

  it('disables the buttons, on the page and in an open dialog', async () => {
    page = await web.signedIn({ hasClock: true, path: '/outlets' });
    const button = page.getByRole('button', { name: 'Turn Outlet 2 off', exact: true });
    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Turn off' }).waitFor();
    await lose();
    expect(await dialog.getByRole('button', { name: 'Turn off' }).isDisabled()).toBe(true);
    await dialog.getByText('Connection lost: switching is disabled until it is restored.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    expect(await dialog.count()).toBe(0);
    await page.context().setOffline(false);
    await until(
      () => button.getAttribute('aria-disabled'),
      (disabled) => disabled !== 'true',
    );
  });

  it('is begun again while nothing answers, and then everything is read again, also what was asked for meanwhile', async () => {
    page = await web.signedIn({ hasClock: true, path: '/actions' });
    await page.getByRole('heading', { level: 1, name: 'Actions' }).waitFor();
    await page.evaluate(LOSES_EVERYTHING);
    await page.route('**/api/**', () => new Promise(() => undefined));
    await (await navigation(page)).getByRole('link', { name: 'Activity log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Activity log' }).waitFor();
    await page.clock.runFor(25_000);
    expect(await page.evaluate<number>('attemptsSoFar()')).toBeGreaterThan(1);
    await web.admin.send('PUT', '/api/outlets/6', { outletName: 'Edge router' });
    await page.route('**/api/**', (route) => route.continue());
    await page.evaluate('endLoss()');
    await page.clock.runFor(15_000);
    await page.getByText('to “Edge router”').first().waitFor();
    await page.locator('html[data-live="live"]').waitFor();
  });

  it.each([
    ['the events', '/events', '**/api/event-codes', 'Events'],
    ['a user', '/settings/users/1', '**/api/roles', 'Personal access token'],
  ])('ends a read without an answer and says so, and reads again by itself, for %s', async (_, path, read, region) => {
    page = await web.signedIn({ hasClock: true, path: '/outlets', viewport: WIDE });
    await page.evaluate('performance.now = () => 0'); // the stream has answers
    let isAnswered = false;
    await page.route(read, (route) => (isAnswered ? route.continue() : new Promise(() => undefined)));
    const asked = page.waitForRequest(read);
    await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await asked;
    await page.clock.fastForward(25_000);
    await page.getByRole('alert').filter({ hasText: 'this page retries automatically' }).waitFor();
    expect(await page.getByText('Loading').count()).toBe(0);
    isAnswered = true;
    await page.clock.fastForward(11_000);
    await page.getByRole('region', { name: region }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  /** Sends the command with the network that `prepare` sets right after the dialog is confirmed. */
  const command = async (prepare: () => Promise<unknown>): Promise<void> => {
    page = await web.signedIn({ hasClock: true, path: '/outlets' });
    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    await prepare();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  };

  it('reports that a command that could not be sent switched nothing', async () => {
    await command(() => page.evaluate("Object.defineProperty(navigator, 'onLine', { value: false })"));
    await page.getByText('This computer is offline. Nothing was switched.').waitFor();
    const { body } = await web.admin.send('GET', '/api/outlets/1');
    expect(body['state']).toBe('ON');
  });

  it('reports that the result of a command without an answer is unknown', async () => {
    await command(() => page.route('**/api/outlets/*', (route) => route.abort('connectionreset')));
    await page.getByText(/the controller did not respond: it may or may not have been carried out/).waitFor();
    expect(await page.getByText('retries automatically').count()).toBe(0);
  });

  it('reports that a refused command switched nothing', async () => {
    await command(() => web.admin.send('PUT', '/api/outlets/1', { protection: 'locked' }));
    const refused = shown(
      /Outlet 1.* is protected.*Nothing was switched\./,
      /Outlet 1.* ist geschützt.*Es wurde nichts geschaltet\./,
    );
    await page.getByText(refused).waitFor();
    await web.admin.send('PUT', '/api/outlets/1', { protection: 'none' });
  });

  it('reports that nobody was signed out, and signs out when it is back', async () => {
    page = await web.signedIn({ path: '/outlets' });
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Account: admin' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await page.route('**/api/logout', (route) => route.abort('connectionreset'));
    await signOut();
    await page.getByText('You are still signed in, because the controller did not respond.').waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Outlets' }).isVisible()).toBe(true);
    await page.unrouteAll();
    await signOut();
    await page.getByLabel('User name').waitFor();
  });

  it('has thrown no error in all of that', () => {
    expect(web.errors.filter((each) => !/WebSocket|ERR_INTERNET/.test(each))).toEqual([]);
  });
});
