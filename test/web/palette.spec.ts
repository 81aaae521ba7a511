import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn } from '../support/process/controller-process.js';
import { answering, WebhookReceiver } from '../support/servers/webhook-receiver.js';
import { violations, violationsInBothThemes } from '../support/web/axe.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PASSWORD,
  PHONE,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the command palette', () => {
  let web: WebUnderTest;
  let page: Page;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [web, receiver] = [await aBrowser(), await WebhookReceiver.start()];
    await web.admin.send('PUT', '/api/outlets/2', { outletName: 'Hypervisor 2' });
    await web.admin.send('PUT', '/api/outlets/3', { outletName: 'Core switch', protection: 'locked' });
    const device = { name: 'Mail server', address: '192.0.2.44' };
    await web.admin.send('PUT', '/api/outlets/4', { device, protection: 'confirm' });
    const outlets = ['5-1200578', '6-1200578'];
    await web.admin.send('POST', '/api/groups', { groupName: 'Storage', outlets, groupRebootSequenceDelay: 0 });
    await web.admin.send('PUT', '/api/relayOutputs/1', { relayName: 'Siren' });
    const event = { name: 'Bank 1 over 12 A', code: 31, params: ['1200578', '12', '1'], actions: [] };
    await web.admin.send('POST', '/api/events', event);
    const action = { name: 'Lights out', code: 11, params: ['7-1200578', 'OFF'] };
    await web.admin.send('POST', '/api/actions', action);
  });
  afterEach(() => web.leave(page));
  afterAll(async () => {
    await web.close();
    await receiver.stop();
  });

  const field = () => page.getByRole('combobox', { name: 'Search pages, outlets, settings and commands' });
  /** Types a query; what Enter runs then is there once its list begins with it, as groups and events are read first. */
  const type = async (text: string, first: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field().fill(text);
    await page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor();
  };

  it('reboots an outlet by its name after the same confirmation as the button', async () => {
    page = await web.signedIn();
    await type('reboot hypervisor 2', 'Reboot Hypervisor 2');
    await field().press('Enter');
    await page.getByRole('dialog', { name: 'Reboot?' }).getByRole('button', { name: 'Reboot' }).click();
    await until(
      async () => (await web.admin.send('GET', '/api/outlets/2')).body['rebootStatus'],
      (status) => status !== 'none',
    );
  });

  it('finds pages, outlets by device and address, groups, events, settings and commands', async () => {
    page = await web.signedIn();
    await type('energy', 'Energy');
    const first = page.getByRole('option').first();
    for (const [query, found] of [
      ['energy', 'EnergyPage'],
      ['mail ser', 'Mail server · Outlet 4Outlet · 192.0.2.44'],
      ['192.0.2.44', 'Mail server · Outlet 4Outlet · 192.0.2.44'],
      ['storage', 'StorageGroup'],
      ['over 12', 'Bank 1 over 12 AEvent'],
      ['ntp server', 'NTP serverSetting in Time'],
      ['restart mail server', 'Reboot Mail server · Outlet 4Command'],
    ] as const) {
      await field().fill(query);
      await first.and(page.getByText(found, { exact: true })).waitFor();
    }
  });

  it('asks in place, on any page, before it turns a group off or an outlet whose protection asks', async () => {
    page = await web.signedIn({ path: '/history' });
    await type('turn off storage', 'Turn off Storage');
    await field().press('Enter');
    const dialog = page.getByRole('dialog', { name: /off\?$/ });
    await dialog.getByText('Outlet 5').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await type('turn off mail server', 'Turn off Mail server · Outlet 4');
    await field().press('Enter');
    await dialog.getByText('Protected: Mail server').waitFor();
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const outlets = (await web.admin.send('GET', '/api/outlets')).body as unknown as { readonly state: string }[];
    expect(outlets.slice(3, 6).map(({ state }) => state)).toEqual(['ON', 'ON', 'ON']);
    expect(new URL(page.url()).pathname).toBe('/history');
  });

  it('asks before it switches a relay output or restarts or resets the controller, and signs out', async () => {
    const siren = async () => (await web.admin.send('GET', '/api/relayOutputs/1')).body['state'];
    const before = await siren();
    page = await web.signedIn({ path: '/history' });
    for (const [query, command, question] of [
      ['turn off siren', 'Turn off Siren', 'Turn Siren off?'],
      ['factory reset', 'Factory reset', 'Factory reset?'],
      ['restart the controller', 'Restart the controller', 'Restart the controller?'],
    ] as const) {
      await type(query, command);
      await field().press('Enter');
      const dialog = page.getByRole('dialog', { name: question });
      await dialog.getByRole('button', { name: 'Cancel' }).press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(await siren()).toBe(before);
    await type('sign out', 'Sign out');
    await field().press('Enter');
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
  });

  it('switches the contact of an I/O hub, after the question of its button', async () => {
    const contact = async (): Promise<unknown> => {
      const { body } = await web.admin.send('GET', '/api/sensors/SB-1000036');
      return (body['outputRelays'] as { state: string }[])[1]?.state;
    };
    page = await web.signedIn({ path: '/history' });
    await type('close output relay 2', 'Close Output Relay 2');
    await field().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Close Output Relay 2?' });
    expect(await contact()).toBe('OPEN');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await until(contact, (state) => state === 'CLOSE');
    await type('open output relay 2', 'Open Output Relay 2');
    await field().press('Enter');
    await page.getByRole('dialog', { name: 'Open Output Relay 2?' }).getByRole('button', { name: 'Open' }).click();
    await until(contact, (state) => state === 'OPEN');
  });

  it('turns the DC supply of an I/O hub on, and off after the question of its switch', async () => {
    const supply = async () => (await web.admin.send('GET', '/api/sensors/SB-1000036')).body['vdcOutputState'];
    page = await web.signedIn({ path: '/settings/account' });
    await type('turn on dc supply', 'Turn on the DC supply of');
    await field().press('Enter');
    await page.getByText(/^Turned on: DC supply of/).waitFor();
    expect(await supply()).toBe(true);
    await type('turn off dc supply', 'Turn off the DC supply of');
    await field().press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Turn DC supply of .* off\?$/ });
    await dialog.getByText('The sensors that it supplies stop working').waitFor();
    expect(await supply()).toBe(true);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await until(supply, (isOn) => isOn === false);
  });

  it('sends the test message of one webhook, and says what its receiver has answered', async () => {
    for (const name of ['Automation', 'Chat']) {
      await web.admin.send('POST', '/api/webhooks', { name, url: receiver.url, types: ['*'] });
    }
    page = await web.signedIn({ path: '/settings/account' });
    await type('test webhook automation', 'Test webhook Automation');
    await field().press('Enter');
    await page.getByText('Test message accepted.').waitFor();
    expect(receiver.of('test')).toHaveLength(1);
    receiver.always = answering(403);
    await type('test webhook automation', 'Test webhook Automation');
    await field().press('Enter');
    await page.getByText('Test message not accepted.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/account');
  });

  it('opens dialogs that pass axe in both themes, one of each kind', async () => {
    page = await web.signedIn({ path: '/settings/account' });
    const dialog = page.getByRole('dialog');
    const found: Record<string, string[]> = {};
    for (const [query, command, title] of [
      ['turn off mail server', 'Turn off Mail server', 'Turn off?'],
      ['turn off core switch', 'Turn off Core switch', 'Turn off?'],
      ['turn off storage', 'Turn off Storage', /off\?$/],
      ['reboot siren', 'Reboot Siren', 'Reboot Siren?'],
      ['open output relay 2', 'Open Output Relay 2', 'Open Output Relay 2?'],
      ['turn off dc supply', 'Turn off the DC supply', /^Turn DC supply of .* off\?$/],
      ['factory reset', 'Factory reset', 'Factory reset?'],
      ['restart the controller', 'Restart the controller', 'Restart the controller?'],
      ['end all other', 'End all other sessions', 'End all your other sessions?'],
      ['test action lights', 'Test action Lights out', 'Test Lights out'],
      ['wall screen', 'Wall screen', 'Wall screen'],
    ] as const) {
      await type(query, command);
      await field().press('Enter');
      await page.getByRole('dialog', { name: title }).waitFor();
      const here = await violationsInBothThemes(page, '[role=dialog]');
      if (here.length > 0) found[command] = here;
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(found).toEqual({});
  });

  it('leads to the tests of settings and to the full backup, ready to begin', async () => {
    page = await web.signedIn({ path: '/history' });
    const focused = page.locator(':focus');
    for (const [query, command, title, begins] of [
      ['test mail', 'Send a test mail', 'Mail', page.getByRole('textbox', { name: 'To' })],
      ['test trap', 'Send a test trap', 'SNMP', page.getByRole('textbox', { name: 'Receiver' })],
      ['test syslog', 'Send a test message', 'Syslog', page.getByRole('button', { name: 'Send test message' })],
      ['test mqtt', 'Test the connection', 'MQTT', page.getByRole('button', { name: 'Test connection' })],
      ['full backup', 'Save a full backup', 'Configuration', page.getByRole('textbox', { name: 'Passphrase' }).first()],
    ] as const) {
      await type(query, command);
      await field().press('Enter');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await begins.and(focused).waitFor();
    }
  });

  it('ends the other sessions of its user after the question, and no other', async () => {
    const other = await signIn(web.url, PASSWORD);
    page = await web.signedIn({ path: '/history' });
    await type('end all other', 'End all other sessions');
    await field().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'End all your other sessions?' });
    expect((await other.send('GET', '/api/user')).status).toBe(200);
    await dialog.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('All other sessions ended.').waitFor();
    expect((await other.send('GET', '/api/user')).status).toBe(401);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  });

  it('runs an action after its dry run, as its page does', async () => {
    const lit = async () => (await web.admin.send('GET', '/api/outlets/7')).body['state'];
    page = await web.signedIn({ path: '/history' });
    await type('test action lights', 'Test action Lights out');
    await field().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Test Lights out' });
    await dialog.getByRole('button', { name: 'Run now' }).waitFor();
    expect(await lit()).toBe('ON');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await until(lit, (state) => state === 'OFF');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/history');
  });

  it('disables an event and acknowledges an alarm, and both can be taken back', async () => {
    const enabled = async () => (await web.admin.send('GET', '/api/events/1')).body['enabled'];
    const unacknowledged = async () => (await web.admin.send('GET', '/api/alarms')).body['unacknowledged'];
    page = await web.signedIn({ path: '/history' });
    await type('disable event bank 1', 'Disable event Bank 1 over 12 A');
    await field().press('Enter');
    await page.getByText('Event disabled. It no longer triggers.').waitFor();
    await until(enabled, (is) => is === false);
    await type('enable event bank 1', 'Enable event Bank 1 over 12 A');
    await page.getByRole('option', { name: 'Enable event Bank 1 over 12 A' }).waitFor();
    await field().press('Enter');
    await until(enabled, (is) => is === true);

    await web.simulate({ banks: { '1200578': { breakerClosed: false } } });
    await until(unacknowledged, (count) => count === 1);
    await type('acknowledge breaker', 'Acknowledge: ');
    await page.getByRole('option', { name: /^Acknowledge: .*breaker/i }).waitFor();
    await field().press('Enter');
    await until(unacknowledged, (count) => count === 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(unacknowledged, (count) => count === 1);
    await web.simulate({ banks: { '1200578': { breakerClosed: true } } });
  });

  it('changes the theme and the language of the browser, and saves the files of the controller', async () => {
    page = await web.signedIn({ path: '/history' });
    await type('dark mode', 'Use the dark theme');
    await field().press('Enter');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    for (const [query, file] of [
      ['save configuration', /\.json$/],
      ['support file', /diagnostics/],
    ] as const) {
      const saved = page.waitForEvent('download');
      await type(query, 'Save the');
      await field().press('Enter');
      expect((await saved).suggestedFilename()).toMatch(file);
    }
    await type('wall screen', 'Wall screen');
    await field().press('Enter');
    await page.getByRole('dialog', { name: 'Wall screen' }).waitFor();
    await page.keyboard.press('Escape');
    await type('deutsch', 'Language: Deutsch');
    await field().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Verlauf' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('testmail');
    await page.getByRole('option', { name: 'Testmail senden Befehl' }).waitFor();
    await page.getByRole('dialog').getByRole('combobox').fill('helle');
    await page.getByRole('option', { name: 'Helle Darstellung Befehl' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  });

  it('asks the controller for nothing when it opens', async () => {
    page = await web.signedIn({ path: '/settings/account' });
    await type('hypervisor', 'Hypervisor 2'); // it has been loaded, at the latest now
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await type('hypervisor', 'Hypervisor 2');
    // The reads that the pages repeat anyway, whether the palette is open or not.
    const repeated = ['/api/alarms', '/api/user', '/api/health', '/health', '/api/user/sessions'];
    // Parts of the pages that are loaded as soon as the browser has nothing else to do, which may be now.
    const isPart = (path: string): boolean => path.startsWith('/assets/');
    expect(asked.filter((path) => !isPart(path) && !repeated.includes(path))).toEqual([]);
  });

  it('offers no way around a lock', async () => {
    page = await web.signedIn();
    await type('turn off core switch', 'Turn off Core switch');
    await field().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Turn off?' });
    await dialog.getByText('1 locked').first().waitFor();
    expect(await dialog.getByRole('button', { name: 'Turn off' }).count()).toBe(0);
  });

  it('opens the page of a setting with the keyboard, and has it first the next time', async () => {
    page = await web.signedIn();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await field().fill('time zone');
    await page.getByRole('option', { name: 'Time zone Setting in Time' }).waitFor();
    await field().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Time' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Time zone' }).waitFor();
    await field().press('Escape');
    await until(
      () => page.getByRole('dialog').count(),
      (count) => count === 0,
    );
  });

  it('opens on a phone by its button, and passes axe', async () => {
    page = await web.signedIn({ viewport: PHONE });
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await field().fill('outlet');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('option').first().click();
    await page.getByRole('heading', { level: 1, name: 'Outlet' }).first().waitFor();
  });

  it('finds for a limited role only what it may open and switch', async () => {
    const role = await web.admin.send('POST', '/api/roles', {
      name: 'Reader',
      description: '',
      permissions: { viewOutlets: ['2-1200578'] },
    });
    const password = 'reads one outlet only';
    await web.admin.send('POST', '/api/users', { username: 'reader', password, roleId: role.body['id'] });
    page = await web.signedIn({ as: 'reader', password, path: '/outlets' });
    await type('hypervisor', 'Hypervisor 2');
    expect(await page.getByRole('dialog').getByRole('option').allTextContents()).toEqual(['Hypervisor 2Outlet']);
    for (const query of ['mail', 'test', 'syslog', 'full backup', 'output relay', 'webhook', 'redfish', 'supply']) {
      await field().fill(query);
      await page.getByText('No matches.').waitFor();
    }
    await field().fill('other sessions'); // everyone may end those of their own
    await page.getByRole('option', { name: 'End all other sessions Command' }).waitFor();
  });
});
