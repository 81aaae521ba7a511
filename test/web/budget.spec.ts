/** The size limits of the browser UI. Its load time is measured by `npm run bench web`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const BUILT = join(import.meta.dirname, '../../dist/web');
const FIRST_LOAD = 250 * 1024;

/** Bytes of compressed script that a page's own HTML asks for. */
function firstLoad(): number {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name ?? '');
  expect(scripts.length).toBeGreaterThan(0);
  return scripts.reduce((sum, name) => sum + statSync(join(BUILT, `${name}.gz`)).size, 0);
}

describe('the budget of the browser UI', () => {
  it('of script for the first load is 250 KB compressed', () => {
    expect(firstLoad()).toBeLessThan(FIRST_LOAD);
  });

  it('of each single page is a tenth of that', () => {
    const pages = readdirSync(join(BUILT, 'assets')).filter((name) => /-page-.*\.js\.gz$/.test(name));
    expect(pages.length).toBeGreaterThan(15);
    const large = pages.filter((name) => statSync(join(BUILT, 'assets', name)).size > FIRST_LOAD / 10);
    expect(large).toEqual([]);
  });

  it('sends no request to any other host', () => {
    const texts = readdirSync(join(BUILT, 'assets'))
      .filter((name) => name.endsWith('.css') || name.endsWith('.html'))
      .map((name) => readFileSync(join(BUILT, 'assets', name), 'utf8'));
    expect(texts.filter((text) => /url\(["']?(https?:)?\/\//.test(text))).toEqual([]);
  });
});
