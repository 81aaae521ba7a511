import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  aDemo,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  PAGE_WIDTH,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { SETTLED } from '../support/web/axe.js';
import { dragOver, pointAt } from '../support/web/mouse.js';

jest.setTimeout(BROWSER_TEST);

const HOUR = 3600;
/** The place of the line of the present time in a chart, as a share of its width: the column with most of its colour. */
const NOW_LINE = `(() => {
  const [canvas, over] = ['canvas', '.u-over'].map((name) => document.querySelector('.u-wrap ' + name));
  const [all, plot] = [canvas, over].map((each) => each.getBoundingClientRect());
  const { data, width, height } = canvas.getContext('2d')
    .getImageData(plot.left - all.left, plot.top - all.top, plot.width, plot.height);
  const colour = getComputedStyle(canvas).getPropertyValue('--quiet').match(/[\\da-f]{2}/g).map((part) => parseInt(part, 16));
  const isOfLine = (at) => data[at + 3] > 60 && colour.every((part, place) => Math.abs(data[at + place] - part) < 8);
  const counts = Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (_, y) => isOfLine(4 * (y * width + x))).filter(Boolean).length);
  const most = Math.max(...counts);
  return most > height / 4 ? counts.indexOf(most) / width : undefined;
})()`;

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
    const spokenAfter = async (key: string): Promise<string> => {
      await chart.press(key);
      return (await chart.getAttribute('aria-valuetext')) ?? '';
    };
    const newest = await until(
      () => spokenAfter('End'),
      (text) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, Average [\d,.]+\u202fW, Maximum .*, Minimum /.test(text),
    );
    expect(await spokenAfter('Home')).not.toBe(newest);
    await page.getByRole('button', { name: 'Values as a table' }).click();
    await page.getByRole('table', { name: 'Values as a table' }).getByRole('row').nth(5).waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(width);
    const choices = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.time-range label')].map((choice) => choice.getBoundingClientRect().width)",
    );
    expect(choices).toHaveLength(6);
    if (width === 390) expect(Math.min(...choices)).toBeGreaterThanOrEqual(44); // for a finger
    await web.leave(page);
  });

  it('keep the time range from page to page, and step through it', async () => {
    const page = await web.signedIn({ path: '/history' });
    const zoom = async (share: number): Promise<void> => {
      const before = page.url();
      await dragOver(page.locator('.u-over'), 1 / 4, 1 / 4 + share);
      await page.waitForURL((url) => url.href !== before && /from=\d+&to=\d+/.test(url.search));
    };
    const hours = (): number => {
      const { searchParams } = new URL(page.url());
      return (Number(searchParams.get('to')) - Number(searchParams.get('from'))) / HOUR;
    };
    const span = page.getByText(/^\d{4}-\d\d-\d\d .* – \d{4}-\d\d-\d\d .*\(UTC\)/);
    const day = await span.innerText();
    await zoom(1 / 4); // a drag over the chart zooms to what it has covered, with Shift too
    expect(Math.abs(hours() - 6)).toBeLessThan(0.5); // a quarter of the usual day
    await until(
      () => span.innerText(),
      (text) => text !== day,
    );
    await page.keyboard.down('Shift');
    await zoom(1 / 2);
    await page.keyboard.up('Shift');
    expect(Math.abs(hours() - 3)).toBeLessThan(0.5);
    await page.getByRole('radio', { name: '7 d' }).press('Space');
    await page.waitForURL(/range=7d/);
    await (await navigation(page)).getByRole('link', { name: 'Activity log' }).click();
    await page.waitForURL(/log\?range=7d/);
    await (await navigation(page)).getByRole('link', { name: 'Timeline' }).click();
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
    await web.leave(page);
  });

  it('mark what was switched above its chart, and lead from there to its entry in the timeline', async () => {
    const { body } = await web.admin.send('PUT', '/api/outlets/12', { state: 'OFF' });
    const page = await web.signedIn({ path: `/outlets/${String(body['id'])}?range=1h` });
    const marker = page.locator('.chart-marker').last();
    await marker
      .and(page.getByRole('link', { name: /Camera recorder was switched off by admin\.|^\d+ entries/ }))
      .click();
    await page.waitForURL(/timeline\?from=\d+&to=\d+#entry-\d+$/);
    const entry = page.locator('.timeline-target').filter({ hasText: 'Camera recorder was switched off by admin.' });
    await until(
      async () => (await entry.boundingBox())?.y,
      (y) => y !== undefined && y > 0 && y < 700,
    );
    await web.admin.send('PUT', '/api/outlets/12', { state: 'ON' });
    await web.leave(page);
  });

  it('move on with the time without a new chart: the crosshair and the markers stay', async () => {
    const outlets = (await web.admin.send('GET', '/api/outlets')).body as unknown as { id: string }[];
    await web.admin.send('PUT', '/api/outlets/12', { state: 'OFF' });
    await web.admin.send('PUT', '/api/outlets/12', { state: 'ON' });
    const page = await web.signedIn({ hasClock: true });
    let passed = 0;
    await page.route('**/api/history?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { from: number; to: number };
      await route.fulfill({ response: answer, json: { ...body, from: body.from + passed, to: body.to + passed } });
    });
    await web.open(page, `/outlets/${outlets[11]?.id ?? ''}?range=1h`);
    await page.locator('.chart-marker').last().waitFor();
    await pointAt(page.locator('.u-over'), page.locator('.chart-tooltip:visible'));
    await page.evaluate(`{
      document.querySelector('.chart canvas').dataset.first = '';
      window.fewest = Infinity;
      const count = () => (window.fewest = Math.min(window.fewest, document.querySelectorAll('.chart-marker').length));
      new MutationObserver(count).observe(document.querySelector('.chart'), { childList: true, subtree: true });
    }`);
    const span = page.getByText(/^\d{4}-\d\d-\d\d .* – \d{4}-\d\d-\d\d .*\(UTC\)/);
    const shown = await span.innerText();
    passed = 60;
    await page.clock.runFor(61_000);
    await until(
      () => span.innerText(),
      (text) => text !== shown,
    );
    await page.evaluate(SETTLED);
    expect(await page.locator('.chart canvas[data-first]').count()).toBe(1);
    expect(await page.locator('.chart-tooltip:visible').count()).toBe(1);
    expect(await page.evaluate<number>('window.fewest')).toBeGreaterThanOrEqual(1);
    await web.leave(page);
  });

  it('draw a line at the present time of the PDU where a chart extends beyond it, also if the browser’s clock is wrong', async () => {
    const page = await web.signedIn({ hasClock: true });
    const now = Math.floor(Date.now() / 1000);
    await page.clock.setSystemTime((now + HOUR / 2) * 1000);
    await web.open(page, `/history?from=${now - HOUR}&to=${now + HOUR}`);
    await page.locator('.u-over').waitFor();
    const place = await until(
      () => page.evaluate<number | undefined>(NOW_LINE),
      (share) => share !== undefined,
    );
    expect(Math.abs((place ?? 0) - 1 / 2)).toBeLessThan(0.1);
    await web.leave(page);
  });

  it('share one cursor: all charts show the time that is pointed at in one of them', async () => {
    const page = await web.signedIn({ path: '/overview' });
    const times = page.locator('.chart-tooltip:visible > :first-child');
    await page.locator('.u-over').nth(2).waitFor();
    // A chart without data yet takes the time that is pointed at with the next move of the mouse.
    let x = 100; // px
    const [first] = await until(
      async () => {
        await page
          .locator('.u-over')
          .first()
          .hover({ position: { x: (x = 300 - x), y: 20 } });
        return times.allInnerTexts();
      },
      (shown) => shown.length === 3 && new Set(shown).size === 1,
    );
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await web.leave(page);
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
    await web.leave(page);
  });

  it('compare energy with the period before, but not with that of a time before the first measurement', async () => {
    const page = await web.signedIn({ path: '/energy?range=7d' }); // the demo has a month of history
    await page.getByText(/% compared with the period of the same length before \(/).waitFor();
    await page.locator('.energy-bar-before').first().waitFor();
    await page
      .locator('.energy-numbers')
      .filter({ hasText: /[+-]\d+\.\d\s%/ })
      .first()
      .waitFor();
    await page.goto(`${web.url}/energy?range=20d`);
    await page.getByText(/Not compared with the period of the same length before: only \d+\u202f% of/).waitFor();
    expect(await page.locator('.energy-bar-before').count()).toBe(0);
    await web.leave(page);
  });

  it('have thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
