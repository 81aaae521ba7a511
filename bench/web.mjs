/** The browser UI in a real browser: the time until a user can sign in, and the load of 48 live outlets while shown. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { signIn, startController } from './support.mjs';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const RUNS = 5;
const SHOWN_FOR = 5_000;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function timeToSignIn(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(url);
  await page.getByLabel('User name').waitFor();
  const took = performance.now() - begin;
  await context.close();
  return took;
}

/** The share of one core that the page uses, with one update a second. */
async function shareOfCore(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const [begin, before] = [performance.now(), await busy()];
  await page.waitForTimeout(SHOWN_FOR);
  return ((await busy()) - before) / ((performance.now() - begin) / 1000);
}

export async function benchWeb() {
  if (!CHROMIUM) return console.log('  left out: there is no Chromium (Debian package chromium)');
  const { port } = await startController(48);
  const url = `http://127.0.0.1:${port}`;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const times = [];
    for (let run = 0; run < RUNS; run++) times.push(await timeToSignIn(browser, url));
    console.log(`  sign-in usable after ${Math.round(median(times))} ms (aim 1,500)`);

    const context = await browser.newContext();
    await context.addCookies([{ name: 'SPID', value: await signIn(port), url }]);
    const page = await context.newPage();
    await page.goto(`${url}/outlets`);
    await page.getByRole('row').nth(48).waitFor();
    const shares = [];
    for (let run = 0; run < RUNS; run++) shares.push(await shareOfCore(page));
    console.log(`  48 live outlets take ${(median(shares) * 100).toFixed(1)} % of a core (aim 5 %)`);
  } finally {
    await browser.close();
  }
}
