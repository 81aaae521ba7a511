import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PASSWORD,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const READER = { username: 'reader', password: 'only reads outlets' };
const NIGHT_PASSWORD = 'awake at three in the night';

describeInBrowser('Users and Network > Web', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterAll(() => web.close());

  /** Chooses in a list that opens below its field. */
  const choose = async (page: Page, label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  /** The answer of the API to a bearer token, without a browser. */
  const withToken = async (token: string, path: string): Promise<number> =>
    (await fetch(web.url + path, { headers: { authorization: `Bearer ${token}` } })).status;

  it('creates a role for some outlets, and a user with it who is offered nothing else', async () => {
    const page = await web.signedIn({ path: '/settings/roles' });
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Night shift');
    await page.getByRole('dialog').getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor();
    await page.getByRole('checkbox', { name: 'View: Banks' }).check();
    await page.getByRole('checkbox', { name: 'Select Outlet 1', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select Outlet 2', exact: true }).check();
    await page.getByRole('button', { name: 'View only' }).click();
    await page.getByRole('checkbox', { name: 'Switch Outlet 2', exact: true }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await web.admin.send('GET', '/api/roles');
    expect((body as unknown as object[]).at(-1)).toMatchObject({
      name: 'Night shift',
      permissions: {
        viewBankStats: true,
        modifyBankStats: false,
        viewOutlets: ['1-1200578', '2-1200578'],
        modifyOutlets: ['2-1200578'],
      },
    });

    await web.open(page, '/settings/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User name').fill('night');
    await dialog.getByLabel('Password', { exact: true }).fill('12345678');
    await choose(page, 'Role', 'Night shift');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The request failed' }).waitFor(); // with the policy's refusal
    await dialog.getByLabel('Password', { exact: true }).fill(NIGHT_PASSWORD);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('heading', { level: 1, name: 'night' }).waitFor();
    await web.leave(page);

    const night = await web.signedIn({ as: 'night', password: NIGHT_PASSWORD, path: '/outlets' });
    await night.getByRole('button', { name: 'Turn Outlet 2 off', exact: true }).waitFor();
    expect(await night.getByRole('button', { name: /Outlet 1 o(n|ff)/ }).count()).toBe(0);
    const viewed = night.getByRole('row').filter({ has: night.getByText('Outlet 1', { exact: true }) });
    await viewed.getByText('Your role may view this outlet, but not switch it.').waitFor();
    expect(await night.getByRole('link', { name: 'Roles' }).count()).toBe(0);
    await web.open(night, '/settings/users');
    await night.getByRole('heading', { level: 1, name: 'Not allowed' }).waitFor();
    const refused = await night.evaluate(() => fetch('/api/users').then(({ status }) => status));
    expect(refused).toBe(403);
    await web.leave(night);
  });

  it('shows a new token once, which opens the API until it is revoked', async () => {
    const page = await web.signedIn({ as: 'night', password: NIGHT_PASSWORD, path: '/settings/account' });
    await page.getByRole('button', { name: 'Create access token' }).click();
    const dialog = page.getByRole('dialog');
    const token = await dialog.getByLabel('Token').inputValue();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);
    expect(await withToken(token, '/api/user')).toBe(200);
    expect(await withToken(token, '/api/users')).toBe(403);
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('button', { name: 'Create access token' }).waitFor();
    expect(await withToken(token, '/api/user')).toBe(401);
    await web.leave(page);
  });

  it('asks for the present password, and ends the other sessions', async () => {
    const other = await web.signedIn({ as: 'night', password: NIGHT_PASSWORD, path: '/settings/account' });
    const page = await web.signedIn({ as: 'night', password: NIGHT_PASSWORD, path: '/settings/account' });
    const fill = async (current: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill('another good one, longer');
      await page.getByLabel('Repeat new password').fill('another good one, longer');
      await page.keyboard.press('Enter');
    };
    await fill('not this one');
    await page.getByRole('alert').filter({ hasText: 'The request failed' }).waitFor();
    await fill(NIGHT_PASSWORD);
    await page.getByText('Password changed.').waitFor();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await web.leave(other);
    await web.leave(page);
  });

  it('resets a forgotten password with the administrator’s own, and the user is asked to replace it', async () => {
    const page = await web.signedIn({ path: '/settings/users' });
    await page.getByRole('link', { name: 'night' }).click();
    const panel = page.getByRole('region', { name: 'Reset password' });
    const fill = async (own: string): Promise<void> => {
      await panel.getByLabel('New password', { exact: true }).fill('read out on the phone');
      await panel.getByLabel('Repeat new password').fill('read out on the phone');
      await panel.getByLabel('Your own password').fill(own);
      await page.keyboard.press('Enter');
    };
    await fill('not this one');
    await panel
      .getByText(/Your own password is wrong/)
      .first()
      .waitFor();
    await fill(PASSWORD);
    await page.getByText('Password of night reset').waitFor();
    await until(
      () => panel.getByLabel('Your own password').inputValue(),
      (value) => value === '',
    );

    const night = await web.signedIn({ as: 'night', password: 'read out on the phone', path: '/outlets' });
    await night.getByText(/Your password is temporary/).waitFor();
    await web.leave(night);

    await web.open(page, '/settings/users/1');
    await page.getByLabel('Current password').waitFor(); // his own: changed, not reset
    expect(await page.getByRole('region', { name: 'Reset password' }).count()).toBe(0);
    await web.leave(page);
  });

  it('locks and deletes an account, after asking', async () => {
    const page = await web.signedIn({ path: '/settings/users' });
    await page.getByRole('link', { name: 'night' }).click();
    await page.getByRole('button', { name: 'Lock for 15 minutes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lock for 15 minutes' }).click();
    await page
      .getByRole('region', { name: 'Account' })
      .getByText(/Locked$/)
      .waitFor();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page
      .getByRole('region', { name: 'Account' })
      .getByText(/Active$/)
      .waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'night' }).waitFor({ state: 'detached' });
    await web.leave(page);
  });

  it('enables HTTP Basic, and shows an error at the field with an invalid value', async () => {
    const basic = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` };
    const asked = async (): Promise<number> => (await fetch(`${web.url}/api/user`, { headers: basic })).status;
    expect(await asked()).toBe(401);
    const page = await web.signedIn({ path: '/network/web' });
    const panel = page.getByRole('region', { name: 'Sign-in and sessions' });
    await panel.getByRole('switch', { name: 'HTTP Basic' }).focus();
    await page.keyboard.press('Space');
    await panel.getByLabel('Maximum signed-in users').fill('500');
    await page.keyboard.press('Enter');
    await panel
      .getByText(/webMaxUsers must be/)
      .first()
      .waitFor();
    await panel.getByLabel('Maximum signed-in users').fill('0');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await asked()).toBe(200);
    await web.leave(page);
  });

  it('lets a user grant only the permissions that their own role has, and says so', async () => {
    const permissions = { viewUsersList: true, modifyUsers: true, viewBankStats: true };
    const [first, second] = ['1-1200578', '2-1200578'];
    const lead = { username: 'lead', password: 'leads the night shift 4' };
    const own = await web.admin.send('POST', '/api/roles', {
      name: 'Lead',
      permissions: { ...permissions, viewOutlets: [first, second], modifyOutlets: [second] },
    });
    await web.admin.send('POST', '/api/users', { ...lead, roleId: own.body['id'] });
    const { body } = await web.admin.send('POST', '/api/roles', { name: 'Relief', permissions: {} });
    const path = `/settings/roles/${String(body['id'])}`;
    const page = await web.signedIn({ as: lead.username, password: lead.password, path });
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await box('View: Banks').check();
    for (const name of ['Change: Banks', 'View: Inlets', 'Factory reset', 'Switch Outlet 1'])
      expect([name, await box(name).isDisabled()]).toEqual([name, true]);
    expect(await page.getByText('You can only grant permissions that your own role has.').count()).toBe(2);
    const bulk = page.getByRole('button', { name: 'View and switch' });
    await box('Select Outlet 2').check();
    expect(await bulk.isEnabled()).toBe(true);
    await box('Select Outlet 1').check();
    expect(await bulk.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'View only' }).click();
    await box('Switch Outlet 2').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await web.open(page, `/settings/roles/${String(own.body['id'])}`);
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    const more = await web.admin.send('POST', '/api/roles', { name: 'More', permissions: { viewInletStats: true } });
    await web.open(page, `/settings/roles/${String(more.body['id'])}`);
    await page.getByText(/so you cannot change or delete it/).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await web.leave(page);
  });

  it('marks the controls that have no effect in this version', async () => {
    const page = await web.signedIn({ path: '/settings/roles/1' });
    await page
      .getByRole('group', { name: 'Display' })
      .getByText(/Not supported by this version/)
      .waitFor();
    await web.leave(page);
  });

  it('reads the supported settings from the catalogue of the controller', async () => {
    const page = await web.signedIn();
    await page.route('**/api/conf/catalogue', async (route) => {
      const answer = await route.fetch();
      const settings = (await answer.json()) as { key: string; served: boolean }[];
      const now = ['lcdOutletControlEnabled'];
      const json = settings.map((setting) => ({ ...setting, served: setting.served || now.includes(setting.key) }));
      await route.fulfill({ response: answer, json });
    });
    const title = page.getByText(/Not supported by this version/);
    await web.open(page, '/settings/users/1');
    await page.getByRole('region', { name: 'SSH keys' }).waitFor();
    await until(
      () => title.count(),
      (count) => count === 0,
    );
    await web.open(page, '/settings/roles/1');
    await page.getByRole('group', { name: 'Display' }).waitFor();
    // The page says so until it has the catalogue.
    await until(
      () => title.count(),
      (count) => count === 0,
    );
    await web.leave(page);
  });

  it('names the PDU and its time zone to a role that may read no setting, and no bank by its id', async () => {
    await web.admin.send('POST', '/api/conf', { deviceName: 'Rack 12 left', timezone: 'Europe/Berlin' });
    const role = await web.admin.send('POST', '/api/roles', {
      name: 'Reader',
      description: '',
      permissions: { viewOutlets: ['1-1200578'] },
    });
    await web.admin.send('POST', '/api/users', { ...READER, roleId: role.body['id'] });
    const page = await web.signedIn({ as: READER.username, password: READER.password, path: '/outlets' });
    await page.getByRole('link', { name: 'Outlet 1', exact: true }).waitFor();
    await page.getByText('Rack 12 left').first().waitFor();
    for (const path of ['/', '/outlets', '/outlets/1-1200578', '/history']) {
      await web.open(page, path);
      await until(
        () => page.title(),
        (title) => title.includes('Rack 12 left'),
      );
      expect(await page.locator('body').innerText()).not.toContain('1200578');
    }
    await page.getByText('Times in Europe/Berlin').waitFor();
    await web.leave(page);
  });

  it('shows the SSH keys also to a role that may read no setting, without a request that is refused', async () => {
    const page = await web.signedIn({ as: READER.username, password: READER.password });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await web.open(page, '/settings/account');
    await page.getByRole('region', { name: 'SSH keys' }).waitFor();
    expect(refused).toEqual([]);
    await web.leave(page);
  });

  it('renews the certificate that it shows', async () => {
    const fingerprint = async (): Promise<unknown> =>
      (await web.admin.send('GET', '/api/system/certificate')).body['fingerprint256'];
    const before = await fingerprint();
    const page = await web.signedIn({ path: '/network/web' });
    await page.getByText(String(before)).waitFor();
    await page.getByRole('button', { name: 'Renew self-signed certificate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew self-signed certificate' }).click();
    const after = await until(fingerprint, (now) => now !== before);
    await page.getByText(String(after)).waitFor();
    await web.leave(page);
  });

  it('shows the reason why a test mail was not sent, and leaves no action behind', async () => {
    const page = await web.signedIn({ path: '/network/mail' });
    await page.getByLabel('To', { exact: true }).fill('noc@example.com');
    await page.keyboard.press('Enter');
    await page.getByText(/^Mail is not configured: there is no mail server/).waitFor();
    expect((await web.admin.send('GET', '/api/actions')).body).toEqual([]);
    await web.leave(page);
  });

  it('sends a test trap with the saved settings, and leaves no action behind', async () => {
    const receiver = createSocket('udp4').unref();
    const datagram = once(receiver, 'message') as Promise<[Buffer]>;
    await new Promise<void>((resolve) => receiver.bind(0, '127.0.0.1', resolve));
    const page = await web.signedIn({ path: '/network/snmp' });
    const panel = page.getByRole('region', { name: 'SNMPv3 traps' });
    const send = panel.getByRole('button', { name: 'Send test trap' });
    await panel.getByRole('textbox', { name: 'Receiver' }).fill(`127.0.0.1:${receiver.address().port}`);
    await panel.getByLabel('User name').fill('noc-of-the-north');
    await panel.getByText('Save your changes first').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await choose(page, 'Security level', 'None');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await send.click();
    await panel.getByRole('status').getByText('Sent', { exact: true }).waitFor();
    const [trap] = await datagram;
    expect(trap.toString('latin1')).toContain('noc-of-the-north');
    expect((await web.admin.send('GET', '/api/actions')).body).toEqual([]);
    receiver.close();
    await web.leave(page);
  });

  it('has thrown no error in all of that', () => {
    expect(web.errors).toEqual([]);
  });
});
