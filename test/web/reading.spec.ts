/** Other ways to read the pages: on paper, in the colours of the system, by the keyboard, and sorted. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SETTLED } from '../support/web/axe.js';
import { shiftsWhileLoading } from '../support/web/stillness.js';
import {
  aDemo,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  shown,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const PAPER = { width: 720, height: 1000 };
const DESKTOP = { width: 1440, height: 900 };
const PAGES = ['/', '/overview', '/outlets', '/capacity', '/energy', '/history', '/log'];

/** The controls of the screen that are seen on paper, one per line. */
const CONTROLS = `[...document.querySelectorAll('header, [aria-label=Navigation], .tab-bar, main .mantine-Button-root, main input[type=search], main .data-table-select, main .data-table-filters, main select')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.className + ' ' + e.textContent.slice(0, 40))`;

/** Bars and charts that are not on the paper, or not in their colours. */
const LOST = `[...document.querySelectorAll('main .load-track, main .load-fill, main canvas, main svg')]
  .filter((e) => e.checkVisibility()).flatMap((e) => {
    const { left, right } = e.getBoundingClientRect();
    const isBar = e.matches('.load-track, .load-fill');
    return [
      ...(left < -1 || right > innerWidth + 1 ? [e.outerHTML.slice(0, 80) + ' from ' + left + ' to ' + right] : []),
      ...(isBar && getComputedStyle(e).printColorAdjust !== 'exact' ? [e.className + ' is left to the printer'] : []),
    ];
  })`;

/** The colours of a bar and of what it is filled with. */
const BARS = `[...document.querySelectorAll('main .load-track')].map((track) => [track, track.firstElementChild])
  .map((pair) => pair.map((e) => getComputedStyle(e).backgroundColor))`;

/** The units that are as large or as strong as their number, and the values whose figures differ in width, one per line. */
const LOUD = `[...document.querySelectorAll('main .unit')].filter((e) => e.checkVisibility()).flatMap((e) => {
  const [unit, value] = [getComputedStyle(e), getComputedStyle(e.parentElement)];
  const isQuiet = parseFloat(unit.fontSize) < parseFloat(value.fontSize) && Number(unit.opacity) < 1;
  return [...(isQuiet ? [] : ['loud: ']), ...(value.fontVariantNumeric === 'tabular-nums' ? [] : ['uneven: '])]
    .map((fault) => fault + e.parentElement.textContent);
})`;

/** The numbers of the column Power from top to bottom; an outlet without a reading has none. */
const powers = (title: string): string => `[...document.querySelectorAll('tbody tr')].flatMap((row) => {
  const place = [...document.querySelectorAll('thead th')].findIndex((e) => e.textContent.startsWith(${JSON.stringify(title)}));
  const [, number, unit] = /([\\d.,]+)\\s*(k?)W/.exec(row.children[place].textContent) ?? [];
  const [whole, decimals = ''] = number === undefined ? [] : number.split(document.documentElement.lang === 'de' ? ',' : '.');
  return whole === undefined ? [] : [Number(whole.replace(/[.,]/g, '') + '.' + decimals) * (unit ? 1000 : 1)];
})`;

/** Sorts by the column Power, and answers the box of its head before and after. */
const sortedBy = (title: string): string => `(() => {
  const head = [...document.querySelectorAll('thead th')].find((e) => e.textContent.startsWith(${JSON.stringify(title)}));
  const box = () => head.getBoundingClientRect().toJSON();
  const before = box();
  head.querySelector('button').click();
  return new Promise((drawn) => requestAnimationFrame(() => drawn({ before, after: box() })));
})()`;

