import { randomBytes } from 'node:crypto';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CallerCache } from '../auth/callers/caller-cache.js';
import { isCrossSite } from '../auth/cross-site.js';
import { cookieTokens } from '../auth/strategies/cookie.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { ApiError } from '../common/errors.js';
import { SettingsStore } from '../settings/settings.store.js';
import { acceptedForm, openFile, pageOf, preloads, readUiBuild, wantsPage, type UiBuild } from './ui-build.js';
import { manifestOf } from './ui-manifest.js';

/** The name of the installed application for a browser that is not signed in. */
const PRODUCT = 'Rackfeed';

/** Sends the files of the browser UI. */
@Injectable()
export class UiService {
  readonly #build = readUiBuild();
  /** The page with its files and its API below the base path, which works with and without a proxy. */
  readonly #page: string;
  readonly #basePath: string;
  /** The files of each page of this kind of process. */
  readonly #pages: UiBuild['pages'];

  constructor(
    { basePath, role }: RuntimeConfig,
    private readonly callers: CallerCache,
    private readonly settings: SettingsStore,
  ) {
    this.#basePath = basePath;
    const { page = '', build = '', pages = {}, hubPages = {} } = this.#build ?? {};
    this.#pages = role === 'hub' ? hubPages : pages;
    this.#page = page
      .replaceAll('="./', `="${basePath}/`)
      .replaceAll('__BASE_PATH__', basePath)
      .replaceAll('__ROLE__', role)
      .replaceAll('__BUILD__', this.#nameOf(build));
  }

  /** A hashed file. Throws PATH_UNKNOWN. */
  async asset(name: string, request: Request, response: Response): Promise<StreamableFile> {
    const asset = this.#build?.assets.get(name);
    if (!asset) throw new ApiError('PATH_UNKNOWN');
    const { path, encoding } = acceptedForm(asset, request.headers['accept-encoding']);
    const file = await openFile(path);
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    return new StreamableFile(file.createReadStream(), { type: asset.type });
  }

  /**
   * The application, for each of its pages. For an unknown path a browser gets it with status 404, and it shows that; a
   * program gets the error of the API. Throws PATH_UNKNOWN.
   */
  page(request: Request, response: Response): string {
    const known = this.#build && pageOf(request.path, Object.keys(this.#pages));
    if (!this.#build || (known === undefined && !wantsPage(request.headers.accept))) throw new ApiError('PATH_UNKNOWN');
    const nonce = randomBytes(16).toString('base64');
    allowStyles(response, nonce);
    if (request.query['shell'] === 'none') removeShell(request, response);
    response.setHeader('Cache-Control', 'no-cache, no-store'); // it names the hashed files of this release, and a nonce
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.status(known === undefined ? 404 : 200);
    const files = known === undefined ? [] : (this.#pages[known] ?? []);
    const page = this.#page.replace('</head>', `${preloads(files, this.#basePath)}</head>`);
    return page.replace('__STYLE_NONCE__', nonce);
  }

  /** Names the present build, which a page compares with its own. Throws PATH_UNKNOWN. */
  get build(): string {
    return this.#nameOf(this.#built.build);
  }

  /** The service worker of this build; a browser that has another one installs it. Throws PATH_UNKNOWN. */
  worker(response: Response): string {
    const { worker, shell } = this.#built;
    response.setHeader('Cache-Control', 'no-cache, no-store');
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    return worker.replace('__BUILD__', this.build).replace('__SHELL_FILES__', shell.files.join(' '));
  }

  /** The manifest; only a browser that is signed in gets the name of the PDU in it. Throws PATH_UNKNOWN. */
  manifest(request: Request, response: Response): string {
    const { shell } = this.#built;
    const tokens = cookieTokens(request.headers.cookie);
    const isKnown = tokens.some((token) => this.callers.ofToken({ kind: 'session', token }) !== undefined);
    response.setHeader('Content-Type', 'application/manifest+json; charset=utf-8');
    return JSON.stringify(manifestOf(isKnown ? this.settings.get('deviceName') : PRODUCT, this.#basePath, shell));
  }

  get #built(): UiBuild {
    if (!this.#build) throw new ApiError('PATH_UNKNOWN');
    return this.#build;
  }

  /** The page of another base path is another page. */
  #nameOf(build: string): string {
    return this.#basePath === '' ? build : `${build}${this.#basePath}`;
  }
}

/** The components create a few style elements at run time; a nonce allows these and no others. */
function allowStyles(response: Response, nonce: string): void {
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader(
    'Content-Security-Policy',
    policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
  );
}

/** Frees a browser of its service worker and of what that has stored, at the request of its user only. */
function removeShell(request: Request, response: Response): void {
  if (!isCrossSite(request.headers)) response.setHeader('Clear-Site-Data', '"storage"');
}
