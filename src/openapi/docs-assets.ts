import { StreamableFile } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ApiError } from '../common/errors.js';

/** The page of the API explorer. As the security headers require, it loads no foreign content and no inline script. */
export const docsPage = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rackfeed API</title>
<link rel="icon" type="image/png" href="${basePath}/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css">
<script src="${basePath}/api/docs/swagger-ui-bundle.js" defer></script>
<script src="${basePath}/api/docs/start.js" defer></script>
</head>
<body>
<main id="explorer"></main>
<noscript>This page needs JavaScript. The document itself is at <a href="${basePath}/api/openapi.json">${basePath}/api/openapi.json</a>.</noscript>
</body>
</html>
`;

/** Starts the explorer. Without \`validatorUrl: null\` it would send the document to another host. */
export const docsStart = (basePath: string): string => `SwaggerUIBundle({
  url: '${basePath}/api/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

/** The files of the explorer. Nothing else of the package is served. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** A file of the explorer, read at each request because there are few. Throws PATH_UNKNOWN. */
export async function docsAsset(name: string, basePath: string): Promise<StreamableFile> {
  if (name === 'start.js') return file(Buffer.from(docsStart(basePath)), 'text/javascript; charset=utf-8');
  const type = TYPES.get(name);
  if (type === undefined) throw new ApiError('PATH_UNKNOWN');
  return file(await readFile(join(packageFolder(), name)), type);
}

const file = (content: Buffer, type: string): StreamableFile =>
  new StreamableFile(content, { type, length: content.length });

const packageFolder = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
