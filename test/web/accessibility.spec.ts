/** Every page of the registry, in both themes, looked at by axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { aBrowser, BROWSER_TEST, describeInBrowser, PAGE_WIDTH, PHONE, type WebUnderTest } from '../support/browser.js';
import { furnish, pagesToShow } from '../support/web-furniture.js';

jest.setTimeout(2 * BROWSER_TEST);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is serious or critical, one line a thing. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

describeInBrowser('accessibility', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    await furnish(web);
  });
  afterAll(() => web.close());

  it('of the sign-in page is in order', async () => {
    const page = await web.stranger('/login');
    await page.getByLabel('User name').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('of every page is in order in the %s theme', async (colorScheme) => {
    const page = await web.signedIn({ colorScheme });
    const found: Record<string, string[]> = {};
    for (const path of pagesToShow()) {
      await web.open(page, path);
      const here = await violations(page);
      if (here.length > 0) found[path] = here;
    }
    expect(found).toEqual({});
    await page.context().close();
  });

  it('is not lost on a phone: no page is wider than the screen', async () => {
    const page = await web.signedIn({ viewport: PHONE });
    const wide: string[] = [];
    for (const path of pagesToShow()) {
      await web.open(page, path);
      const width = await page.evaluate<number>(PAGE_WIDTH);
      if (width > PHONE.width) wide.push(`${path}: ${width} px`);
    }
    expect(wide).toEqual([]);
    await page.context().close();
  });
});
