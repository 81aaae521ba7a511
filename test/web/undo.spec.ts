import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, BROWSER_TEST, describeInBrowser, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

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
  afterEach(() => page.context().close());
  afterAll(() => web.close());

  const outlet = (index: number, change: object) => web.admin.send('PUT', `/api/outlets/${index}`, change);
  const off = async (): Promise<number[]> => {
    const outlets = (await web.admin.send('GET', '/api/outlets')).body as unknown as Outlet[];
    return outlets.flatMap(({ state, outletIndex }) => (state === 'OFF' ? outletIndex : []));
  };
  const toasts = () => page.getByRole('status');
  const undo = () => toasts().getByRole('button', { name: 'Undo' });
  const turnOff = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Turn ${name} off`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText(`Turned off: ${name}`).waitFor();
  };

  it('is offered with the success, works with the keyboard, and names what is restored', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await turnOff('Hypervisor 1');
    expect(await off()).toEqual([1]);
    await undo().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Restored: Hypervisor 1.').waitFor();
    expect(await off()).toEqual([]);
    await undo().waitFor({ state: 'detached' });
  });

  it('names what is left as it is, and why', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await turnOff('Hypervisor 1');
    await outlet(1, { state: 'ON' });
    await outlet(1, { state: 'OFF' });
    await undo().click();
    await page.getByText('Left as it is: Hypervisor 1. It was switched again since.').waitFor();
    expect(await off()).toEqual([1]);
    await outlet(1, { state: 'ON' });
  });

  it('is not offered for a reboot', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('button', { name: 'Reboot Outlet 2', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reboot' }).click();
    await page.getByText('Rebooting: Outlet 2').waitFor();
    expect(await undo().count()).toBe(0);
  });
});
