import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { aBrowser, BROWSER_TEST, describeInBrowser, shown, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the pages about energy', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterAll(() => web.close());

  it('set the tariff with its rates, and say which rates overlap', async () => {
    const page = await web.signedIn({ path: '/system' });
    const panel = page.getByRole('region', { name: 'Energy tariff' });
    await panel.getByLabel('Currency').fill('eur');
    await panel.getByLabel('Price per kWh').first().fill('0.29');
    await panel.getByLabel('CO₂ (g per kWh)').fill('380');
    for (const name of ['Day', 'Night']) {
      await panel.getByRole('button', { name: 'Add a rate' }).click();
      await panel.getByLabel('Rate', { exact: true }).last().fill(name);
      await panel.getByLabel('Price per kWh').last().fill('0.4');
    }
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: '"Day" and "Night" both hold on Monday at 06:00' }).waitFor();
    await panel.getByLabel('From', { exact: true }).last().fill('22:00');
    await panel.getByLabel('To', { exact: true }).last().fill('06:00');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await web.admin.send('GET', '/api/conf');
    expect(body).toMatchObject({
      tariff: {
        currency: 'EUR',
        defaultPerKWh: 0.29,
        gramsCO2PerKWh: 380,
        rates: [
          { name: 'Day', perKWh: 0.4, days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' },
          { name: 'Night', perKWh: 0.4, days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' },
        ],
      },
    });
    await panel.getByRole('button', { name: 'Remove: Rate Night' }).click();
    await panel.getByRole('button', { name: 'Discard' }).click();
    await panel.getByRole('button', { name: 'Remove: Rate Night' }).waitFor();
    await web.leave(page);
  });

  it('show energy and cost by outlet and bank, download them, and have a view to print', async () => {
    await web.admin.send('POST', '/api/conf', { tariff: { currency: 'EUR', defaultPerKWh: 0.3, gramsCO2PerKWh: 400 } });
    const page = await web.signedIn({ path: '/energy' });
    const rows = page.getByRole('region', { name: 'Breakdown' }).getByRole('row');
    await rows.filter({ hasText: 'Outlet 16' }).filter({ hasText: 'Wh' }).filter({ hasText: 'EUR' }).first().waitFor();
    await page.getByRole('radio', { name: 'Days', exact: true }).press('Space');
    await page.waitForURL(/step=day/);
    await page.getByRole('region', { name: 'Over time' }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(',outlet,16-1200579,Outlet 16,');
    const [print] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Print view' }).click(),
    ]);
    await print.getByRole('heading', { name: shown(/^Energy of /, /^Energie von /) }).waitFor();
    const border = await print.evaluate<string>("getComputedStyle(document.querySelector('td')).borderBottomStyle");
    expect(border).toBe('solid'); // the content policy has let its style through
    await print.close();
    await page.getByRole('combobox', { name: 'By' }).click();
    await page.getByRole('option', { name: 'Banks' }).click();
    await rows.filter({ hasText: 'Bank 2' }).first().waitFor();
    await page.waitForURL(/by=bank/);
    await web.leave(page);
  });

  it('show energy by group and by label, with the CO₂ of each', async () => {
    await web.admin.send('POST', '/api/groups', { groupName: 'Cluster', outlets: ['1-1200578', '2-1200578'] });
    await web.admin.send('PUT', '/api/outlets/3', { labels: { tenant: 'blue' } });
    const page = await web.signedIn({ path: '/energy' });
    const breakdown = page.getByRole('region', { name: 'Breakdown' });
    const carbon = breakdown.getByRole('columnheader', { name: 'CO₂', includeHidden: true });
    for (const [kind, row] of [
      ['Groups', 'Cluster'],
      ['Label tenant', 'blue'],
    ] as const) {
      await page.getByRole('combobox', { name: 'By' }).click();
      await page.getByRole('option', { name: kind, exact: true }).click();
      await breakdown
        .getByRole('row')
        .filter({ hasText: row })
        .filter({ hasText: /\d\sk?Wh.*\d\sEUR.*\d\skg/ })
        .waitFor();
      await carbon.waitFor({ state: 'attached' }); // a narrow table hides its head
      await page.getByRole('list', { name: 'Comparison' }).getByRole('listitem').filter({ hasText: row }).waitFor();
    }
    await web.admin.send('POST', '/api/conf', { tariff: { currency: 'EUR', defaultPerKWh: 0.3 } });
    await page.reload();
    await breakdown.getByRole('row').filter({ hasText: 'blue' }).waitFor();
    expect(await carbon.count()).toBe(0);
    await web.leave(page);
  });

  it.each([390, 820, 1440])('show bars and a map of the hours, %i px wide', async (width) => {
    const page = await web.signedIn({ path: '/energy', viewport: { width, height: 900 }, colorScheme: 'dark' });
    const bars = page.getByRole('list', { name: 'Comparison' });
    await bars.getByRole('listitem').filter({ hasText: 'Wh' }).first().waitFor();
    await page.getByRole('radio', { name: '24 h' }).press('Space');
    await page.waitForURL(/range=24h/);
    await page.getByRole('table', { name: 'Hour by hour' }).getByRole('row').nth(1).waitFor();
    await bars.getByRole('link', { name: 'Outlet 16' }).click();
    await page.waitForURL(/outlets\/16-.*range=24h/);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await web.leave(page);
  });

  it('have thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
