import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { aBrowser, BROWSER_TEST, describeInBrowser, until, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

/** The state label of an object, as opposed to a button with the same word. */
const stateIn = (row: Locator, state: string): Locator => row.locator('.state-label').filter({ hasText: state });

describeInBrowser('groups, relays and inputs in the browser UI', () => {
  let web: WebUnderTest;
  const OFF_AT_ONCE = /all turn off at once/;

  beforeAll(async () => {
    web = await aBrowser();
    const nothing = { loadAmps: 0 };
    await web.simulate({
      outlets: { '1-1200578': { loadAmps: 3 }, '2-1200578': nothing, '3-1200578': nothing },
    });
  });
  afterAll(() => web.close());

  const groups = async () =>
    (await web.admin.send('GET', '/api/groups')).body as unknown as { groupName: string; outlets: { id: string }[] }[];

  it('keeps the buttons of a long form in sight on a phone, and no field with the focus behind them', async () => {
    const page = await web.signedIn({ path: '/groups', viewport: { width: 390, height: 640 } });
    await page.getByRole('button', { name: 'Create group' }).click();
    const dialog = page.getByRole('dialog');
    const bottom = async (shown: Locator): Promise<number> => {
      const { y = NaN, height = NaN } = (await shown.boundingBox()) ?? {};
      return y + height;
    };
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await bottom(save)).toBeLessThanOrEqual(640);
    const { y: top = NaN } = (await dialog.locator('.dialog-buttons').boundingBox()) ?? {};
    await dialog.getByRole('checkbox').first().focus();
    await page.keyboard.press('Tab');
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press('Tab');
      const box = dialog.locator(':focus');
      if ((await box.count()) > 0) expect(await bottom(box)).toBeLessThanOrEqual(top);
    }
    await page.keyboard.press('Escape');
    await web.leave(page);
  });

  it('saves no group without outlets, and keeps the focus at the button of a save that was refused', async () => {
    const page = await web.signedIn({ path: '/groups' });
    await page.getByRole('button', { name: 'Create group' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel('Group name').fill('Spare');
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').first().check();
    await page.route('**/api/groups', (route) => route.abort('connectionreset'));
    await save.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await save.and(page.locator(':focus')).waitFor();
    expect(await groups()).toEqual([]);
    await web.leave(page);
  });

  it('creates a group with the keyboard only, in the chosen order', async () => {
    const page = await web.signedIn({ path: '/groups' });
    await page.getByRole('button', { name: 'Create group' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group name').fill('Servers');
    for (const index of [1, 2, 3]) {
      await dialog.getByRole('checkbox', { name: `${index}. Outlet ${index}`, exact: true }).focus();
      await page.keyboard.press('Space');
    }
    await dialog.getByRole('button', { name: 'Move 3. Outlet 3 up' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter'); // the focus has moved with it
    await page.keyboard.press('Alt+ArrowDown');
    await dialog.getByLabel('Turn-on delay between outlets (s)').fill('5');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
    expect(await groups()).toEqual([
      expect.objectContaining({
        groupName: 'Servers',
        groupRebootSequenceDelay: 5,
        outlets: ['1-1200578', '3-1200578', '2-1200578'].map((id) => expect.objectContaining({ id })),
      }),
    ]);
    await web.leave(page);
  });

  it('turns it off after showing its loads, and shows how it turns on step by step', async () => {
    const page = await web.signedIn({ path: '/groups' });
    await page.getByRole('link', { name: 'Servers' }).click();
    const sequence = page.getByRole('region', { name: 'Sequence' });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Turn group Servers off' }).click();
    await dialog.getByText(OFF_AT_ONCE).waitFor();
    await dialog.getByText(/power: 3\d\d\sW/).waitFor();
    await dialog.getByRole('button', { name: 'Turn 3 off' }).click();
    for (const name of ['Outlet 1', 'Outlet 2', 'Outlet 3']) await stateIn(row(name), 'Off').waitFor();

    await page.getByRole('button', { name: 'Turn group Servers on' }).click();
    // Each of these is there for five seconds, so the page waits for all of them at once.
    const steps = [
      sequence.getByText(/2 of 3: Outlet 3 turns on in/),
      stateIn(row('Outlet 1'), 'On'),
      sequence.getByText(/3 of 3: Outlet 2 turns on in/),
      row('Outlet 2').getByText(/^Next, in/),
    ].map((step) => step.waitFor());
    await dialog.getByRole('button', { name: 'Turn 3 on' }).click();
    await Promise.all(steps);
    await sequence.getByText('No sequence is running.').waitFor();
    for (const name of ['Outlet 1', 'Outlet 2', 'Outlet 3']) await stateIn(row(name), 'On').waitFor();
    await web.leave(page);
  });

  it('offers no switching or editing to a read-only role', async () => {
    const permissions = { viewOutletGroups: true, viewPortInfo: true, viewOutlets: ['1-1200578'] };
    const role = await web.admin.send('POST', '/api/roles', { name: 'Reads groups', description: '', permissions });
    const user = { username: 'reader', password: 'only reads groups', roleId: role.body['id'] };
    expect((await web.admin.send('POST', '/api/users', user)).status).toBe(200);
    const page = await web.signedIn({ as: 'reader', password: user.password, path: '/groups' });
    await page.getByRole('link', { name: 'Servers' }).click();
    await page.getByRole('row').filter({ hasText: 'Outlet 1' }).waitFor();
    expect(await page.getByRole('button', { name: /group/ }).count()).toBe(0);
    await page.goto(`${web.url}/relays`);
    await page.getByText('Relay 1', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Turn|Reboot|Edit|Open|Close) (?!navigation)/ }).count()).toBe(0);
    await web.leave(page);
  });

  it('renames and deletes a group', async () => {
    const page = await web.signedIn({ path: '/groups' });
    await page.getByRole('button', { name: 'Edit group Servers' }).click();
    await page.getByLabel('Group name').fill('Old servers');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Old servers' }).click();
    await page.getByRole('button', { name: 'Delete group Old servers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^No groups/).waitFor();
    expect(await groups()).toEqual([]);
    await web.leave(page);
  });

  it('switches a relay output and the contacts of a hub, and shows its inputs live', async () => {
    const page = await web.signedIn({ path: '/relays' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Turn Relay 1 on' }).click();
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await stateIn(page.getByRole('row').filter({ hasText: 'Relay 1' }).first(), 'On').waitFor();
    await page.getByRole('button', { name: 'Close Output Relay 2' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await stateIn(page.getByRole('row').filter({ hasText: 'Output Relay 2' }), 'Closed').waitFor();
    await page.getByRole('button', { name: 'Edit Digital Input 3' }).click();
    await dialog.getByLabel('Name').fill('Door');
    await page.keyboard.press('Enter');
    const door = page.getByRole('row').filter({ hasText: 'Door' });
    await stateIn(door, 'Low').waitFor();
    await web.simulate({ sensors: { B: { digitalInputs: { '3': 'HI' } } } });
    await stateIn(door, 'High').waitFor();
    await page.getByRole('switch', { name: 'DC supply for sensors' }).click();
    await until(
      async () => (await web.admin.send('GET', '/api/sensors/SB-1000036')).body,
      ({ vdcOutputState }) => vdcOutputState === true,
    );
    await web.leave(page);
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
