/**
 * The tasks that operators do most, without a mouse, in the dark theme on a phone, a tablet and a desktop. How few steps
 * they take with the mouse is counted in tasks.spec.ts, tasks-setup.spec.ts and rule-sheet.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { Authority } from '../support/servers/certificates.js';
import { freePort } from '../support/servers/free-port.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PASSWORD,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { ringsInBothThemes } from '../support/web/focus-rings.js';
import { Keys } from '../support/web/keys.js';
import { shedOutlet12 } from '../support/web/shed-outlet.js';

jest.setTimeout(BROWSER_TEST);

/** The pages with every kind of control, and what opens a menu or a panel there, if anything. */
const WITH_CONTROLS = [
  ['/', 'Plan'],
  ['/outlets', 'Account: admin'],
  ['/outlets/1', ''],
  ['/history', ''],
  ['/energy', ''],
  ['/events/new', ''],
  ['/settings/account', ''],
] as const;

/** The menus and dialogs with every kind of control: the page, and the button that opens it there. */
const OPENED = [
  ['/outlets', 'Account: admin'],
  ['/outlets', 'Search and commands'],
  ['/outlets', 'Import CSV'],
  ['/outlets/6', 'Turn Outlet 6 off'],
  ['/outlets/6', /^Edit settings of Outlet 6/],
  ['/groups', 'Create group'],
  ['/actions', 'Create action'],
  ['/actions', 'Test action Shed'],
  ['/webhooks', 'Create webhook'],
  ['/settings/users', 'Create user'],
  ['/settings/roles', 'Create role'],
  ['/system', 'Factory reset'],
] as const;

