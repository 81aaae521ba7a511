import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Encoding } from '../common/compression.js';
import { acceptedEncoding } from '../http/accepted-encoding.js';

/** True for the path of a page: `/groups/7` is one of `/groups/:groupId`. A trailing slash is ignored. */
export function isPage(path: string, pages: readonly string[]): boolean {
  const parts = partsOf(path);
  return pages.some((page) => {
    const wanted = partsOf(page);
    return (
      wanted.length === parts.length && wanted.every((part, place) => part.startsWith(':') || part === parts[place])
    );
  });
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The form of a file that a client accepts: the best of its precompressed ones, else the file itself. */
export function acceptedForm(asset: UiAsset, accepts: string | undefined): { path: string; encoding?: Encoding } {
  const encoding = acceptedEncoding(accepts, asset.encodings);
  return encoding ? { path: asset.path + SUFFIX[encoding], encoding } : { path: asset.path };
}

/** True for the Accept header of a browser that opens a page. */
export const wantsPage = (accepts: string | undefined): boolean => accepts?.includes('text/html') === true;

/** Folders of the built browser UI, seen from the source tree or built server and from the one-file server. */
const FOLDERS = ['../../dist/web', './web'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** A file of the browser UI whose name contains a hash of its content. */
export interface UiAsset {
  readonly path: string;
  readonly type: string;
  /** Encodings of its precompressed forms, the best first. */
  readonly encodings: readonly Encoding[];
}

export interface UiBuild {
  /**
   * The page that starts the application, with the placeholders `__STYLE_NONCE__` and `__BASE_PATH__`; the paths of its
   * files begin with `./`.
   */
  readonly page: string;
  /** The paths of the application's pages, such as `/groups/:groupId`. */
  readonly paths: readonly string[];
  readonly assets: ReadonlyMap<string, UiAsset>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The output of `npm run build:web`; undefined where it was not run. */
export function readUiBuild(folders: readonly string[] = FOLDERS): UiBuild | undefined {
  const folder = folders.find((each) => existsSync(join(each, 'index.html')));
  if (folder === undefined) return undefined;
  const names = new Set(readdirSync(join(folder, 'assets')));
  const assets = [...names].flatMap((name) => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    return type ? [[name, { path: join(folder, 'assets', name), type, encodings: encodingsOf(name, names) }]] : [];
  }) as [string, UiAsset][];
  return {
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    paths: JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as string[],
    assets: new Map(assets),
  };
}

const encodingsOf = (name: string, names: ReadonlySet<string>): Encoding[] => [
  ...(names.has(`${name}.br`) ? ['br' as const] : []),
  ...(names.has(`${name}.gz`) ? ['gzip' as const] : []),
];

export const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
