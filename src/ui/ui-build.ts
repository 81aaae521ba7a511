import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Encoding } from '../common/compression.js';
import { ApiError } from '../common/errors.js';
import { acceptedEncoding } from '../http/accepted-encoding.js';

/** The page of a path: `/groups/:groupId` for `/groups/7`. A trailing slash is ignored. Undefined if there is none. */
export function pageOf(path: string, pages: readonly string[]): string | undefined {
  const parts = partsOf(path);
  return pages.find((page) => {
    const wanted = partsOf(page);
    return (
      wanted.length === parts.length && wanted.every((part, place) => part.startsWith(':') || part === parts[place])
    );
  });
}

/** The elements by which a browser loads files before a script asks for them. */
export const preloads = (files: readonly string[], basePath: string): string =>
  files
    .map((file) => `<link ${PRELOADS[file.endsWith('.css') ? 'css' : 'js']} crossorigin href="${basePath}/${file}">`)
    .join('');

const PRELOADS = { css: 'rel="preload" as="style"', js: 'rel="modulepreload"' } as const;

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The form of a file that a client accepts: the best of its precompressed ones, else the file itself. */
export function acceptedForm(asset: UiAsset, accepts: string | undefined): { path: string; encoding?: Encoding } {
  const encoding = acceptedEncoding(accepts, asset.encodings);
  return encoding ? { path: asset.path + SUFFIX[encoding], encoding } : { path: asset.path };
}

/** Opens a file of the build. Throws PATH_UNKNOWN for one that an upgrade has taken away below the running controller. */
export const openFile = (path: string): Promise<FileHandle> =>
  open(path).catch(() => Promise.reject(new ApiError('PATH_UNKNOWN')));

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

type Pages = Readonly<Record<string, readonly string[]>>;

export interface UiBuild {
  /**
   * The page that starts the application, with the placeholders `__STYLE_NONCE__`, `__BASE_PATH__`, `__ROLE__` and
   * `__BUILD__`; the paths of its files begin with `./`.
   */
  readonly page: string;
  /** The files that each page of the application needs besides the frame, by its path, such as `/groups/:groupId`. */
  readonly pages: Pages;
  /** The same of the pages of a hub. */
  readonly hubPages: Pages;
  readonly assets: ReadonlyMap<string, UiAsset>;
  /** Names this build: two builds with the same name have the same files. */
  readonly build: string;
  /** The service worker, with the placeholders `__BUILD__` and `__SHELL_FILES__`. */
  readonly worker: string;
  readonly shell: UiShell;
}

/** The parts of the pages that are needed without a connection. */
export interface UiShell {
  /** Such as `assets/app-1a2b.js`. */
  readonly files: readonly string[];
  /** The files of the icons by their size in px, and `maskable`. */
  readonly icons: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
};

/** The output of `npm run build:web`; undefined where it was not run. */
export function readUiBuild(folders: readonly string[] = FOLDERS): UiBuild | undefined {
  const folder = folders.find((each) => existsSync(join(each, 'index.html')));
  if (folder === undefined) return undefined;
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const names = new Set(readdirSync(join(folder, 'assets')));
  const assets = [...names].flatMap((name) => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    return type ? [[name, { path: join(folder, 'assets', name), type, encodings: encodingsOf(name, names) }]] : [];
  }) as [string, UiAsset][];
  return {
    page: text('index.html'),
    pages: JSON.parse(text('pages.json')) as Pages,
    hubPages: JSON.parse(text('hub-pages.json')) as Pages,
    assets: new Map(assets),
    build: hash('sha256', [text('index.html'), text('service-worker.js'), ...[...names].sort()].join(' ')).slice(0, 16),
    worker: text('service-worker.js'),
    shell: JSON.parse(text('shell.json')) as UiShell,
  };
}

const encodingsOf = (name: string, names: ReadonlySet<string>): Encoding[] => [
  ...(names.has(`${name}.br`) ? ['br' as const] : []),
  ...(names.has(`${name}.gz`) ? ['gzip' as const] : []),
];

export const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
