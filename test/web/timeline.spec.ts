import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PHONE,
  shown,
  type WebUnderTest,
  WIDE,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the log and the timeline', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    await web.admin.send('PUT', '/api/outlets/3', { outletName: 'Firewall' });
    await web.admin.send('PUT', '/api/outlets/3', { state: 'OFF' });
    await web.admin.send('PUT', '/api/outlets/3', { outletName: 'Old firewall' });
    await web.admin.send('PUT', '/api/outlets/4', { state: 'OFF' });
  });
  afterAll(() => web.close());

  it('show sentences with the names of their time, and new entries by themselves', async () => {
    const page = await web.signedIn({ path: '/log' });
    await page.getByText('Firewall was switched off by admin.').first().waitFor();
    await web.admin.send('PUT', '/api/outlets/5', { state: 'OFF' });
    await page.getByText('Outlet 5 was switched off by admin.').first().waitFor();
    await web.leave(page);
  });

  it('are filtered by object, which the address keeps, and downloaded as CSV', async () => {
    const page = await web.signedIn({ path: '/log' });
    await page.getByRole('combobox', { name: 'Object' }).click();
    await page.getByRole('option', { name: 'Old firewall' }).click();
    await page.getByText('Outlet 4 was switched off by admin.').waitFor({ state: 'detached' });
    await page.getByText('Firewall was switched off by admin.').first().waitFor();
    expect(decodeURIComponent(page.url())).toContain('object=outlet:3-');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const [header, ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(header).toMatch(/^id,time,kind,/);
    expect(lines.filter((line) => !line.includes('outlet:3-'))).toEqual([]);
    expect(lines.length).toBeGreaterThan(2);
    await page.getByRole('radio', { name: 'Custom' }).press('Space');
    await page.getByLabel('From', { exact: true }).fill('2000-12-31 00:00');
    await page.getByLabel('To', { exact: true }).fill('2001-01-01 00:00');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('No activity.').waitFor();
    await web.leave(page);
  });

  it('show the entries before the newest by a button below them, also if a new one comes meanwhile', async () => {
    for (let rename = 0; rename < 60; rename++) {
      await web.admin.send('PUT', '/api/outlets/6', { outletName: `Switch ${rename}` });
    }
    const page = await web.signedIn({ path: '/outlets/6' });
    const entry = (name: string) => page.getByText(`to “${name}”`).filter({ visible: true }).first();
    await entry('Switch 59').waitFor();
    expect(await entry('Switch 0').count()).toBe(0);
    const asked = page.waitForRequest(/cursor=/);
    const mayBeAnswered = page.getByRole('heading', { level: 1, name: 'Core switch' });
    await page.route(/cursor=/, async (route) => {
      await mayBeAnswered.waitFor();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Show older' }).click();
    await asked;
    await web.admin.send('PUT', '/api/outlets/6', { outletName: 'Core switch' });
    await entry('Switch 0').waitFor();
    await entry('Core switch').waitFor();
    await web.leave(page);
  });

  it.each([390, 820, 1440])('explain an outlet on its own page, %i px wide', async (width) => {
    const page = await web.signedIn({ path: '/outlets', viewport: { width, height: 900 } });
    await page.getByRole('link', { name: 'Old firewall', exact: true }).click();
    await page.getByRole('heading', { name: 'Old firewall', level: 1 }).waitFor();
    const now = page.getByRole('region', { name: 'Now', exact: true });
    await now
      .filter({ hasText: /\d\u202fW/ })
      .filter({ hasText: 'Bank' })
      .waitFor();
    const why = page.getByRole('region', { name: 'Why it is on or off' });
    await why.getByText(/^Old firewall is (on|off)\. .*was switched (on|off) by admin\.$/).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Firewall was switched off by admin.', { exact: true }).waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const state = (await why.innerText()).includes('is off') ? 'ON' : 'OFF';
    await web.admin.send('PUT', '/api/outlets/3', { state });
    await why.getByText(`Old firewall is ${state.toLowerCase()}.`, { exact: false }).waitFor();
    await web.leave(page);
  });

  it.each([390, 820, 1440])('show days with sentences, filtered by chips, %i px wide', async (width) => {
    const page = await web.signedIn({ path: '/timeline', viewport: { width, height: 900 } });
    await page
      .getByRole('heading', { level: 2, name: /^[A-Z][a-z]+, \d{4}-\d\d-\d\d$/ })
      .first()
      .waitFor();
    const entry = page.getByRole('listitem').filter({ hasText: 'Outlet 4 was switched off by admin.' }).first();
    await entry.waitFor();
    await page.getByRole('checkbox', { name: 'Sensors' }).press('Space');
    await page.waitForURL(/kinds=sensors/);
    await entry.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Sensors' }).press('Space');
    await entry.getByRole('link', { name: /^Open / }).click();
    await page.getByRole('heading', { name: 'Outlet 4', level: 1 }).waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await web.leave(page);
  });

  it('show what led to an entry below it, without a reload', async () => {
    const shed = { name: 'Shed', code: 11, params: ['12-1200579', 'OFF'] };
    const { body: action } = await web.admin.send('POST', '/api/actions', shed);
    const event = { name: 'Bank 2 full', code: 31, params: ['1200579', '7', '1'], actions: [action['id']] };
    const page = await web.signedIn({ path: '/timeline' });
    await web.admin.send('POST', '/api/events', event);
    await web.simulate({ outlets: { '11-1200579': { loadAmps: 8 } } });
    const entry = page.getByRole('listitem').filter({ hasText: 'Outlet 12 was switched off by event' }).first();
    const causes = entry.getByRole('list', { name: 'What led to it' }).getByRole('listitem');
    await causes.filter({ hasText: 'Bank 2 full' }).first().waitFor();
    await web.simulate({ outlets: { '11-1200579': { loadAmps: 1 } } });
    await web.leave(page);
  });

  it.each([
    ['', WIDE, 'Why is Outlet 4 off?'],
    [' on a phone', PHONE, 'Outlet 4'],
  ])('are one click away from every outlet that is off%s', async (_, viewport, link) => {
    const page = await web.signedIn({ path: '/outlets', viewport });
    await page.getByRole('link', { name: link, exact: true }).click();
    const why = shown(
      /^Outlet 4 is off\. .*was switched off by admin\.$/,
      /^Outlet 4 ist ausgeschaltet\. .*wurde von admin ausgeschaltet\.$/,
    );
    await page.getByText(why).waitFor();
    await web.leave(page);
  });

  it('are for roles with the permission of the log; why an outlet is off is for all who see it', async () => {
    const outlets = (await web.admin.send('GET', '/api/outlets')).body as unknown as { id: string }[];
    const permissions = { viewOutlets: outlets.map(({ id }) => id) };
    const made = async (name: string, more: object): Promise<void> => {
      const role = await web.admin.send('POST', '/api/roles', { name, permissions: { ...permissions, ...more } });
      const { id: roleId } = role.body as unknown as { id: number };
      await web.admin.send('POST', '/api/users', { username: name, roleId, password: 'staple that battery' });
    };
    await made('auditor', { viewLog: true });
    await made('viewer', {});
    for (const state of ['ON', 'OFF']) await web.admin.send('PUT', '/api/outlets/4', { state }); // among the newest
    const log = await web.signedIn({ as: 'auditor', password: 'staple that battery', path: '/log' });
    await log.getByText('Outlet 4 was switched off by admin.').first().waitFor();
    await web.leave(log);
    const page = await web.signedIn({ as: 'viewer', password: 'staple that battery', path: '/outlets/4' });
    await page.getByText(/was switched off by a user\.$/).waitFor();
    expect(await page.getByRole('region', { name: 'Timeline' }).count()).toBe(0);
    await web.leave(page);
  });

  it('have thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
