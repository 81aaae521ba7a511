/** The screen on a wall: what it shows, who it signs in as, and how it comes through faults. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { LARGE } from '../support/fixtures/large-profile.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { SETTLED } from '../support/web/axe.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, PHONE, until, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

/** In the light and in the dark theme. */
const RED = ['rgb(201, 42, 42)', 'rgb(255, 135, 135)'];
const FRAME = "getComputedStyle(document.querySelector('.wall-content')).borderTopColor";
const ICON = `document.querySelector('link[rel="icon"]').getAttribute('href')`;
const BANK = '1200613';
const AGE = /^for \d+\s(s|min)$/;
const TRIPPED = 'The breaker of Bank 2 has tripped.';

describeInBrowser('the wall screen', () => {
  let web: WebUnderTest;
  let screen: string;
  let token: string;

  beforeAll(async () => {
    web = await aBrowser({ RACKFEED_MODEL: 'three-phase-36' });
    const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const answer = await web.admin.send(method, path, body);
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const outlets = (await send('GET', '/api/outlets')) as unknown as { id: string }[];
    const viewOutlets = outlets.map(({ id }) => id);
    const permissions = { viewInletStats: true, viewBankStats: true, viewEventActions: true, viewOutlets };
    const role = await send('POST', '/api/roles', { name: 'Screens', permissions });
    const user = await send('POST', '/api/users', {
      username: 'screen',
      password: 'nobody signs in with it',
      roleId: role['id'],
    });
    screen = String(user['id']);
    token = String((await send('POST', `/api/users/${screen}/token`))['accessToken']);
  });
  afterAll(() => web.close());

  const opened = async (query = '', options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await web.signedOut(`/wall${query}#token=${token}`, options);
    await page.locator('html[data-live="live"]').waitFor();
    await page.getByRole('region', { name: 'Power', exact: true }).waitFor();
    return page;
  };
  const trip = (breakerClosed: boolean): Promise<void> => web.simulate({ banks: { [BANK]: { breakerClosed } } });

  it('signs in by the token of its address, which it takes out at once and sends to nobody but the API', async () => {
    const addresses: string[] = [];
    const page = await web.signedOut('/login');
    page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
    await page.goto(`${web.url}/wall?theme=dark#token=${token}`);
    await page.getByRole('region', { name: 'Power', exact: true }).waitFor();
    expect(page.url()).toBe(`${web.url}/wall?theme=dark`);
    expect(await page.evaluate<string>("location.href + Object.values({ ...localStorage }).join(' ')")).not.toContain(
      token,
    );
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);

    await page.reload();
    await page.getByRole('region', { name: 'Power', exact: true }).waitFor();
    await web.leave(page);
  });

  it('shows the outlets, three figures and the time of the PDU, and nothing that can be used', async () => {
    const page = await opened();
    await until(
      () => page.getByRole('list', { name: 'Outlets of this PDU' }).getByRole('listitem').count(),
      (count) => count === 36,
    );
    expect(await page.locator('.wall-figure').count()).toBe(3);
    expect(await page.locator('.wall-clock').textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const usable = 'a, button, input, select, textarea, [tabindex], [role=button]';
    const reached = `[...document.querySelectorAll('${usable}')].filter((element) => !element.closest('[inert]')).length`;
    expect(await page.evaluate<number>(reached)).toBe(0);
    expect(await page.title()).toContain('Wall screen');
    await web.leave(page);
  });

  it.each([
    ['landscape', '', { width: 1920, height: 1080 }],
    ['a small tablet', '', { width: 1024, height: 600 }],
    ['portrait', '', { width: 1080, height: 1920 }],
    ['an upright tablet', '', { width: 820, height: 1180 }],
    ['a square screen', '', { width: 820, height: 900 }],
    ['a phone', '', PHONE],
    ['turned to the right', '?rotate=90', { width: 1920, height: 1080 }],
    ['upside down', '?rotate=180', { width: 1920, height: 1080 }],
    ['turned to the left', '?rotate=270', { width: 1920, height: 1080 }],
  ])('fits the screen without scrolling: %s', async (_, query, viewport) => {
    const page = await opened(query, { viewport });
    await page.locator('.wall-outlets li').nth(35).waitFor({ state: 'attached' });
    await page.evaluate(SETTLED);
    const outside = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.wall h1, .wall-clock, .wall-figure, .wall-outlets li, .wall-path, .power-path svg, .power-path text, .balance')]
      .filter((e) => { const b = e.getBoundingClientRect(); return b.width < 1 || b.height < 8 || b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1; })
      .map((e) => e.className + ' ' + JSON.stringify(e.getBoundingClientRect()))`);
    expect(outside).toEqual([]);
    const cut = await page.evaluate<number>(
      '(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector(".wall-body"))',
    );
    expect(cut).toBeLessThanOrEqual(1);
    await web.leave(page);
  });

  it.each(['light', 'dark'] as const)('has the colours of its address, whatever the system has: %s', async (theme) => {
    const page = await opened(`?theme=${theme}`, { colorScheme: theme === 'dark' ? 'light' : 'dark' });
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(theme);
    expect(await page.evaluate<string | null>("localStorage.getItem('mantine-color-scheme-value')")).toBeNull();
    await web.leave(page);
  });

  it('reports an alarm by its frame, its words with their age, its title and its icon, until it ends', async () => {
    const page = await opened();
    const usual = await page.evaluate<string>(ICON);
    expect(RED).not.toContain(await page.evaluate<string>(FRAME));
    await trip(false);
    const alarms = page.getByRole('status', { name: 'Active alarms' });
    await alarms.getByText(TRIPPED).waitFor();
    await alarms.getByText(AGE).first().waitFor();
    await until(
      async () => [await page.evaluate<string>(FRAME), await page.title(), await page.evaluate<string>(ICON)] as const,
      ([frame, title, icon]) => RED.includes(frame) && /^● \d+ alarms? – /.test(title) && icon !== usual,
    );
    const another = await opened();
    await another.getByText(AGE).first().waitFor(); // from its beginning, also on a screen that is switched on later
    await web.leave(another);
    await trip(true);
    await alarms.getByText(TRIPPED).waitFor({ state: 'detached' });
    await until(
      () => page.evaluate<string>(ICON),
      (icon) => icon === usual,
    );
    await web.leave(page);
  });

  it('is dimmed in the hours of its address, by the clock of the PDU, but not while there is an alarm or none is known', async () => {
    const { timezone } = (await web.admin.send('GET', '/api/user')).body as { timezone: string };
    const hour = Number(
      new Intl.DateTimeFormat('sv-SE', { timeZone: timezone.replace(/^GMT.*/, 'UTC'), hour: '2-digit' }).format(
        new Date(),
      ),
    );
    const page = await opened(`?night=${hour}-${(hour + 2) % 24}`);
    await page.locator('.wall-night').waitFor();
    await trip(false);
    await page.locator('.wall-night').waitFor({ state: 'detached' });
    await trip(true);
    await page.locator('.wall-night').waitFor();
    await page.route('**/api/alarms', (route) => route.fulfill({ status: 500, json: {} }));
    await page.locator('.wall-night').waitFor({ state: 'detached' });
    await page.unroute('**/api/alarms');
    await page.locator('.wall-night').waitFor();
    await web.leave(page);
    const bright = await opened(`?night=${(hour + 3) % 24}-${(hour + 4) % 24}`);
    expect(await bright.locator('.wall-night').count()).toBe(0);
    await web.leave(bright);
  });

  it('says how old its values are while the controller is silent, without an alarm that may be over, and comes back', async () => {
    const page = await opened();
    web.pause();
    await page.getByText(/Values are .* old\./).waitFor();
    await until(
      () => page.title(),
      (title) => title.startsWith('○ Values are old – '),
    );
    web.resume();
    await page.locator('html[data-live="live"]').waitFor();
    await page.getByText(/Values are .* old\./).waitFor({ state: 'detached' });
    await web.leave(page);
  });

  it('reports silent hardware by its frame and its words, although nothing else on it is of now', async () => {
    const page = await opened();
    await web.simulate({ bus: { failing: true } });
    const alarms = page.getByRole('status', { name: 'Active alarms' });
    await alarms.getByText('The hardware does not respond.').waitFor();
    await until(
      async () => [await page.evaluate<string>(FRAME), await page.title()] as const,
      ([frame, title]) => RED.includes(frame) && title.startsWith('● 1 alarm – '),
    );
    await web.simulate({ bus: { failing: false } });
    await alarms.getByText('The hardware does not respond.').waitFor({ state: 'detached' });
    await web.leave(page);
  });

  it('shows what it has shown last, as old, when its token has ended, and takes a new link in the same tab', async () => {
    const page = await opened();
    await web.admin.send('DELETE', `/api/users/${screen}/token`);
    await page.getByText('The access of this screen has ended. Open it with a new link.').waitFor();
    await page.locator('html[data-live="old"]').waitFor();
    expect(await page.locator('.wall-outlets li').count()).toBe(36);
    const { body } = await web.admin.send('POST', `/api/users/${screen}/token`);
    token = String(body['accessToken']);
    await page.goto(`${web.url}/wall#token=${token}`);
    await page.locator('html[data-live="live"]').waitFor();
    expect(page.url()).toBe(`${web.url}/wall`);
    await web.leave(page);
  });

  it('uses the session that is there without a token, and asks to sign in without either', async () => {
    const page = await web.signedIn();
    await page.goto(`${web.url}/wall`);
    await page.getByRole('region', { name: 'Power', exact: true }).waitFor();
    await web.leave(page);
    const stranger = await web.signedOut('/wall');
    await stranger.getByText('This screen is not signed in.').waitFor();
    await stranger.goto(`${web.url}/wall#token=AAAA`);
    await stranger.getByText('This screen is not signed in.').waitFor();
    await web.leave(stranger);
  });

  it('gets its link from the account menu, with a user that may only read', async () => {
    const page = await web.signedIn();
    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: 'Wall screen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Theme').selectOption('dark');
    await dialog.getByLabel('Rotation').selectOption('90');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toContain('/wall?theme=dark&rotate=90#token=');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5); // beside the dialog
    expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(link);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(new URL(link).hash);
    await page.locator('[aria-label="Account: admin"]:focus').waitFor();
    const users = (await web.admin.send('GET', '/api/users')).body as unknown as { username: string; roleId: number }[];
    const made = users.find(({ username }) => username === 'wall-1');
    const { permissions } = (await web.admin.send('GET', `/api/roles/${made?.roleId}`)).body as {
      permissions: Record<string, unknown>;
    };
    const granted = Object.keys(permissions).filter((name) => permissions[name] === true);
    expect(granted.filter((name) => !name.startsWith('view'))).toEqual([]);
    expect([permissions['modifyOutlets'], granted.length > 0]).toEqual([[], true]);
    await web.leave(page);

    const other = await web.signedOut(new URL(link).pathname + new URL(link).search + new URL(link).hash);
    await other.getByRole('region', { name: 'Power', exact: true }).waitFor();
    await web.leave(other);
  });

  it('has thrown no error in all of that', () => {
    expect(web.errors.filter((each) => !/WebSocket|ERR_INTERNET/.test(each))).toEqual([]);
  });
});

