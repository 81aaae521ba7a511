import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, BROWSER_TEST, describeInBrowser, until, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

/** Reads the stream on a page, with everything that comes kept on its window. */
const READ = `window.came = [];
window.stream = new EventSource('/api/stream?parts=device,outlets');
window.stream.addEventListener('state', ({ data }) => window.came.push(JSON.parse(data)));`;

describeInBrowser('an EventSource on a page of the product', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const came = (): Promise<Record<string, unknown>[]> => page.evaluate('window.came');

  it('gets the state at once and then each second, by the session of the page', async () => {
    page = await web.signedIn();
    await page.evaluate(READ);
    const [first, , third] = await until(came, (messages) => messages.length >= 3);
    expect(Object.keys(first ?? {})).toEqual(['device', 'timeline', 'outlets']);
    expect(first?.['outlets']).toHaveLength(16);
    expect((third?.['device'] as { uptime: number }).uptime).toBeGreaterThan(
      (first?.['device'] as { uptime: number }).uptime,
    );
  });

  it('stops when the session has ended, and does not ask again', async () => {
    page = await web.signedIn();
    await page.evaluate(READ);
    await until(came, (messages) => messages.length > 0);
    await page.evaluate(`fetch('/api/logout', { method: 'POST' })`);
    await until(
      () => page.evaluate<number>('window.stream.readyState'),
      (state) => state === 2,
    );
  });

  it('gets nothing on a page without a session', async () => {
    page = await web.signedOut('/login');
    await page.evaluate(READ);
    await until(
      () => page.evaluate<number>('window.stream.readyState'),
      (state) => state === 2,
    );
    expect(await came()).toEqual([]);
  });
});
