/**
 * npm run api-types: writes web/src/api/schema.d.ts from the OpenAPI document of the built controller.
 *
 *   --check   writes nothing; ends with 1 when the file is not what it would write
 *   --from <file or address>   instead of the built controller's own document
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const ROOT = resolve(import.meta.dirname, '..');
const FILE = join(ROOT, 'web/src/api/schema.d.ts');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, from: { type: 'string' } } });

const document = values.from ? await given(values.from) : await documentOfBuild();
document.info.version = ''; // a new version number changes no type
for (const operation of Object.values(document.paths).flatMap(Object.values)) {
  // Every error has the body of the schema Error; repeated at each operation it would be nine tenths of the file.
  for (const status of Object.keys(operation.responses ?? {})) if (status >= '4') delete operation.responses[status];
}
const types = astToString(await openapiTS(document, { alphabetize: true }));
const text = await format(types, { ...(await resolveConfig(FILE)), parser: 'typescript' });
const isCurrent = text === (await readFile(FILE, 'utf8').catch(() => ''));
if (!values.check) await writeFile(FILE, text);
console.log(isCurrent ? 'web/src/api/schema.d.ts is current.' : 'web/src/api/schema.d.ts differs from the API.');
process.exitCode = values.check && !isCurrent ? 1 : 0;

async function given(from) {
  return /^https?:/.test(from) ? (await fetch(from)).json() : JSON.parse(await readFile(from, 'utf8'));
}

/** The controller without a port, poll cycle or data folder. */
async function documentOfBuild() {
  const { createApp } = await import(join(ROOT, 'dist/app.js'));
  const { readConfig } = await import(join(ROOT, 'dist/config/runtime-config.js'));
  const { OpenApiService } = await import(join(ROOT, 'dist/openapi/openapi.service.js'));
  const folder = await mkdtemp(join(tmpdir(), 'rackfeed-api-types-'));
  const config = readConfig({ RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: 'correct horse battery' });
  const logger = { log() {}, warn() {}, error: console.error };
  const app = await createApp(config, { polling: false, logger });
  const { body } = app.get(OpenApiService).document;
  await app.close();
  await rm(folder, { recursive: true, force: true });
  return JSON.parse(body);
}
