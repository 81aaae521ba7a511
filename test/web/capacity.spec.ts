import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Locator } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PASSWORD,
  PHONE,
  shown,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('Capacity', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    const loads = Object.fromEntries(
      Array.from({ length: 16 }, (_, place) => [String(place + 1), { loadAmps: place < 12 ? 1 : 0, powerFactor: 1 }]),
    );
    await web.simulate({ outlets: loads });
    await web.admin.send('PUT', '/api/outlets/16', { state: 'OFF' });
  });
  afterAll(() => web.close());

  /** Without the head, which a narrow table hides. */
  const parts = (tree: Locator): Locator => tree.locator('tbody').getByRole('row');

  it('shows the power tree, what a change would overload, and where a new load fits', async () => {
    const page = await web.signedIn({ path: '/capacity' });
    const tree = page.getByRole('region', { name: 'Power tree' }).last();
    await tree.getByRole('row', { name: /Outlet 16/ }).waitFor();
    expect(await parts(tree).count()).toBe(1 + 2 + 16);
    await tree.getByRole('meter', { name: 'Load of Bank 1' }).waitFor();
    const text = (name: RegExp) => tree.getByRole('row', { name }).innerText();
    await until(
      () => text(/^Bank 1/),
      (row) => /[78]\.\d\d/.test(row),
    );
    await tree
      .getByRole('row', { name: /^Outlet 16/ })
      .filter({ hasText: 'NEMA 5-20R · Off' })
      .waitFor();

    const form = page.getByRole('region', { name: 'What if' }).first();
    await form.getByRole('combobox', { name: 'Outlet' }).click();
    await page.getByRole('option', { name: /^Outlet 3 / }).click();
    await form.getByLabel('Load (W)').fill('1800');
    await form.getByRole('button', { name: 'Calculate' }).click();
    await form.getByText('3 parts would be overloaded.').waitFor();
    const bank = form.getByRole('row', { name: new RegExp(`^${shown('Bank')} Bank 1`) });
    await bank.getByText(/above its rating of 20\.00/).waitFor();
    expect(await bank.innerText()).toMatch(/trips after \d+/);
    await page.getByRole('heading', { name: 'Power tree as it would be' }).waitFor();
    await until(
      () => text(/^Bank 1/),
      (row) => /2\d\.\d\d/.test(row),
    );
    const { body } = await web.admin.send('GET', '/api/outlets/3');
    expect((body as unknown as { currentRms: number }).currentRms).toBeLessThan(1.1);
    await page.getByRole('button', { name: 'Show the present state' }).click();
    await page.getByRole('heading', { name: 'Power tree', exact: true }).waitFor();

    await form.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'An inlet is lost' }).click();
    await form.getByRole('button', { name: 'Calculate' }).click();
    await form.getByText(/^Without power: Outlet 1, Outlet 2, /).waitFor();

    const search = page.getByRole('region', { name: 'Where a new load fits' });
    await search.getByLabel('New load (W)').fill('400');
    await search.getByRole('button', { name: 'Find outlets' }).click();
    const place = search.getByRole('row', { name: /^Outlet 16/ });
    await place.waitFor();
    expect(await place.innerText()).toContain('It is off; ');
    await search.getByText(/^In use: 15 · too full: 0$/).waitFor();
    await search.getByLabel('New load (W)').fill('9000');
    await search.getByRole('button', { name: 'Find outlets' }).click();
    await search.getByText('No free outlet can take this load.').waitFor();
    await web.leave(page);
  });

  it('fits a phone', async () => {
    const page = await web.signedIn({ path: '/capacity', viewport: PHONE });
    await page.getByRole('meter', { name: 'Load of Bank 1' }).waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    await web.leave(page);
  });

  it('shows a role its own part, and says that it is not all', async () => {
    const permissions = { viewOutlets: ['1-1200578'] };
    const { body: role } = await web.admin.send('POST', '/api/roles', { name: 'Tenant', permissions });
    const roleId = (role as unknown as { id: number }).id;
    await web.admin.send('POST', '/api/users', { username: 'tenant', password: PASSWORD, roleId });
    const page = await web.signedIn({ as: 'tenant', path: '/capacity' });
    await page.getByText('Your role does not see all parts of this PDU. A part that is not shown may').waitFor();
    const tree = page.getByRole('region', { name: 'Power tree' }).last();
    await parts(tree).first().waitFor();
    expect(await parts(tree).count()).toBe(1);
    await tree.getByText('itself, or a part that is not shown').waitFor();
    expect(await page.getByText('Bank 1').count()).toBe(0);
    await web.leave(page);
  });
});
