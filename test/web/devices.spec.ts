import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PHONE,
  until,
  type WebUnderTest,
  WIDE,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

interface Outlet {
  readonly outletName: string;
  readonly device?: object;
  readonly labels?: object;
}

/** A ping command for a network in which everybody answers. */
const PING = '#!/bin/sh\n';

/** The words in the names on the tiles that go on in another line. */
const BROKEN_WORDS = `[...document.querySelectorAll('.rack-name bdi')].flatMap(({ firstChild }) =>
  [...firstChild.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(firstChild, index);
    range.setEnd(firstChild, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(([word]) => word))`;

describeInBrowser('the devices behind the outlets', () => {
  let web: WebUnderTest;
  let programs: string;

  beforeAll(async () => {
    programs = temporaryFolder();
    writeFileSync(join(programs, 'ping'), PING, { mode: 0o755 });
    web = await aBrowser({ PATH: `${programs}:${String(process.env['PATH'])}` });
  });
  afterAll(async () => {
    await web.close();
    removeFolder(programs);
  });

  const outlet = async (index: number): Promise<Outlet> =>
    (await web.admin.send('GET', `/api/outlets/${index}`)).body as unknown as Outlet;
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
  const choose = (page: Page, name: string, text: string): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  it('are entered in the settings of an outlet, and shown before its name', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: WIDE }); // the list of a phone has no settings
    await page.getByRole('button', { name: 'Edit settings of Outlet 3', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Device', { exact: true }).fill('Storage head 1');
    await dialog.getByLabel('Rack unit').fill('12');
    await dialog.getByLabel('Asset tag').fill('A-1017');
    await dialog.getByLabel('Feed').fill('storage-1');
    await dialog.getByLabel('Notes').fill('Two supplies.\nAsk first.');
    await dialog.getByLabel('Labels').fill('Tenant: blue');
    await dialog.getByText(/is not a label/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Labels').fill('tenant=blue\nroom = 2.14');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = rowOf(page, 'Storage head 1');
    await row.getByText('Outlet 3 · U12', { exact: false }).waitFor();
    await row.getByText('room: 2.14 · tenant: blue').waitFor();
    await page.getByRole('button', { name: 'Turn Storage head 1 · Outlet 3 off', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Turn Storage head 1 · Outlet 3 off', exact: true }).click();
    await dialog.getByText('Ask first.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await outlet(3)).toMatchObject({
      device: {
        name: 'Storage head 1',
        assetTag: 'A-1017',
        rackUnit: 12,
        notes: 'Two supplies.\nAsk first.',
        feed: 'storage-1',
      },
      labels: { room: '2.14', tenant: 'blue' },
    });
    await page.setViewportSize(PHONE); // there they are on the page of the outlet
    await page.getByRole('link', { name: 'Storage head 1', exact: true }).click();
    await page.getByRole('button', { name: 'Edit settings of Storage head 1 · Outlet 3', exact: true }).click();
    expect(await dialog.getByLabel('Labels').inputValue()).toBe('room=2.14\ntenant=blue');
    await dialog.getByLabel('Labels').fill('tenant=blue');
    await dialog.getByLabel('Asset tag').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await until(
      () => outlet(3),
      ({ labels, device }) => !('room' in (labels ?? {})) && !('assetTag' in (device ?? {})),
    );
    await web.leave(page);
  });

  it('lists what an outlet powers before it is switched off, and is found by it', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('button', { name: 'Edit settings of Outlet 5', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Powered equipment');
    await field.fill(Array.from({ length: 9 }, (_, n) => `db-${n}`).join('\n'));
    await dialog.getByText('At most 8 lines.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field.fill('x'.repeat(101));
    await dialog.getByText('At most 100 characters on a line.').waitFor();
    await field.fill('db-17\n\n core switch \ndb-17');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    expect(await outlet(5)).toMatchObject({ consumers: ['db-17', 'core switch'] });
    await page.getByRole('searchbox', { name: 'Search' }).fill('db-17');
    await until(
      () => page.locator('tbody tr').count(),
      (count) => count === 1,
    );
    await page.getByRole('button', { name: 'Turn Outlet 5 off', exact: true }).click();
    await dialog.getByText(/^Powers: .*db-17.*core switch/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await web.leave(page);
    await web.admin.send('PUT', '/api/outlets/5', { consumers: null });
  });

  it('are on the tiles of the rack with whole words, and with a mark that says that they answer', async () => {
    const device = (index: number, body: object) => web.admin.send('PUT', `/api/outlets/${index}`, { device: body });
    await device(1, { name: 'Hypervisormanagement 2', address: '192.0.2.7' });
    const page = await web.signedIn({ viewport: { width: 820, height: 1180 } });
    const tile = (name: RegExp) => page.getByRole('gridcell', { name });
    await tile(/^1 ?Hypervisormanagement 2.*Answers pings/).waitFor();
    expect(await page.evaluate<string[]>(BROKEN_WORDS)).toEqual([]);
    await tile(/Hypervisormanagement/).focus();
    await page.getByRole('tooltip').getByText('Hypervisormanagement 2 · Outlet 1').waitFor();
    await web.leave(page);
    await device(1, { name: null, address: null });
  });

  it('are found by a label and by a search', async () => {
    await web.admin.send('PUT', '/api/outlets/4', { labels: { tenant: 'red' } });
    const page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('combobox', { name: 'Label' }).selectOption('tenant:red');
    await until(
      () => page.locator('tbody tr').count(),
      (count) => count === 1,
    );
    expect(new URL(page.url()).searchParams.get('label')).toBe('tenant:red');
    await web.open(page, '/outlets');
    await page.goto(`${web.url}/outlets`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('storage-1');
    await until(
      () => page.locator('tbody tr').count(),
      (count) => count === 1,
    );
    await web.leave(page);
  });

  it('are exported as a CSV file, changed in it, previewed and imported', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await rowOf(page, 'Outlet 16').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/outlets\.csv$/);
    const exported = readFileSync(await download.path(), 'utf8');
    expect(exported).toContain(
      '3-1200578,3,Outlet 3,Storage head 1,,,12,storage-1,"Two supplies.\nAsk first.",,blue\r\n',
    );
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, 'same.csv', exported);
    await dialog.getByText('The file changes nothing.').waitFor();
    await choose(page, 'wrong.csv', exported.replace('3-1200578', '99-1200578').replace('assetTag', 'asset'));
    await dialog.getByText('the column “asset” is unknown.', { exact: false }).waitFor();
    await dialog.getByText('there is no outlet “99-1200578”', { exact: false }).waitFor();
    const edited = exported
      .replace('Outlet 1,,,,,,,,', 'Rack 7 left,Router,192.0.2.1,,1,,,"Router, supply 1\r\nFan",green')
      .replace('Storage head 1', 'Storage head 9');
    await choose(page, 'edited.csv', edited);
    await dialog.getByText('7 values of 2 outlets will change.').waitFor();
    await rowOf(page, 'Storage head 9').waitFor();
    expect((await outlet(1)).outletName).toBe('Outlet 1'); // a preview changes nothing
    await dialog.getByRole('button', { name: 'Change 2 outlets' }).click();
    await page.getByRole('link', { name: 'Router', exact: true }).waitFor();
    expect(await outlet(1)).toMatchObject({
      outletName: 'Rack 7 left',
      device: { name: 'Router', address: '192.0.2.1', rackUnit: 1 },
      labels: { tenant: 'green' },
      consumers: ['Router, supply 1', 'Fan'],
    });
    expect((await outlet(3)).device).toMatchObject({ name: 'Storage head 9' });
    await web.leave(page);
  });

  it('are not imported if the controller refuses one of them', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await choose(page, 'wrong.csv', 'index,device,rackUnit\n5,Switch,3\n6,Switch,99\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change 2 outlets' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'rackUnit must be' }).waitFor();
    expect(await outlet(5)).not.toHaveProperty('device');
    await web.leave(page);
  });

  it.each([390, 820, 1440])('fit into a window of %i px, as does the preview of an import', async (width) => {
    const notes = 'Ask Zoë before it is switched off. '.repeat(6).trim();
    const labels = { tenant: 'blue', project: 'migration-of-everything-2027', room: '2.14' };
    await web.admin.send('PUT', '/api/outlets/2', {
      device: { name: 'A device with a name that is rather long', rackUnit: 40, address: '192.0.2.9', notes },
      labels,
    });
    const page = await web.signedIn({ path: '/outlets', viewport: { width, height: 900 } });
    await rowOf(page, 'rather long').waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await choose(page, 'edited.csv', 'index,device,label:tenant\n2,Another device with a name that is long,red\n');
    await page.getByText('2 values of 1 outlet will change.').waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(width);
    await web.leave(page);
  });

  it('cause no error on any page', () => expect(web.errors).toEqual([]));
});