describeInBrowser('the keyboard alone', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    await web.admin.send('POST', '/api/conf', { setupSteps: 'finished', webSslPort: await freePort() });
    await outlet(7, { outletName: 'Hypervisor 2' });
    await shedOutlet12(web);
    await web.simulate({ outlets: { '11-1200579': { loadAmps: 1 }, '4-1200578': { loadAmps: 19 } } });
  });
  afterAll(() => web.close());

  const outlet = (index: number, change: object) => web.admin.send('PUT', `/api/outlets/${index}`, change);
  const stateOf = async (index: number) => (await web.admin.send('GET', `/api/outlets/${index}`)).body['state'];
  const isRebooting = async (index: number): Promise<boolean> =>
    (await web.admin.send('GET', `/api/outlets/${index}`)).body['rebootStatus'] !== 'none';

  describe.each([390, 820, 1440])('%i px wide', (width) => {
    const view = { viewport: { width, height: 900 }, colorScheme: 'dark' } as const;
    let page: Page;
    let keys: Keys;

    beforeAll(async () => {
      page = await web.signedIn(view);
      keys = new Keys(page);
    });
    afterEach(async () => {
      await web.open(page, '/');
    });
    afterAll(() => web.leave(page));

    const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
      within.getByRole('button', { name, exact: true });
    const dialog = (): Locator => page.getByRole('dialog');
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    const present = (what: Locator) =>
      until(
        () => what.count(),
        (count) => count > 0,
      );

    it('shows where it is by a ring with a contrast of 3:1 or more that nothing cuts, in both themes', async () => {
      const kinds = new Set<string>();
      const faults: string[] = [];
      for (const [path, opener] of WITH_CONTROLS) {
        await web.open(page, path);
        if (opener !== '') await keys.enter(button(opener));
        const rings = await ringsInBothThemes(page);
        rings.kinds.forEach((kind) => kinds.add(kind));
        faults.push(...rings.found.map((fault) => `${path} ${fault}`));
        await page.keyboard.press('Escape');
      }
      expect(faults).toEqual([]);
      expect(kinds.size).toBeGreaterThan(25);
    });

    it('shows where it is by the same ring in menus and dialogs', async () => {
      const kinds = new Set<string>();
      const faults: string[] = [];
      for (const [path, opener] of OPENED) {
        await web.open(page, path);
        await button(opener).first().press('Enter');
        const opened = page.getByRole('dialog').or(page.getByRole('menu'));
        await opened.first().waitFor();
        const rings = await ringsInBothThemes(page);
        expect(`${String(opener)}: ${rings.kinds.length > 0}`).toBe(`${String(opener)}: true`);
        rings.kinds.forEach((kind) => kinds.add(kind));
        faults.push(...rings.found.map((fault) => `${path}, ${String(opener)}, ${fault}`));
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'detached' });
      }
      expect(faults).toEqual([]);
      expect(kinds.size).toBeGreaterThan(15);
    });

    it('signs in with a temporary password, sees it, and replaces it', async () => {
      const username = `new${width}`;
      const { body: user } = await web.admin.send('POST', '/api/users', { username, password: PASSWORD, roleId: 1 });
      const temporary = { newPassword: 'read out on the phone', ownPassword: PASSWORD };
      const reset = await web.admin.send('POST', `/api/users/${String(user['id'])}/passwordReset`, temporary);
      expect(reset).toMatchObject({ status: 200 });
      const theirs = await web.signedOut('/login', view);
      const own = new Keys(theirs);
      await own.fill(theirs.getByLabel('User name'), username);
      await own.fill(theirs.getByLabel('Password', { exact: true }), 'read out on the phone');
      await own.space(theirs.getByRole('button', { name: 'Show what is typed' }));
      expect(await theirs.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
      await own.enter(theirs.getByRole('button', { name: 'Sign in' }));
      await own.fill(theirs.getByLabel('New password', { exact: true }), 'new moon over the rack');
      await own.fill(theirs.getByLabel('Repeat new password'), 'new moon over the rack');
      await theirs.keyboard.press('Enter');
      await theirs.getByText('Password changed.').waitFor();
      await web.leave(theirs);
    });

    it('finds the overloaded bank and what loads it', async () => {
      await web.simulate({ banks: { '1200578': { breakerClosed: true } } }); // the overload trips it after a quarter of an hour
      await keys.visit('Meters');
      await keys.enter(page.getByRole('link', { name: /Bank 1 carries/ }).first());
      await heading('Outlets');
      await page.getByRole('link', { name: 'Outlet 4', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Outlet 9', exact: true }).count()).toBe(0);
    });

    it('turns an outlet off', async () => {
      await keys.visit('Outlets');
      await keys.enter(button('Turn Outlet 6 off'));
      await dialog().getByText('Turn off?').waitFor();
      await keys.enter(button('Turn off', dialog()));
      await page.getByText('Turned off: Outlet 6').waitFor();
      expect(await stateOf(6)).toBe('OFF');
      await outlet(6, { state: 'ON' });
    });

    it('power-cycles an outlet by its name', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('reboot hypervisor');
      await page.getByRole('option', { selected: true }).filter({ hasText: 'Reboot Hypervisor 2' }).waitFor();
      await page.keyboard.press('Enter');
      await keys.enter(dialog().getByRole('button', { name: /^Reboot/ }));
      await until(() => isRebooting(7), Boolean);
      await until(
        () => isRebooting(7),
        (is) => !is,
      );
    });

    it('makes a group with a delay, and reboots it', async () => {
      const name = `Cluster ${width}`;
      await keys.visit('Groups');
      await keys.enter(button('Create group'));
      await keys.fill(dialog().getByLabel('Group name'), name);
      for (const index of [9, 10]) {
        await keys.space(dialog().getByRole('checkbox', { name: `${index}. Outlet ${index}`, exact: true }));
      }
      await keys.fill(dialog().getByLabel('Turn-on delay between outlets (s)'), '1');
      await page.keyboard.press('Enter');
      await heading(name);
      await keys.enter(button(`Reboot group ${name}`));
      await keys.enter(dialog().getByRole('button', { name: /^Reboot/ }));
      await page.getByText(`Group ${name} is rebooting.`).waitFor();
      await until(
        () => isRebooting(10),
        (is) => !is,
      );
    });

    it('makes a rule on one sheet that mails and sheds a load', async () => {
      await keys.visit('Events');
      await keys.enter(page.getByRole('link', { name: 'Create event' }));
      await keys.select(page.getByLabel('Object or topic'), 'Bank 1');
      await keys.fill(page.getByLabel('Amperage threshold'), '19');
      await keys.enter(button('+ Send mail to'));
      await keys.fill(page.getByLabel('E-mail address'), `noc${width}@example.org`);
      await keys.enter(button('+ Turn off outlet'));
      await keys.select(page.getByLabel('Outlet id'), '8. Outlet 8');
      await keys.enter(button('Save'));
      await heading(/^Bank 1 current is above 19 A/);
      await page.getByText(`1. Send mail to noc${width}@example.org`).waitFor();
    });

    it('learns why an outlet went off', async () => {
      await keys.visit('Outlets');
      // A phone has one line for each outlet, which leads to its page.
      await keys.enter(
        page.getByRole('link', { name: width < 768 ? 'Outlet 12' : 'Why is Outlet 12 off?', exact: true }),
      );
      await page
        .getByText(/switched off by event “Bank 2 full”, because Bank 2 was above 7 A/)
        .first()
        .waitFor();
    });

    it('lets a colleague switch three outlets', async () => {
      const colleague = `colleague${width}`;
      await keys.visit('Users');
      await keys.enter(button('Create user'));
      await keys.fill(dialog().getByLabel('User name'), colleague);
      await keys.fill(dialog().getByLabel('Password', { exact: true }), 'three outlets are enough');
      await keys.fill(dialog().getByLabel('Only these outlets'), '9-11');
      await page.keyboard.press('Enter');
      await heading(colleague);
    });

    it('creates a token for a script', async () => {
      await keys.visit('My account');
      await keys.enter(page.getByRole('button', { name: /^(Create access token|Replace token)$/ }));
      await dialog().locator(':focus').waitFor();
      await page.keyboard.press('Escape');
    });

    it('takes away the energy of the last week in one file', async () => {
      await keys.visit('Energy');
      await keys.to(page.getByRole('radio', { name: 'Custom' }));
      await keys.to(page.getByRole('radio', { name: '7 d' }), 'ArrowLeft');
      await page.waitForURL(/range=7d/);
      const coming = page.waitForEvent('download');
      await keys.enter(page.getByRole('link', { name: 'Download CSV' }));
      expect(readFileSync(await (await coming).path(), 'utf8')).toContain('Hypervisor 2');
    });

    it('uploads a certificate of an authority', async () => {
      await keys.visit('Web');
      const download = page.waitForEvent('download');
      await keys.enter(button('Create and download CSR'));
      const request = readFileSync(await (await download).path(), 'utf8');
      await keys.fill(
        page.getByLabel('Signed certificate (PEM)', { exact: true }),
        new Authority().signed(request, '127.0.0.1'),
      );
      await keys.enter(button(/^Use certificate/));
      await page.getByText('Certificate uploaded and in use.').waitFor();
    });

    it('exports the configuration, and applies a plan', async () => {
      await keys.visit('Configuration');
      const download = page.waitForEvent('download');
      await keys.enter(button('Export without secrets'));
      const exported = readFileSync(await (await download).path());
      await outlet(8, { outletName: `Tape library ${width}` });
      const chooser = page.waitForEvent('filechooser');
      await keys.enter(page.getByRole('button', { name: 'Document' }));
      await (await chooser).setFiles({ name: 'pdu.json', mimeType: 'application/json', buffer: exported });
      await present(page.getByText(`Name: Tape library ${width} → Outlet 8`));
      await keys.enter(button('Apply'));
      await keys.enter(button('Apply', dialog()));
      await page.getByText('Configuration applied.').first().waitFor();
    });
  });

  it('has seen no error in all of that', () => expect(web.errors).toEqual([]));
});
