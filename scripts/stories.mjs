/**
 * npm run stories: shows each part of the pages in each of its states (web/src/**\/*.stories.tsx) in Chromium, at three
 * widths, light and dark, and from right to left. Fails on errors of the console, on a part that is wider than its place,
 * and on findings of axe that are moderate or worse.
 *
 *   --page              serves them, until Ctrl-C
 *   --only <text>       only stories whose name contains it
 *   --out <folder>      where the pictures go, instead of .stories/
 *   --no-pictures       takes none
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build, createServer, preview } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const CONFIG = join(ROOT, 'web/stories/vite.config.ts');
/** The shell is the same engine without the windows of a browser, and takes less time. */
const CHROMIUM = [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => existsSync(path),
);
const { values } = parseArgs({
  options: {
    page: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(ROOT, '.stories') },
    'no-pictures': { type: 'boolean', default: false },
  },
});

const AXE = 'axe.js';
/** The axe findings do not change with the width alone: a phone in light and a desktop in dark find them. */
const SETTINGS = [
  { name: '390', width: 390, axe: true },
  { name: '390-rtl', width: 390, direction: 'rtl' },
  { name: '820', width: 820 },
  { name: '1440', width: 1440 },
  { name: '1440-dark', width: 1440, colorScheme: 'dark', axe: true },
];

/** Resolves when the part is laid out and drawn, with every transition at its end. */
const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
  for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish();
})`;

/** True when the page of a story has drawn its part: the page before it may still be there when the next has begun to load. */
const isDrawn = (name) => `new URLSearchParams(location.search).get('story') === ${JSON.stringify(name)}
  && document.querySelector('[data-part]') !== null`;

/** The widest overflow of the box of the part, or of the dialog that it opens, and that of the page, one per line. */
const OVERFLOW = `(() => {
  const part = document.querySelector('[role=dialog]') ?? document.querySelector('[data-part]');
  const box = part.getBoundingClientRect();
  const isSeen = (e) => e.checkVisibility() && !e.closest('.visually-hidden, svg, canvas') && e.clientWidth > 1
    && getComputedStyle(e).position !== 'fixed';
  const out = [...part.querySelectorAll('*')].filter(isSeen).map((e) => {
    const { left, right } = e.getBoundingClientRect();
    return [Math.round(Math.max(right - box.right, box.left - left)), e.className];
  }).filter(([px]) => px > 1).sort(([a], [b]) => b - a);
  const page = document.documentElement.scrollWidth - innerWidth;
  return [...(page > 0 ? ['the page by ' + page + ' px'] : []), ...out.slice(0, 1).map(([px, name]) => name + ' by ' + px + ' px')];
})()`;

if (values.page) {
  const vite = await createServer({ configFile: CONFIG });
  await vite.listen();
  vite.printUrls();
} else {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-stories-'));
  try {
    await build({ configFile: CONFIG, build: { outDir: folder } });
    copyFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), join(folder, AXE));
    const found = await walk(folder);
    for (const line of found) console.log(line);
    process.exitCode = found.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The findings of all stories, one per line. */
async function walk(folder) {
  const server = await preview({
    configFile: CONFIG,
    build: { outDir: folder },
    // Chromium keeps the compiled code of files that it may keep: half of what a story costs is compiling.
    preview: { host: '127.0.0.1', port: 0, headers: { 'cache-control': 'max-age=3600' } },
  });
  const url = `http://127.0.0.1:${server.httpServer.address().port}/`;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--renderer-process-limit=1'],
  });
  try {
    const page = await (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
    await page.goto(url);
    await page.waitForFunction('globalThis.storyNames');
    const names = (await page.evaluate('storyNames')).filter((name) => name.includes(values.only));
    const found = [];
    let now = '';
    page.on('pageerror', ({ message }) => found.push(`${now}: ${message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') found.push(`${now}: ${message.text()}`);
    });
    for (const name of names) {
      now = name;
      await page.goto(`${url}?story=${encodeURIComponent(name)}`, { waitUntil: 'commit' });
      await page.waitForFunction(isDrawn(name)); // asks at every frame, a locator twice a second
      found.push(...(await findingsOf(page, name)));
    }
    console.log(`${names.length} stories in ${SETTINGS.length} settings, ${found.length} findings`);
    return found;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The findings of the story that the page shows. */
async function findingsOf(page, name) {
  const found = [];
  for (const { name: setting, width, colorScheme = 'light', direction = 'ltr', axe } of SETTINGS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await page.evaluate(SETTLED);
    const lines = (await page.evaluate(OVERFLOW)).map((line) => `overflow of ${line}`);
    if (axe) lines.push(...(await violations(page)));
    found.push(...lines.map((line) => `${name} at ${setting}: ${line}`));
    if (values['no-pictures']) continue;
    mkdirSync(join(values.out, name.split('/')[0]), { recursive: true });
    await page.screenshot({ path: join(values.out, `${name}-${setting}.png`) });
  }
  return found;
}

/** The findings of axe that are moderate or worse. */
async function violations(page) {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.addScriptTag({ url: AXE });
  const { violations: found } = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  return found
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}
