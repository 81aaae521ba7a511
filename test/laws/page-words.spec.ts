import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const WEB = join(import.meta.dirname, '../../web/src');
const ENGLISH = join(WEB, 'language/en');
const REGISTRY = readFileSync(join(WEB, 'app/pages.ts'), 'utf8');

/** The section of each text, "outlets" of `words.outlets.name`, and the area whose file has it. */
const AREA_OF = new Map(
  readdirSync(ENGLISH).flatMap((file) =>
    [...readFileSync(join(ENGLISH, file), 'utf8').matchAll(/^export const (\w+)/gm)].map(
      ([, section]): [string, string] => [section ?? '', file.replace('.ts', '')],
    ),
  ),
);

/** The source file of an import, which names the file that is emitted. */
const sourceOf = (emitted: string): string | undefined =>
  ['.tsx', '.ts'].map((ending) => emitted.replace(/\.js$/, ending)).find((path) => existsSync(path));

/** A file and everything that is loaded with it. */
function loadedWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const text = readFileSync(path, 'utf8');
  const imports = text.matchAll(/^import (?!type )[^;]*?'(\.{1,2}\/[^']+\.js)';/gm);
  const laterOnes = text.matchAll(/(?:later|lateMenu)\(\(\) => import\('([^']+)'\)/g);
  for (const [, name] of [...imports, ...laterOnes]) {
    const source = sourceOf(join(dirname(path), name ?? ''));
    if (source) loadedWith(source, found);
  }
  return found;
}

/** The uses of texts that are not in these areas, as "file: section". */
function missing(path: string, areas: readonly string[]): string[] {
  return [...loadedWith(path)].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![/\w])words\.(\w+)/g)]
      .map(([, section]) => section ?? '')
      .filter((section) => !areas.includes(AREA_OF.get(section) ?? ''))
      .map((section) => `${relative(WEB, file)}: ${section}`),
  );
}

const pages = [...REGISTRY.matchAll(/page\(\(\) => import\('([^']+)'\)([^)]*)\)/g)].map(
  ([, file, areas]): [string, string[]] => [
    file?.replace('../', '') ?? '',
    [...(areas ?? '').matchAll(/'(\w+)'/g)].map(([, area]) => area ?? ''),
  ],
);

describe('The texts of the browser UI', () => {
  it('are found for every page', () => {
    const wall = 1;
    expect(pages.length).toBe((REGISTRY.match(/^ {4}path: /gm)?.length ?? 0) + wall);
    expect(AREA_OF.get('outlets')).toBe('base');
  });

  it('of the frame are in the area that is loaded first', () => {
    expect(missing(join(WEB, 'app/app.tsx'), ['base'])).toEqual([]);
  });

  it.each(pages)('are loaded for %s', (file, areas) => {
    expect(missing(sourceOf(join(WEB, file)) ?? '', ['base', ...areas])).toEqual([]);
  });
});
