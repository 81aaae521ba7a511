/** Pictures of every page, for docs/screens: only when `npm run screens` asks for them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { aBrowser, BROWSER_TEST, PHONE, type WebUnderTest } from '../support/browser.js';
import { furnish, pagesToShow } from '../support/web-furniture.js';

jest.setTimeout(2 * BROWSER_TEST);

const folder = process.env['RACKFEED_SCREENS'];
const only = process.env['RACKFEED_SCREENS_ONLY'] ?? '';
const nameOf = (path: string): string => path.split('/').filter(Boolean).join('-') || 'overview';

(folder === undefined ? describe.skip : describe)('a picture', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    mkdirSync(folder ?? '', { recursive: true });
    web = await aBrowser();
    await furnish(web);
  });
  afterAll(() => web.close());

  it.each([
    ['light', 'light', undefined],
    ['dark', 'dark', undefined],
    ['phone', 'light', PHONE],
  ] as const)('of every page is taken: %s', async (suffix, colorScheme, viewport) => {
    const page = await web.signedIn({ colorScheme, ...(viewport && { viewport }) });
    for (const path of pagesToShow().filter((each) => each.includes(only))) {
      await web.open(page, path);
      await page.waitForTimeout(1_200); // a second message of the stream, for the charts
      await page.screenshot({ path: join(folder ?? '', `${nameOf(path)}-${suffix}.png`), fullPage: true });
    }
    await page.context().close();
  });

  it('of the sign-in page is taken', async () => {
    const page = await web.stranger('/login');
    await page.getByLabel('User name').waitFor();
    await page.screenshot({ path: join(folder ?? '', 'sign-in-light.png') });
    await page.context().close();
  });
});
