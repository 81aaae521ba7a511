import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PHONE,
  until,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

/** The number of parts of the dialog that overflow their width. */
const CUT = `[...document.querySelectorAll('[role=dialog] *')].filter((e) => e.scrollWidth > e.clientWidth + 1
  && getComputedStyle(e).overflowX !== 'visible' && !e.closest('.visually-hidden')).length`;

interface Outlet {
  readonly id: string;
  readonly outletIndex: number;
  readonly state: string;
}

describeInBrowser('switching in the browser UI', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
    await outlet(8, { outletName: 'Backup server' });
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const outlet = (index: number, change: object) => web.admin.send('PUT', `/api/outlets/${index}`, change);
  const outlets = async () => (await web.admin.send('GET', '/api/outlets')).body as unknown as Outlet[];
  const off = async (): Promise<number[]> =>
    (await outlets()).flatMap(({ state, outletIndex }) => (state === 'OFF' ? outletIndex : []));
  const bulk = (command: string) =>
    page.getByRole('group', { name: /selected/ }).getByRole('button', { name: command });
  const dialog = () => page.getByRole('dialog');
  /** Holds a button for a time of the page, whose clock stands still otherwise. */
  const hold = async (name: string, ms: number): Promise<void> => {
    await dialog().getByRole('button', { name }).hover();
    await page.mouse.down();
    await page.clock.runFor(ms);
    await page.mouse.up();
  };
  const commandsOf = (): Request[] => {
    const sent: Request[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request);
    });
    return sent;
  };

  it('is limited by a search to the shown outlets, and names the hidden selected ones', async () => {
    page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('searchbox', { name: 'Search' }).fill('backup');
    await page.getByText('1 selected; 15 more are hidden by the filter and will not be changed').waitFor();
    await bulk('Off').click();
    await dialog().getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Turned off: Backup server').waitFor();
    expect(await off()).toEqual([8]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('0 selected').waitFor();
    await outlet(8, { state: 'ON' });
  });

  it('stays visible while a long table is scrolled', async () => {
    page = await web.signedIn({ path: '/outlets', viewport: PHONE });
    await page.getByText('Outlet 16', { exact: true }).scrollIntoViewIfNeeded();
    const box = await bulk('Off').boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= PHONE.height).toBe(true);
  });

  it('is not triggered by Enter: the focus is on Cancel', async () => {
    page = await web.signedIn({ path: '/outlets' });
    const sent = commandsOf();
    await page.getByRole('button', { name: 'Turn Outlet 2 off', exact: true }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    expect(await off()).toEqual([]);
  });

  it('requires holding for two seconds for an outlet with confirmation, and sends "confirm" only then', async () => {
    await outlet(1, { protection: 'confirm' });
    page = await web.signedIn({ path: '/outlets', hasClock: true });
    const sent = commandsOf();
    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    await dialog().getByText('Protected: Outlet 1').waitFor();
    await web.stopClock(page);
    await dialog().getByRole('button', { name: 'Turn off' }).click();
    await hold('Turn off', 1_900);
    expect([sent.length, await off()]).toEqual([0, []]);
    await hold('Turn off', 2_000);
    await page.clock.resume();
    await page.getByText('Turned off: Outlet 1').waitFor();
    await page.getByRole('button', { name: 'Turn Outlet 2 off', exact: true }).click();
    await dialog().getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Turned off: Outlet 2').waitFor();
    expect(sent.map((request) => request.postDataJSON() as unknown)).toEqual([
      { state: 'OFF', confirm: true },
      { state: 'OFF' },
    ]);
    for (const index of [1, 2]) await outlet(index, { state: 'ON', protection: 'none' });
  });

  it('accepts holding with the keyboard too', async () => {
    await outlet(1, { protection: 'confirm' });
    page = await web.signedIn({ path: '/outlets', hasClock: true, viewport: WIDE }); // the list of a phone has no reboot
    await page.getByRole('button', { name: 'Reboot Outlet 1', exact: true }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await web.stopClock(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await dialog().isVisible()).toBe(true);
    await page.keyboard.down('Space');
    await page.clock.runFor(2_000);
    await page.clock.resume();
    await page.getByText('Rebooting: Outlet 1').waitFor();
    await page.keyboard.up('Space');
    await outlet(1, { state: 'ON', protection: 'none' });
  });

  it('reboots an outlet from its page on a phone', async () => {
    page = await web.signedIn({ path: '/outlets', viewport: PHONE });
    await page.getByRole('link', { name: 'Outlet 3', exact: true }).click();
    await page.getByRole('button', { name: 'Reboot Outlet 3', exact: true }).click();
    await dialog().getByRole('button', { name: 'Reboot' }).click();
    await page.getByText('Rebooting: Outlet 3').waitFor();
    await until(
      async () => (await web.admin.send('GET', '/api/outlets/3')).body['rebootStatus'],
      (status) => status !== 'none',
    );
    await outlet(3, { state: 'ON' });
  });

  it('shows a lock with its reason instead of a button whose command would be refused', async () => {
    await outlet(3, { protection: 'locked' });
    await outlet(4, { protection: 'rebootOnly' });
    page = await web.signedIn({ path: '/outlets', viewport: WIDE });
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    await row('Outlet 3').getByText('Locked against switching').waitFor();
    expect(
      await row('Outlet 3')
        .getByRole('button', { name: /^(Turn|Reboot)/ })
        .count(),
    ).toBe(0);
    await row('Outlet 4').getByText('Can be rebooted, but not left off').waitFor();
    expect(await row('Outlet 4').getByRole('button', { name: /off$/ }).count()).toBe(0);
    expect(
      await row('Outlet 4')
        .getByRole('button', { name: /^Reboot/ })
        .count(),
    ).toBe(1);

    await page.setViewportSize(PHONE);
    await row('Outlet 4').getByRole('button').waitFor({ state: 'detached' });
    await row('Outlet 3').getByText('Locked against switching').waitFor();
    await row('Outlet 4').getByText('Can be rebooted, but not left off').waitFor();
    await web.open(page, '/');
    const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
    await card('Outlet 3').getByText('Locked against switching').waitFor();
    await card('Outlet 4').getByText('Can be rebooted, but not left off').waitFor();
  });

  it('of many names how many will turn off and which will not, and switches the others', async () => {
    await outlet(5, { state: 'OFF' });
    page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await bulk('Off').click();
    await dialog().getByText('13 will turn off. Not changed: 1 locked, 1 reboot only, 1 already off.').waitFor();
    await dialog()
      .getByText(/^Load that will lose power: [\d,]+\sW\.$/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Turn 13 off' }).click();
    await page.getByText('Turned off: 13 outlets').waitFor();
    expect(await off()).toEqual([1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    const answer = await web.admin.send('PUT', '/api/outlets', {
      outlets: (await outlets()).filter(({ state }) => state === 'OFF').map(({ id }) => id),
      state: 'ON',
    });
    expect(answer.status).toBe(200);
  });

  it('of a group with a locked outlet is not offered, with the reason', async () => {
    const ids = (await outlets()).slice(2, 5).map(({ id }) => id);
    await web.admin.send('POST', '/api/groups', { groupName: 'Rack', outlets: ids, groupRebootSequenceDelay: 0 });
    page = await web.signedIn({ path: '/groups' });
    await page.getByRole('button', { name: 'Turn group Rack off' }).click();
    await dialog()
      .getByText(/are protected: Outlet 3, Outlet 4/)
      .waitFor();
    expect(await dialog().getByRole('button', { name: /Turn/ }).count()).toBe(0);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    for (const index of [3, 4]) await outlet(index, { protection: 'none' });
  });

  it('offers no Off for an outlet that is off, and the layout does not move', async () => {
    await outlet(6, { state: 'OFF' });
    page = await web.signedIn({ path: '/outlets', viewport: WIDE }); // a phone has one button, which changes
    const sent = commandsOf();
    const button = page.getByRole('button', { name: 'Turn Outlet 6 off', exact: true });
    await until(
      () => button.getAttribute('aria-disabled'),
      (disabled) => disabled === 'true',
    );
    await button.click({ force: true });
    expect([await dialog().count(), sent.length]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Turn Outlet 6 on', exact: true }).click();
    await dialog().getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Turned on: Outlet 6').waitFor();
  });

  it('shows the affected load on a phone too', async () => {
    await web.simulate({ outlets: { '1-1200578': { loadAmps: 6 } } });
    page = await web.signedIn({ path: '/outlets', viewport: PHONE });
    await page.getByRole('button', { name: 'Turn Outlet 1 off', exact: true }).click();
    const load = dialog().getByText(/^\d{3}\sW$/);
    await load.waitFor();
    const [inner, outer] = [await load.boundingBox(), await dialog().boundingBox()];
    expect(inner && outer && inner.x + inner.width <= outer.x + outer.width).toBe(true);
    expect(await page.evaluate<number>(CUT)).toBe(0);
  });

  it.each([
    ['light', 390, 844],
    ['dark', 390, 844],
    ['light', 820, 1180],
    ['dark', 1440, 900],
    ['light', 844, 390],
  ] as const)(
    'asks for many in a dialog that is whole, in the %s theme at %d x %d',
    async (colorScheme, width, height) => {
      page = await web.signedIn({ path: '/outlets', viewport: { width, height }, colorScheme });
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await bulk('Off').click();
      await dialog().getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
      for (const name of ['Cancel', /^Turn \d+ off$/]) {
        const box = await dialog().getByRole('button', { name }).boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
        expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true);
      }
      expect(await page.evaluate<number>(CUT)).toBe(0);
      await page.keyboard.press('Enter');
      await dialog().waitFor({ state: 'detached' });
    },
  );

  it('that fails shows the measured state, with the name of the outlet', async () => {
    await web.simulate({ outlets: { '8-1200578': { relayStuck: true } } });
    page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('button', { name: 'Turn Backup server off' }).click();
    await dialog().getByRole('button', { name: 'Turn off' }).click();
    await page
      .getByText(/relay of outlet Backup server did not follow: asked for OFF, measured voltage behind/)
      .waitFor();
    await web.simulate({ outlets: { '8-1200578': { relayStuck: false } } });
  });

  it.each([390, 820, 1440])('has its reason in the activity log, %i px wide', async (width) => {
    const reason = `Fans of rack 7, by ${'Anna '.repeat(20)}`;
    await outlet(7, { state: 'OFF', reason });
    page = await web.signedIn({ path: '/log' });
    await page.setViewportSize({ width, height: 844 });
    await page.getByText(`Reason: ${reason.trim()}`).first().waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await outlet(7, { state: 'ON' });
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
