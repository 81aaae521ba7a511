/** Every page of the registry on a tablet that is touched: what is to be hit is large enough. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { aDemo, BROWSER_TEST, describeInBrowser, type WebUnderTest } from '../support/web/browser.js';
import { pagesToShow } from '../support/web/pages-to-show.js';

jest.setTimeout(2 * BROWSER_TEST);

/**
 * The targets on a tablet that a finger may miss, one per line: buttons, choices and the navigation below 40 px in height; links
 * in a list, fields and what opens below 24 px. A button inside a field counts as part of the field.
 */
const MISSED = `[
  ...[...document.querySelectorAll('main button, header button, .navigation a, main :is(.mantine-Chip-label, .mantine-SegmentedControl-label, .mantine-Switch-body, .data-table-tick)')]
    .map((e) => [e, 24, 40]),
  ...[...document.querySelectorAll('main :is(table, ul, ol, dl) a, main summary, main :is(input:not([type=checkbox], [type=radio], [type=file]), textarea, select)')]
    .map((e) => [e, 24, 24]),
]
  .filter(([e]) => e.checkVisibility() && !e.matches('.visually-hidden') && !(e.matches('button, input') && e.closest('.mantine-Input-wrapper')?.offsetHeight >= 40))
  .map(([e, ...least]) => [e.textContent || e.ariaLabel || e.id, e.getBoundingClientRect(), ...least])
  .filter(([, { width, height }, wide, high]) => width > 0 && (width < wide - 0.5 || height < high - 0.5))
  .map(([name, { width, height }]) => name.slice(0, 40) + ' ' + Math.round(width) + ' x ' + Math.round(height))`;

describeInBrowser('a touch screen', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aDemo();
  });
  afterAll(() => web.close());

  it('has nothing on a tablet that a finger would miss', async () => {
    const page = await web.signedIn({ viewport: { width: 820, height: 1180 }, hasTouch: true });
    const missed: string[] = [];
    for (const path of pagesToShow()) {
      await web.open(page, path);
      missed.push(...(await page.evaluate<string[]>(MISSED)).map((line) => `${path}: ${line}`));
    }
    expect([...new Set(missed)]).toEqual([]);
    await web.leave(page);
  });
});
