import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { aBrowser, BROWSER_TEST, describeInBrowser, type WebUnderTest } from '../support/web/browser.js';
import { ControllerProcess, removeFolder, temporaryFolder } from '../support/process/controller-process.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('signing in', () => {
  let web: WebUnderTest;

  beforeAll(async () => {
    web = await aBrowser();
  });
  afterAll(() => web.close());

  it('with the generated password allows only to replace it', async () => {
    const folder = temporaryFolder();
    const fresh = new ControllerProcess({ RACKFEED_DATA_DIR: join(folder, 'data') });
    const url = await fresh.ready();
    const password = await fresh.waitForOutput(/with the password (\S+)/);
    const page = await web.signedOut();
    await page.goto(`${url}/outlets`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    expect(await page.getByRole('link', { name: 'Outlets' }).count()).toBe(0);

    const panel = page.getByRole('region', { name: /password/i }).first();
    const [present, next, again] = [0, 1, 2].map((place) => panel.locator('input[type=password]').nth(place));
    await present?.fill(password);
    await next?.fill('new moon over the rack');
    await again?.fill('new moon over the rack');
    await panel.getByRole('button', { name: /change/i }).click();
    await page.getByRole('link', { name: 'Outlets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
    await web.leave(page);
    await fresh.kill('SIGKILL');
    removeFolder(folder);
  });

  it('ends by signing out, and when another user ends the session', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    await web.leave(page);

    const user = { username: 'passing', password: 'here for a short while', roleId: 1 };
    const { body } = await web.admin.send('POST', '/api/users', user);
    const other = await web.signedIn({ as: user.username, password: user.password });
    await web.admin.send('DELETE', `/api/users/${String(body['id'])}`);
    await other.getByLabel('User name').waitFor();
    await web.leave(other);
  });

  it('follows the colour scheme of the system', async () => {
    const ground = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      const page = await web.signedOut('/login', { colorScheme });
      await page.getByLabel('User name').waitFor();
      const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      await web.leave(page);
      return colour;
    };
    expect(await ground('light')).toBe('rgb(246, 247, 249)');
    expect(await ground('dark')).toBe('rgb(20, 21, 23)');
  });
});