describeInBrowser('the pages', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aDemo();
    page = await web.signedIn({ viewport: DESKTOP });
  });
  afterAll(() => web.close());

  it.each([
    ['/', 820, '/api/alarms', '/api/history/recent', 'Power path'],
    ['/overview', 820, '/api/user', '/api/alarms', 'Rack door'],
    ['/outlets', 1440, '/api/capacity', '/api/groups', 'Outlets'],
    ['/outlets/1-1200578', 820, '/api/history/objects', '/api/history', 'Timeline'],
    ['/events', 390, '/api/events', '/api/events/suggestions', 'Events'],
    ['/events/1', 820, '/api/events/1', '/api/events/1/explain', 'Occurrences'],
    ['/events/1/edit', 820, '/api/history/objects', '/api/history', 'In the history'],
    ['/history', 820, '/api/energy', '/api/history/extremes', 'Energy counters'],
    ['/settings/account', 390, '/api/user', '/api/user/sessions', 'SSH keys'],
    ['/settings/users', 820, '/api/users', '/api/roles', 'Users'],
  ])('do not move while they load, whatever comes last: %s', async (path, width, first, late, last) => {
    const loading = await web.signedIn({ viewport: { width, height: 900 } });
    expect(await shiftsWhileLoading(loading, { url: web.url + path, first, late, last })).toEqual([]);
    await web.leave(loading);
  });

  it('are printed without the controls around them, with bars and charts in their colours and not clipped', async () => {
    const found: string[] = [];
    for (const path of PAGES) {
      await page.emulateMedia({ media: 'screen' });
      await web.open(page, path);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(PAPER);
      await page.evaluate(SETTLED);
      const width = await page.evaluate<number>(PAGE_WIDTH);
      const lines = [...(await page.evaluate<string[]>(CONTROLS)), ...(await page.evaluate<string[]>(LOST))];
      if (width > PAPER.width) lines.push(`${width} px`);
      found.push(...lines.map((line) => `${path}: ${line}`));
    }
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(DESKTOP);
    expect(found).toEqual([]);
  });

  it('are printed dark on white in the dark theme too', async () => {
    await web.open(page, '/overview');
    await page.locator('main .panel').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate<string[]>(`[
      getComputedStyle(document.querySelector('h1')).color,
      getComputedStyle(document.querySelector('main .panel')).backgroundColor,
    ]`);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  it('have bars that differ from their ground in the colours of the system', async () => {
    await web.open(page, '/overview');
    await page.locator('main .load-track').nth(2).waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const bars = await page.evaluate<[string, string][]>(BARS);
    const edge = await page.evaluate<string>("getComputedStyle(document.querySelector('.load-track')).borderTopStyle");
    await page.emulateMedia({ forcedColors: 'none' });
    expect(bars.length).toBeGreaterThan(2);
    expect(bars.filter(([ground, fill]) => ground === fill)).toEqual([]);
    expect(edge).toBe('solid');
  });

  it('have figures of one width, with smaller and paler units', async () => {
    const found: string[] = [];
    let units = 0;
    for (const path of ['/', '/overview', '/outlets', '/outlets/1']) {
      await web.open(page, path);
      await page.getByRole('main').getByText(/\d\sW/).first().waitFor();
      units += await page.locator('main .unit').count();
      found.push(...(await page.evaluate<string[]>(LOUD)).map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
    expect(units).toBeGreaterThan(20);
  });

  it('let the keyboard skip the navigation by their first tab stop', async () => {
    await page.goto(`${web.url}/outlets/1`);
    await page.getByRole('main').getByRole('button', { name: 'Reboot' }).waitFor();
    await page.evaluate(SETTLED);
    await page.keyboard.press('Tab');
    const first = page.getByRole('link', { name: 'Skip to content' });
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to content');
    expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate<boolean>("document.activeElement.closest('main') !== null")).toBe(true);
  });

  it('mark what a table can be sorted by, and sort a column of numbers by the highest first', async () => {
    await web.open(page, '/outlets');
    const title = shown('Power');
    const power = page.getByRole('columnheader', { name: 'Power' });
    const name = page.getByRole('columnheader', { name: 'Name' });
    expect([await power.textContent(), await name.textContent()]).toEqual(['Power↕', 'Name↕']);
    // Both boxes at once, as new values may move a column too.
    const { before, after } = await page.evaluate<{ before: object; after: object }>(sortedBy(title));
    expect([await power.textContent(), await power.getAttribute('aria-sort')]).toEqual(['Power↓', 'descending']);
    expect(after).toEqual(before);
    await until(
      () => page.evaluate<number[]>(powers(title)),
      (watts) => watts.length > 10 && watts.every((each, place) => place === 0 || each <= (watts[place - 1] ?? 0)),
    );
    await name.getByRole('button').click();
    expect([await power.textContent(), await name.getAttribute('aria-sort')]).toEqual(['Power↕', 'ascending']);
    await page.getByRole('row').nth(1).getByText('Backup server').waitFor();
    await page.getByRole('row').nth(2).getByText('Build machine').waitFor();
  });

  it('say how long a sign-in has to wait after too many wrong ones', async () => {
    const stranger = await web.signedOut('/login');
    await stranger.getByLabel('User name').fill('nobody');
    await stranger.getByLabel('Password', { exact: true }).fill('not the password');
    const submit = stranger.getByRole('button', { name: 'Sign in' });
    const alert = stranger.getByRole('alert');
    const wait = alert.getByText(/try again in \d+ seconds/);
    for (let attempt = 0; attempt < 30 && (await wait.count()) === 0; attempt++) {
      await submit.click();
      await alert.waitFor();
    }
    await wait.waitFor();
    await web.leave(stranger);
  });

  it('have thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
