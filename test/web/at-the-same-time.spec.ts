import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PASSWORD,
  shown,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const OPERATOR = { username: 'operator', password: 'night shift at three' };

describeInBrowser('what happens while somebody is at a page of the browser UI', () => {
  const folder = temporaryFolder();
  let web: WebUnderTest;
  let page: Page;
  let operatorId: string;
  let groupId: string;

  beforeAll(async () => {
    web = await aBrowser();
    operatorId = String((await web.admin.send('POST', '/api/users', { ...OPERATOR, roleId: 1 })).body['id']);
    const group = { groupName: 'Storage', outlets: ['5-1200578', '6-1200578'], groupRebootSequenceDelay: 0 };
    groupId = String((await web.admin.send('POST', '/api/groups', group)).body['id']);
  });
  afterEach(() => web.leave(page));
  afterAll(async () => {
    await web.close();
    removeFolder(folder);
  });

  const at = async (path: string): Promise<void> => {
    page = await web.signedIn({ path, viewport: WIDE });
  };
  const outlet = async (index: number) => (await web.admin.send('GET', `/api/outlets/${index}`)).body;
  const membersOfGroup = async () =>
    ((await web.admin.send('GET', `/api/groups/${groupId}`)).body['outlets'] as { id: string }[]).map(({ id }) => id);
  const save = () => page.getByRole('button', { name: 'Save', exact: true });
  const question = () => page.getByRole('dialog', { name: 'Discard your changes?' });
  /** Keeps requests from the controller until the function that it returns is called. */
  const hold = async (method: string, path: string): Promise<() => void> => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(path, async (route: Route) => {
      if (route.request().method() === method) await released;
      await route.continue();
    });
    return release;
  };

  it('saves what was changed in the form of an outlet, and keeps what others have changed meanwhile', async () => {
    await at('/outlets');
    await page.getByRole('button', { name: 'Edit settings of Outlet 3', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).first().fill('Core switch');
    const device = { address: '192.0.2.3', notes: 'Ask before off' };
    await web.admin.send('PUT', '/api/outlets/3', { protection: 'locked', device, labels: { tenant: 'blue' } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await outlet(3)).toMatchObject({
      ...{ outletName: 'Core switch', protection: 'locked', device, labels: { tenant: 'blue' } },
    });
  });

  it('saves the new name of a group without the outlets that others have taken out of it meanwhile', async () => {
    await at(`/groups/${groupId}`);
    await page.getByRole('button', { name: 'Edit group Storage' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group name').fill('Disks');
    await web.admin.send('PUT', `/api/groups/${groupId}`, { outlets: ['6-1200578'] });
    await page.getByRole('row').filter({ hasText: 'Outlet 5' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Disks' }).waitFor();
    expect(await membersOfGroup()).toEqual(['6-1200578']);
  });

  describe('saves what was changed in a form, and keeps what another user has changed meanwhile:', () => {
    const create = async (list: string, body: object): Promise<string> =>
      `${list}/${String((await web.admin.send('POST', list, body)).body['id'])}`;
    const read = async (path: string) => (await web.admin.send('GET', path)).body;
    const saved = async (scope: Pick<Page, 'getByRole'>): Promise<void> => {
      await scope.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').waitFor();
    };

    it('an event', async () => {
      const event = { name: 'Bank 1 full', code: 31, params: ['1200578', '15', '10'], actions: [] };
      const path = await create('/api/events', event);
      await at(`${path.replace('/api', '')}/edit`);
      await page.getByLabel('Event name').fill('Bank 1 is full');
      await web.admin.send('PUT', path, { enabled: false, params: ['1200578', '12', '10'] });
      await saved(page);
      expect(await read(path)).toMatchObject({
        ...{ name: 'Bank 1 is full', enabled: false, params: ['1200578', '12', '10'] },
      });
      await web.admin.send('DELETE', path);
    });

    it('an action', async () => {
      const path = await create('/api/actions', { name: 'Shed 4', code: 11, params: ['4-1200578', 'OFF'] });
      await at('/actions');
      await page.getByRole('button', { name: 'Edit action Shed 4' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Action name', { exact: true }).fill('Shed the load');
      await web.admin.send('PUT', path, { enabled: false, params: ['3-1200578', 'OFF'] });
      await saved(dialog);
      expect(await read(path)).toMatchObject({
        ...{ name: 'Shed the load', enabled: false, params: ['3-1200578', 'OFF', ''] },
      });
      await web.admin.send('DELETE', path);
    });

    it('a webhook', async () => {
      const webhook = { name: 'Chat', url: 'https://chat.example.org/hook', types: ['*'] };
      const path = await create('/api/webhooks', webhook);
      await at('/webhooks');
      await page.getByRole('button', { name: 'Edit webhook Chat' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Webhook name', { exact: true }).fill('Chat of the shift');
      const meanwhile = { enabled: false, types: ['outlet.*'] };
      await web.admin.send('PUT', path, meanwhile);
      await saved(dialog);
      expect(await read(path)).toMatchObject({ name: 'Chat of the shift', ...meanwhile });
      await web.admin.send('DELETE', path);
    });
  });

  describe('asks before it replaces what another user has changed in the same field,', () => {
    const asked = () => page.getByRole('dialog', { name: 'Replace the change of somebody else?' });
    const saveFormOf = (field: string) => {
      const form = page.locator('form').filter({ has: page.locator(field) });
      return form.getByRole('button', { name: 'Save', exact: true });
    };
    const edit = async (name: string): Promise<void> => {
      await at('/outlets/3');
      await page.getByRole('button', { name: 'Edit settings of' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).first().fill(name);
    };
    const rename = (outletName: string) => web.admin.send('PUT', '/api/outlets/3', { outletName });

    it('and goes back to the form with Escape, which stays as it is', async () => {
      await edit('Mine');
      await page.getByRole('dialog').getByLabel('Address').fill('192.0.2.7');
      await rename('Theirs');
      await save().click();
      await asked().getByText('Somebody else has changed “Name” to “Theirs” meanwhile. Saving replaces it.').waitFor();
      await page.keyboard.press('Escape');
      await asked().waitFor({ state: 'hidden' });
      const form = page.getByRole('dialog');
      expect(await form.getByLabel('Name', { exact: true }).first().inputValue()).toBe('Mine');
      expect(await form.getByRole('alert').count()).toBe(0);
      expect(await outlet(3)).toMatchObject({ outletName: 'Theirs' });

      await save().click();
      await asked().getByRole('checkbox', { name: 'Keep this change of “Name” instead of yours' }).check();
      await asked().getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await outlet(3)).toMatchObject({ outletName: 'Theirs', device: { address: '192.0.2.7' } });
    });

    it('and replaces it then', async () => {
      await edit('Mine');
      await rename('Theirs again');
      await save().click();
      await asked().getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await outlet(3)).toMatchObject({ outletName: 'Mine' });
    });

    it('also on a page that has read the change while its form was filled in', async () => {
      await at('/system');
      const field = page.locator('#setting-rackRow');
      await field.fill('Row 8');
      await web.admin.send('POST', '/api/conf', { rackRow: 'Row 9' });
      await page.locator('#setting-globalRebootTime').fill('6'); // in another form, which reads all settings when it is saved
      await saveFormOf('#setting-globalRebootTime').click();
      await page.getByText('Saved.').waitFor();
      await saveFormOf('#setting-rackRow').click();
      await asked()
        .getByText(/ to “Row 9” meanwhile/)
        .waitFor();
      await asked().getByRole('checkbox').check();
      await asked().getByRole('button', { name: 'Save' }).click();
      await asked().waitFor({ state: 'hidden' });
      await saveFormOf('#setting-rackRow').and(page.locator(':disabled')).waitFor();
      expect(await field.inputValue()).toBe('Row 9');
    });

    it('of an event with all of its condition', async () => {
      const event = { name: 'Bank 1 full', code: 31, params: ['1200578', '15', '10'], actions: [] };
      const path = `/api/events/${String((await web.admin.send('POST', '/api/events', event)).body['id'])}`;
      await at(`${path.replace('/api', '')}/edit`);
      await page.getByLabel('Event name').fill('Bank 1 is full');
      await page.locator('.rule-number input').first().fill('14');
      await web.admin.send('PUT', path, { params: ['1200578', '12', '10'] });
      await save().click();
      await asked().getByText('changed “Condition” meanwhile.').waitFor();
      await asked().getByRole('checkbox').check();
      await asked().getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect((await web.admin.send('GET', path)).body).toMatchObject({
        ...{ name: 'Bank 1 is full', params: ['1200578', '12', '10'] },
      });
      await web.admin.send('DELETE', path);
    });

    it('of a group with the names of its outlets', async () => {
      await web.admin.send('PUT', `/api/groups/${groupId}`, { outlets: ['5-1200578', '6-1200578'] });
      await at(`/groups/${groupId}`);
      await page.getByRole('button', { name: /^Edit group / }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Remove .*Outlet 6/ }).click();
      await web.admin.send('PUT', `/api/groups/${groupId}`, { outlets: ['6-1200578'] });
      await save().click();
      await asked().getByText('changed “Outlets” to “Outlet 6” meanwhile').waitFor();
    });
  });

  it('switches no outlet that has come into the group since the question', async () => {
    await at(`/groups/${groupId}`);
    await page.getByRole('button', { name: 'Turn group Disks off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Outlet 6').first().waitFor();
    await web.admin.send('PUT', `/api/groups/${groupId}`, { outlets: ['6-1200578', '7-1200578'] });
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Another user has changed the outlets of Disks meanwhile. Nothing was switched').waitFor();
    expect([(await outlet(6))['state'], (await outlet(7))['state']]).toEqual(['ON', 'ON']);
  });

  it('keeps the entry of the command palette chosen when another comes above it', async () => {
    await web.admin.send('PUT', '/api/outlets/9', { outletName: 'Zebra 9' });
    await at('/history');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('zebra');
    const chosen = page.getByRole('option', { selected: true });
    await chosen.filter({ hasText: 'Zebra 9' }).waitFor();
    await web.admin.send('PUT', '/api/outlets/8', { outletName: 'Zebra 8' });
    await page.getByRole('option').filter({ hasText: 'Zebra 8' }).first().waitFor();
    expect(await chosen.textContent()).toContain('Zebra 9');
  });

  it('shows nothing of a user to another who has signed in by another tab', async () => {
    page = await web.signedIn({ as: OPERATOR.username, password: OPERATOR.password, path: '/settings/account' });
    await page.getByText('This session').waitFor();
    const release = await hold('GET', '**/api/user/sessions');
    const { token } = await signIn(web.url, PASSWORD);
    await page.context().addCookies([{ name: 'SPID', value: token, url: web.url, httpOnly: true, sameSite: 'Strict' }]);
    for (const word of ['disable', 'enable']) await web.admin.send('POST', `/api/users/${operatorId}/${word}`);
    await page.getByRole('button', { name: 'Account: admin' }).waitFor();
    expect(await page.getByText('This session').count()).toBe(0);
    release();
    await page.getByText('This session').waitFor();
  });

  it('asks before a command of the palette or the sign-out discards a form', async () => {
    await at('/system');
    const field = page.locator('#setting-deviceName');
    await field.fill('Rack 12 left');
    const cancel = async (): Promise<void> => {
      await question().getByRole('button', { name: 'Cancel' }).click();
      await question().waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe('Rack 12 left');
    };
    for (const command of [shown('Capacity'), shown('Sign out')]) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Search pages/ }).fill(command);
      await page.getByRole('option', { selected: true }).filter({ hasText: command }).waitFor();
      await page.keyboard.press('Enter');
      await cancel();
    }
    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await cancel();
  });

  it('asks before a changed role is left by a link', async () => {
    const { body } = await web.admin.send('POST', '/api/roles', { name: 'Night', permissions: {} });
    await at(`/settings/roles/${String(body['id'])}`);
    await page.getByLabel('Description').fill('Nights and weekends');
    await page.getByRole('link', { name: 'Groups' }).click();
    await question().getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Nights and weekends');
  });

  it('asks nothing for the link to the content of a page, and stays there', async () => {
    await at('/system');
    await page.locator('#setting-deviceName').fill('Rack 12 left');
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.locator('#content:focus').waitFor();
    await page.goBack(); // to before the link
    expect(await question().count()).toBe(0);
    expect(await page.locator('#setting-deviceName').inputValue()).toBe('Rack 12 left');
    await page.getByRole('link', { name: 'Groups' }).click();
    await question().waitFor();
  });

  it.each([
    ['the settings', '/system', 'POST', '**/api/conf', '#setting-rackRow', '#setting-rackName'],
    [
      ...(['the outlets', '/outlets/edit', 'PATCH', '**/api/outlets'] as const),
      ...(['[data-cell="10-1200579 name"]', '[data-cell="11-1200579 name"]'] as const),
    ],
  ])('keeps what is typed into the form of %s while it is saved', async (_, path, method, request, first, second) => {
    await at(path);
    await page.locator(first).fill('Row 7');
    const release = await hold(method, request);
    const form = page.locator('form').filter({ has: page.locator(first) });
    const sent = page.waitForRequest((each) => each.method() === method);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await sent;
    await page.locator(second).fill('Typed on');
    release();
    await page.getByText('Saved.').waitFor();
    expect(await page.locator(second).inputValue()).toBe('Typed on');
    await save().and(page.locator(':enabled')).waitFor();
  });

  it('takes no other configuration file while the preview of one is on its way', async () => {
    const document = join(folder, 'configuration.json');
    const { body } = await web.admin.send('GET', '/api/config/export');
    writeFileSync(document, JSON.stringify(body));
    await at('/system/configuration');
    const release = await hold('POST', '**/api/config/plan');
    const chooser = page.getByLabel('Document', { exact: true });
    await page.locator('input[type=file]').setInputFiles(document);
    await chooser.and(page.locator(':disabled')).waitFor();
    release();
    await chooser.and(page.locator(':enabled')).waitFor();
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
