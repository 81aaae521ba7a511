import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, BROWSER_TEST, describeInBrowser, until, WIDE, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

const OPERATOR = { username: 'operator', password: 'night shift at three' };

describeInBrowser('the end of a session, and forms that are left', () => {
  let web: WebUnderTest;
  let page: Page;
  let userId: string;

  beforeAll(async () => {
    web = await aBrowser();
    const { body } = await web.admin.send('POST', '/api/users', { ...OPERATOR, roleId: 1 });
    userId = String(body['id']);
  });
  afterEach(() => web.leave(page));
  afterAll(() => web.close());

  // The list of a phone has no forms of settings.
  const asOperator = (path: string) =>
    web.signedIn({ as: OPERATOR.username, password: OPERATOR.password, path, viewport: WIDE });
  /** Ends the session as the idle timeout or an administrator does. */
  const end = async (): Promise<void> => {
    for (const word of ['disable', 'enable']) await web.admin.send('POST', `/api/users/${userId}/${word}`);
  };
  const signIn = async (password: string, name?: string): Promise<void> => {
    if (name !== undefined) await page.getByLabel('User name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('is reported, and the page is shown again after signing in', async () => {
    page = await asOperator('/outlets');
    await end();
    await page.getByText('Your session has ended. Sign in again to continue.').waitFor();
    await signIn(OPERATOR.password, OPERATOR.username);
    await page.getByRole('heading', { level: 1, name: 'Outlets' }).waitFor();
  });

  it('is not reported after signing out', async () => {
    page = await asOperator('/outlets');
    await page.getByRole('button', { name: 'Account: operator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await page.getByText('session has ended').count()).toBe(0);
  });

  it('preserves a form in progress, hidden, until the same user is back', async () => {
    page = await asOperator('/outlets');
    await page.getByRole('button', { name: 'Edit settings of Outlet 3', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('A long name typed at night');
    await end();
    await page.getByText(/This page has unsaved changes/).waitFor();
    await signIn(OPERATOR.password);
    await page.getByText(/This page has unsaved changes/).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('A long name typed at night');
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await web.admin.send('GET', '/api/outlets/3');
    expect(body['outletName']).toBe('A long name typed at night');
  });

  it('is the reason that a form gives which it has cut off, in words for a user', async () => {
    page = await asOperator('/outlets');
    await page.getByRole('button', { name: 'Edit settings of Outlet 6', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Typed before the end');
    await page.context().clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText(/This page has unsaved changes/).waitFor();
    await signIn(OPERATOR.password);
    const note = page.getByRole('dialog').getByRole('alert');
    await note.getByText('Your session had ended, so this was not done.').waitFor();
    expect(await page.getByText(/session cookie/).count()).toBe(0);
  });

  it('shows nothing of it to another user who signs in there', async () => {
    page = await asOperator('/outlets');
    await page.getByRole('button', { name: 'Edit settings of Outlet 4', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Secret plan');
    await end();
    await page.getByText(/This page has unsaved changes/).waitFor();
    await signIn('correct horse battery', 'admin');
    await page.getByRole('button', { name: 'Account: admin' }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('input[value="Secret plan"]').count()).toBe(0);
  });

  it('clears error messages, and so does another page', async () => {
    page = await asOperator('/outlets');
    const fail = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Turn Outlet 5 off', exact: true }).click();
      await web.admin.send('PUT', '/api/outlets/5', { protection: 'locked' });
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
      await page.getByText('The request failed').waitFor();
      await web.admin.send('PUT', '/api/outlets/5', { protection: 'none' });
    };
    await fail();
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByText('The request failed').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Outlets' }).click();
    await fail();
    await end();
    await page.getByText('Your session has ended. Sign in again to continue.').waitFor();
    await page.getByText('The request failed').waitFor({ state: 'detached' });
  });

  it('leaves space below the page for messages, so that they cover no button', async () => {
    page = await asOperator('/outlets');
    await page.getByRole('button', { name: 'Turn Outlet 6 off', exact: true }).click();
    await web.admin.send('PUT', '/api/outlets/6', { protection: 'locked' });
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('The request failed').waitFor();
    const last = page.getByRole('button', { name: 'Turn Outlet 16 off', exact: true });
    await until(
      async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        return [await last.boundingBox(), await page.locator('.mantine-Notification-root').boundingBox()] as const;
      },
      ([button, toast]) => button !== null && toast !== null && button.y + button.height <= toast.y,
    );
    await web.admin.send('PUT', '/api/outlets/6', { protection: 'none' });
  });

  it('asks before a changed form is discarded by Escape or a click beside it', async () => {
    page = await asOperator('/actions');
    await page.getByRole('button', { name: 'Create action' }).click();
    const name = page.getByLabel('Action name');
    await name.fill('Drop the heater');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    // A key in the moment in which the last question ends belongs to that question, so it may have to be pressed again.
    const isAskedAfter = (leave: () => Promise<void>) =>
      until(
        async () => {
          if ((await question.count()) === 0) await leave();
          return question.isVisible();
        },
        (isAsked) => isAsked,
      );
    const escape = () => page.keyboard.press('Escape');
    await isAskedAfter(escape);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Drop the heater');
    await isAskedAfter(() => page.mouse.click(5, 400));
    await question.getByRole('button', { name: 'Cancel' }).press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Drop the heater');
    await isAskedAfter(escape);
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await name.waitFor({ state: 'detached' });
  });

  it('asks before the tab is reloaded, while a form has changes', async () => {
    page = await asOperator('/network/time');
    const questions: string[] = [];
    page.on('dialog', (question) => {
      questions.push(question.type());
      void question.accept();
    });
    const server = page.getByLabel('NTP server', { exact: true });
    const before = await server.inputValue();
    await server.fill('ntp.example.org'); // a page that nobody has touched may always be left
    await page.reload();
    await until(
      () => server.inputValue(),
      (value) => value === before,
    );
    await page.reload();
    await server.waitFor();
    expect(questions).toEqual(['beforeunload']);
  });

  it('does not ask if the form is unchanged', async () => {
    page = await asOperator('/actions');
    await page.getByRole('button', { name: 'Create action' }).click();
    await page.getByLabel('Action name').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
