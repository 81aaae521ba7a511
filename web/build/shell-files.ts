import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The members of a chunk that are used here; `viteMetadata` has the style sheets that it brings. */
interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}
type Bundle = Readonly<
  Record<string, Chunk | { readonly type: 'asset'; readonly originalFileNames?: readonly string[] }>
>;

/** The frame of the pages; the texts of its languages are loaded by what it finds in the browser. */
const FRAME = '/src/app/app.tsx';
const TEXTS = /\/src\/language\/\w+\/base\.ts$/;
const ICON = /\/icons\/icon-(\w+)\.png$/;
/** The icons that only the manifest names. */
const MORE_ICONS = ['192', '512', 'maskable'];

const chunksOf = (bundle: Bundle, isWanted: (module: string) => boolean): Chunk[] =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' && isWanted(file.facadeModuleId ?? '') ? [file] : []));

/** The files of a chunk and of everything that is loaded with it. */
function filesWith(bundle: Bundle, { fileName, imports, viteMetadata }: Chunk, found = new Set<string>()): Set<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const name of imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesWith(bundle, imported, found);
  }
  for (const css of viteMetadata?.importedCss ?? []) found.add(css);
  return found;
}

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
      const parts = chunksOf(
        own,
        (module) => /\/(index\.html|main\.tsx)$/.test(module) || module.endsWith(FRAME) || TEXTS.test(module),
      );
      const files = new Set(parts.flatMap((part) => [...filesWith(own, part)]));
      const icons = Object.entries(own).flatMap(([name, file]) => {
        const [, size] = (file.type === 'asset' && ICON.exec(`/${file.originalFileNames?.[0] ?? ''}`)) || [];
        return size === undefined ? [] : [[size, name]];
      });
      const source = JSON.stringify({ files: [...files].sort(), icons: Object.fromEntries(icons) as object });
      this.emitFile({ type: 'asset', fileName: 'shell.json', source });
    },
  },
});
