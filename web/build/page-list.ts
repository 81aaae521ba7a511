import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes pages.json, the paths of the page registry: the server answers these, and no others, with the application. */
export const pageList = (): Plugin => ({
  name: 'page-list',
  apply: 'build',
  generateBundle() {
    const registry = readFileSync(join(import.meta.dirname, '../src/app/pages.ts'), 'utf8');
    const paths = [...registry.matchAll(/^\s+path: '([^']+)'/gm)].map(([, path]) => path);
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(paths) });
  },
});
