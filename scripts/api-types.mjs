/**
 * npm run api-types: writes web/src/api/schema.d.ts from the OpenAPI document of the built controller, and hub-schema.d.ts
 * from that of a hub: the paths of a fleet alone.
 *
 *   --check   writes nothing; ends with 1 when a file is not what it would write
 *   --from <file or address>   instead of the built controller's own document
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, from: { type: 'string' } } });

await write(
  'schema.d.ts',
  values.from ? await given(values.from) : await documentOfBuild('controller', 'app.js', 'createApp'),
);
if (!values.from) await write('hub-schema.d.ts', await documentOfBuild('hub', 'hub.js', 'createHub'));

async function write(name, document) {
  const file = join(ROOT, 'web/src/api', name);
  document.info.version = ''; // a new version number changes no type
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    // Every error has the body of the schema Error; repeated at each operation it would be nine tenths of the file.
    for (const status of Object.keys(operation.responses ?? {})) if (status >= '4') delete operation.responses[status];
    // The members of schemas have their examples; the composed ones would be a quarter of the file.
    for (const { content } of [operation.requestBody ?? {}, ...Object.values(operation.responses ?? {})]) {
      for (const media of Object.values(content ?? {})) delete media.example;
    }
  }
  const types = astToString(await openapiTS(document, { alphabetize: true }));
  const text = await format(types, { ...(await resolveConfig(file)), parser: 'typescript' });
  const isCurrent = text === (await readFile(file, 'utf8').catch(() => ''));
  if (!values.check) await writeFile(file, text);
  console.log(isCurrent ? `web/src/api/${name} is current.` : `web/src/api/${name} differs from the API.`);
  if (values.check && !isCurrent) process.exitCode = 1;
}

async function given(from) {
  return /^https?:/.test(from) ? (await fetch(from)).json() : JSON.parse(await readFile(from, 'utf8'));
}

/** That of a controller without a port, poll cycle or data folder, or of a hub. */
async function documentOfBuild(role, module, create) {
  const { [create]: createProcess } = await import(join(ROOT, 'dist', module));
  const { readConfig } = await import(join(ROOT, 'dist/config/runtime-config.js'));
  const { OpenApiService } = await import(join(ROOT, 'dist/openapi/openapi.service.js'));
  const folder = await mkdtemp(join(tmpdir(), 'rackfeed-api-types-'));
  const config = readConfig({
    RACKFEED_ROLE: role,
    RACKFEED_FLEET_PORT: role === 'hub' ? '0' : undefined,
    RACKFEED_DATA_DIR: folder,
    RACKFEED_ADMIN_PASSWORD: 'correct horse battery',
  });
  const logger = { log() {}, warn() {}, error: console.error };
  const app = await createProcess(config, { polling: false, ticking: false, logger });
  const { body } = app.get(OpenApiService).document;
  await app.close();
  await rm(folder, { recursive: true, force: true });
  const document = JSON.parse(body);
  if (role === 'hub') keepFleet(document);
  return document;
}

/** Leaves the paths of a fleet in the document of a hub, with the schemas that they name. */
function keepFleet(document) {
  const isFleet = ([path]) => path.startsWith('/api/fleet/');
  document.paths = Object.fromEntries(Object.entries(document.paths).filter(isFleet));
  const { schemas } = document.components;
  const wanted = new Set();
  const add = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      add(schemas[name]);
    }
  };
  add(document.paths);
  document.components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => wanted.has(name)));
}
