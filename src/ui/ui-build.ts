import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a path is that of a page: `/groups/7` is one of `/groups/:groupId`. A slash at the end does not count. */
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

/** The form of a file that a client understands: the best of its ready-made compressed ones, else the file itself. */
export function acceptedForm(asset: UiAsset, accepts: string | undefined): { path: string; encoding?: Encoding } {
  const names = (accepts ?? '').split(',').map((part) => part.trim().toLowerCase());
  const encoding = asset.encodings.find((each) => names.some((name) => accepted(name, each)));
  return encoding ? { path: asset.path + SUFFIX[encoding], encoding } : { path: asset.path };
}

/** `br`, `br;q=0.5`, but not `br;q=0`. */
const accepted = (part: string, encoding: string): boolean => {
  const [name, quality] = part.split(';');
  return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality ?? '');
};

/** True for what a browser sends when somebody opens an address. */
export const wantsPage = (accepts: string | undefined): boolean => accepts?.includes('text/html') === true;

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
