import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const INDEX = 'docs/README.md';

const pages = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true }).map((path) => `docs/${String(path)}`),
]
  .filter((path) => path.endsWith('.md'))
  .sort();

/** Where a page leads to inside of the project, as paths from its root; what stands in code is no link. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .map((target) => normalize(join(dirname(page), target.replace(/#.*$/, ''))));
}

describe('the documents', () => {
  it.each(pages)('%s links to nothing that is not there', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });

  it('are all linked from their index, and that from the README', () => {
    const linked = linksOf(INDEX);
    const own = pages.filter((page) => page.startsWith('docs/') && page !== INDEX);
    expect(own.filter((page) => !linked.includes(page))).toEqual([]);
    expect(linksOf('README.md')).toContain(INDEX);
  });
});
