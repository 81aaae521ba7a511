import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PHONE,
  shown,
  until,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const bottomOf = (box: { readonly y: number; readonly height: number } | null): number =>
  box === null ? NaN : box.y + box.height;

interface Outlet {
  readonly outletIndex: number;
  readonly state: string;
}

describeInBrowser('the undo of a switching in the browser UI', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
    await outlet(1, { outletName: 'Hypervisor 1' });
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const outlet = (index: number, change: object) => web.admin.send('PUT', `/api/outlets/${index}`, change);
  const off = async (): Promise<number[]> => {
    const outlets = (await web.admin.send('GET', '/api/outlets')).body as unknown as Outlet[];
    return outlets.flatMap(({ state, outletIndex }) => (state === 'OFF' ? outletIndex : []));
  };
  const toasts = () => page.getByRole('status');
  const undo = () => toasts().getByRole('button', { name: 'Undo' });
  const focused = () => page.evaluate('document.activeElement.ariaLabel');
  const turnOff = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Turn ${name} off`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText(`Turned off: ${name}`).waitFor();
  };

  it('is offered with the success, works with the keyboard, leaves the focus where it was, and names what is restored', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await turnOff('Hypervisor 1');
    expect(await off()).toEqual([1]);
    await until(focused, (name) => name === shown('Turn Hypervisor 1 off', 'Aus: Hypervisor 1'));
    await undo().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Switched back: Hypervisor 1.').waitFor();
    expect(await off()).toEqual([]);
    await undo().waitFor({ state: 'detached' });
    expect(await focused()).toBe(shown('Turn Hypervisor 1 off', 'Aus: Hypervisor 1'));
  });

  it('names what is left as it is, and why', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await turnOff('Hypervisor 1');
    await outlet(1, { state: 'ON' });
    await outlet(1, { state: 'OFF' });
    await undo().click();
    await page.getByText('Not switched back: Hypervisor 1. It was switched again in the meantime.').waitFor();
    expect(await off()).toEqual([1]);
    await outlet(1, { state: 'ON' });
  });

  it('is offered after a failure of some outlets for those that did follow', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await web.simulate({ outlets: { '4-1200578': { relayStuck: true } } });
    for (const name of ['Outlet 3', 'Outlet 4', 'Outlet 5']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn 3 off' }).click();
    await page.getByText('Turned off: Outlet 3, Outlet 5').waitFor();
    await page.getByText(/^1 of 3 outlets/).waitFor();
    expect(await off()).toEqual(expect.arrayContaining([3, 5]));
    await undo().click();
    // The one that did not follow is to be on again too, so that it stays on once its relay is free.
    await page.getByText('Switched back: Outlet 3, Outlet 4, Outlet 5.').waitFor();
    await web.simulate({ outlets: { '4-1200578': { relayStuck: false } } });
    await until(off, (indexes) => !indexes.includes(3) && !indexes.includes(5));
  });

  it('covers no button of a dialog, which ends above it on a phone and on a laptop', async () => {
    page = await web.signedIn({ path: '/outlets/1', viewport: PHONE });
    await turnOff('Hypervisor 1');
    await page.getByRole('button', { name: 'Settings of Hypervisor 1' }).click();
    const dialog = page.getByRole('dialog');
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport);
      const save = await dialog.getByRole('button', { name: 'Save' }).boundingBox();
      const toast = await page.locator('.toasts').boundingBox();
      expect(bottomOf(save)).toBeLessThan(toast?.y ?? 0);
    }
    await page.keyboard.press('Escape');
    await undo().click();
    await page.getByText('Switched back: Hypervisor 1.').waitFor();
  });

  it('is out of date with the next command to the same outlets, and not with one to others', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await turnOff('Hypervisor 1');
    await turnOff('Outlet 2');
    expect(await undo().count()).toBe(2);
    await page.getByRole('button', { name: 'Turn Hypervisor 1 on', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Turned on: Hypervisor 1').waitFor();
    expect(await toasts().getByText('Turned off: Hypervisor 1').count()).toBe(0);
    expect(await toasts().getByText('Turned off: Outlet 2').count()).toBe(1);
    await outlet(2, { state: 'ON' });
  });

  it('is not offered for a reboot', async () => {
    page = await web.signedIn({ path: '/outlets', viewport: WIDE }); // the list of a phone has no reboot
    await page.getByRole('button', { name: 'Reboot Outlet 2', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reboot' }).click();
    await page.getByText('Rebooting: Outlet 2').waitFor();
    expect(await undo().count()).toBe(0);
  });
});