describeInBrowser('the wall screen of a flat unit with 48 outlets', () => {
  it('shows its rows also to a user who may not read the device', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'flat.json');
    writeFileSync(file, JSON.stringify({ ...LARGE, formFactor: '4U' }));
    const web = await aBrowser({ RACKFEED_MODEL: file });
    const { send } = web.admin;
    const outlets = (await send('GET', '/api/outlets')).body as unknown as { id: string }[];
    const viewOutlets = outlets.map(({ id }) => id);
    const { body: role } = await send('POST', '/api/roles', { name: 'Screens', permissions: { viewOutlets } });
    const user = { username: 'screen', password: 'nobody signs in with it', roleId: role['id'] };
    const { body: made } = await send('POST', '/api/users', user);
    const { body } = await send('POST', `/api/users/${String(made['id'])}/token`);

    const viewport = { width: 1920, height: 1080 };
    const page = await web.signedOut(`/wall#token=${String(body['accessToken'])}`, { viewport });
    const cells = page.locator('.wall-outlets li');
    await until(
      () => cells.count(),
      (count) => count === 48,
    );
    expect(await page.locator('[data-strip]').count()).toBe(0);
    await page.evaluate(SETTLED);
    const places = `[...document.querySelectorAll('.wall-outlets li')].map((e) => e.getBoundingClientRect().toJSON())`;
    const boxes = await page.evaluate<{ readonly y: number; readonly bottom: number }[]>(places);
    expect(boxes[1]?.y).toBe(boxes[0]?.y); // along the row
    expect(boxes[47]?.bottom).toBeLessThanOrEqual(viewport.height);
    await web.close();
    removeFolder(folder);
  });
});
