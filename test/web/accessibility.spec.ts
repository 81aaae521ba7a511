/** Every page of the registry, at three widths and in both themes, checked by axe; and how it fits more widths. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SETTLED, violations, violationsInBothThemes } from '../support/web/axe.js';
import {
  aDemo,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PHONE,
  type WebUnderTest,
} from '../support/web/browser.js';
import { pagesToShow } from '../support/web/pages-to-show.js';

jest.setTimeout(2 * BROWSER_TEST);

/** The boxes that hide a part of their width behind a scroll bar or an edge, one per line; a table to edit scrolls, as in a spreadsheet. */
const CUT_OFF = `[...document.querySelectorAll('main *, header *, [role=dialog] *')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX)
    && getComputedStyle(e).textOverflow !== 'ellipsis' && e.clientWidth > 4 && !e.matches('input, textarea, pre, code, .mantine-Switch-track, .outlet-table-frame'))
  .map((e) => e.className + ' hides ' + (e.scrollWidth - e.clientWidth) + ' px')`;

/**
 * The buttons and choices below 44 by 44 px, one per line; a button inside a field counts as part of the field. Choices
 * that share the width of a phone, such as the ranges of time, are at least as high.
 */
const SMALL = `[...document.querySelectorAll('main button, header button, main .mantine-Chip-label, main .mantine-SegmentedControl-label, main .touch-link')]
  .filter((e) => e.checkVisibility() && !e.closest('.mantine-Input-wrapper'))
  .map((e) => [e.textContent || e.ariaLabel, e.getBoundingClientRect(), e.matches('.mantine-SegmentedControl-label')])
  .filter(([, { width, height }, shares]) => width > 0 && ((width < 43.5 && !shares) || height < 43.5))
  .map(([name, { width, height }]) => name + ' ' + Math.round(width) + ' x ' + Math.round(height))`;

const SIZES = [
  { viewport: PHONE, axe: true },
  { viewport: { width: 820, height: 1180 }, axe: true },
  { viewport: { width: 940, height: 700 }, axe: false },
  { viewport: { width: 1280, height: 800 }, axe: false },
  { viewport: { width: 1440, height: 900 }, axe: true },
] as const;

describeInBrowser('accessibility', () => {
  let web: WebUnderTest;
  /** The findings on all pages, one per line, by width. */
  const found: Record<string, string[]> = { missing: [], small: [] };

  beforeAll(async () => {
    web = await aDemo();
    await walk();
  });
  afterAll(() => web.close());

  /** Opens each page once and checks it in every size and theme: opening it again for each of them took twice as long. */
  async function walk(): Promise<void> {
    const page = await web.signedIn();
    for (const path of pagesToShow()) {
      await web.open(page, path);
      const note = (list: string, lines: readonly string[]): void => {
        (found[list] ??= []).push(...lines.map((line) => `${path}: ${line}`));
      };
      note('missing', await page.getByText('There is no page at this address.').allTextContents());
      for (const { viewport, axe } of SIZES) {
        await page.setViewportSize(viewport);
        await page.evaluate(SETTLED);
        const width = await page.evaluate<number>(PAGE_WIDTH);
        note(`${viewport.width}`, width > viewport.width ? [`${width} px`] : []);
        note(`${viewport.width}`, await page.evaluate<string[]>(CUT_OFF));
        if (viewport === PHONE) note('small', await page.evaluate<string[]>(SMALL));
        note(`axe at ${viewport.width}`, axe ? await violationsInBothThemes(page) : []);
      }
    }
    await web.leave(page);
  }

  it('of the sign-in page has no violations', async () => {
    const page = await web.signedOut('/login');
    await page.getByLabel('User name').waitFor();
    expect(await violations(page)).toEqual([]);
    await web.leave(page);
  });

  it('is asked of a page for every path', () => expect(found['missing']).toEqual([]));

  it.each(SIZES.filter(({ axe }) => axe))(
    'of every page has no violations, $viewport.width px wide',
    ({ viewport }) => {
      expect(found[`axe at ${viewport.width}`]).toEqual([]);
    },
  );

  it.each(SIZES)(
    'fits the width: no page is wider than $viewport.width px, and no part of it scrolls sideways',
    ({ viewport }) => {
      expect(found[`${viewport.width}`]).toEqual([]);
    },
  );

  it('has buttons large enough for a finger on a phone', () => {
    expect(found['small']).toEqual([]);
  });

  it('names every value on a phone, the first of a row too', async () => {
    const page = await web.signedIn({ viewport: PHONE, path: '/history' });
    const row = page.getByRole('region', { name: 'Minimum and maximum', exact: true }).getByRole('row').last();
    const label = (place: number) => row.locator('td').nth(place).getAttribute('data-label');
    expect([await label(0), await label(1)]).toEqual([null, 'Minimum']);
    await web.leave(page);
  });
});
