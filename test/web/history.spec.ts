import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  aDemo,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the pages about time', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aDemo();
  });
  afterAll(() => web.close());

  it.each([390, 820, 1440])('show the values of a chart to the keyboard, %i px wide', async (width) => {
    const page = await web.signedIn({
      path: '/history?range=7d',
      viewport: { width, height: 900 },
      colorScheme: 'dark',
    });
    const chart = page.getByRole('slider');
    await chart.focus();
    await chart.press('ArrowLeft');
    const newest = await chart.getAttribute('aria-valuetext');
    expect(newest).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, Average [\d,.]+\u202fW, Maximum .*, Minimum /);
    await chart.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(newest);
    await page.getByRole('button', { name: 'Values as a table' }).click();
    await page.getByRole('table', { name: 'Values as a table' }).getByRole('row').nth(5).waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(width);
    const choices = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.time-range label')].map((choice) => choice.getBoundingClientRect().width)",
    );
    expect(choices).toHaveLength(6);
    if (width === 390) expect(Math.min(...choices)).toBeGreaterThanOrEqual(44); // for a finger
    await page.context().close();
  });

  it('keep the time range from page to page, and step through it', async () => {
    const page = await web.signedIn({ path: '/history' });
    const plot = await page.locator('.u-over').boundingBox();
    const [x, y, width] = [plot?.x ?? 0, (plot?.y ?? 0) + 40, plot?.width ?? 0];
    await page.mouse.move(x + width / 4, y);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=\d+&to=\d+/); // a drag over the chart zooms to what it has covered
    const { searchParams } = new URL(page.url());
    const hours = (Number(searchParams.get('to')) - Number(searchParams.get('from'))) / 3600;
    expect(Math.abs(hours - 6)).toBeLessThan(0.5); // a quarter of the usual day
    await page.getByRole('radio', { name: '7 d' }).press('Space');
    await page.waitForURL(/range=7d/);
    await page.getByRole('link', { name: 'Activity log' }).click();
    await page.waitForURL(/log\?range=7d/);
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.waitForURL(/timeline\?range=7d/);
    await page.getByRole('button', { name: 'The period before' }).click();
    await page.waitForURL(/from=\d+&to=\d+/);
    await page.getByLabel('From', { exact: true }).fill('03/02/2026 8:00 AM');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Write times as 2026-03-02 08:00.' }).waitFor();
    await page.getByLabel('From', { exact: true }).fill('2026-03-02 08:00');
    await page.getByLabel('To', { exact: true }).fill('2026-03-03');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/from=1772438400&to=1772496000/); // the zone of the demo is UTC
    await page.context().close();
  });

  it('share one cursor: all charts show the time that is pointed at in one of them', async () => {
    const page = await web.signedIn({ path: '/overview' });
    const times = page.locator('.chart-tooltip:visible > :first-child');
    await page.locator('.u-over').nth(2).waitFor();
    await page.locator('.u-over').first().hover();
    await times.nth(2).waitFor();
    const [first, ...others] = await times.allInnerTexts();
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(others).toEqual([first, first]);
    await page.context().close();
  });

  it('compare objects and the period before, with one file for all of it', async () => {
    const page = await web.signedIn({ path: '/history?range=24h&before=1' });
    const other = page.getByRole('combobox', { name: 'Compare with' });
    await other.click();
    await page.getByRole('option').nth(1).click();
    await page.waitForURL(/with=/);
    await page.keyboard.press('Escape');
    // The key is for the eye only: a screen reader hears the names with the values.
    await until(
      () => page.locator('.chart-legend li').allTextContents(),
      (lines) => lines.filter((line) => line.endsWith(', the period before')).length === 2,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const [header = '', ...rows] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(header.split(/,(?=\S)/).length).toBeGreaterThanOrEqual(6);
    expect(rows.length).toBeGreaterThan(20);
    await page.context().close();
  });

  it('compare no energy with that of a time before the first measurement', async () => {
    const page = await web.signedIn({ path: '/energy?range=20d' }); // the demo has a month of history
    await page.getByText(/Not compared with the period of the same length before: only \d+\u202f% of/).waitFor();
    expect(await page.locator('.energy-bar-before').count()).toBe(0);
    await page.context().close();
  });

  it('have thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
