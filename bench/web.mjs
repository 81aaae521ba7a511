/** The browser UI in a real browser: what it loads, when it can be used, what it costs while it is shown. */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { median, print, signIn, startController } from './support.mjs';
import { heapOfWall } from './web-wall.mjs';

/** The shell is the same engine without the windows of a browser. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);
const RUNS = 5;
const SHOWN_FOR = 5_000;
/** The factor by which the processor is slowed for the time until a page can be used. */
const SLOWED = 4;

/** The bytes of script as they are sent, until the first page can be used. */
async function firstLoad(open) {
  const page = await open();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const scripts = new Set();
  let bytes = 0;
  devTools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await usable(page, '/', '[data-outlet]');
  await page.context().close();
  return bytes;
}

/**
 * Resolves in the page with the time since it was requested, ms, when it shows live values and its main part. The page
 * notices it itself: to be asked again and again from outside would slow it down.
 */
const USABLE = (part) => `new Promise((resolve) => {
  const check = () => {
    if (document.documentElement.dataset.live !== 'live' || !document.querySelector(${JSON.stringify(part)})) return;
    observer.disconnect();
    resolve(performance.now());
  };
  const observer = new MutationObserver(check);
  observer.observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ['data-live'] });
  check();
})`;

async function usable(page, path, part) {
  await page.goto(new URL(path, page.base).href, { waitUntil: 'commit' });
  return page.evaluate(USABLE(part));
}

async function usableWhenSlowed(open, path, part) {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await open();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    times.push(await usable(page, path, part));
    await page.context().close();
  }
  return median(times);
}

/** The share of one core that the page uses, with one update a second. */
async function shareOfCore(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const shares = [];
  for (let run = 0; run < RUNS; run++) {
    const [begin, before] = [performance.now(), await busy()];
    await page.waitForTimeout(SHOWN_FOR);
    shares.push(((await busy()) - before) / ((performance.now() - begin) / 1000));
  }
  return median(shares);
}

/** Time from the keys until the field of the palette is there and painted, ms. */
const PALETTE = `new Promise((resolve) => {
  const begin = performance.now();
  const check = () => document.querySelector('[role=dialog] input')
    ? requestAnimationFrame(() => resolve(performance.now() - begin))
    : setTimeout(check, 0);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
  check();
})`;

async function paletteOpens(page) {
  await page.waitForTimeout(4_000); // the page loads it when it has nothing else to do
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    times.push(await page.evaluate(PALETTE));
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
  }
  return median(times);
}

export async function benchWeb() {
  if (!CHROMIUM) return console.log('  left out: there is no Chromium (Debian package chromium-headless-shell)');
  const { port } = await startController(48);
  const url = `http://127.0.0.1:${port}`;
  const token = await signIn(port);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await context.addCookies([{ name: 'SPID', value: token, url }]);
    return Object.assign(await context.newPage(), { base: url });
  };
  const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
  try {
    console.log(`  load of the machine: ${loadavg()[0].toFixed(1)}`);
    print(
      '  script until the rack can be used, brotli',
      `${Math.round((await firstLoad(open)) / 1024)} KB`,
      'aim 200 KB',
    );
    for (const [name, path, part] of [
      ['rack', '/', '[data-outlet]'],
      ['outlets', '/outlets', 'tbody tr:nth-child(48)'],
      ['history', '/history', '.uplot canvas'],
    ]) {
      const time = await usableWhenSlowed(open, path, part);
      print(`  ${name} usable, processor slowed ${SLOWED} times`, seconds(time), 'aim 1.50 s');
    }
    const page = await open();
    await usable(page, '/', '[data-outlet]');
    print('  palette opens', `${(await paletteOpens(page)).toFixed(0)} ms`, 'aim 50 ms');
    print('  48 live outlets in the rack, of a core', `${((await shareOfCore(page)) * 100).toFixed(1)} %`, 'aim 4 %');
    await page.context().close();

    const wall = await open();
    const { before, after } = await heapOfWall(wall);
    const megabytes = (bytes) => (bytes / 1024 / 1024).toFixed(1);
    print(
      '  wall screen, heap before and after an hour',
      `${megabytes(before)}, ${megabytes(after)} MB`,
      'aim: the same',
    );
    console.log(`  load of the machine: ${loadavg()[0].toFixed(1)}`);
  } finally {
    await browser.close();
  }
}
