import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { chunksOf, filesWith, type Bundle } from './bundle-files.js';

/** The frame of the pages, which every page loads; the texts of its languages are loaded by what it finds in the browser. */
export const FRAME = '/src/app/app.tsx';
const TEXTS = /\/src\/language\/\w+\/base\.ts$/;
const ICON = /\/icons\/icon-(\w+)\.png$/;
/** The icons that only the manifest names. */
const MORE_ICONS = ['192', '512', 'maskable'];

/**
 * Makes the service worker, writes shell.json (the files of the frame, and the icons by their size) for the server, and lets
 * index.html name the files of the frame, so that the browser loads them at the same time as the script that asks for them.
 */
export const shellFiles = (): Plugin => ({
  name: 'shell-files',
  apply: 'build',
  buildStart() {
    const id = join(import.meta.dirname, '../src/worker/service-worker.ts');
    this.emitFile({ type: 'chunk', id, fileName: 'service-worker.js' });
    for (const size of MORE_ICONS) {
      const name = `icon-${size}.png`;
      const file = join(import.meta.dirname, '../src/app/icons', name);
      this.emitFile({ type: 'asset', name, originalFileName: file, source: readFileSync(file) });
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }): HtmlTagDescriptor[] {
      const own = bundle as unknown as Bundle;
      const [frame] = chunksOf(own, (module) => module.endsWith(FRAME));
      const files = [...(frame ? filesWith(own, frame) : [])].filter((file) => !page.includes(file));
      return files.map((file) => ({
        tag: 'link',
        injectTo: 'head',
        attrs: {
          ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
          crossorigin: true,
          href: `./${file}`,
        },
      }));
    },
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const own = bundle as unknown as Bundle;
      const page = own['index.html'];
      const named =
        page?.type === 'asset' ? [...String(page.source).matchAll(/"\.\/(assets\/[^"]+\.(?:js|css))"/g)] : [];
      const texts = chunksOf(own, (module) => TEXTS.test(module)).flatMap((chunk) => [...filesWith(own, chunk)]);
      const files = new Set([...named.map(([, file]) => file ?? ''), ...texts]);
      const icons = Object.entries(own).flatMap(([name, file]) => {
        const [, size] = (file.type === 'asset' && ICON.exec(`/${file.originalFileNames?.[0] ?? ''}`)) || [];
        return size === undefined ? [] : [[size, name]];
      });
      const source = JSON.stringify({ files: [...files].sort(), icons: Object.fromEntries(icons) as object });
      this.emitFile({ type: 'asset', fileName: 'shell.json', source });
    },
  },
});
