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

/** The links of a page within the project, as paths from its root; links in code are ignored. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .map((target) => normalize(join(dirname(page), target.replace(/#.*$/, ''))));
}

describe('the documents', () => {
  it.each(pages)('%s has no broken link', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });

  it.each([
    ['docs/architecture.md', 40],
    ['CONTRIBUTING.md', 30],
  ])('name no file or folder that is not there: %s', (page, fewest) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const named = Array.from(text.matchAll(/`((?:src|test|web|docs)\/[^`\s<]+)`/g), ([, path = '']) => path);
    expect(named.length).toBeGreaterThan(fewest);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('name only tests that there are, in the files that have them', () => {
    const text = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8');
    const named = Array.from(text.matchAll(/`((?:src|test)\/[^`]+\.ts)`(?:: ((?:“[^”]+”(?:, )?)+))?/g));
    const missing = named.flatMap(([, path = '', names = '']) => {
      const source = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
      if (source === undefined) return [path];
      return Array.from(names.matchAll(/“([^”]+)”/g), ([, name = '']) => name)
        .filter((name) => !source.includes(`'${name}'`))
        .map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
    expect(named.filter(([, , names]) => names !== undefined).length).toBeGreaterThan(15);
  });

  it('are all linked from their index, which is linked from the README', () => {
    const linked = linksOf(INDEX);
    const own = pages.filter((page) => page.startsWith('docs/') && page !== INDEX);
    expect(own.filter((page) => !linked.includes(page))).toEqual([]);
    expect(linksOf('README.md')).toContain(INDEX);
  });
});
