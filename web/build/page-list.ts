import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { chunksOf, filesWith, type Bundle } from './bundle-files.js';
import { FRAME } from './shell-files.js';

/** The files with rows of pages by the files that their lists are written to. */
const REGISTRIES = {
  'pages.json': ['app/pages.ts', 'app/sign-in.ts'],
  'hub-pages.json': ['hub/hub-pages.ts', 'app/sign-in.ts'],
} as const;
const SOURCES = join(import.meta.dirname, '../src');
const ROW = /^\s+path: '([^']+)'(?:(?!^\s+path: )[^])*?import\('\.\.([^']+)\.js'\)/gm;

/**
 * Writes pages.json and hub-pages.json, the paths of a page registry with the files that each page needs besides the frame:
 * the server answers these paths, and no others, with the application, and names the files in it.
 */
export const pageList = (): Plugin => ({
  name: 'page-list',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const own = bundle as unknown as Bundle;
      const withModule = (name: string): Set<string> => {
        const found = chunksOf(own, (module) => module.endsWith(name));
        return new Set(found.flatMap((chunk) => [...filesWith(own, chunk)]));
      };
      const frame = withModule(FRAME);
      for (const [fileName, registries] of Object.entries(REGISTRIES)) {
        const text = registries.map((registry) => readFileSync(join(SOURCES, registry), 'utf8')).join('');
        const rows = [...text.matchAll(ROW)].map(([, path, module]) => {
          const files = [...withModule(`/src${module}.tsx`)].filter((file) => !frame.has(file));
          return [path, files] as const;
        });
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(Object.fromEntries(rows)) });
      }
    },
  },
});
