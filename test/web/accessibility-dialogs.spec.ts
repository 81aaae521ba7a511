/** Axe checks dialogs, menus, messages and the palette, at three widths and in both themes. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { violations } from '../support/web/axe.js';
import { aDemo, BROWSER_TEST, describeInBrowser, PHONE, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(2 * BROWSER_TEST);

const VIEWPORTS = [PHONE, { width: 820, height: 1180 }, { width: 1440, height: 900 }];
const SETTINGS = VIEWPORTS.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width: viewport.width, colorScheme, viewport })),
);

describeInBrowser('accessibility of what opens on a page', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aDemo();
  });
  afterAll(() => web.close());

  it.each(SETTINGS)('has no violations, $width px wide, $colorScheme', async ({ width, ...setting }) => {
    const found: Record<string, string[]> = {};
    const page = await web.signedIn({ ...setting, path: '/outlets' });
    const check = async (what: string): Promise<void> => {
      const here = await violations(page);
      if (here.length > 0) found[what] = here;
    };
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Turn Core switch A off' }).click();
    await dialog.getByText('Protected: Core switch A').waitFor();
    await check('the question before a protected outlet is turned off');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // A phone has these settings on the page of the outlet.
    if (width > PHONE.width) {
      await page.getByRole('button', { name: 'Edit settings of Firewall' }).click();
      await dialog.getByLabel('Name').fill('Firewall 2');
      await check('the settings of an outlet');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
      await check('the question before changes are discarded');
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
    }
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('combobox', { name: 'Search pages, outlets, settings and commands' }).fill('outlet');
    await dialog.getByRole('option').first().waitFor();
    await check('the palette');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Turn Firewall off' }).click();
    await page.evaluate("Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })");
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('This computer is offline. Nothing was switched.').waitFor();
    await check('a failure that is said');
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await check('rows that are selected');

    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await check('the menu of the account');
    await page.keyboard.press('Escape');
    await page.context().setOffline(true);
    await page.locator('html[data-live="old"]').waitFor();
    await check('a lost connection');
    expect(found).toEqual({});
    await page.context().close();
  });
});
