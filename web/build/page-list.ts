import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { chunksOf, filesWith, type Bundle } from './bundle-files.js';
import { FRAME } from './shell-files.js';

const REGISTRY = join(import.meta.dirname, '../src/app/pages.ts');
const ROW = /^\s+path: '([^']+)'(?:(?!^\s+path: )[^])*?import\('\.\.([^']+)\.js'\)/gm;

/**
 * Writes pages.json, the paths of the page registry with the files that each page needs besides the frame: the server answers
 * these paths, and no others, with the application, and names the files in it.
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
      const rows = [...readFileSync(REGISTRY, 'utf8').matchAll(ROW)].map(([, path, module]) => {
        const files = [...withModule(`/src${module}.tsx`)].filter((file) => !frame.has(file));
        return [path, files] as const;
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(rows)) });
    },
  },
});
