import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The built browser UI: beside the built server, from its folder, from the source tree, or from the one-file server. */
const FOLDERS = ['../../dist/web', './web'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** A file of the browser UI whose name holds a hash of what is in it. */
export interface UiAsset {
  readonly path: string;
  readonly type: string;
  /** Ready-made compressed forms beside it, by the name of the encoding; the best comes first. */
  readonly encodings: readonly Encoding[];
}
export type Encoding = 'br' | 'gzip';

export interface UiBuild {
  /**
   * The page that starts the application: `__STYLE_NONCE__` and `__BASE_PATH__` stand where these go, and its files are
   * named from `./`.
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

/** What `npm run build:web` has made; undefined where it was not run. */
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
