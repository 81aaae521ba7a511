import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  PHONE,
  shown,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';
import { dragOver } from '../support/web/mouse.js';
import { Steps } from '../support/web/steps.js';

jest.setTimeout(BROWSER_TEST);

const DAY = 86_400_000; // ms

const save = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });
/** The name of an action that turns an outlet off. */
const turnsOff = (outlet: string): string => shown('Turn off outlet @').replace('@', outlet);
const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);

describeInBrowser('a rule on one sheet', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    await web.simulate({ outlets: { '1-1200578': { loadAmps: 6 } } });
  });
  afterAll(() => web.close());

  it('mails and sheds a load when a bank is above 12 A for 10 s, in at most nine steps', async () => {
    const page = await web.signedIn({ path: '/events/new' });
    const steps = new Steps(page);
    await page.getByText('To save: choose an object.').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await steps.select(page.getByLabel('Object or topic'), 'Bank 1');
    expect(await page.getByRole('combobox', { name: 'Condition' }).inputValue()).toBe('31');
    expect(await page.getByLabel('Seconds past threshold').inputValue()).toBe('10 s');
    await page.getByText('To save: complete the condition.').waitFor();
    await steps.fill(page.getByLabel('Amperage threshold'), '12');
    await steps.click(page.getByRole('button', { name: '+ Send mail to' }));
    await page.getByText('To save: complete “Send mail to”.').waitFor();
    await steps.fill(page.getByLabel('E-mail address'), 'noc@example.org');
    await steps.click(page.getByRole('button', { name: '+ Turn off outlet' }));
    await steps.select(page.getByLabel('Outlet id', { exact: true }), '8. Outlet 8');

    const beside = page.getByRole('region', { name: 'Limit and history' });
    await beside.getByText('Highest in 7 days').waitFor();
    await until(
      () => beside.innerText(),
      (text) => /Now\s*\d+\.\d\d\sA\s*Rating\s*20\.00\sA/.test(text),
    );
    await beside.getByRole('slider', { name: 'Bank 1: Current' }).waitFor();
    await beside.getByText('It would not have triggered in the last 7 days.').waitFor();

    await steps.click(save(page));
    const name = shown('Bank 1 current is above 12 A for 10 s', 'Bank 1 Strom über 12 A für 10 s');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    steps.expectAtMost(9);
    const { body } = await web.admin.send('GET', '/api/actions');
    expect(names(body)).toEqual([shown('Send mail to noc@example.org'), turnsOff('8. Outlet 8')]);
    await web.leave(page);
  });

  it('shows beside the limit what has happened, and a part of the week without leaving the sheet', async () => {
    await web.simulate({ banks: { '1200579': { breakerClosed: false } } });
    await web.simulate({ banks: { '1200579': { breakerClosed: true } } });
    const page = await web.signedIn({ path: '/events/new' });
    await page.getByLabel('Object or topic').selectOption('Bank 2');
    await page.getByLabel('Amperage threshold').fill('11');
    const beside = page.getByRole('region', { name: 'Limit and history' });
    await beside.locator('.chart-marker-fault[title*="The breaker of Bank 2 tripped"]').waitFor();
    expect(await beside.locator('.chart-legend li').allTextContents()).toEqual(['Average', 'Maximum', 'Minimum']);
    const days = async (): Promise<number> => {
      const moments =
        (await beside.getByText(/^\d{4}-\d\d-\d\d .* – \d{4}-\d\d-\d\d/).innerText()).match(/[\d-]{10}.\d\d:\d\d/g) ??
        [];
      const [from = NaN, to = NaN] = moments.map((moment) => Date.parse(`${moment.replace(/\s/, 'T')}Z`));
      return Math.round((to - from) / DAY); // the points begin and end at full half hours
    };
    expect(await days()).toBe(7);
    await dragOver(beside.locator('.u-over'), 1 / 2, 1.02); // to now
    const back = beside.getByRole('button', { name: 'Show all 7 days' });
    await back.waitFor();
    await until(days, (shown) => shown < 7);
    expect(await page.getByLabel('Amperage threshold').inputValue()).toBe('11 A');
    await back.click();
    await until(days, (shown) => shown === 7);
    await web.leave(page);
  });

  it('opens an event as its sentence, and uses an action again that does the same', async () => {
    const page = await web.signedIn({ path: '/events/1' });
    await page.getByRole('link', { name: /^Edit event .*$/ }).click();
    await until(
      () => page.getByLabel('Amperage threshold').inputValue(),
      (value) => value === '12 A',
    );
    await page.getByRole('button', { name: 'Remove Send mail to noc@example.org' }).click();
    await page.getByRole('button', { name: '+ Send mail to' }).click();
    await page.getByLabel('E-mail address').fill('noc@example.org');
    await page.getByRole('button', { name: 'Move up Send mail to noc@example.org' }).click();
    await save(page).click();
    await page.getByText('1. Send mail to noc@example.org').waitFor();
    await page.getByText('2. Turn off outlet 8. Outlet 8').waitFor();
    expect(names((await web.admin.send('GET', '/api/actions')).body)).toHaveLength(2);
    await web.leave(page);
  });

  it('says what was saved when a part is refused, and goes on from there', async () => {
    const page = await web.signedIn({ path: '/events/new' });
    await page.getByLabel('Object or topic').selectOption('Bank 2');
    await page.getByLabel('Amperage threshold').fill('11');
    await page.getByRole('button', { name: '+ Turn off outlet' }).click();
    await page.getByLabel('Outlet id', { exact: true }).selectOption('9. Outlet 9');
    await page.getByRole('button', { name: '+ Send mail to' }).click();
    await page.getByLabel('E-mail address').fill('noc@-not-a-host-');
    await save(page).click();
    await page.getByText(/^Saved: Turn off outlet 9\. Outlet 9\. Not saved: Send mail to noc@-not-a-host-\./).waitFor();
    await page.getByRole('alert').getByText('an e-mail address').waitFor();
    await page.getByLabel('E-mail address').fill('boss@example.org');
    await save(page).click();
    const name = shown(/^Bank 2 current is above 11 A/, /^Bank 2 Strom über 11 A/);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const created = names((await web.admin.send('GET', '/api/actions')).body).slice(2);
    expect(created).toEqual([turnsOff('9. Outlet 9'), shown('Send mail to boss@example.org')]);
    await web.leave(page);
  });

  it('tests an action in place', async () => {
    const page = await web.signedIn({ path: '/events/new' });
    await page.getByRole('button', { name: '+ Turn off outlet' }).click();
    await page.getByLabel('Outlet id', { exact: true }).selectOption('9. Outlet 9');
    await page.getByRole('button', { name: 'Test action Turn off outlet 9. Outlet 9' }).click();
    await page.getByRole('dialog').getByText('Outlet 9, now ON').waitFor();
    await web.leave(page);
  });

  it('asks before unsaved changes are lost by a link, by Back or by Cancel', async () => {
    const page = await web.signedIn({ path: '/events' });
    await page.getByRole('link', { name: 'Create event' }).click();
    await page.getByLabel('Object or topic').selectOption('Bank 1');
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    const stay = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe('/events/new');
      expect(await page.getByLabel('Object or topic').inputValue()).toBe('bank:1200578');
    };
    await (await navigation(page)).getByRole('link', { name: 'Outlets' }).click();
    await stay();
    await page.setViewportSize(PHONE);
    await (await navigation(page)).getByRole('link', { name: 'Outlets' }).click();
    await stay();
    await page.locator('.navigation').waitFor({ state: 'hidden' });
    await page.evaluate('history.back()');
    await stay();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await stay();
    await page.evaluate('history.back()');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await web.leave(page);
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
