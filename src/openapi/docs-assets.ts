import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StreamableFile } from '@nestjs/common';
import { ApiError } from '../kernel/errors.js';
import { docsStart } from './docs-page.js';

/** The files of the explorer that may be asked for. Nothing else of the package is served. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** A file of the explorer, read when it is asked for: few ever ask. Throws PATH_UNKNOWN. */
export async function docsAsset(name: string, basePath: string): Promise<StreamableFile> {
  if (name === 'start.js') return file(Buffer.from(docsStart(basePath)), 'text/javascript; charset=utf-8');
  const type = TYPES.get(name);
  if (type === undefined) throw new ApiError('PATH_UNKNOWN');
  return file(await readFile(join(packageFolder(), name)), type);
}

const file = (content: Buffer, type: string): StreamableFile =>
  new StreamableFile(content, { type, length: content.length });

const packageFolder = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
