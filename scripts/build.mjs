/**
 * npm run build: compiles the server and bundles the pages, side by side, into dist/.
 *
 *   --if-changed   does nothing if dist/ was built from the present sources
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
/** The hash of the sources of dist/; it is written last, so that an interrupted build is repeated. */
const STAMP = join(ROOT, 'dist/built-from.txt');
/** All inputs of a build. */
const SOURCES = ['src', 'web', 'scripts/build.mjs', 'scripts/build', 'package.json', 'package-lock.json'].concat(
  readdirSync(ROOT).filter((name) => /^tsconfig.*\.json$/.test(name)),
);
const PARTS = {
  'the server': [join(ROOT, 'scripts/build/server.mjs')],
  'the pages': [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn'],
};

const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean', default: false } } });
const from = fingerprint();
const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === from;
if (!values['if-changed'] || !isBuilt) await build();

async function build() {
  const begun = performance.now();
  console.log('Building the server and the pages, which takes about 15 seconds on two cores …');
  rmSync(STAMP, { force: true });
  const failed = (await Promise.all(Object.entries(PARTS).map(run))).filter((name) => name !== undefined);
  if (failed.length > 0) {
    console.error(`The build of ${failed.join(' and ')} failed; the reason stands above.`);
    process.exit(1);
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, `${from}\n`);
  console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
}

/** Answers the name of the part that could not be built. */
async function run([name, command]) {
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return code === 0 ? undefined : name;
}

/** The hash of the names and contents of all sources, without times, which change with every checkout. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((name) => filesIn(join(ROOT, name))).sort()) {
    if (path.endsWith('.spec.ts')) continue;
    const content = readFileSync(path);
    hash.update(`${relative(ROOT, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
