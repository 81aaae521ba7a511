import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { signIn } from '../support/process/controller-process.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PASSWORD,
  PHONE,
  shown,
  until,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

/** The buttons below 28 px and the boxes to tick below 20 px. */
const SMALL_FOR_A_MOUSE = `[...document.querySelectorAll('main button, main input[type=checkbox]')]
  .map((e) => [e, e.getBoundingClientRect().height])
  .filter(([e, height]) => height > 0 && height < (e.type === 'checkbox' ? 20 : 28))
  .map(([e, height]) => (e.ariaLabel || e.textContent) + ' ' + height)`;

/** The names and states with an ellipsis in the place of their end. */
const CUT = `[...document.querySelectorAll('.outlet-line > *')]
  .filter((e) => e.scrollWidth > e.clientWidth)
  .map((e) => e.textContent)`;

/** The width by which the reason is wider than its place, px. */
const BEYOND = `[...document.querySelectorAll('.outlet-reason')]
  .filter((e) => e.textContent.includes('night'))
  .map((e) => e.scrollWidth - e.clientWidth)`;

describeInBrowser('the browser UI', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    await web.simulate({ outlets: { '1-1200578': { loadAmps: 6 } } });
  });
  afterAll(() => web.close());

  it('requires a sign-in, and then shows the requested page', async () => {
    const page = await web.signedOut('/network/web');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'The request failed' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Web' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/network/web');
    await web.leave(page);
  });

  it('shows the load of an outlet before it turns it off, and then the falling load', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: WIDE }); // a phone has no column of currents
    const row = page.getByRole('row').filter({ hasText: 'Outlet 1' }).first();
    await row.getByText(/^6\.\d\d/).waitFor();
    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^6\.\d\d/).waitFor();
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await row.getByText('Off', { exact: true }).first().waitFor();
    await row.getByText(/^0\.00/).waitFor();
    await web.leave(page);
  });

  it('switches several at once, found by a search, with the keyboard only', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('Bank 2');
    await page.getByRole('link', { name: 'Outlet 1', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select all shown' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('8 selected').waitFor();
    await page.getByRole('button', { name: 'Off', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/Load that will lose power/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(
      async () => (await web.admin.send('GET', '/api/outlets')).body as unknown as { bankId: number; state: string }[],
      (outlets) =>
        outlets.every(({ bankId, state }) => (bankId === 1200579) === (state === 'OFF') || bankId === 1200578),
    );
    await web.leave(page);
  });

  it('saves the settings of an outlet', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: WIDE }); // a phone has settings on the page of the outlet
    await page.getByRole('button', { name: 'Edit settings of Outlet 2', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Core switch');
    await dialog.getByRole('switch', { name: 'Custom reboot off time' }).click();
    await dialog.getByLabel('Off time (s)').fill('30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Core switch' }).waitFor();
    const { body } = await web.admin.send('GET', '/api/outlets/2');
    expect(body).toMatchObject({ outletName: 'Core switch', customRebootTimeEnabled: true, customRebootTime: 30 });
    await web.leave(page);
  });

  it('reports a lost connection at once, shows values as outdated, and reconnects by itself', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await page.context().setOffline(true);
    await page.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
    await page.locator('html[data-live="old"]').waitFor();
    await page.context().setOffline(false);
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();
    await page.locator('html[data-live="live"]').waitFor();
    await web.leave(page);
  });

  it('notices a connection without messages', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    web.pause();
    await page.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
    web.resume();
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();
    await web.leave(page);
  });

  it('reports silent hardware while the controller runs as the worst alarm, and warns of it before a switch', async () => {
    const page = await web.signedIn({ path: '/overview' });
    await web.simulate({ bus: { failing: true } });
    const notice = page.getByRole('alert').filter({ hasText: 'The hardware does not respond.' });
    await notice.waitFor();
    const state = page.getByTestId('live-state');
    await state.filter({ hasText: 'Values are old' }).waitFor();
    const badge = page.getByRole('banner').getByRole('link', { name: '1 alarm', exact: true });
    await badge.waitFor();
    const alarms = page.getByRole('region', { name: 'Active alarms' });
    await alarms.getByRole('link', { name: 'The hardware does not respond.' }).waitFor();
    expect(await alarms.getByRole('button').count()).toBe(0);
    await web.open(page, '/outlets');
    await page.getByRole('button', { name: 'Turn Outlet 6 off', exact: true }).click();
    const question = page.getByRole('dialog');
    await question.getByText('The hardware does not respond: the command will probably fail.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await web.simulate({ bus: { failing: false } });
    await notice.waitFor({ state: 'detached' });
    await badge.waitFor({ state: 'detached' });
    await state.filter({ hasText: 'Live' }).waitFor();
    await web.leave(page);
  });

  it('reports a tripped breaker and an overloaded bank', async () => {
    const page = await web.signedIn({ path: '/overview' });
    await web.simulate({ banks: { '1200579': { breakerClosed: false } }, outlets: { '3-1200578': { loadAmps: 17 } } });
    const alarms = page.getByRole('region', { name: 'Active alarms' });
    await alarms.getByText('The breaker of Bank 2 has tripped.').waitFor();
    await alarms.getByText(/Bank 1 carries/).waitFor();
    const dead = page.getByRole('region', { name: 'Bank 2', exact: true });
    await dead.getByText('–', { exact: true }).waitFor(); // no power factor without a current
    await web.simulate({ banks: { '1200579': { breakerClosed: true } }, outlets: { '3-1200578': { loadAmps: 1 } } });
    await alarms.getByText('No alarms.').waitFor();
    await web.leave(page);
  });

  it('lets a visitor control the simulated PDU', async () => {
    const page = await web.signedIn({ path: '/simulator' });
    await page.getByLabel('Load of Outlet 5 (A)').fill('3.5');
    await page.keyboard.press('Enter');
    await page
      .getByRole('row')
      .filter({ hasText: 'Outlet 5' })
      .getByText(/^3\.[45]\d/)
      .waitFor();
    await web.leave(page);
  });

  it('keeps the head of a long table in sight, without a scroll sideways', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: { width: 1280, height: 500 } });
    await page.getByRole('row').last().scrollIntoViewIfNeeded();
    const head = await page.getByRole('columnheader', { name: 'Power' }).boundingBox();
    expect(head && head.y > 0 && head.y + head.height < 200).toBe(true);
    const bulk = await page.getByRole('group', { name: /selected/ }).boundingBox();
    expect(bulk && bulk.y + bulk.height <= (head?.y ?? 0) + 1).toBe(true);
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(1280);
    await web.leave(page);
  });

  it('has the buttons of an outlet near its name on a very wide screen, and none too small for a mouse', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: { width: 2560, height: 1300 } });
    const row = page.getByRole('row').filter({ hasText: 'Outlet 5' });
    const name = await row.getByRole('link', { name: 'Outlet 5' }).boundingBox();
    const edit = await row.getByRole('button').last().boundingBox();
    expect((edit?.x ?? Infinity) + (edit?.width ?? 0) - (name?.x ?? 0)).toBeLessThanOrEqual(1680);
    expect(await page.evaluate<string[]>(SMALL_FOR_A_MOUSE)).toEqual([]);
    await web.leave(page);
  });

  it('has one line for each outlet on a phone, with one button for a finger', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: PHONE });
    const row = page.getByRole('row').filter({ hasText: 'Outlet 5' });
    const button = row.getByRole('button');
    expect(await button.count()).toBe(1);
    const [line, finger] = [await row.boundingBox(), await button.boundingBox()];
    expect(line?.height).toBeLessThanOrEqual(60);
    expect(finger && Math.min(finger.width, finger.height)).toBeGreaterThanOrEqual(44);
    await row.getByText(/\d\sW$/).waitFor();
    const heading = page.getByRole('heading', { level: 1 });
    const below = async (): Promise<number> =>
      ((await row.boundingBox())?.y ?? 0) - ((await heading.boundingBox())?.y ?? 0);
    const before = await below();
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor();
    expect(await below()).toBe(before); // the commands for it are where they were
    await web.leave(page);
  });

  it('has the name and the state of an outlet in full on a phone when its breaker has tripped', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: PHONE });
    await web.simulate({ banks: { '1200579': { breakerClosed: false } } });
    const row = page.getByRole('row').filter({ hasText: 'Outlet 13' });
    const state = row.getByText('Breaker tripped');
    await state.waitFor();
    expect(await page.evaluate<string[]>(CUT)).toEqual([]);
    await web.simulate({ banks: { '1200579': { breakerClosed: true } } });
    await state.waitFor({ state: 'detached' });
    await web.leave(page);
  });

  it('has rows of the same height while the mains have failed, with the reason', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: WIDE });
    const row = page.getByRole('row').filter({ hasText: 'Outlet 5' });
    const before = (await row.boundingBox())?.height ?? 0;
    await web.simulate({ inlets: { 'I1-1000036': { powered: false } } });
    await row.getByText('no voltage at').waitFor();
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(Math.max(before, 54));
    await web.simulate({ inlets: { 'I1-1000036': { powered: true } } });
    await row.getByText('no voltage at').waitFor({ state: 'detached' });
    await web.leave(page);
  });

  it('has the time since an outlet is off in full beside a long name of who has switched it', async () => {
    const long = { username: 'night.technician', password: 'switches a few outlets', roleId: 1 };
    expect((await web.admin.send('POST', '/api/users', long)).status).toBe(200);
    await (await signIn(web.url, long.password, long.username)).send('PUT', '/api/outlets/3', { state: 'OFF' });
    const page = await web.signedIn({ path: '/outlets', viewport: WIDE });
    const row = page.getByRole('row').filter({ has: page.getByText('Outlet 3', { exact: true }) });
    const reason = row.locator('.outlet-reason');
    await reason.getByText(shown('just now', 'gerade eben')).waitFor();
    expect(await page.evaluate<number[]>(BEYOND)).toEqual([0]);
    await web.admin.send('PUT', '/api/outlets/3', { state: 'ON' });
    await web.leave(page);
  });

  it('has the buttons of all outlets on the screen beside a long name of a bank', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: { width: 1440, height: 800 } });
    const long = 'The circuit of a whole customer in the second row, at the left';
    await web.admin.send('PUT', '/api/banks/1200578', { bankName: long });
    const cells = page.locator('td').getByTitle(long);
    await cells.first().waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(1440);
    await web.admin.send('PUT', '/api/banks/1200578', { bankName: 'Bank 1' });
    await cells.first().waitFor({ state: 'detached' });
    await web.leave(page);
  });

  it('warns of a current above what the receptacle may carry, and stays low with a long name of a group', async () => {
    // German names are longer, and leave no place for groups below 1440 px.
    const viewport = { width: Number(shown('1280', '1440')), height: 800 };
    const page = await web.signedIn({ path: '/outlets', viewport });
    await web.simulate({ outlets: { '6-1200578': { loadAmps: 16.5 } } });
    const row = page.getByRole('row').filter({ hasText: 'Outlet 6' });
    await row.getByText(/^More than the \d\d\.\d\d\sA that this receptacle is rated for\.$/).waitFor();
    await web.simulate({ outlets: { '6-1200578': { loadAmps: 1 } } });
    const long = 'Everything that this customer has in the rack, with its name and address';
    const group = { groupName: long, outlets: ['3-1200578', '4-1200578'], groupRebootSequenceDelay: 0 };
    const { body } = await web.admin.send('POST', '/api/groups', group);
    const grouped = page.getByRole('row').filter({ hasText: long }).first();
    await grouped.getByTitle(long).waitFor();
    expect((await grouped.boundingBox())?.height).toBeLessThan(80);
    await web.admin.send('DELETE', `/api/groups/${String(body['id'])}`);
    await web.leave(page);
  });

  it('fits on a phone', async () => {
    const page = await web.signedIn({ path: '/outlets', viewport: PHONE });
    const width = await page.evaluate<number>(PAGE_WIDTH);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('navigation', { name: 'Power' }).getByRole('link', { name: 'Meters' }).click();
    await page.getByRole('heading', { level: 1, name: 'Meters' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    await page.getByRole('link', { name: 'Outlet 5', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Outlet 5' }).waitFor();
    const tab = page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Outlets' });
    expect(await tab.getAttribute('aria-current')).toBe('page');
    await web.leave(page);
  });

  it('offers no action that the role may not perform', async () => {
    const role = await web.admin.send('POST', '/api/roles', {
      name: 'Viewer',
      description: '',
      permissions: { viewOutlets: ['1-1200578'], viewBankStats: true },
    });
    const user = { username: 'viewer', password: 'only reads outlets', roleId: role.body['id'] };
    expect((await web.admin.send('POST', '/api/users', user)).status).toBe(200);
    const page = await web.signedIn({ as: 'viewer', password: user.password, path: '/outlets' });
    await page.getByText('Outlet 1', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Turn|Reboot|Edit settings of/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.goto(`${web.url}/settings/users`);
    await page.getByRole('heading', { level: 1, name: 'Not allowed' }).waitFor();
    await web.leave(page);
  });

  it('has thrown no error and broken no rule of the content policy in all of that', () => {
    expect(web.errors.filter((each) => !/WebSocket|ERR_INTERNET/.test(each))).toEqual([]);
  });
});
