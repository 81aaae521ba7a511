import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RuntimeConfig } from '../config/runtime-config.js';
import { ApiError } from '../common/errors.js';
import { acceptedForm, wantsPage } from './ui-build.js';
import { isPage } from './ui-build.js';
import { readUiBuild } from './ui-build.js';

/** Sends the files of the browser UI. */
@Injectable()
export class UiService {
  readonly #build = readUiBuild();
  /** The page with its files and its API below the base path, which works with and without a proxy. */
  readonly #page: string;

  constructor({ basePath }: RuntimeConfig) {
    const page = this.#build?.page ?? '';
    this.#page = page.replaceAll('="./', `="${basePath}/`).replaceAll('__BASE_PATH__', basePath);
  }

  /** A hashed file. Throws PATH_UNKNOWN. */
  asset(name: string, request: Request, response: Response): StreamableFile {
    const asset = this.#build?.assets.get(name);
    if (!asset) throw new ApiError('PATH_UNKNOWN');
    const { path, encoding } = acceptedForm(asset, request.headers['accept-encoding']);
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    return new StreamableFile(createReadStream(path), { type: asset.type });
  }

  /**
   * The application, for each of its pages. For an unknown path a browser gets it with status 404, and it shows that; a
   * program gets the error of the API. Throws PATH_UNKNOWN.
   */
  page(request: Request, response: Response): string {
    const known = this.#build && isPage(request.path, this.#build.paths);
    if (!this.#build || (!known && !wantsPage(request.headers.accept))) throw new ApiError('PATH_UNKNOWN');
    const nonce = randomBytes(16).toString('base64');
    allowStyles(response, nonce);
    response.setHeader('Cache-Control', 'no-cache, no-store'); // it names the hashed files of this release, and a nonce
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.status(known ? 200 : 404);
    return this.#page.replace('__STYLE_NONCE__', nonce);
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
