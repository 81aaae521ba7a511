/** The pages of a hub, with a real hub and a real controller that joins it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ControllerProcess, laterRelease, signIn, withSession } from '../support/process/controller-process.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { freePort } from '../support/servers/free-port.js';
import { violations } from '../support/web/axe.js';
import { shiftsWhileLoading } from '../support/web/stillness.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  PAGE_WIDTH,
  PASSWORD,
  PHONE,
  shown,
  type SignedInOptions,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(2 * BROWSER_TEST);

/** The largest shift of the layout when the header says that the stream is live; no part of the page is so small. */
const STREAM_BEGINS = 0.001;

/** The states in tables of readings that have another colour than their cell, one per line. */
const COLOURED = `[...document.querySelectorAll('.last-known td .state-label')]
  .filter((label) => getComputedStyle(label).color !== getComputedStyle(label.closest('td')).color)
  .map((label) => label.textContent)`;

describeInBrowser('the pages of a hub', () => {
  const folder = temporaryFolder();
  let hub: WebUnderTest;
  let fleetPort: number;
  /** The entry of the release of the hub, for which that of its PDU is too old. */
  let later: string;
  let pdu: ControllerProcess | undefined;
  let environment: Record<string, string>;
  let atPdu: ReturnType<typeof withSession>;

  beforeAll(async () => {
    fleetPort = await freePort();
    later = laterRelease(join(folder, 'later'), 3);
    const hubAt = { RACKFEED_FLEET_PORT: String(fleetPort), RACKFEED_FLEET_HOST: 'localhost,127.0.0.1' };
    hub = await aBrowser({ RACKFEED_ROLE: 'hub', ...hubAt }, later);
  });
  afterAll(async () => {
    await hub.close();
    await pdu?.kill('SIGKILL');
    removeFolder(folder);
  });

  async function open(path: string, options: SignedInOptions = {}): Promise<Page> {
    const page = await hub.signedOut('/login', options);
    const { token } = await signIn(hub.url, PASSWORD);
    await page.context().addCookies([{ name: 'SPID', value: token, url: hub.url, httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(hub.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  it('have on a phone the bar at its bottom, and a list without PDUs that is not cut', async () => {
    const page = await open('/', { viewport: PHONE });
    const empty = page.getByText('No PDU has joined this hub yet.');
    await empty.waitFor();
    const cut = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.data-table'))`;
    expect(await page.evaluate(cut)).toBe(0);
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    await bar.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await hub.leave(page);
  });

  it('make a token, accept the PDU that has sent it, and switch its outlet', async () => {
    const page = await open('/');
    await page.getByText('No PDU has joined this hub yet.').waitFor();
    await (await navigation(page)).getByRole('link', { name: 'Enrolment' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Site').fill('Berlin 2');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').getByText('the name of a site').first().waitFor();
    await page.getByLabel('Site').fill('berlin-2');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('RACKFEED_HUB_TOKEN').inputValue();
    expect(await page.getByLabel('RACKFEED_HUB', { exact: true }).inputValue()).toBe('127.0.0.1');
    await page.getByRole('button', { name: 'I have copied it' }).click();

    environment = {
      ...{ RACKFEED_DATA_DIR: join(folder, 'pdu'), RACKFEED_ADMIN_PASSWORD: PASSWORD },
      RACKFEED_SIMULATOR_CONTROL: 'true',
      ...{ RACKFEED_HUB: `127.0.0.1:${fleetPort}`, RACKFEED_HUB_TOKEN: token },
    };
    pdu = new ControllerProcess(environment);
    await (await navigation(page)).getByRole('link', { name: 'PDUs', exact: true }).click();
    await page.getByRole('button', { name: /^Accept / }).click();
    const list = page.getByRole('region', { name: 'PDUs' });
    await page.getByRole('button', { name: /^Accept / }).waitFor({ state: 'detached' });
    // A PDU that waits asks its hub every half minute (test/integration/fleet.spec.ts), and at each start.
    expect(await pdu.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    pdu = new ControllerProcess(environment);
    atPdu = await signIn(await pdu.ready(), PASSWORD);
    await list.getByText('Online').waitFor();
    await list.getByRole('link').first().click();

    const outlets = page.getByRole('region', { name: 'Outlets' });
    await outlets
      .getByRole('button', { name: /^Off: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Turn .* off\?$/ });
    await dialog.getByText('within ten seconds or not at all').waitFor();
    await dialog.getByRole('button', { name: 'Off' }).click();
    await page.getByRole('region', { name: 'Commands' }).getByText('Done').waitFor();
    expect((await atPdu.send('GET', '/api/outlets/1')).body['state']).toBe('OFF');
    const isOff = shown('○Off', '○Aus'); // as it is read back, and not the name of the button
    const name = page.getByText('Outlet 1', { exact: true });
    await outlets.getByRole('row').filter({ has: name }).filter({ hasText: isOff }).waitFor();
    await page.context().close();
  });

  it('say that a command has no answer, also on another page', async () => {
    const page = await open('/');
    await page.getByRole('region', { name: 'PDUs' }).getByRole('link').first().click();
    let cut = (): void => undefined;
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    await page.route('**/api/fleet/pdus/*/commands', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await isCut;
      return route.abort('connectionreset');
    });
    const on = page.getByRole('region', { name: 'Outlets' }).getByRole('button', { name: /^On: / });
    await on.first().click();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'On' }).click();
    await sent;
    await (await navigation(page)).getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    cut();
    await page.getByText(/it may or may not have been carried out/).waitFor();
    await page.context().close();
  });

  it.each([
    ['light', { width: 1440, height: 900 }],
    ['dark', PHONE],
  ] as const)('pass axe and fit their width (%s)', async (colorScheme, viewport) => {
    const page = await open('/', { colorScheme, viewport });
    const one = await page.getByRole('region', { name: 'PDUs' }).getByRole('link').first().getAttribute('href');
    const found: Record<string, unknown> = {};
    for (const path of [
      '/',
      String(one),
      '/events',
      '/enrolment',
      '/log',
      '/settings/account',
      '/settings/users',
      '/settings/roles',
      '/network/web',
      '/network/syslog',
      '/system',
      '/system/configuration',
      '/none',
    ]) {
      await page.goto(hub.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const [wrong, width] = [await violations(page), await page.evaluate<number>(PAGE_WIDTH)];
      if (wrong.length > 0 || width > viewport.width) found[path] = { wrong, width };
    }
    expect(found).toEqual({});
    await page.context().close();
  });

  it('show what changes by the stream alone, and say when the connection is lost', async () => {
    const admin = await signIn(hub.url, PASSWORD);
    const page = await open('/');
    await page.getByTestId('live-state').getByText('Live').waitFor();
    const link = page.getByRole('region', { name: 'PDUs' }).getByRole('link').first();
    const path = String(await link.getAttribute('href'));
    const id = path.split('/').at(-1) ?? '';
    const rename = (name: string) => admin.send('PATCH', `/api/fleet/pdus/${id}`, { name });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const name = shown('Rack 12', 'Rack 12');
    expect((await rename(name)).status).toBe(200);
    await link.filter({ hasText: name }).waitFor();
    expect(asked.filter((url) => url.includes('/api/fleet/'))).toEqual([]);

    await link.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page
      .getByRole('region', { name: 'Outlets' })
      .getByText(/^Readings of/)
      .waitFor();
    await page.getByRole('region', { name: 'Commands' }).getByText('Done').waitFor();
    await page.getByRole('region', { name: 'Banks' }).getByText('Closed').first().waitFor();
    await page.getByRole('region', { name: 'Inlets' }).getByText(/\d\sV/).first().waitFor();
    await page
      .getByRole('region', { name: 'Sensors' })
      .getByText(/\d\s°C/)
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Power in the last 24 hours' }).waitFor();
    asked.length = 0;
    await rename('Rack 13');
    await page.getByRole('heading', { level: 1, name: 'Rack 13' }).waitFor();
    const isOfMinute = (url: string): boolean => url.endsWith('/minutes'); // the chart, once a minute
    expect(asked.filter((url) => url.includes('/api/fleet/') && !isOfMinute(url))).toEqual([]);

    await page.context().setOffline(true);
    await page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor();
    const colours = `[...new Set([...document.querySelectorAll('main .state-label.live')].map((e) => getComputedStyle(e).color))]`;
    await until(
      () => page.evaluate<string[]>(colours),
      (colour) => colour.length === 1,
    );
    expect(await page.locator('main .state-label[data-tone="ok"]:not(.live)').allInnerTexts()).toEqual([
      expect.stringContaining('Done'),
    ]);
    await page.context().setOffline(false);
    await page.getByTestId('live-state').getByText('Live').waitFor();
    await page.context().close();
  });

  it('ask before Back discards what is typed, and close a question with the page that it is about', async () => {
    const page = await open('/');
    await page.getByRole('region', { name: 'PDUs' }).getByRole('link').first().click();
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'Rename' }).click();
    const form = page.getByRole('dialog', { name: 'Rename this PDU' });
    await form.getByLabel('Name').fill('Rack 99');
    await page.evaluate('history.back()');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect([new URL(page.url()).pathname, await form.getByLabel('Name').inputValue()]).toEqual([pathname, 'Rack 99']);
    await form.getByRole('button', { name: 'Cancel' }).click();

    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page
      .getByRole('button', { name: /^Off: / })
      .first()
      .click();
    const off = page.getByRole('dialog', { name: /^Turn .* off\?$/ });
    await off.waitFor();
    await page.evaluate('history.back()');
    await page.getByRole('heading', { level: 1, name: 'PDUs' }).waitFor();
    await off.waitFor({ state: 'hidden' });
    expect(sent).toEqual([]);
    await page.context().close();
  });

  it('keep an empty number in the form of a token empty, so that typing begins from nothing', async () => {
    const page = await open('/enrolment');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Site').fill('berlin-2');
    const uses = page.getByLabel('PDUs that may enrol');
    await uses.fill('');
    expect([await uses.inputValue(), await page.getByRole('button', { name: 'Create token' }).isDisabled()]).toEqual([
      '',
      true,
    ]);
    await uses.pressSequentially('5');
    expect(await uses.inputValue()).toBe('5');
    await page.context().close();
  });

  it('keep a token that was just made until its maker has copied it, and ask before Back loses it', async () => {
    const page = await open('/');
    await (await navigation(page)).getByRole('link', { name: 'Enrolment' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Site').fill('berlin-3');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = page.getByLabel('RACKFEED_HUB_TOKEN');
    const made = await token.inputValue();
    await page.keyboard.press('Escape');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await question.getByText('shown only once').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect([new URL(page.url()).pathname, await token.inputValue()]).toEqual(['/enrolment', made]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await token.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'PDUs' }).waitFor();
    await page.context().close();
  });

  it('mark a PDU whose release is too old, in the list and on its page, until it is updated', async () => {
    const page = await open('/');
    const mark = page.locator('.state-label').filter({ hasText: 'Too old' });
    const row = page
      .getByRole('region', { name: 'PDUs' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') });
    await row.locator(mark).waitFor();
    await row.getByRole('link').click();
    const notice = page
      .getByRole('alert')
      .filter({ hasText: /^The PDU has release .*, which is too old for this hub/ });
    await notice.getByText('Update the software of the PDU.').waitFor();
    await mark.waitFor();

    await pdu?.kill('SIGTERM');
    pdu = new ControllerProcess(environment, later);
    atPdu = await signIn(await pdu.ready(), PASSWORD);
    await notice.waitFor({ state: 'detached' });
    expect(await mark.count()).toBe(0);
    await (await navigation(page)).getByRole('link', { name: 'PDUs', exact: true }).click();
    await row.getByText('Online').waitFor();
    await mark.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('show the alarms of the fleet and of a PDU as they come and end, and its events with filters', async () => {
    const breaker = (breakerClosed: boolean) =>
      atPdu.send('PATCH', '/api/simulator', { banks: { '1200578': { breakerClosed } } });
    const page = await open('/');
    const alarms = page.getByRole('status', { name: 'Open alarms' });
    await alarms.getByText('No alarms').waitFor();
    await breaker(false);
    await alarms.getByRole('link', { name: '1 critical alarm' }).waitFor();
    const row = page
      .getByRole('region', { name: 'PDUs' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') });
    await row.getByText('1 alarm').waitFor();
    await alarms.getByRole('link').click();

    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    expect(new URL(page.url()).search).toBe('?open=true&severity=critical');
    const events = page.getByRole('region', { name: 'Events' });
    const raised = events.getByRole('row').filter({ hasText: 'The breaker is open.' });
    await raised.getByText('Critical').waitFor();
    expect(await violations(page)).toEqual([]);
    await breaker(true);
    await events.getByText('No event matches the filters.').waitFor();
    await page.getByRole('switch', { name: 'Open only' }).click();
    await events.getByRole('row').filter({ hasText: 'The breaker is closed.' }).getByText('Ended').first().waitFor();
    await page.getByRole('combobox', { name: 'Severity' }).click();
    await page.getByRole('option', { name: 'Information' }).click();
    await events.getByText('No event matches the filters.').waitFor();
    await page.getByRole('combobox', { name: 'Severity' }).click();
    await page.getByRole('option', { name: 'All severities' }).click();
    await raised.first().getByRole('link').click();

    const ofPdu = page.getByRole('region', { name: 'Open alarms' });
    await ofPdu.getByText('No alarms').waitFor();
    await breaker(false);
    await ofPdu.getByRole('row').filter({ hasText: 'The breaker is open.' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await ofPdu.getByRole('link', { name: 'All events of this PDU' }).click();
    await raised.nth(1).waitFor();
    expect(new URL(page.url()).search).toBe(`?pdu=${id}`);
    await page.getByRole('combobox', { name: 'PDU', exact: true }).waitFor();
    await breaker(true);
    await events.getByRole('row').filter({ hasText: 'The breaker is closed.' }).nth(1).waitFor();

    const load = (loadAmps: number) =>
      atPdu.send('PATCH', '/api/simulator', { outlets: { '2-1200578': { loadAmps } } });
    await load(14);
    const high = events.getByRole('row').filter({ hasText: 'The load is high.' }).first();
    await high.getByText(/^\s?1\d\.\d\d\sA$/).waitFor();
    await load(1);
    await events.getByRole('row').filter({ hasText: 'The load is no longer high.' }).first().waitFor();

    const late = { last: 'Events', late: '/api/fleet/events', first: '/api/user' } as const;
    const shifts = (await shiftsWhileLoading(page, { url: `${hub.url}/events`, ...late })) as [number, number][];
    expect(shifts.filter(([size]) => size > STREAM_BEGINS)).toEqual([]);
    await page.context().close();
  });

  it('read the open alarms of a PDU again by themselves after an answer such as 500', async () => {
    const page = await open('/');
    const link = page.getByRole('region', { name: 'PDUs' }).getByRole('link').first();
    const path = (await link.getAttribute('href')) ?? '';
    await page.clock.install();
    await page.routeWebSocket('**', () => undefined); // the begin of the stream makes the panel read too
    await page.route('**/api/fleet/events?**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(hub.url + path);
    const alarms = page.getByRole('region', { name: 'Open alarms' });
    await alarms.getByRole('alert').waitFor();
    await page.waitForLoadState('networkidle'); // the panel itself reads them once more
    await page.unroute('**/api/fleet/events?**');
    await page.clock.runFor(10_000);
    await alarms.getByText('No alarms').waitFor();
    expect(await alarms.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('grey the states of a PDU that is away, and claim nothing of its alarms', async () => {
    const page = await open('/');
    const link = page.getByRole('region', { name: 'PDUs' }).getByRole('link').first();
    const path = (await link.getAttribute('href')) ?? '';
    const away = { online: false };
    await page.route(`**/api/fleet${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...away } });
    });
    await page.route(`**/api/fleet${path}/outlets`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...away } });
    });
    await page.routeWebSocket('**', () => undefined); // it would bring what is true
    await page.goto(hub.url + path);
    const alarms = page.getByRole('region', { name: 'Open alarms' });
    await alarms.getByText('No alarms were known when the PDU was last connected.').waitFor();
    expect(await alarms.locator('[data-tone="ok"]').count()).toBe(0);
    await page.getByRole('region', { name: 'Outlets' }).getByRole('cell').getByText('On').first().waitFor();
    expect(await page.evaluate<string[]>(COLOURED)).toEqual([]);
    await page
      .getByRole('button', { name: /^Off: / })
      .first()
      .click();
    await page.getByRole('dialog').getByText('The hub has not heard this PDU lately').waitFor();
    await page.context().close();
  });

  it('are German for a German browser, with the texts of PDUs', async () => {
    const page = await open('/events', { locale: 'de-DE', viewport: PHONE });
    const event = page.getByRole('region', { name: 'Ereignisse' }).getByRole('row');
    await event.filter({ hasText: 'Die Sicherung ist offen.' }).getByText('Kritisch').first().waitFor();
    await event.filter({ hasText: 'Die Sicherung ist geschlossen.' }).getByText('Beendet').first().waitFor();
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    await page.context().close();
  });

  it('make a role that sees one PDU, with which a user sees its outlets without buttons', async () => {
    const admin = await signIn(hub.url, PASSWORD);
    const page = await open('/settings/roles');
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Row 3');
    await page.getByRole('dialog').getByRole('button', { name: 'Create role' }).click();
    const rights = page.getByRole('region', { name: 'PDUs' });
    await rights.getByRole('checkbox', { name: /^View / }).check();
    expect(await page.getByRole('group', { name: 'Banks' }).count()).toBe(0);
    // A hub has no outlets of its own, and so no power-up delay.
    await page.getByRole('group', { name: 'Settings of the hub' }).getByText('Name and time zone of the hub').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const [, role] = (await admin.send('GET', '/api/roles')).body as unknown as { id: number }[];
    const account = { username: 'operator', password: PASSWORD, roleId: role?.id };
    expect((await admin.send('POST', '/api/users', account)).status).toBe(200);
    const { token } = await signIn(hub.url, PASSWORD, 'operator');
    await page.context().addCookies([{ name: 'SPID', value: token, url: hub.url, httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(hub.url);
    await page.getByRole('region', { name: 'PDUs' }).getByRole('link').first().click();
    await page.getByRole('region', { name: 'Outlets' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('region', { name: 'Open alarms' }).getByText('No alarms').waitFor();
    expect(await page.getByRole('button', { name: /^Off: / }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Enrolment' }).count()).toBe(0);
    await page.goto(`${hub.url}/pdus/another`);
    await page.getByRole('heading', { level: 1, name: 'PDU', exact: true }).waitFor();
    await page.getByRole('link', { name: 'All PDUs' }).click();
    await page.getByRole('region', { name: 'PDUs' }).getByRole('link').first().waitFor();
    await page.context().close();
  });

  it('offer users neither SSH keys nor SNMPv3, which a hub does not serve', async () => {
    const page = await open('/settings/users');
    await page.getByRole('columnheader', { name: 'Token' }).waitFor();
    expect(await page.getByRole('columnheader', { name: /SSH/ }).count()).toBe(0);
    await page.getByRole('region', { name: 'Users' }).getByRole('link', { name: 'admin' }).click();
    await page.getByRole('region', { name: /token/i }).waitFor();
    expect(await page.getByText(/SSH|SNMP/).count()).toBe(0);
    await page.context().close();
  });

  it('answer the address of the sign-in as any other page', async () => {
    const headers = { Accept: 'text/html' };
    const statuses = ['/login', '/system', '/wall'].map(
      async (path) => (await fetch(hub.url + path, { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
  });

  it('say of a role without a PDU that it lists none, and not how to enrol one', async () => {
    const admin = await signIn(hub.url, PASSWORD);
    const role = await admin.send('POST', '/api/roles', { name: 'Nobody' });
    await admin.send('POST', '/api/users', { username: 'newcomer', password: PASSWORD, roleId: role.body['id'] });
    const page = await hub.signedOut('/login');
    const { token } = await signIn(hub.url, PASSWORD, 'newcomer');
    await page.context().addCookies([{ name: 'SPID', value: token, url: hub.url, httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(hub.url);
    await page.getByText('Your role does not list any PDU.').waitFor();
    expect(await page.getByText('No PDU has joined this hub yet.').count()).toBe(0);
    await page.context().close();
  });

  it('show the health of the hub, and a fault of it on each page', async () => {
    const page = await open('/system');
    await page.getByRole('region', { name: 'Health' }).getByText('Healthy').waitFor();
    await page.route('**/api/system/health', async (route) => {
      const response = await route.fetch();
      const fault = { kind: 'storageFull', message: 'The storage is full.', since: new Date().toISOString() };
      await route.fulfill({ response, json: { ...((await response.json()) as object), faults: [fault] } });
    });
    await page.goto(hub.url);
    await page.locator('.fault-banner').getByText('The storage is full.').waitFor();
    await page.locator('.fault-banner').getByRole('link', { name: 'Details' }).click();
    await page.getByRole('region', { name: 'Health' }).getByText('The storage is full.').waitFor();
    await page.context().close();
  });

  it('show and save the settings of a hub', async () => {
    const page = await open('/system');
    await page.getByLabel('Allow the hub itself as a target').waitFor();
    await page.getByLabel('Name of the hub').fill('North hub');
    await page.getByRole('region', { name: 'Name and time' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('banner').getByText('North hub').waitFor();
    const { body } = await (await signIn(hub.url, PASSWORD)).send('GET', '/api/conf');
    expect([body['deviceName'], 'smtpServer' in body]).toEqual(['North hub', false]);
    for (const name of ['Web', 'Syslog', 'Configuration']) {
      await (await navigation(page)).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.context().close();
  });

  it('show in the log who sent a command to an outlet, and only that with its filter', async () => {
    const page = await open('/');
    await (await navigation(page)).getByRole('link', { name: 'Activity log', exact: true }).click();
    const entries = page.getByRole('region', { name: 'Activity log' });
    await entries
      .getByText(/was sent the command .* for outlet .* by .*admin/)
      .first()
      .waitFor();
    const signedIn = entries.getByText(/^.*admin.* signed in/).first();
    await signedIn.waitFor();
    await page.getByRole('combobox', { name: 'Filter' }).click();
    await page.getByRole('option', { name: 'PDUs', exact: true }).click();
    await signedIn.waitFor({ state: 'detached' });
    await entries
      .getByText(/was sent the command/)
      .first()
      .waitFor();
    expect(new URL(page.url()).search).toBe('?kind=pdu.');
    const admin = await signIn(hub.url, PASSWORD);
    const [pdu] = (await admin.send('GET', '/api/fleet/pdus')).body['items'] as [{ id: string }];
    await admin.send('PATCH', `/api/fleet/pdus/${pdu.id}`, { name: 'Rack 14' });
    await entries.getByText('Rack 14').first().waitFor(); // the stream has announced it
    await page.context().close();
  });

  it('offer to reload after an upgrade of the hub', async () => {
    const page = await open('/');
    await page.context().route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }));
    await page.reload();
    const offer = page.locator('.new-version').filter({ hasText: 'The hub has been updated.' });
    await offer.waitFor();
    await page.context().unroute('**/build.json');
    await offer.getByRole('button', { name: 'Reload' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('rename a PDU, revoke and delete it', async () => {
    const page = await open('/');
    await page.getByRole('region', { name: 'PDUs' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Rack 7, feed A');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rack 7, feed A' }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Rack 7, feed A is revoked.').waitFor();
    await page.locator('.state-label').filter({ hasText: 'Revoked' }).waitFor();
    expect((await atPdu.send('GET', '/api/outlets/1')).body['state']).toBe('OFF');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Rack 7, feed A is deleted.').waitFor();
    await page.getByText('No PDU has joined this hub yet.').waitFor();
    expect(hub.errors).toEqual([]);
    await page.context().close();
  });
});
