/** The size limits of the browser UI. Its load time is measured by `npm run bench web`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const BUILT = join(import.meta.dirname, '../../dist/web');
const FIRST_LOAD = 200 * 1024;
const PAGE = 25 * 1024;

/** Bytes of compressed script that the HTML of the first page asks for. */
function firstLoad(): number {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const frame = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name ?? '');
  const pages = JSON.parse(readFileSync(join(BUILT, 'pages.json'), 'utf8')) as Record<string, string[]>;
  const rack = pages['/']?.filter((name) => name.endsWith('.js')) ?? [];
  expect([frame.length, rack.length]).not.toContain(0);
  return [...frame, ...rack].reduce((sum, name) => sum + statSync(join(BUILT, `${name}.gz`)).size, 0);
}

describe('the budget of the browser UI', () => {
  it('of script for the rack is 200 KB compressed', () => {
    expect(firstLoad()).toBeLessThan(FIRST_LOAD);
  });

  it('of what belongs to one page alone is 25 KB', () => {
    const pages = readdirSync(join(BUILT, 'assets')).filter((name) => /-page-.*\.js\.gz$/.test(name));
    expect(pages.length).toBeGreaterThan(15);
    const large = pages.filter((name) => statSync(join(BUILT, 'assets', name)).size > PAGE);
    expect(large).toEqual([]);
  });

  it('sends no request to any other host', () => {
    const texts = readdirSync(join(BUILT, 'assets'))
      .filter((name) => name.endsWith('.css') || name.endsWith('.html'))
      .map((name) => readFileSync(join(BUILT, 'assets', name), 'utf8'));
    expect(texts.filter((text) => /url\(["']?(https?:)?\/\//.test(text))).toEqual([]);
  });
});
