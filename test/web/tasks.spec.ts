/**
 * The tasks that operators do most, with the number of steps that each may take. The rule that mails and sheds a load is walked in
 * rule-sheet.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  navigation,
  PHONE,
  shown,
  until,
  WIDE,
  type WebUnderTest,
} from '../support/web/browser.js';
import { shedOutlet12 } from '../support/web/shed-outlet.js';
import { Steps } from '../support/web/steps.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('an operator', () => {
  let web: WebUnderTest;
  let page: Page;

  beforeAll(async () => {
    web = await aBrowser();
    await outlet(4, { outletName: 'Backup server' });
    await outlet(7, { outletName: 'Hypervisor 2' });
    await outlet(2, { outletName: 'Core switch', protection: 'confirm' });
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  const outlet = (index: number, change: object) => web.admin.send('PUT', `/api/outlets/${index}`, change);
  const stateOf = async (index: number) => (await web.admin.send('GET', `/api/outlets/${index}`)).body['state'];
  const begin = async (path: string, viewport?: typeof WIDE): Promise<Steps> => {
    page = await web.signedIn({ path, ...(viewport && { viewport }) });
    return new Steps(page);
  };
  const firstRow = () => page.getByRole('row').nth(1);

  it('finds the overloaded bank and what loads it, in one step', async () => {
    await web.simulate({ outlets: { '4-1200578': { loadAmps: 19 } } });
    const steps = await begin('/overview');
    await steps.click(page.getByRole('link', { name: /Bank 1 carries/ }).first());
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    await firstRow().filter({ hasText: 'Backup server' }).waitFor();
    expect(await page.getByRole('link', { name: 'Outlet 9', exact: true }).count()).toBe(0);
    steps.expectAtMost(1);
    await web.simulate({ outlets: { '4-1200578': { loadAmps: 0.4 } } });
  });

  it('turns one outlet off in one step, by holding its button', async () => {
    const steps = await begin('/outlets');
    const button = page.getByRole('button', { name: 'Turn Backup server off', exact: true });
    await steps.hold(button, page.getByText('Turned off: Backup server'));
    steps.expectAtMost(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await stateOf(4)).toBe('OFF');
    await outlet(4, { state: 'ON' });
  });

  it('is asked by a held button before a device loses its last feed, and says which outlet feeds it too', async () => {
    for (const index of [4, 6]) await outlet(index, { device: { feed: 'backup' } });
    const steps = await begin('/outlets');
    const question = page.getByRole('dialog', { name: 'Turn off?' });
    await steps.click(page.getByRole('button', { name: 'Turn Outlet 6 off', exact: true }));
    await question.getByText('Its device stays on by Backup server.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    const held = page.getByRole('button', { name: 'Turn Outlet 6 off', exact: true });
    await steps.hold(held, page.getByText('Turned off: Outlet 6'));
    await steps.hold(
      page.getByRole('button', { name: 'Turn Backup server off', exact: true }),
      question.getByText('Its device loses its last feed.'),
    );
    expect([await stateOf(4), await stateOf(6)]).toEqual(['ON', 'OFF']);
    await outlet(6, { state: 'ON' });
    for (const index of [4, 6]) await outlet(index, { device: { feed: null } });
  });

  it('is asked by the held buttons of a group too, before one of its devices loses its last feed', async () => {
    for (const index of [4, 6]) await outlet(index, { device: { feed: 'backup' } });
    const outlets = ['4-1200578', '6-1200578'];
    const group = { groupName: 'Backup', outlets, groupRebootSequenceDelay: 0 };
    const { body } = await web.admin.send('POST', '/api/groups', group);
    const steps = await begin(`/groups/${String(body['id'])}`);
    for (const [button, title] of [
      ['Reboot group Backup', 'Reboot the group Backup?'],
      ['Turn group Backup off', 'Turn the group Backup off?'],
    ] as const) {
      const question = page.getByRole('dialog', { name: title });
      await steps.hold(
        page.getByRole('button', { name: button }),
        question.getByText('Its device loses its last feed.').first(),
      );
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'hidden' });
    }
    expect([await stateOf(4), await stateOf(6)]).toEqual(['ON', 'ON']);

    // A feed outside the group keeps the device on, so that holding the button is the answer.
    await outlet(5, { device: { feed: 'backup' } });
    await page.reload();
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();
    const off = page.getByRole('button', { name: 'Turn group Backup off' });
    await steps.hold(off, page.getByText('Group Backup turned off.'));
    expect([await stateOf(4), await stateOf(5), await stateOf(6)]).toEqual(['OFF', 'ON', 'OFF']);
    for (const index of [4, 5, 6]) await outlet(index, { state: 'ON', device: { feed: null } });
    await web.admin.send('DELETE', `/api/groups/${String(body['id'])}`);
  });

  it('is asked by a click, and by a held button too where the protection asks', async () => {
    const steps = await begin('/outlets');
    await steps.click(page.getByRole('button', { name: 'Turn Backup server off', exact: true }));
    const question = page.getByRole('dialog', { name: 'Turn off?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await steps.hold(
      page.getByRole('button', { name: 'Turn Core switch off', exact: true }),
      question.getByText('Protected: Core switch'),
    );
    expect([await stateOf(4), await stateOf(2)]).toEqual(['ON', 'ON']);
  });

  it('power-cycles an outlet by its name, in two steps', async () => {
    const steps = await begin('/', WIDE); // a phone has the button on the page of the outlet
    await steps.click(page.getByRole('link', { name: 'Outlets', exact: true }));
    const button = page.getByRole('button', { name: 'Reboot Hypervisor 2', exact: true });
    await steps.hold(button, page.getByText('Rebooting: Hypervisor 2'));
    steps.expectAtMost(2);
    await until(
      async () => (await web.admin.send('GET', '/api/outlets/7')).body['rebootStatus'],
      (status) => status !== 'none',
    );
  });

  it('makes a group with a delay in six steps, and reboots it in one more, beside the list of its outlets', async () => {
    const steps = await begin('/groups');
    await steps.click(page.getByRole('button', { name: 'Create group' }));
    const dialog = page.getByRole('dialog');
    await steps.fill(dialog.getByLabel('Group name'), 'Cluster');
    for (const index of [9, 10]) {
      await steps.click(dialog.getByRole('checkbox', { name: `${index}. Outlet ${index}`, exact: true }));
    }
    await steps.fill(dialog.getByLabel('Turn-on delay between outlets (s)'), '5');
    await steps.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Cluster' }).waitFor();
    steps.expectAtMost(6);
    await page.getByRole('table').getByText('Outlet 9', { exact: true }).waitFor();
    await steps.hold(
      page.getByRole('button', { name: 'Reboot group Cluster' }),
      page.getByText('Group Cluster is rebooting.'),
    );
    steps.expectAtMost(7);
    expect(await dialog.count()).toBe(0);
    await until(
      async () => (await web.admin.send('GET', '/api/outlets/9')).body['rebootStatus'],
      (status) => status !== 'none',
    );
  });

  it('learns why an outlet went off, in two steps, also on a phone', async () => {
    await shedOutlet12(web);
    for (const [viewport, link] of [
      [WIDE, 'Why is Outlet 12 off?'],
      [PHONE, 'Outlet 12'],
    ] as const) {
      const steps = await begin('/', viewport);
      await steps.click(page.getByRole('link', { name: 'Outlets', exact: true }));
      await steps.click(page.getByRole('link', { name: link, exact: true }));
      await page
        .getByText(
          shown(
            /switched off by event “Bank 2 full”, because Bank 2 was above 7 A/,
            /Ereignis „Bank 2 full“.*ausgeschaltet\. Grund: Bank 2 lag \d+ s lang über 7\sA/,
          ),
        )
        .first()
        .waitFor();
      steps.expectAtMost(2);
      if (viewport === WIDE) await web.leave(page);
    }
  });

  it('takes away the energy of the last week of all outlets in one file, in three steps', async () => {
    const steps = await begin('/');
    await steps.click((await navigation(page)).getByRole('link', { name: 'Energy', exact: true }));
    await steps.click(page.getByText('7 d', { exact: true }));
    await page.waitForURL(/range=7d/);
    const coming = page.waitForEvent('download');
    await steps.click(page.getByRole('link', { name: 'Download CSV' }));
    const text = readFileSync(await (await coming).path(), 'utf8');
    for (const name of ['Backup server', 'Hypervisor 2', 'Outlet 16']) expect(text).toContain(name);
    steps.expectAtMost(3);
  });

  it('has seen no error in all of that', () => expect(web.errors).toEqual([]));
});
