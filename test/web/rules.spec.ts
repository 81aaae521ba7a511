import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  shown,
  until,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('events and actions in the browser UI', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
    await web.simulate({ outlets: { '1-1200578': { loadAmps: 1 } } });
  });
  afterAll(() => web.close());

  it('creates an action by the catalogue, and describes its effect before it runs', async () => {
    const page = await web.signedIn({ path: '/actions' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create action' }).click();
    await dialog.getByLabel('Action name').fill('Drop the heater');
    await dialog.getByRole('combobox', { name: 'Type' }).fill(shown('Switch Outlet'));
    await page.getByRole('option', { name: 'Switch Outlet', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Outlet id' }).click();
    await page.getByRole('option', { name: '9. Outlet 9' }).click();
    await dialog.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'OFF', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Outlet 9, OFF').waitFor();

    await page.getByRole('button', { name: 'Test action Drop the heater' }).click();
    await dialog.getByText('Outlet 9, now ON').waitFor();
    expect((await web.admin.send('GET', '/api/outlets/9')).body).toMatchObject({ state: 'ON' });
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await dialog.getByText('Succeeded.').waitFor();
    expect((await web.admin.send('GET', '/api/outlets/9')).body).toMatchObject({ state: 'OFF' });
    await web.admin.send('PUT', '/api/outlets/9', { state: 'ON' });
    await web.leave(page);
  });

  it('creates an event, shows the distance to its limit, and then its occurrence and the result', async () => {
    const page = await web.signedIn({ path: '/events' });
    await page.getByRole('link', { name: 'Create event' }).click();
    await page.getByLabel('Event name').fill('Bank 1 too full');
    await page.getByLabel('Object or topic').selectOption('Bank 1');
    await page.getByLabel('Amperage threshold').fill('14');
    await page.getByLabel('Seconds past threshold').fill('1');
    await page.getByLabel('Other action').selectOption('Drop the heater');
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('heading', { level: 1, name: 'Bank 1 too full' }).waitFor();
    const now = page.getByRole('region', { name: 'Status' }).first();
    await now.getByText('Triggers when current is above 14 A for 1 s.').waitFor();
    await now.getByText(/remaining$/).waitFor();
    await page.getByText('Not triggered yet.').waitFor();
    await web.simulate({ outlets: { '1-1200578': { loadAmps: 15 } } });
    await now.getByText(/past the limit$/).waitFor();
    await now.locator('.state-label').filter({ hasText: 'Triggered' }).first().waitFor();
    const occurrence = page.getByRole('row').filter({ hasText: 'limit 14.00' });
    await occurrence.locator('.state-label').filter({ hasText: 'Done' }).waitFor();
    await until(
      async () => (await web.admin.send('GET', '/api/outlets/9')).body,
      ({ state }) => state === 'OFF',
    );
    await (await navigation(page)).getByRole('link', { name: 'Events' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Bank 1 too full' });
    await row.locator('.state-label').filter({ hasText: 'Triggered' }).waitFor();
    await web.simulate({ outlets: { '1-1200578': { loadAmps: 1 } } });
    await row.locator('.state-label').filter({ hasText: 'Waiting' }).waitFor();
    await web.leave(page);
  });

  it('shows while an event is typed how often it would have triggered', async () => {
    const page = await web.signedIn({ path: '/events/new' });
    await page.getByLabel('Object or topic').selectOption('Bank 1');
    await page.getByLabel('Amperage threshold').fill('500');
    await page.getByLabel('Seconds past threshold').fill('1');
    const history = page.getByRole('region', { name: 'In the history' });
    await history.getByText('It would not have triggered in the last 7 days.').waitFor();
    await page.getByLabel('Amperage threshold').fill('0.01');
    await history.getByText(/^It would have triggered (once|twice|\d+ times) in the last 7 days/).waitFor();
    await history
      .getByText(/Bank 1 · [\d.]+\sA/)
      .first()
      .waitFor();
    await history.getByText('30 days').click();
    await history.getByText(/^It would have triggered (once|twice|\d+ times) in the last 30 days/).waitFor();
    await web.leave(page);
  });

  it('creates suggested events by one request, without those that are there already', async () => {
    const page = await web.signedIn({ path: '/events' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: /^Suggested events/ }).click();
    await dialog.getByRole('checkbox', { name: 'All' }).click();
    await dialog
      .getByRole('checkbox', { name: /^Breaker tripped|lost its supply/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Create 1 event' }).click();
    await page.getByText('1 event created.').waitFor();
    const { body } = await web.admin.send('GET', '/api/events');
    const created = (body as unknown as { id: number; name: string }[]).at(-1);
    await page
      .getByRole('row')
      .filter({ hasText: created?.name ?? '' })
      .waitFor();
    await page.getByRole('button', { name: /^Suggested events/ }).click();
    await dialog.getByText('80 %').first().waitFor();
    expect(await dialog.getByRole('checkbox', { name: created?.name ?? '' }).count()).toBe(0);
    await web.admin.send('DELETE', `/api/events/${created?.id}`);
    await web.leave(page);
  });

  it('shows the message of the controller for an invalid event', async () => {
    const page = await web.signedIn({ path: '/events/new' });
    await page.getByLabel('Event name').fill('Gateway');
    await page.getByLabel('Object or topic').selectOption('Network');
    await page.getByLabel('Target IP address').fill('not a host!');
    await page.getByLabel('Fails before action').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/target IP address must be/)
      .waitFor();
    await web.leave(page);
  });

  it('shows no secret, and no controls to a read-only role', async () => {
    const secret = 'c0mmunity-of-the-noc';
    const trap = { name: 'Trap to the NOC', code: 18, params: ['127.0.0.1', secret] };
    expect((await web.admin.send('POST', '/api/actions', trap)).status).toBe(200);
    const permissions = { viewEventActions: true };
    const role = await web.admin.send('POST', '/api/roles', { name: 'Reads rules', description: '', permissions });
    const user = { username: 'auditor', password: 'only reads rules', roleId: role.body['id'] };
    expect((await web.admin.send('POST', '/api/users', user)).status).toBe(200);
    const page = await web.signedIn({ as: 'auditor', password: user.password, path: '/actions' });
    await page.getByRole('row').filter({ hasText: 'Trap to the NOC' }).getByText(/••••/).waitFor();
    expect(await page.content()).not.toContain(secret);
    const buttons = page.getByRole('button', { name: /^(Create|Edit|Delete|Test|Disable|Enable)/ });
    expect(await buttons.count()).toBe(0);
    await page.goto(`${web.url}/events/1`);
    await page.getByRole('heading', { level: 1, name: 'Bank 1 too full' }).waitFor();
    expect(await buttons.count()).toBe(0);
    await web.leave(page);
  });

  it('disables and deletes an event, and an action that it names', async () => {
    const page = await web.signedIn({ path: '/events/1' });
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Waiting for being enabled.').waitFor();
    await page.goto(`${web.url}/actions`);
    await page.getByRole('button', { name: 'Delete action Drop the heater' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These events no longer run it: Bank 1 too full.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Action Drop the heater deleted.').waitFor();
    await page.goto(`${web.url}/events/1`);
    await page.getByText('No actions: occurrences are only recorded.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^No events/).waitFor();
    await web.leave(page);
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
