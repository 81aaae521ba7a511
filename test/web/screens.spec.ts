/** Pictures of every page, for docs/screens: only when `npm run screens` asks for them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { aDemo, BROWSER_TEST, PAGE_HEIGHT, PHONE, type WebUnderTest } from '../support/web/browser.js';
import { pagesToShow } from '../support/web/pages-to-show.js';

jest.setTimeout(2 * BROWSER_TEST);

const folder = process.env['RACKFEED_SCREENS'];
const only = process.env['RACKFEED_SCREENS_ONLY'] ?? '';
const all = process.env['RACKFEED_SCREENS_ALL'] === 'true';
const WIDE = { width: 1280, height: 800 };
/** The pages shown in the dark theme and on a phone too, unless all are requested. */
const BOTH = ['/', '/outlets', '/timeline', '/energy'];
/** A longer page ends here, so that no picture is larger than 200 kB or so. */
const MOST = 900;
const nameOf = (path: string): string => path.split('/').filter(Boolean).join('-') || 'rack';

describe('a picture', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    mkdirSync(folder ?? '', { recursive: true });
    web = await aDemo();
  });
  afterAll(() => web.close());

  it.each([
    ['light', 'light', WIDE],
    ['dark', 'dark', WIDE],
    ['phone', 'light', PHONE],
  ] as const)('of the pages is taken: %s', async (suffix, colorScheme, size) => {
    const page = await web.signedIn({ colorScheme, viewport: size });
    const wanted = pagesToShow().filter(
      (path) => path.includes(only) && (suffix === 'light' || all || BOTH.includes(path)),
    );
    for (const path of wanted) {
      await web.open(page, path);
      if (path === '/' && size === WIDE) await page.locator('.power-path svg').waitFor(); // after the limits have come
      await page.waitForTimeout(1_200); // a second message of the stream, for the charts
      const height = await page.evaluate<number>(PAGE_HEIGHT);
      await page.setViewportSize({ width: size.width, height: Math.min(MOST, Math.max(size.height, height)) });
      await page.screenshot({ path: join(folder ?? '', `${nameOf(path)}-${suffix}.png`) });
      await page.setViewportSize(size);
    }
    await page.context().close();
  });

  it('of the wall screen is taken', async () => {
    const page = await web.signedIn({ colorScheme: 'dark', viewport: WIDE });
    await page.goto(`${web.url}/wall`);
    await page.locator('.wall-figure').first().waitFor();
    await page.waitForTimeout(1_200);
    await page.screenshot({ path: join(folder ?? '', 'wall-dark.png') });
    await page.context().close();
  });

  it('of the sign-in page is taken', async () => {
    const page = await web.signedOut('/login');
    await page.getByLabel('User name').waitFor();
    await page.screenshot({ path: join(folder ?? '', 'sign-in-light.png') });
    await page.context().close();
  });
});
