import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const WEB = join(import.meta.dirname, '../../web/src');
const ENGLISH = join(WEB, 'language/en');
/** The registries of pages, and the areas that are loaded before each of their pages. */
const REGISTRIES = [
  { file: 'app/pages.ts', frame: 'app/app.tsx', first: ['base'], besides: 1 }, // the wall has no row
  { file: 'hub/hub-pages.ts', frame: 'hub/hub.tsx', first: ['base', 'fleet'], besides: 0 },
];

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

const areasIn = (text = ''): string[] => [...text.matchAll(/'(\w+)'/g)].map(([, area]) => area ?? '');

/** The pages of a registry with their areas. */
const pagesOf = (registry: string): [string, string[]][] =>
  [...registry.matchAll(/page\(\(\) => import\('([^']+)'\)([^)]*)\)/g)].map(([, file, areas]) => [
    file?.replace('../', '') ?? '',
    areasIn(areas),
  ]);

describe('The texts of the browser UI', () => {
  it('have an area each', () => expect(AREA_OF.get('outlets')).toBe('base'));

  for (const { file, frame, first, besides } of REGISTRIES) {
    const registry = readFileSync(join(WEB, file), 'utf8');
    const pages = pagesOf(registry);

    it(`are found for every page of ${file}`, () => {
      expect(pages.length).toBe((registry.match(/^ {4}path: /gm)?.length ?? 0) + besides);
    });

    it(`of the frame in ${frame} are in what is loaded first`, () => {
      expect(missing(join(WEB, frame), first)).toEqual([]);
    });

    it.each(pages)(`are loaded for %s of ${file}`, (page, areas) => {
      expect(missing(sourceOf(join(WEB, page)) ?? '', [...first, ...areas])).toEqual([]);
    });
  }

  it('are loaded for the command palette', () => {
    const [, areas] = /loadWords\(([^)]*)\)/.exec(readFileSync(join(WEB, 'app/palette-host.tsx'), 'utf8')) ?? [];
    expect(missing(join(WEB, 'app/palette/palette.tsx'), ['base', ...areasIn(areas)])).toEqual([]);
  });
});
