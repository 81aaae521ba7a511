/** The browser UI in German, and from right to left. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ACTION_CODES } from '../../src/actions/catalogue/index.js';
import { EVENT_CODES } from '../../src/events/catalogue/index.js';
import { SETTLED, violations } from '../support/web/axe.js';
import {
  aDemo,
  BROWSER_TEST,
  describeInBrowser,
  PAGE_WIDTH,
  PHONE,
  type WebUnderTest,
} from '../support/web/browser.js';
import { pagesToShow } from '../support/web/pages-to-show.js';
import { ERRORS } from '../../web/src/translation/de/errors.js';
import { SENTENCES } from '../../web/src/translation/de/phrases.js';
import { valuesOf } from '../../web/src/translation/sentence.js';

jest.setTimeout(2 * BROWSER_TEST);

const LANGUAGES = join(import.meta.dirname, '../../web/src/language');
const GERMAN = { locale: 'de-DE' } as const;
const DESKTOP = { width: 1440, height: 900 };
const LAPTOP = { width: 1280, height: 800 };
const SIZES = [PHONE, DESKTOP];
/** Abbreviations that both languages have, and values of the browser. */
const NAMES_ON_PAGES = /^(HTTPS|DE|EUR|SNMPv3|admin|node|[A-Z]{2,5})$/;
const PAGES = ['/', '/outlets', '/history'];
/** Names of the demo's rack that are texts of ours as well. */
const NAMES = ['Storage'];
const RIGHT_TO_LEFT = [...PAGES, '/overview', '/events', '/energy'];

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

/** The boxes that lie beside the screen, at the left or at the right, one per line. */
const outside = (boxes: string): string => `[...document.querySelectorAll('${boxes}')]
  .filter((e) => e.checkVisibility() && !e.closest('.visually-hidden, .skip, svg') && e.clientWidth > 1)
  .map((e) => [e.className, e.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < -1 || right > innerWidth + 1)
  .map(([name, { left, right }]) => name + ' from ' + Math.round(left) + ' to ' + Math.round(right)).slice(0, 3)`;

/** The values whose unit stands before the number, one per line. */
const UNIT_FIRST = `[...document.querySelectorAll('main .unit')].filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().left <= e.parentElement.getBoundingClientRect().left)
  .map((e) => 'unit first: ' + e.parentElement.textContent)`;

/** The currents beside a load bar that a text from right to left would turn round, one per line. */
const NOT_ISOLATED = `[...document.querySelectorAll('main .load-text')].filter((e) => e.checkVisibility())
  .flatMap((e) => [...e.querySelectorAll('span')].flatMap((span) => [...span.childNodes]))
  .filter((node) => node.nodeType === Node.TEXT_NODE && /\\d\\s*A$/.test(node.data) && !node.parentElement.closest('bdi'))
  .map((node) => 'not isolated: ' + node.data)`;

/** The units that a text puts before their number, one per line: each text is measured as it is drawn. */
const TURNED_ROUND = `[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility() && !e.closest('svg'))
  .flatMap((e) => [...e.childNodes]).filter((node) => node.nodeType === Node.TEXT_NODE)
  .flatMap((node) => [...node.data.matchAll(/(\\d)\\u202f([A-Z%°]+)/gi)].map((match) => {
    const left = (from, to) => { const range = new Range(); range.setStart(node, from); range.setEnd(node, to); return range.getBoundingClientRect().left; };
    const at = match.index;
    return left(at + 2, at + 3) < left(at, at + 1) ? 'turned round: ' + node.data : '';
  })).filter(Boolean).slice(0, 3)`;

/** The English sentences whose last sign stands before them, one per line. */
const SIGN_FIRST = `[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility() && !e.closest('svg, .visually-hidden'))
  .flatMap((e) => [...e.childNodes]).filter((node) => node.nodeType === Node.TEXT_NODE && /[a-z][.?!:…]\\s*$/.test(node.data))
  .filter((node) => {
    const end = node.data.trimEnd().length;
    const at = (place) => { const range = new Range(); range.setStart(node, place); range.setEnd(node, place + 1); return range.getBoundingClientRect(); };
    return at(end - 1).left < at(end - 2).left;
  }).map((node) => 'sign first: ' + node.data)`;

/** The boxes for a choice that are too narrow for it, one per line. */
const CLIPPED = `[...document.querySelectorAll('main input.mantine-Select-input')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => 'clipped: ' + e.value)`;

/** The pages with dialogs, and the buttons that open them, in German and in English. */
const DIALOGS = [
  ['/outlets/1', /^Einstellungen von .* bearbeiten$/, /^Edit settings of /],
  ['/outlets', 'CSV importieren', 'Import CSV'],
  ['/groups', 'Gruppe anlegen', 'Create group'],
  ['/actions', 'Aktion anlegen', 'Create action'],
  ['/actions', /^Aktion .* testen$/, /^Test action /],
  ['/webhooks', 'Webhook anlegen', 'Create webhook'],
  ['/settings/users', 'Benutzer anlegen', 'Create user'],
  ['/settings/roles', 'Rolle anlegen', 'Create role'],
  ['/system', 'Controller neu starten', 'Restart the controller'],
  ['/system', 'Auf Werkseinstellungen zurücksetzen', 'Factory reset'],
  ['/history', 'Suche und Befehle', 'Search and commands'],
] as const;

