/** The rack view: the first page, walked with the mouse, the keyboard and a finger. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { LARGE } from '../support/fixtures/large-profile.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { violations } from '../support/web/axe.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PASSWORD,
  PHONE,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { pointAt } from '../support/web/mouse.js';

jest.setTimeout(BROWSER_TEST);

const WIDE = { width: 1440, height: 900 };

describeInBrowser('the rack of a three-phase PDU', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser({ RACKFEED_MODEL: 'three-phase-36' });
    const loads = Object.fromEntries(
      Array.from({ length: 36 }, (_, place) => [String(place + 1), { loadAmps: 1, powerFactor: 1 }]),
    );
    await web.simulate({ outlets: loads });
    const device = (index: number, body: object) => web.admin.send('PUT', `/api/outlets/${index}`, body);
    await device(1, { device: { name: 'Hypervisor 1', rackUnit: 12 } });
    await device(3, { device: { name: 'Core switch A' }, protection: 'confirm' });
    await device(5, { protection: 'locked' });
    await device(36, { state: 'OFF' });
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const grid = () => page.getByRole('grid', { name: 'Outlets of this PDU' });
  const cell = (name: RegExp): Locator => grid().getByRole('gridcell', { name });
  const core = () => cell(/^3 ?Core switch A/);
  const bar = () => page.getByRole('region', { name: 'Selected outlets' });
  const focusedIs = (name: RegExp) => cell(name).and(page.locator(':focus')).waitFor();
  const state = async (index: number) =>
    ((await web.admin.send('GET', `/api/outlets/${index}`)).body as unknown as { state: string }).state;

  it('shows each outlet with its name, state, power and protection, in a grid with names', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await cell(/^36 ?Outlet 36.*Off/).waitFor();
    expect(await grid().getByRole('gridcell').count()).toBe(36);
    expect(await core().innerText()).toMatch(/Core switch A/);
    await cell(/Core switch A.*Ask before off.*On.*\d+\sW/).waitFor();
    await cell(/^5 ?Outlet 5.*Locked/).waitFor();
    const forms = await page.evaluate<string[]>(
      "[...document.querySelectorAll('svg.receptacle path:first-child')].map((one) => one.getAttribute('d'))",
    );
    expect(new Set(forms).size).toBe(2);
    for (const bank of ['Bank 1', 'Bank 2', 'Bank 3']) await grid().getByText(bank).first().waitFor();
    await page.getByRole('img', { name: /^Power from the inlets/ }).waitFor();
    for (const line of ['L1', 'L2', 'L3']) await page.getByRole('meter', { name: `Load of ${line}` }).waitFor();
  });

  it('draws the power path once, at its width', async () => {
    page = await web.signedIn({ viewport: WIDE, path: '/groups' });
    await page.addInitScript(`window.widths = new Set(); new MutationObserver(() => {
      const path = document.querySelector('.power-path svg');
      if (path) window.widths.add(path.getAttribute('width'));
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['width'] })`);
    await page.goto(web.url);
    await page.getByRole('img', { name: /^Power from the inlets/ }).waitFor();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await page.evaluate<number>('window.widths.size')).toBe(1);
  });

  it('has the last minutes of all outlets by one request', async () => {
    page = await web.signedIn({ viewport: WIDE, path: '/groups' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await web.open(page, '/');
    await until(
      () => grid().locator('.sparkline').count(),
      (count) => count === 36,
    );
    expect(asked.filter((path) => path === '/api/history')).toEqual([]);
    // It asks again after a while, never once for each outlet.
    expect(asked.filter((path) => path === '/api/history/recent').length).toBeLessThan(36);
  });

  it('shows everything about an outlet under the mouse and with the focus', async () => {
    page = await web.signedIn({ viewport: WIDE });
    const card = page.getByRole('tooltip');
    await pointAt(core(), card.getByText('Core switch A · Outlet 3'));
    const parts = ['Outlet 3 on Bank 1', 'IEC 60320 C13', 'On', 'of 15.00', 'Ask before off'];
    await until(
      () => card.innerText(),
      (text) => parts.every((part) => text.includes(part)),
    );
    await page.mouse.move(1400, 20);
    await card.waitFor({ state: 'detached' });
    await cell(/^1 ?Hypervisor 1/).focus();
    await page.keyboard.press('ArrowRight');
    await focusedIs(/^19 ?Outlet 19/);
    await card.getByText('Outlet 19 on Bank 2').waitFor();
    await cell(/^19 ?Outlet 19/)
      .and(page.locator('[aria-describedby="rack-card"]'))
      .waitFor();
  });

  it('opens an outlet beside the picture, with its commands, settings, chart and timeline', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await core().click();
    const panel = page.getByRole('complementary', { name: 'Core switch A · Outlet 3' });
    await panel
      .getByText(/Core switch A|Outlet 3 is on/)
      .first()
      .waitFor();
    await panel.getByRole('region', { name: 'Load' }).waitFor();
    await panel.getByRole('region', { name: 'Timeline' }).first().waitFor();
    await panel.getByRole('button', { name: /^Reboot/ }).waitFor();
    await panel.getByRole('button', { name: 'Turn Core switch A · Outlet 3 off' }).click();
    await page.getByRole('dialog').getByText('Protected: Core switch A').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Edit settings of Core switch A · Outlet 3' }).click();
    await page.getByRole('dialog').getByLabel('Name').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await grid().isVisible()).toBe(true);
    await panel.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await focusedIs(/^3 ?Core switch A/);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('is walked with the keyboard alone: arrows, Space, Shift, Enter and Escape', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await cell(/^1 ?Hypervisor 1/).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await focusedIs(/^3 ?Core switch A/);
    await page.keyboard.press('Space');
    await bar()
      .getByText(/^1 outlet, \d+\sW, includes Core switch A · Outlet 3 \(ask before off\)$/)
      .waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await focusedIs(/^36 ?Outlet 36/);
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary', { name: 'Outlet 36' })
      .getByText(/is off/)
      .waitFor();
  });

  it('selects with a drag of the mouse and with Shift, and says what the command takes with it', async () => {
    page = await web.signedIn({ viewport: WIDE });
    const chosen = bar().getByText(/^4 outlets, \d+\sW, includes Core switch A · Outlet 3 \(ask before off\)$/);
    // A line that appears above the picture moves it, so the drag is made again if it has ended at another outlet.
    await until(async () => {
      await cell(/^1 ?Hypervisor/).hover({ position: { x: 40, y: 8 } });
      const to = await cell(/^4 ?Outlet 4/).boundingBox();
      await page.mouse.down();
      await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 8, { steps: 6 });
      await page.mouse.up();
      return chosen.isVisible();
    }, Boolean);
    expect(await page.getByRole('complementary').count()).toBe(0);
    await bar().getByRole('button', { name: 'Clear' }).click();
    await cell(/^8 ?Outlet 8/).click({ modifiers: ['Control'] });
    await cell(/^10 ?/).click({ modifiers: ['Shift'] });
    await bar()
      .getByText(/^3 outlets, \d+\sW$/)
      .waitFor();
    await bar().getByRole('button', { name: 'Off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn 3 off' }).click();
    await page.getByText('Turned off: Outlet 8, Outlet 9, Outlet 10').waitFor();
    expect(await Promise.all([8, 9, 10].map(state))).toEqual(['OFF', 'OFF', 'OFF']);
    await web.admin.send('PUT', '/api/outlets', { outlets: [8, 9, 10], state: 'ON' });
  });

  it('colours the very place of an alarm, and leads to it from one line', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await grid().waitFor();
    await web.simulate({ banks: { '1200613': { breakerClosed: false } } });
    const line = page.getByRole('main').getByText('The breaker of Bank 2 has tripped.');
    await line.waitFor();
    await cell(/^13 ?Outlet 13.*Breaker tripped/).waitFor();
    await until(
      () => page.locator('.rack-bracket[data-alarm="bad"]').count(),
      (count) => count === 2,
    );
    await page.locator('[data-node="1200613"][data-level="bad"]').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await focusedIs(/^13 ?Outlet 13/);
    await web.simulate({ banks: { '1200613': { breakerClosed: true } }, outlets: { '2': { loadAmps: 17 } } });
    await cell(/^2 ?Outlet 2.*overloaded/).waitFor();
    await page.mouse.move(1400, 20);
    await pointAt(
      cell(/^2 ?Outlet 2/),
      page.getByRole('tooltip').getByText('More than the 15.00 A that this receptacle is rated for.'),
    );
    await web.simulate({ outlets: { '2': { loadAmps: 1 } } });
    await line.waitFor({ state: 'detached' });
  });

  it('answers what a load would do that is dragged onto an outlet, in an address that can be shared', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByLabel('New load (W)').fill('3600');
    const bars = () =>
      page.evaluate<string[]>(
        '[...document.querySelectorAll(\'[data-outlet="3-1200612"] .rack-bar > *, .balance-bar > *\')].map((bar) => bar.style.transform)',
      );
    const before = await bars();
    await plan.getByText(/\+3,600\sW$/).dragTo(core());
    await plan.getByText(/^✕ Core switch A would carry \d\d\.\d\d\sA, above its rating of 15\.00\sA\.$/).waitFor();
    await plan.getByText(/^✕ Bank 1 would carry/).waitFor();
    await page
      .locator('.power-path text')
      .filter({ hasText: /^\d+\.\d\sA (too much|above \d+\sA.*)$/ })
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('plan')).toMatch(/^3-1200612:3600$/);
    await core().and(page.locator('[data-breaks="true"]')).waitFor();
    // Those of the outlet and of the lines that feed it.
    await until(bars, (after) => after.filter((bar, place) => bar !== before[place]).length >= 2);
    await core()
      .getByText(/^\+3,600\sW$/)
      .waitFor();
    const shared = page.url();
    await cell(/^1 ?Hypervisor 1/).focus();
    await page.keyboard.press('Enter');
    await plan.getByRole('button', { name: /^Hypervisor 1 · Outlet 1 \+3,600\sW: remove$/ }).click();
    await until(
      () => new URL(page.url()).searchParams.get('plan'),
      (text) => text === '3-1200612:3600',
    );
    await plan.getByRole('button', { name: 'Start over' }).click();
    await plan.getByRole('combobox', { name: 'Lose an inlet' }).click();
    await page.getByRole('option').first().click();
    await plan.getByText(/^✕ \d\d outlets would be without power\.$/).waitFor();
    expect(await state(3)).toBe('ON');
    await page.goto(shared);
    await plan.getByText(/^✕ Bank 1 would carry/).waitFor();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await plan.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it.each(['light', 'dark'] as const)(
    'has no finding of axe with panel, plan and alarm open (%s)',
    async (colorScheme) => {
      await web.simulate({ banks: { '1200614': { breakerClosed: false } } });
      page = await web.signedIn({ viewport: WIDE, colorScheme, path: '/?plan=3-1200612:3600' });
      await page
        .getByRole('region', { name: 'Plan' })
        .getByText(/^✕ Bank 1 would carry/)
        .waitFor();
      await page.getByText('The breaker of Bank 3 has tripped.').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Plan', exact: true }).click();
      await core().click({ modifiers: ['Control'] });
      await core().click();
      await page.getByRole('complementary').getByRole('region', { name: 'Timeline' }).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await web.simulate({ banks: { '1200614': { breakerClosed: true } } });
      await page.getByText('The breaker of Bank 3 has tripped.').first().waitFor({ state: 'detached' });
    },
  );

  it('highlights a state that has changed, stands still for who wants that, and has its bars in forced colours and on paper', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await cell(/^36 ?Outlet 36.*Off/).waitFor();
    const changed = page.locator('[data-changed]');
    expect(await changed.count()).toBe(0);
    await web.admin.send('PUT', '/api/outlets/36', { state: 'ON' });
    await cell(/^36 ?Outlet 36.*On/)
      .locator(changed)
      .waitFor();
    expect(await changed.count()).toBe(1);
    const motion = () =>
      page.evaluate<string>(`(({ animationName, animationDuration }) => animationName + ' ' + animationDuration)
        (getComputedStyle(document.querySelector('[data-changed]')))`);
    expect(await motion()).toBe('state-changed 3s');
    await web.admin.send('PUT', '/api/outlets/36', { state: 'OFF' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toBe('state-changed 0s');
    expect(
      await page.evaluate<number>('document.getAnimations().filter((one) => one.playState === "running").length'),
    ).toBe(0);
    const colours = `(() => { const [bar] = document.querySelectorAll('.rack-bar');
      return [bar, bar.firstElementChild].map((one) => getComputedStyle(one).backgroundColor); })()`;
    await page.emulateMedia({ forcedColors: 'active' });
    const [track, fill] = await page.evaluate<string[]>(colours);
    expect(fill).not.toBe(track);
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    expect(await grid().isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Plan', exact: true }).isVisible()).toBe(false);
  });

  it('moves bands along the flows from the inlets to the banks while power flows there, and only then', async () => {
    page = await web.signedIn({ viewport: WIDE });
    const bands = page.locator('.power-path-motion');
    await bands.waitFor();
    const moving = () =>
      page.evaluate<string[]>(`document.getAnimations().filter((one) => one.playState === 'running')
        .map((one) => one.animationName).filter((name) => name === 'power-flows')`);
    const flows = () =>
      page.evaluate<number>("document.querySelector('.power-path-motion').style.clipPath.split('M').length - 1");
    expect(await moving()).toEqual(['power-flows']);
    const all = await flows();
    expect(all).toBeGreaterThanOrEqual(6); // to three lines, and from them to three banks
    const banks = (await web.admin.send('GET', '/api/banks')).body as unknown as { id: string }[];
    const bank = banks[0]?.id ?? '';
    await web.simulate({ banks: { [bank]: { breakerClosed: false } } });
    await until(flows, (count) => count < all);
    await web.simulate({ banks: { [bank]: { breakerClosed: true } } });
    await until(flows, (count) => count === all);
    for (const media of [{ reducedMotion: 'reduce' }, { forcedColors: 'active' }, { media: 'print' }] as const) {
      await page.emulateMedia(media);
      expect([media, await bands.isVisible(), await moving()]).toEqual([media, false, []]);
      await page.emulateMedia({ reducedMotion: null, forcedColors: null, media: null });
      expect(await bands.isVisible()).toBe(true);
    }
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await bands.waitFor();
    await page
      .getByRole('region', { name: 'Plan' })
      .getByText(/\+450\sW$/)
      .dragTo(core());
    await bands.waitFor({ state: 'detached' });
    expect(await moving()).toEqual([]);
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await bands.waitFor();
    await page.context().setOffline(true);
    await page.locator('html:not([data-live="live"])').waitFor();
    expect([await bands.isVisible(), await moving()]).toEqual([false, []]);
  });

  it('counts down to the end of a power cycle in the tile, the panel and the row, and says what the outlet draws again', async () => {
    page = await web.signedIn({ viewport: WIDE });
    const table = await web.signedIn({ viewport: WIDE, path: '/outlets', locale: 'de-DE' });
    await web.admin.send('PUT', '/api/outlets/7', {
      ...{ state: 'REBOOT', customRebootTimeEnabled: true, customRebootTime: 15 },
    });
    const tile = cell(/^7 ?Outlet 7/);
    const row = table.getByRole('row', { name: /Outlet 7/ });
    await Promise.all([
      tile.getByText(/^On again in \d+\ss$/).waitFor(),
      row.getByText(/Wieder an in \d+\ss$/).waitFor(),
    ]);
    await tile.click();
    const panel = page.getByRole('complementary', { name: 'Outlet 7' });
    await panel.getByText(/^Draws \d+\sW again$/).waitFor();
    await tile.getByText(/^\d+\sW$/).waitFor();
    await row.getByText(/^Nimmt wieder \d+\sW auf$/).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /Outlet 7.*: .*Draws \d+\sW again.*\.$/ })
      .waitFor();
    await table
      .getByRole('status')
      .filter({ hasText: /Outlet 7.*: .*Nimmt wieder \d+\sW auf.*\.$/ })
      .waitFor();
    await web.leave(table);
  });

  it('shows the way of the power in the colours of the system, where the system has forced colours', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await page.emulateMedia({ forcedColors: 'active' });
    const banks = (await web.admin.send('GET', '/api/banks')).body as unknown as { id: string }[];
    const bank = banks[0]?.id ?? '';
    await web.simulate({ banks: { [bank]: { breakerClosed: false } } });
    await page.locator('.power-path path[data-tripped]').first().waitFor();
    await page.locator('.power-path [data-level="bad"]').first().waitFor();
    await cell(/^36 ?Outlet 36/).click();
    await page.locator('.power-path path[data-marked]').first().waitFor();
    const colours = await page.evaluate<{ system: string[]; lines: string[]; parts: string[]; faint: number }>(`(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.forcedColorAdjust = 'none';
      const system = ['CanvasText', 'Highlight'].map((name) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
      });
      probe.remove();
      const of = (what, name) => [...new Set([...document.querySelectorAll('.power-path ' + what)]
        .map((each) => getComputedStyle(each)[name]))];
      const least = Math.min(...of('path', 'opacity').map(Number));
      return { system, lines: of('path', 'stroke'), parts: [...of('rect', 'fill'), ...of('text', 'fill')], faint: least };
    })()`);
    const [text = '', highlight = ''] = colours.system;
    expect(colours.lines.toSorted()).toEqual([text, highlight].toSorted());
    expect(new Set(colours.parts)).toEqual(new Set([text]));
    expect(colours.faint).toBeGreaterThanOrEqual(0.6); // three to one against the ground
    await web.simulate({ banks: { [bank]: { breakerClosed: true } } });
    await page.emulateMedia({ forcedColors: null });
  });

  it('shows a role its three outlets, and asks for nothing that it may not read', async () => {
    const mine = ['1-1200612', '13-1200613', '25-1200614'];
    const { body } = await web.admin.send('POST', '/api/roles', { name: 'Tenant', permissions: { viewOutlets: mine } });
    await web.admin.send('POST', '/api/users', { username: 'tenant', password: PASSWORD, roleId: body['id'] });
    page = await web.signedIn({ as: 'tenant', path: '/capacity', viewport: WIDE }); // a phone has a list
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await web.open(page, '/');
    await until(
      () => grid().getByRole('gridcell').count(),
      (count) => count === 3,
    );
    await until(
      () => grid().locator('.sparkline').count(),
      (count) => count === 3,
    );
    expect(await grid().getAttribute('data-strip')).toBe('true'); // the form of the unit, however few it shows of it
    expect(await page.getByText(/120061/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Select' }).count()).toBe(0);
    expect(refused).toEqual([]);
  });

  it('is a list on a phone with the same marks, where a finger selects and plans', async () => {
    page = await web.signedIn({ viewport: PHONE });
    const list = page.getByRole('list', { name: 'Outlets of this PDU' });
    await list.getByText('Core switch A').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(36);
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    const button = list.getByRole('button', { name: 'Turn Core switch A · Outlet 3 off' });
    const box = await button.boundingBox();
    expect(box && Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Select' }).click();
    await page.getByText('Choose the outlets to switch together.').waitFor();
    for (const name of [/^1 ?Hypervisor 1/, /^3 ?Core switch A/]) await list.getByRole('button', { name }).click();
    await bar()
      .getByText(/^2 outlets, \d+\sW, includes Core switch A · Outlet 3 \(ask before off\)$/)
      .waitFor();
    expect(await list.getByRole('button', { pressed: true }).count()).toBe(2);
    await bar().getByRole('button', { name: 'Clear' }).click();
    await bar().getByRole('button', { name: 'Done' }).click();
    const coreSwitch = list.getByRole('button', { name: /^3 ?Core switch A/ });
    const taps = [page.getByRole('button', { name: 'Plan', exact: true }), coreSwitch];
    const tapped = await Promise.all(taps.map((each) => each.elementHandle()));
    await page.evaluate((all) => all.forEach((each) => each?.click()), tapped); // the second before the plan is drawn
    await until(
      () => new URL(page.url()).searchParams.get('plan'),
      (text) => text === '3-1200612:450',
    );
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByRole('button', { name: 'Start over' }).click();
    await plan.getByLabel('New load (W)').fill('3600');
    await coreSwitch.click();
    await plan.getByText(/^✕ Core switch A would carry \d\d\.\d\d\sA, above its rating of 15\.00\sA\.$/).waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    expect(await state(3)).toBe('ON');
    expect(await violations(page)).toEqual([]);
  });

  it('shows a loss of the mains on every circuit and way of the power without headroom, then which outlets are still to turn on', async () => {
    await web.admin.send('POST', '/api/conf', { deviceSequentialPowerUpDelay: 2 });
    page = await web.signedIn({ viewport: WIDE });
    await grid().waitFor();
    const { inlets } = (await web.admin.send('GET', '/api/simulator')).body as { inlets: Record<string, unknown> };
    const mains = (powered: boolean) =>
      web.simulate({ inlets: Object.fromEntries(Object.keys(inlets).map((id) => [id, { powered }])) });
    await mains(false);
    await page.getByRole('region', { name: 'Headroom' }).getByText('no voltage').waitFor();
    const brackets = page.locator('.rack-bracket');
    const dead = brackets.and(page.locator('[data-alarm="bad"]')).filter({ hasText: '✕ no voltage' });
    await until(
      async () => [await dead.count(), await brackets.count()],
      ([ofThem, all]) => ofThem === all,
    );
    await until(
      () => page.locator('.power-path path:not([data-tripped])').count(),
      (count) => count === 0,
    );
    await mains(true);
    const last = cell(/^35 ?Outlet 35/);
    await last.getByText(/^On in \d+\ss$|^On in 1\smin/).waitFor();
    expect(await dead.count()).toBe(0);
    await pointAt(last, page.getByRole('tooltip').getByText('waits for its turn to power up'));
  });

  it('causes no error in the browser', async () => {
    page = await web.signedIn({ viewport: WIDE });
    await grid().waitFor();
    expect(web.errors).toEqual([]);
  });
});

describeInBrowser('the rack of 48 outlets', () => {
  let web: WebUnderTest;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder();
    const file = join(folder, 'large.json');
    writeFileSync(file, JSON.stringify(LARGE));
    web = await aBrowser({ RACKFEED_MODEL: file });
    await web.admin.send('POST', '/api/conf', { setupSteps: 'finished' });
  });
  afterAll(async () => {
    await web.close();
    removeFolder(folder);
  });

  it('fits one screen, with at most 2,000 elements', async () => {
    const page = await web.signedIn({ viewport: WIDE });
    const cells = page.getByRole('grid').getByRole('gridcell');
    await until(
      () => page.getByRole('grid').locator('.sparkline').count(),
      (count) => count === 48,
    );
    const last = await cells.last().boundingBox();
    expect(last && last.y + last.height).toBeLessThanOrEqual(WIDE.height);
    expect(await page.evaluate<number>("document.querySelectorAll('*').length")).toBeLessThanOrEqual(2000);
    await web.leave(page);
  });
});
