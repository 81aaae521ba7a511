import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { violations } from '../support/web/axe.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PHONE,
  shown,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const OVERLOAD = 'Event “Bank 1 over 5 A” has triggered: Bank 1.';
/** The time and the reading in the line of an alarm; read from German, the two words for its time are one. */
const since = (): RegExp => shown(/since .* · for .* · .*A, limit 5\u202fA/, /since .* · since .* · .*A, limit 5\sA/);
const OUTLET = '1-1200578';
const BANK = '1200578';

describeInBrowser('an alarm', () => {
  let web: WebUnderTest;
  const pages: Page[] = [];
  let eventId: string;

  const load = (amps: number): Promise<void> =>
    web.simulate({ outlets: { [OUTLET]: { loadAmps: amps, powerFactor: 1 } } });
  const opened = async (options: Parameters<WebUnderTest['signedIn']>[0]): Promise<Page> => {
    const page = await web.signedIn(options);
    pages.push(page);
    return page;
  };
  const alarmsOn = (page: Page): Locator => page.getByRole('region', { name: 'Active alarms' });
  const badgeOn = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /alarm/ });
  const badgeBecomes = (page: Page, count: number): Promise<unknown> =>
    until(
      async () => ((await badgeOn(page).count()) === 0 ? '0' : await badgeOn(page).innerText()),
      (text) => text.trim().startsWith(String(count)),
    );
  const lines = (page: Page): Promise<string[]> => alarmsOn(page).getByRole('listitem').allInnerTexts();

  beforeAll(async () => {
    web = await aBrowser();
  });
  beforeEach(async () => {
    const event = { name: 'Bank 1 over 5 A', code: 31, params: [BANK, '5', '1'], actions: [] };
    const { body } = await web.admin.send('POST', '/api/events', event);
    eventId = String(body['id']);
    await load(9);
  });
  afterEach(async () => {
    await web.admin.send('DELETE', `/api/events/${eventId}`);
    await load(0.5);
    await web.simulate({ banks: { '1200579': { breakerClosed: true } } });
    for (const page of pages.splice(0)) await web.leave(page);
  });
  afterAll(() => web.close());

  it('is acknowledged with the keyboard, which another browser shows at once, and counts no more', async () => {
    const [own, other] = [await opened({ path: '/overview' }), await opened({ path: '/overview' })];
    for (const page of [own, other]) {
      await alarmsOn(page).getByText(OVERLOAD).waitFor();
      await badgeBecomes(page, 1);
    }
    await until(
      () => lines(own),
      ([line = '', ...others]) => others.length === 0 && since().test(line),
    );
    await own.getByRole('button', { name: `Acknowledge: ${OVERLOAD}` }).focus();
    await own.keyboard.press('Enter');
    for (const page of [own, other]) {
      await alarmsOn(page).getByText('Acknowledged by admin at').waitFor();
      await badgeBecomes(page, 0);
      await until(
        () => page.title(),
        (title) => !title.includes('alarm'),
      );
      await page.getByRole('navigation').getByRole('img', { name: /alarm/ }).waitFor({ state: 'detached' });
    }
    const back = own.getByRole('button', { name: `Take the acknowledgement back: ${OVERLOAD}` });
    await back.and(own.locator(':focus')).waitFor();
    await own.getByRole('button', { name: 'Undo' }).press('Enter');
    await other.getByRole('button', { name: `Acknowledge: ${OVERLOAD}` }).waitFor();
    await badgeBecomes(other, 1);
  });

  it('takes a note, which others read, and is a new one when its event triggers again', async () => {
    const [own, other] = [await opened({ path: '/overview' }), await opened({ path: '/overview' })];
    await own.getByRole('button', { name: `Acknowledge: ${OVERLOAD}` }).click();
    await own.getByRole('button', { name: `Note: ${OVERLOAD}` }).click();
    const dialog = own.getByRole('dialog', { name: `Note: ${OVERLOAD}` });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Winter\n heater');
    await own.keyboard.press('Enter');
    await alarmsOn(other).getByText('“Winter heater”').waitFor();
    await dialog.waitFor({ state: 'detached' });

    // The shift that takes over goes on writing at its end, while another note comes.
    await own.getByRole('button', { name: `Note: ${OVERLOAD}` }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).and(own.locator(':focus')).waitFor();
    await own.keyboard.type(', row 3');
    const alarms = (await web.admin.send('GET', '/api/alarms')).body['alarms'] as { id: string }[];
    const path = `/api/alarms/${encodeURIComponent(alarms[0]?.id ?? '')}/acknowledgement`;
    expect((await web.admin.send('PUT', path, { note: 'Electrician called' })).status).toBe(200);
    await own.keyboard.press('Enter');
    const question = own.getByRole('dialog', { name: 'Replace the change of somebody else?' });
    await question.getByText('changed “Note” to “Electrician called” meanwhile.').waitFor();
    await question.getByRole('button', { name: 'Save' }).click();
    await alarmsOn(other).getByText('“Winter heater, row 3”').waitFor();
    await load(0.5);
    await alarmsOn(other).getByText('No alarms.').waitFor();
    await load(9);
    await other.getByRole('button', { name: `Acknowledge: ${OVERLOAD}` }).waitFor();
    expect(await alarmsOn(other).getByText('Acknowledged').count()).toBe(0);
  });

  it('stands after the others once it is acknowledged, and its circuit shows it in words and colour', async () => {
    const page = await opened({ path: '/overview' });
    await web.simulate({ banks: { '1200579': { breakerClosed: false } } });
    await alarmsOn(page).getByText('The breaker of Bank 2 has tripped.').waitFor();
    await page.getByRole('button', { name: `Acknowledge: ${OVERLOAD}` }).click();
    await alarmsOn(page).getByText('Acknowledged by admin at').waitFor();
    const texts = await until(
      () => lines(page),
      ([first = '', ...others]) =>
        first.includes('The breaker of Bank 2 has tripped.') && others.at(-1)?.includes(OVERLOAD) === true,
    );
    await badgeBecomes(page, texts.length - 1);
    const bank = page.getByRole('region', { name: 'Bank 1', exact: true });
    await bank.getByText(/Alarm$/).waitFor();
    await bank.locator('.load[data-level="bad"]').waitFor();
  });

  it('of a tripped breaker has its time and is acknowledged and noted like that of an event, until it trips again', async () => {
    const TRIPPED = 'The breaker of Bank 2 has tripped.';
    const trip = (breakerClosed: boolean) => web.simulate({ banks: { '1200579': { breakerClosed } } });
    const [own, other] = [await opened({ path: '/overview' }), await opened({ path: '/overview' })];
    await trip(false);
    await own.getByRole('button', { name: `Acknowledge: ${TRIPPED}` }).click();
    const line = (page: Page): Locator => alarmsOn(page).getByRole('listitem').filter({ hasText: TRIPPED });
    for (const page of [own, other]) {
      await line(page).getByText('Acknowledged by admin at').waitFor();
      await line(page)
        .filter({ hasText: /since .* · for / })
        .waitFor();
      await badgeBecomes(page, 1);
    }
    await own.getByRole('button', { name: `Note: ${TRIPPED}` }).click();
    await own.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Electrician at 9');
    await own.keyboard.press('Enter');
    await line(other).getByText('“Electrician at 9”').waitFor();
    await trip(true);
    await line(other).waitFor({ state: 'detached' });
    await trip(false);
    await other.getByRole('button', { name: `Acknowledge: ${TRIPPED}` }).waitFor();
    expect(await line(other).getByText('Acknowledged').count()).toBe(0);
  });

  it('has one severity in the list, on its page and in the list of events', async () => {
    const page = await opened({ path: '/overview' });
    const tone = async (text: string): Promise<string | null> => {
      const label = page.getByRole('main').locator('.state-label').filter({ hasText: text }).first();
      await label.waitFor();
      return label.getAttribute('data-tone');
    };
    const tones = [await tone(OVERLOAD)];
    for (const path of [`/events/${eventId}`, '/events']) {
      await web.open(page, path);
      tones.push(await tone('Triggered'));
    }
    expect(tones).toEqual(['bad', 'bad', 'bad']);
  });

  it('cannot be acknowledged by a role that may only read events', async () => {
    const permissions = { viewEventActions: true, viewBankStats: true };
    const role = await web.admin.send('POST', '/api/roles', { name: 'Reader', description: '', permissions });
    const user = { username: 'reader', password: 'reads a few events', roleId: role.body['id'] };
    await web.admin.send('POST', '/api/users', user);
    const page = await opened({ as: 'reader', password: user.password, path: '/overview' });
    await alarmsOn(page).getByText(OVERLOAD).waitFor();
    expect(await alarmsOn(page).getByRole('button').count()).toBe(0);
  });

  it('is not said to be absent while the alarms cannot be read, and the page says so', async () => {
    await load(0.5);
    const page = await opened({ path: '/overview' });
    const none = alarmsOn(page).getByText('No alarms.');
    const unread = alarmsOn(page).getByText('Alarms could not be read.');
    const fail = () => page.route('**/api/alarms', (route) => route.fulfill({ status: 500, json: {} }));
    const badge = page.getByRole('banner').getByRole('link', { name: 'Alarms could not be read' });
    await none.waitFor();
    await fail();
    await unread.waitFor();
    await alarmsOn(page).getByText('This page retries automatically.').waitFor();
    await badge.waitFor();
    expect(await none.count()).toBe(0);
    expect(await alarmsOn(page).locator('[data-tone="ok"]').count()).toBe(0);
    expect(await page.title()).toContain(shown('Alarms could not be read'));
    await page.reload();
    await unread.waitFor();
    for (const path of ['/', '/wall']) {
      await page.goto(web.url + path);
      await alarmsOn(page).getByText('Alarms could not be read').waitFor();
      expect(await alarmsOn(page).locator('[data-level]').getAttribute('data-level')).toBe('warn');
    }
    await page.unroute('**/api/alarms');
    await alarmsOn(page).locator('[data-level="ok"]').waitFor();
  });

  it('has no number in the header, the navigation and the tab while the alarms cannot be read', async () => {
    const page = await opened({ path: '/overview' });
    const marks = [
      page.getByRole('banner').getByRole('link', { name: 'Alarms could not be read' }),
      page.getByRole('navigation').getByRole('img', { name: 'Alarms could not be read' }),
    ];
    await badgeBecomes(page, 1);
    await page.route('**/api/alarms', (route) => route.fulfill({ status: 500, json: {} }));
    for (const mark of marks) {
      await mark.waitFor();
      expect([await mark.getAttribute('data-tone'), await mark.innerText()]).toEqual([
        'bad',
        expect.not.stringMatching(/\d/),
      ]);
    }
    await until(
      () => page.title(),
      (title) => title.startsWith(shown('○ Alarms could not be read')),
    );
    await page.unroute('**/api/alarms');
    await badgeBecomes(page, 1);
  });

  it.each([
    ['/overview', shown(/The list is as of \d/, /Die Liste hat den Stand von \d/)],
    ['/', shown(/^as of \d/, /^Stand \d/)],
    ['/wall', shown(/^as of \d/, /^Stand \d/)],
  ])('is faint, with the time at which it was read, while it cannot be read again (%s)', async (path, time) => {
    const page = await opened({});
    await page.goto(web.url + path); // the wall has no state of the stream in its header
    const faint = page.locator('[role=status] [data-as-of]');
    await page.locator('[role=status]').getByText(OVERLOAD).waitFor();
    expect(await faint.count()).toBe(0);
    await page.route('**/api/alarms', (route) => route.fulfill({ status: 500, json: {} }));
    await faint.filter({ hasText: OVERLOAD }).waitFor();
    await page.getByText(time).waitFor();
    await page.unroute('**/api/alarms');
    await faint.waitFor({ state: 'detached' });
    expect(await page.getByText(time).count()).toBe(0);
  });

  it('leaves no colour at its circuit while it cannot be read again', async () => {
    const page = await opened({ path: '/overview' });
    const bank = page.getByRole('region', { name: 'Bank 1', exact: true });
    await bank.locator('.load[data-level="bad"]').waitFor();
    await page.route('**/api/alarms', (route) => route.fulfill({ status: 500, json: {} }));
    await bank.locator('[data-as-of] .state-label[data-tone="quiet"]').waitFor();
    await bank.locator('.load[data-level="ok"]').waitFor();
    for (const path of ['/', '/wall']) {
      await page.unroute('**/api/alarms');
      await page.goto(web.url + path);
      const bracket = page.locator('.rack-bracket').filter({ hasText: 'Bank 1' });
      await bracket.and(page.locator('[data-alarm="bad"]')).waitFor();
      await page.route('**/api/alarms', (route) => route.fulfill({ status: 500, json: {} }));
      await bracket.and(page.locator('[data-alarm="past"]')).waitFor();
    }
  });

  it.each(['light', 'dark'] as const)('has no finding of axe, on a phone and in German (%s)', async (colorScheme) => {
    const page = await opened({ path: '/overview', viewport: PHONE, locale: 'de-DE', colorScheme });
    const alarms = page.getByRole('region', { name: 'Aktive Alarme' });
    const acknowledge = page.getByRole('button', { name: /^Quittieren: Das Ereignis/ });
    await acknowledge.waitFor();
    expect(await violations(page)).toEqual([]);
    await acknowledge.click();
    await alarms.getByText(/Quittiert von admin um/).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate<number>(PAGE_WIDTH)).toBeLessThanOrEqual(PHONE.width);
    const box = await page.getByRole('button', { name: /^Quittierung zurücknehmen/ }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });
});
