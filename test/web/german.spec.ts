/** The browser UI in German, and from right to left. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations } from '../support/web/axe.js';
import {
  aBrowser,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PHONE,
  type WebUnderTest,
} from '../support/web/browser.js';

jest.setTimeout(2 * BROWSER_TEST);

const LANGUAGES = join(import.meta.dirname, '../../web/src/language');
const GERMAN = { locale: 'de-DE' } as const;
const SIZES = [PHONE, { width: 1440, height: 900 }];
const PAGES = ['/', '/outlets', '/history'];

/** The plain texts of a language. */
async function textsOf(language: string): Promise<Set<string>> {
  const plain = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(plain) : [];
  };
  const files = readdirSync(join(LANGUAGES, language)).map((file) => file.replace('.ts', '.js'));
  const areas = await Promise.all(
    files.map(async (file) => (await import(`../../web/src/language/${language}/${file}`)) as object),
  );
  return new Set(areas.flatMap((area) => plain({ ...area })));
}

/** The texts of a page that are seen or read out. */
const SHOWN = `[...document.querySelectorAll('body *')].filter((e) => !e.closest('[lang=en]')).flatMap((e) => [
  e.ariaLabel, e.placeholder, e.title,
  ...[...e.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
]).map((text) => typeof text === 'string' ? text.trim() : '').filter(Boolean)`;

describeInBrowser('the browser UI in another language', () => {
  let web: WebUnderTest;
  let english: string[];

  beforeAll(async () => {
    const [own, german] = await Promise.all([textsOf('en'), textsOf('de')]);
    english = [...own].filter((text) => !german.has(text));
    web = await aBrowser();
  });
  afterAll(() => web.close());

  /** The English texts of ours on a page; words that both languages have do not count. */
  async function englishOn(page: Page): Promise<string[]> {
    const shown = new Set(await page.evaluate<string[]>(SHOWN));
    return english.filter((text) => shown.has(text));
  }

  const language = (page: Page): Promise<string> => page.evaluate<string>('document.documentElement.lang');

  it('is German for a German browser: the sign-in and the main pages have no English text and fit', async () => {
    const page = await web.signedOut('/login', GERMAN);
    await page.getByLabel('Benutzername').waitFor();
    expect(await language(page)).toBe('de');
    expect([await englishOn(page), await violations(page)]).toEqual([[], []]);
    await page.context().close();

    const inside = await web.signedIn(GERMAN);
    const found: string[] = [];
    for (const path of PAGES) {
      await web.open(inside, path);
      for (const viewport of SIZES) {
        await inside.setViewportSize(viewport);
        const lines = [...(await englishOn(inside)), ...(await violations(inside))];
        const width = await inside.evaluate<number>(PAGE_WIDTH);
        if (width > viewport.width) lines.push(`${width} px`);
        found.push(...lines.map((line) => `${path} at ${viewport.width}: ${line}`));
      }
    }
    expect(found).toEqual([]);
    await inside.context().close();
  });

  it('switches an outlet with a question in German', async () => {
    const page = await web.signedIn({ ...GERMAN, path: '/outlets' });
    await page.getByRole('button', { name: 'Aus: Outlet 3', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ausschalten?').waitFor();
    expect(await englishOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByText('Ausgeschaltet: Outlet 3').waitFor();
    await page.context().close();
    await web.admin.send('PUT', '/api/outlets/3', { state: 'ON' });
  });

  it('changes in the account menu and stays so', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    expect(await language(page)).toBe('en');
    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Steckdosen' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Steckdosen' }).waitFor();
    await page.context().close();
  });

  it('can be chosen before signing in', async () => {
    const page = await web.signedOut('/login', GERMAN);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await language(page)).toBe('en');
    await page.context().close();
  });

  it('fits from right to left as well', async () => {
    const page = await web.signedIn({ viewport: PHONE });
    const found: string[] = [];
    for (const path of PAGES) {
      await web.open(page, path);
      await page.evaluate("document.documentElement.dir = 'rtl'");
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        const width = await page.evaluate<number>(PAGE_WIDTH);
        if (width > viewport.width) found.push(`${path} at ${viewport.width}: ${width} px`);
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