/** The texts of a page that are seen or read out. */
const shownIn = (
  elements: string,
): string => `[...document.querySelectorAll('body *')].filter((e) => ${elements}).flatMap((e) => [
  e.ariaLabel, e.placeholder, e.title,
  ...[...e.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
]).map((text) => typeof text === 'string' ? text.trim() : '').filter(Boolean)`;
const SHOWN = shownIn("!e.closest('[lang=en]')");
const EVERYTHING = shownIn('true');

/** The texts of a page that are only read out, or shown when a control is pointed at or empty. */
const SPOKEN = `[...document.querySelectorAll('body *')].filter((e) => !e.closest('body [lang=en], [aria-hidden=true]')).flatMap((e) => [
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']
    .map((name) => e.getAttribute(name) ?? ''),
  e.matches('.visually-hidden, .mantine-VisuallyHidden-root') ? e.textContent : '',
]).map((text) => text.trim()).filter((text) => /\\p{L}{2}/u.test(text))`;

/** The pages with most texts of the controller; the last one is an error. */
const WITH_TEXTS = [
  '/outlets',
  '/events',
  '/events/1',
  '/events/new',
  '/actions',
  '/groups',
  '/system',
  '/network/web',
  '/log',
];
const NO_EVENT = '/events/9999';

/** The names that the controller has for its codes and their parameters, if they are no words of German too. */
const CATALOGUE = [...EVENT_CODES, ...ACTION_CODES].flatMap(({ name, params }) => [
  name,
  ...params.map(({ label }) => label).filter((label) => label.includes(' ')),
]);
/** The words that most English sentences of the log are made of. */
const FROM_LOG = ['%s was %s by %s', '%s was changed%s', '%s signed in%s', '%s triggered%s', '%s because %s'];
/** The sentences of the controller, with %s for a value. */
const SENTENCES_OF_CONTROLLER = [...Object.values(ERRORS), ...SENTENCES]
  .map(([sentence]) => sentence)
  .concat(FROM_LOG)
  .filter((sentence) => sentence.replaceAll('%s', '').length > 8);

/** The texts of the controller among those that a page shows. */
function textsOfController(shown: readonly string[]): string[] {
  const names = new Set(CATALOGUE.map((name) => name.toLowerCase()));
  return shown.filter(
    (text) =>
      names.has(text.toLowerCase()) ||
      SENTENCES_OF_CONTROLLER.some((sentence) => valuesOf(sentence, text) !== undefined),
  );
}

