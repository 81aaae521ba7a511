/** The movement of a page while it loads, by the measure of the browser: the shifts of its layout. */
import type { Page, Request } from 'playwright-core';

const FRAMES = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
const RECORDER = `window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
  .map(({ value, startTime }) => [value, startTime]))).observe({ type: 'layout-shift', buffered: true })`;

interface Load {
  readonly url: string;
  /** A path of the API that is answered before `late`, so that the page has drawn it. */
  readonly first: string;
  readonly late: string;
  /** The name of the region that is drawn last. */
  readonly last: string;
}

/** Loads a page, and answers the shifts: how large each is, and when, ms. */
export async function shiftsWhileLoading(page: Page, { url, first, late, last }: Load): Promise<unknown> {
  await page.addInitScript(RECORDER);
  const isFor =
    (path: string) =>
    (request: Request): boolean =>
      new URL(request.url()).pathname === path;
  const isRead = page.waitForEvent('requestfinished', isFor(first));
  await page.route(
    ({ pathname }) => pathname === late,
    async (route) => {
      await isRead;
      await page.evaluate(FRAMES);
      await route.continue();
    },
  );
  const isComplete = page.waitForEvent('requestfinished', isFor(late));
  await page.goto(url);
  await isComplete;
  await page.getByRole('region', { name: last }).last().waitFor();
  await page.evaluate(FRAMES);
  return page.evaluate('window.shifts');
}
