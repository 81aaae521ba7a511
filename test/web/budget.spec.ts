/** What the browser UI may cost: to load, and while it stands open all night. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { THREE_PHASE_36 } from '../../src/hardware/profiles/three-phase-36.js';
import { removeFolder, temporaryFolder } from '../support/controller-process.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, type WebUnderTest } from '../support/browser.js';

jest.setTimeout(BROWSER_TEST);

const BUILT = join(import.meta.dirname, '../../dist/web');
const FIRST_LOAD = 250 * 1024;
/**
 * The budgets are 1.5 s and 5 % of a core; measured on two busy cores: 0.7 to 1 s, and 2 %. A test on a machine with
 * other work can only hold them four times as wide: it finds what has gone wrong, not what has become a little slower.
 */
const SLACK = 4;
const USABLE = 1_500 * SLACK;
const OUTLETS_CPU = 0.05 * SLACK;

const FORTY_EIGHT = {
  ...THREE_PHASE_36,
  model: 'forty-eight',
  outlets: Array.from({ length: 48 }, (_, place) => THREE_PHASE_36.outlets[place % 36]),
};

/** Bytes of compressed script that a page's own HTML asks for. */
function firstLoad(): number {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name ?? '');
  return scripts.reduce((sum, name) => sum + statSync(join(BUILT, `${name}.gz`)).size, 0);
}

describeInBrowser('the budget of the browser UI', () => {
  let web: WebUnderTest;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder();
    const model = join(folder, 'model.json');
    writeFileSync(model, JSON.stringify(FORTY_EIGHT));
    web = await aBrowser({ RACKFEED_MODEL: model });
  });
  afterAll(async () => {
    await web.close();
    removeFolder(folder);
  });

  it('of script for the first load is 250 KB compressed', () => {
    expect(firstLoad()).toBeLessThan(FIRST_LOAD);
  });

  it('of each page for itself is a tenth of that', () => {
    const pages = readdirSync(join(BUILT, 'assets')).filter((name) => /-page-.*\.js\.gz$/.test(name));
    expect(pages.length).toBeGreaterThan(15);
    const large = pages.filter((name) => statSync(join(BUILT, 'assets', name)).size > FIRST_LOAD / 10);
    expect(large).toEqual([]);
  });

  it('asks nothing of any other host', () => {
    const texts = readdirSync(join(BUILT, 'assets'))
      .filter((name) => name.endsWith('.css') || name.endsWith('.html'))
      .map((name) => readFileSync(join(BUILT, 'assets', name), 'utf8'));
    expect(texts.filter((text) => /url\(["']?(https?:)?\/\//.test(text))).toEqual([]);
  });

  it('of time until somebody can sign in is kept', async () => {
    const times: number[] = [];
    for (let run = 0; run < 3; run++) {
      const begin = performance.now();
      const page = await web.stranger();
      await page.getByLabel('User name').waitFor();
      times.push(performance.now() - begin);
      await page.context().close();
    }
    expect(Math.min(...times)).toBeLessThan(USABLE);
  });

  it('of a core for 48 live outlets at one update a second is kept', async () => {
    const page = await web.signedIn({ path: '/outlets' });
    await page.getByRole('row').nth(48).waitFor();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    const busy = async (): Promise<number> => {
      const { metrics } = await devTools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    };
    const shares: number[] = [];
    for (let run = 0; run < 3; run++) {
      const [begin, before] = [performance.now(), await busy()];
      await page.waitForTimeout(5_000);
      shares.push(((await busy()) - before) / ((performance.now() - begin) / 1000));
    }
    expect(Math.min(...shares)).toBeLessThan(OUTLETS_CPU);
    await page.context().close();
  });
});