describeInBrowser('the browser UI in another language', () => {
  let web: WebUnderTest;
  let english: string[];

  beforeAll(async () => {
    const [own, german] = await Promise.all([textsOf('en'), textsOf('de')]);
    english = [...own].filter((text) => !german.has(text) && !NAMES.includes(text));
    web = await aDemo();
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
    await web.leave(page);

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
    await web.leave(inside);
  });

  it('has no English text on any page, and fits', async () => {
    const page = await web.signedIn(GERMAN);
    const found: string[] = [];
    for (const path of pagesToShow()) {
      await web.open(page, path);
      const lines = await englishOn(page);
      for (const viewport of [...SIZES, LAPTOP]) {
        await page.setViewportSize(viewport);
        await page.evaluate(SETTLED);
        const width = await page.evaluate<number>(PAGE_WIDTH);
        if (width > viewport.width) lines.push(`${width} px at ${viewport.width}`);
        lines.push(...(await page.evaluate<string[]>(CLIPPED)));
      }
      found.push(...lines.map((line) => `${path}: ${line}`));
    }
    expect(found).toEqual([]);
    await web.leave(page);
  });

  it('shows no English text of the controller on the main pages, nor in an error', async () => {
    const page = await web.signedIn({ ...GERMAN, path: '/outlets' });
    const found: string[] = [];
    for (const path of WITH_TEXTS) {
      await web.open(page, path);
      const texts = textsOfController(await page.evaluate<string[]>(EVERYTHING));
      found.push(...texts.map((text) => `${path}: ${text}`));
    }
    expect(found).toEqual([]);
    // The newest entry is the sign-in of this page or of another test.
    await web.open(page, '/log');
    await page
      .getByText(/admin meldete sich von .+ an\./)
      .first()
      .waitFor();
    await web.open(page, NO_EVENT);
    await page.getByRole('alert').getByText('Kein Ereignis hat die ID „9999“.').waitFor();
    expect(textsOfController(await page.evaluate<string[]>(EVERYTHING))).toEqual([]);
    await web.leave(page);
  });

  it('switches an outlet with a question in German', async () => {
    const page = await web.signedIn({ ...GERMAN, path: '/outlets' });
    await page.getByRole('button', { name: 'Aus: Camera recorder', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ausschalten?').waitFor();
    expect(await englishOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByText('Ausgeschaltet: Camera recorder').waitFor();
    await web.leave(page);
    await web.admin.send('PUT', '/api/outlets/12', { state: 'ON' });
  });

  it('has dialogs that the keyboard opens and closes, without English text, and that fit in the dark theme', async () => {
    const page = await web.signedIn({ ...GERMAN, colorScheme: 'dark', viewport: DESKTOP });
    const dialog = page.getByRole('dialog');
    const found: string[] = [];
    for (const [path, name] of DIALOGS) {
      await web.open(page, path);
      const opener = page.getByRole('button', { name }).first();
      await opener.press('Enter');
      await dialog.waitFor();
      const lines = await englishOn(page);
      for (const viewport of [PHONE, { width: 820, height: 1180 }, DESKTOP]) {
        await page.setViewportSize(viewport);
        await page.evaluate(SETTLED);
        lines.push(
          ...(await page.evaluate<string[]>(outside('[role=dialog] *'))).map((box) => `${viewport.width}: ${box}`),
        );
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await opener.and(page.locator(':focus')).waitFor();
      found.push(...lines.map((line) => `${path}, ${String(name)}: ${line}`));
    }
    expect(found).toEqual([]);
    await web.leave(page);
  });

  it('has nothing to read out that English pages have as well, as the defaults of a library would be', async () => {
    const german = await textsOf('de');
    const [english, spoken] = [await spokenOn('en-GB', 2), await spokenOn('de-DE', 1)];
    const names = await web.admin.send('GET', '/api/config/export');
    const isName = (text: string): boolean =>
      NAMES_ON_PAGES.test(text) || JSON.stringify(names.body).includes(JSON.stringify(text));
    const same = [...spoken].flatMap(([where, texts]) =>
      texts
        .filter((text) => english.get(where)?.includes(text) === true && !german.has(text) && !isName(text))
        .map((text) => `${where}: ${text}`),
    );
    expect(same).toEqual([]);
    expect([...spoken.keys()]).toEqual([...english.keys()]);
  });

  /** The texts that each page and dialog reads out in a language, by its path and the number of the dialog. */
  async function spokenOn(locale: string, nameAt: 1 | 2): Promise<Map<string, string[]>> {
    const page = await web.signedIn({ locale, viewport: DESKTOP });
    const spoken = new Map<string, string[]>();
    for (const path of pagesToShow()) {
      await web.open(page, path);
      spoken.set(path, await page.evaluate<string[]>(SPOKEN));
      for (const [place, opened] of DIALOGS.entries()) {
        if (opened[0] !== path) continue;
        await page.getByRole('button', { name: opened[nameAt] }).first().press('Enter');
        await page.getByRole('dialog').waitFor();
        spoken.set(`${path}, dialog ${place}`, await page.evaluate<string[]>(SPOKEN));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await web.leave(page);
    return spoken;
  }

  it('creates suggested events with German names', async () => {
    const events = async () =>
      (await web.admin.send('GET', '/api/events')).body as unknown as { readonly name: string }[];
    const before = (await events()).length;
    const page = await web.signedIn({ ...GERMAN, path: '/events' });
    await page.getByRole('button', { name: /^Vorgeschlagene Ereignisse/ }).click();
    const dialog = page.getByRole('dialog');
    const offered = await dialog.innerText();
    await dialog.getByRole('button', { name: /anlegen/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const created = (await events()).slice(before).map(({ name }) => name);
    expect(created.length).toBeGreaterThan(0);
    expect(created.filter((name) => !offered.includes(name))).toEqual([]);
    expect(created.join()).toMatch(/ohne Versorgung|über|nimmt nichts auf/);
    await web.leave(page);
  });

  it('changes in the account menu and stays so', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    expect(await language(page)).toBe('en');
    await page.getByRole('button', { name: 'Account: admin' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Steckdosen' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Steckdosen' }).waitFor();
    await web.leave(page);
  });

  it('can be chosen before signing in', async () => {
    const page = await web.signedOut('/login', GERMAN);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await language(page)).toBe('en');
    await web.leave(page);
  });

  it('fits from right to left as well', async () => {
    const page = await web.signedIn({ viewport: PHONE, path: '/groups' });
    const found: string[] = [];
    await page.evaluate("document.documentElement.dir = 'rtl'");
    for (const path of RIGHT_TO_LEFT) {
      await web.open(page, path);
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        await page.evaluate(SETTLED);
        const width = await page.evaluate<number>(PAGE_WIDTH);
        const lines = [
          ...(width > viewport.width ? [`${width} px`] : []),
          ...(await page.evaluate<string[]>(outside('main *, header *'))),
          ...(await page.evaluate<string[]>(UNIT_FIRST)),
          ...(await page.evaluate<string[]>(TURNED_ROUND)),
          ...(await page.evaluate<string[]>(SIGN_FIRST)),
          ...(await page.evaluate<string[]>(NOT_ISOLATED)),
        ];
        found.push(...lines.map((line) => `${path} at ${viewport.width}: ${line}`));
      }
    }
    expect(found).toEqual([]);
    await web.leave(page);
  });

  it('has thrown no error in all of that', () => expect(web.errors).toEqual([]));
});
