/** Axe checks dialogs, menus, messages and the palette, at three widths and in both themes. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothThemes } from '../support/web/axe.js';
import { aDemo, BROWSER_TEST, describeInBrowser, PHONE, shown, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(2 * BROWSER_TEST);

const DESKTOP = { width: 1440, height: 900 };
const VIEWPORTS = [PHONE, { width: 820, height: 1180 }, DESKTOP];

describeInBrowser('accessibility of what opens on a page', () => {
  let web: WebUnderTest;
  let page: Page;
  let found: Record<string, string[]>;

  beforeAll(async () => {
    web = await aDemo();
    page = await web.signedIn({ viewport: DESKTOP, path: '/outlets' });
  });
  afterAll(() => web.close());

  /** Checks what is open now; only the size and the theme change meanwhile. */
  async function check(what: string, viewports = VIEWPORTS): Promise<void> {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      const here = await violationsInBothThemes(page);
      if (here.length > 0) found[`${what}, ${viewport.width} px`] = here;
    }
    await page.setViewportSize(DESKTOP);
  }

  it('has no violations: questions, forms and the palette', async () => {
    found = {};
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Turn Core switch A off' }).click();
    await dialog.getByText('Protected: Core switch A').waitFor();
    await check('the question before a protected outlet is turned off');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Edit settings of Firewall' }).click();
    await dialog.getByLabel('Name').fill('Firewall 2');
    await check('the settings of an outlet');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    await check('the question before changes are discarded');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();

    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page
      .getByRole('combobox', { name: 'Search pages, outlets, settings and commands' })
      .fill(shown('outlet', 'Steckdose'));
    await dialog.getByRole('option').first().waitFor();
    await check('the palette');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(found).toEqual({});
  });

  it('has no violations: messages, a selection, menus and a lost connection', async () => {
    found = {};
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Turn Monitoring off' }).click();
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Turned off: Monitoring').waitFor();
    await check('the message of a success, which offers to undo it');

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
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'More: Open navigation' }).click();
    await page.getByRole('navigation', { name: 'Network' }).waitFor();
    await check('the navigation of a phone', [PHONE]);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'More: Close navigation' }).click();
    await page.setViewportSize(DESKTOP);

    await page.context().setOffline(true);
    await page.locator('html[data-live="old"]').waitFor();
    await check('a lost connection');
    expect(found).toEqual({});
  });
});
