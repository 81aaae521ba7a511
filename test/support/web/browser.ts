/**
 * The built controller with its simulator, and a real browser in front of it (Debian's Chromium, as `programs.ts` finds it). One of each for a
 * spec file:
 *
 *     const web = await aBrowser();                     // beforeAll
 *     const page = await web.signedIn();                // as admin, at the overview
 *     const page = await web.signedIn({ as: 'operator', password: '…', path: '/outlets', viewport: PHONE });
 *     await web.admin.send('PUT', '/api/outlets/1', { state: 'OFF' });
 *     await web.simulate({ banks: { '1200578': { breakerClosed: false } } });
 *     await web.leave(page);                            // at the end of a test
 *     await web.close();                                // afterAll
 */
import { basename, join } from 'node:path';
import { expect } from '@jest/globals';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../process/controller-process.js';
import { DemoProcess } from '../process/demo-process.js';
import { scaledTimeLimit } from '../time/time-limits.js';
import { CHROMIUM_PATH, describeWith } from '../process/programs.js';
import { SETTLED } from './axe.js';

const timeLimit = (): number => scaledTimeLimit(60_000);

/** Instead of `describe`: left out where there is no browser or no built UI (`npm run build`). */
export const describeInBrowser = (name: string, tests: () => void): void => describeWith('chromium', name, tests);

/** Errors that Chromium writes to the console about answers that a test is for, and about a connection that a test has cut. */
const EXPECTED = /^Failed to load resource|ERR_INTERNET_DISCONNECTED/;

export const PASSWORD = 'correct horse battery';
/** The pages of a walk that asks for no other. `BROWSER_THEME=dark BROWSER_WIDTH=820 npx jest test/web` walks all of them so. */
const LAPTOP = { width: Number(process.env['BROWSER_WIDTH'] ?? 1280), height: 800 };
const THEME = process.env['BROWSER_THEME'] === 'dark' ? 'dark' : 'light';
/** With `BROWSER_LANGUAGE=de` the pages of such a walk are German, and what it searches for is translated by what is loaded then. */
const IS_GERMAN = process.env['BROWSER_LANGUAGE'] === 'de';
let german: typeof import('./german/pages.js') | undefined;
export const PHONE = { width: 390, height: 844 };
/** For a walk that is about what only a wide page has, such as columns that a phone leaves out. */
export const WIDE = { width: 1280, height: 800 };
/** The width from which a page has its navigation beside it, px. */
const WITH_NAVIGATION = 768;
/** The time limit of a test that starts a controller and a browser on a busy machine, ms. */
export const BROWSER_TEST = 180_000;

// Code for the page is text, because the server has no types of a browser.
const IS_SHOWN = `Boolean(document.querySelector('h1:not([data-left])'))
  && !document.querySelector('[role=status] .mantine-Loader-root')`;
/** Width and height of a page, px: `await page.evaluate<number>(PAGE_WIDTH)`. */
export const PAGE_WIDTH = 'document.documentElement.scrollWidth';
export const PAGE_HEIGHT = 'document.documentElement.scrollHeight';

/**
 * Features of Chromium that no test needs; it ignores names that it does not know. The first row is its own address bar,
 * which nobody sees: two web pages and a process for every context, half of what a context costs. Chromium takes only
 * the last list, so the rest is what Playwright switches off.
 */
const SWITCHED_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  'SpareRendererForSitePerProcess',
];

/** A context starts one process with these, and otherwise two or three, which are most of what it costs. */
const ARGUMENTS = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--renderer-process-limit=1'],
  `--disable-features=${SWITCHED_OFF.join(',')}`,
];

const UNFINISHED = { behavior: 'ignoreErrors' } as const;

/** The events of a page that walks listen to. */
const LISTENED_TO = ['console', 'dialog', 'download', 'pageerror', 'request', 'response', 'websocket'] as const;

export interface SignedInOptions {
  readonly as?: string;
  readonly password?: string;
  /** The path of the first page. */
  readonly path?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The language of the browser; English if absent. */
  readonly locale?: string;
  /** The pages are touched by fingers, as on a tablet. */
  readonly hasTouch?: true;
  /** With `allow` the browser installs the service worker; without it each page comes from the controller. */
  readonly serviceWorkers?: 'allow';
  /** The time of the page can be moved on by `page.clock`. */
  readonly hasClock?: true;
}

export class WebUnderTest {
  /** Errors that the pages have thrown or written to the console. */
  readonly errors: string[] = [];
  /** The options of each browser that can be emptied. */
  readonly #kinds = new WeakMap<BrowserContext, string>();
  readonly #left: { readonly kind: string; readonly page: Page }[] = [];

  constructor(
    readonly url: string,
    readonly browser: Browser,
    /** The API as the administrator, by an access token: browsers that sign in do not push it out. */
    readonly admin: { readonly send: ReturnType<typeof withSession>['send'] },
    private readonly controller: ControllerProcess,
    private readonly folder: string,
    private readonly password = PASSWORD,
  ) {}

  /** A separate browser without a session. */
  async signedOut(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.#emptyPage(options);
    await page.goto(this.url + path);
    return page;
  }

  /**
   * Ends a test's use of a page, and empties its browser for the next one: without cookies, stored data, routes and listeners.
   * A route whose answer is under way then is nobody's any more, also if its test had no reason to wait for it.
   * The page stays at the address of the controller, where Chromium keeps the compiled code of the pages: opening one from
   * a new page would take twice as much.
   */
  async leave(page: Page): Promise<void> {
    const context = page.context();
    const kind = this.#kinds.get(context);
    await Promise.all([page.unrouteAll(UNFINISHED), context.unrouteAll(UNFINISHED)]);
    if (kind === undefined || context.pages().length > 1 || !(await this.#empty(page))) {
      await context.close();
      return;
    }
    this.#left.push({ kind, page });
  }

  /** False if the controller does not answer, so that the page cannot be used again. */
  async #empty(page: Page): Promise<boolean> {
    const context = page.context();
    for (const event of LISTENED_TO) page.removeAllListeners(event);
    await Promise.all([context.setOffline(false), context.clearPermissions()]);
    await page.mouse.move(-1, -1); // a page has nothing under the pointer at first
    const isAnswered = await page.goto(`${this.url}/health/live`).then(
      () => true,
      () => false,
    );
    if (!isAnswered) return false;
    await page.evaluate('sessionStorage.clear()');
    const session = await context.newCDPSession(page);
    const { origin } = new URL(this.url);
    await Promise.all([
      context.clearCookies(),
      session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' }),
    ]);
    await session.detach();
    return true;
  }

  /** An empty page, in a browser that was left if there is one of this kind. */
  async #emptyPage({ viewport = LAPTOP, colorScheme = THEME, ...options }: BrowserContextOptions): Promise<Page> {
    const kind = JSON.stringify(options);
    const place = this.#left.findIndex((left) => left.kind === kind);
    const page = this.#left.splice(place, place < 0 ? 0 : 1)[0]?.page ?? (await this.#pageOfItsOwn(options, kind));
    await page.setViewportSize(viewport ?? LAPTOP);
    await page.emulateMedia({ colorScheme, media: null, reducedMotion: null, forcedColors: null });
    if (options.locale === undefined) german?.speakGerman(page);
    return this.#watched(page);
  }

  async #pageOfItsOwn(options: BrowserContextOptions, kind: string): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: LAPTOP,
      serviceWorkers: 'block',
      // The pages are in the language of the browser, which must not be that of the machine.
      locale: german ? 'de-DE' : 'en-GB',
      ...options,
    });
    context.setDefaultTimeout(timeLimit());
    if (options.serviceWorkers !== 'allow') this.#kinds.set(context, kind);
    return context.newPage();
  }

  #watched(page: Page): Page {
    page.on('pageerror', ({ message }) => this.errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) {
        this.errors.push(message.text());
      }
    });
    return page;
  }

  /** A separate browser with a signed-in user, at a page with live data. */
  async signedIn({
    as = 'admin',
    password = this.password,
    path = '/',
    hasClock,
    ...options
  }: SignedInOptions = {}): Promise<Page> {
    const page = await this.#emptyPage(options);
    if (hasClock) {
      this.#kinds.delete(page.context()); // its clock remains
      await page.clock.install();
    }
    const { token } = await signIn(this.url, password, as);
    await page
      .context()
      .addCookies([{ name: 'SPID', value: token, url: this.url, httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(this.url + path);
    await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Stops the clock of a page that has one; `page.clock.runFor` moves it on, `page.clock.resume` lets it go. */
  async stopClock(page: Page): Promise<void> {
    await until(async () => {
      const soon = (await page.evaluate<number>('Date.now()')) + 500; // ms; the past is refused
      return page.clock.pauseAt(soon).then(
        () => true,
        () => false,
      );
    }, Boolean);
  }

  /** Cuts the connection of a page that has a clock, and waits until its values are old. */
  async cutOff(page: Page): Promise<void> {
    await page.context().setOffline(true);
    await page.locator('html[data-live="lost"], html[data-live="old"]').waitFor();
    await page.clock.runFor(7_000);
    await page.locator('html[data-live="old"]').waitFor();
  }

  /** Navigates as a click on a link does, and waits until the page is shown. */
  async open(page: Page, path: string): Promise<void> {
    if (new URL(page.url()).pathname !== path) {
      await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '')`);
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
    }
    await until(() => page.evaluate<boolean>(IS_SHOWN), Boolean);
    await page.evaluate(SETTLED); // its heading has the focus, which would otherwise take it from a button
  }

  /** Changes the simulated hardware. */
  async simulate(change: object): Promise<void> {
    const { status, body } = await this.admin.send('PATCH', '/api/simulator', change);
    if (status !== 200) throw new Error(`the simulator answered ${status}: ${JSON.stringify(body)}`);
  }

  /** Stops and continues the controller's process: the network as it seems to the browser when a cable is pulled. */
  pause(): void {
    this.controller.signal('SIGSTOP');
  }
  resume(): void {
    this.controller.signal('SIGCONT');
  }

  async close(): Promise<void> {
    const left = german?.searchedWithoutGerman() ?? [];
    if (left.length > 0) process.stderr.write(`Searched for without a German text: ${left.join(' | ')}\n`);
    await this.browser.close();
    await this.controller.kill('SIGKILL');
    removeFolder(this.folder);
  }
}

/**
 * @param environment more variables for the controller, for example `{ RACKFEED_MODEL: 'ats-8' }`
 * @param entry that of another release than the one that is built here
 */
export function aBrowser(environment: Readonly<Record<string, string>> = {}, entry?: string): Promise<WebUnderTest> {
  const folder = temporaryFolder();
  const given = {
    RACKFEED_DATA_DIR: join(folder, 'data'),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
    RACKFEED_SIMULATOR_CONTROL: 'true',
    ...environment,
  };
  const controller = new ControllerProcess(given, entry);
  return inFrontOf(controller, folder, () => Promise.resolve(PASSWORD));
}

/** The same with the furnished rack of `rackfeed demo`. */
export function aDemo(): Promise<WebUnderTest> {
  const folder = temporaryFolder();
  const demo = new DemoProcess(folder);
  return inFrontOf(demo, folder, () => demo.passwordOf('admin'));
}

/**
 * A text of the pages in their language, for a walk that types it or compares with it.
 *
 * @param own its German where that is not found by itself
 */
export function shown<T extends string | RegExp>(text: T, own?: T): T {
  if (!german) return text;
  if (own !== undefined) german.keep(own);
  return own ?? (typeof text === 'string' ? (german.germanText(text) as T) : text);
}

async function loadGerman(): Promise<void> {
  if (!IS_GERMAN) return;
  const loaded = await import('./german/pages.js');
  await loaded.loadTexts();
  const file = basename(expect.getState().testPath ?? '');
  german = loaded.IN_ENGLISH[file] === undefined ? loaded : undefined;
}

async function inFrontOf(
  controller: ControllerProcess,
  folder: string,
  passwordOfAdmin: () => Promise<string>,
): Promise<WebUnderTest> {
  const [url, browser] = await Promise.all([
    controller.ready(),
    chromium.launch({ executablePath: CHROMIUM_PATH, args: ARGUMENTS }),
    loadGerman(),
  ]);
  const password = await passwordOfAdmin();
  const { body } = await (await signIn(url, password)).send('POST', '/api/users/1/token');
  const { send } = withSession(url, String(body['accessToken']), 'bearer');
  const admin = {
    send: ((...request: Parameters<typeof send>) => {
      german?.keepNames(request[2]);
      return send(...request);
    }) as typeof send,
  };
  return new WebUnderTest(url, browser, admin, controller, folder, password);
}

/** The navigation, which a narrow page shows after its button: `await (await navigation(page)).getByRole('link', …).click()`. */
export async function navigation(page: Page): Promise<Locator> {
  if ((page.viewportSize()?.width ?? LAPTOP.width) < WITH_NAVIGATION) {
    await page.getByRole('button', { name: /Open navigation|Navigation öffnen/ }).click();
  }
  return page.locator('.navigation');
}

/** Polls until a condition holds; throws the last value if it never does. For conditions without a locator. */
export async function until<T>(
  ask: () => Promise<T> | T,
  isSo: (value: T) => boolean,
  limit = timeLimit(),
): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`never came about; last: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
