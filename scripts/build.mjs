/**
 * npm run build: builds all parts, or those that are named.
 *
 *   one-file       release/local/, the server in one file as in a release, with the pages: what `npm start` runs
 *   compiled       dist/, the server file by file with source maps: for tests, benchmarks and `npm run dev`
 *   pages          dist/web/, the browser UI
 *   --if-changed   leaves out each part that was built from the present sources
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const COMMON = ['package.json', 'package-lock.json', 'scripts/build.mjs'];
const SERVER = ['src', 'scripts/build', '.swcrc', 'tsconfig.json', 'tsconfig.build.json', ...COMMON];
const PAGES = ['web', ...COMMON];
const LOCAL = join(ROOT, 'release/local');
const STAMP = 'built-from.txt';
const LOCK = join(ROOT, 'release/build.lock');
const LONGEST_BUILD_MS = 600_000;
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/** The sources of each part, and the file with their hash: written last, so that an interrupted build is repeated. */
const PARTS = {
  compiled: { sources: SERVER, stamp: join(ROOT, 'dist', STAMP) },
  pages: { sources: PAGES, stamp: join(ROOT, 'dist/web', STAMP) },
  'one-file': { sources: [...SERVER, ...PAGES, 'scripts/bundle'], stamp: join(LOCAL, STAMP) },
};

const { values, positionals } = parseArgs({
  options: { 'if-changed': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const hashes = new Map();
const asked = positionals.length > 0 ? positionals : Object.keys(PARTS);
let wanted = partsToBuild();
if (wanted.size > 0) {
  const takenTurn = await takeTurn();
  hashes.clear();
  wanted = partsToBuild();
  if (wanted.size > 0) await build();
  takenTurn.close();
}

function partsToBuild() {
  const parts = new Set(asked.filter((part) => !values['if-changed'] || !isCurrent(part)));
  // The one file comes with the pages.
  if (parts.has('one-file') && !isCurrent('pages')) parts.add('pages');
  return parts;
}

/**
 * Lets one build at a time write into the tree; another one waits, and may then find what it wanted. The lock is SQLite's
 * on a file, as that of a data folder: the system releases it however the process ends.
 */
async function takeTurn() {
  if (!existsSync(VITE)) fail('A build needs the development packages too; run: npm ci --include=dev');
  try {
    mkdirSync(dirname(LOCK), { recursive: true });
    accessSync(dirname(LOCK), constants.W_OK);
    const { Database } = createRequire(import.meta.url)('sqlite3');
    const lock = await new Promise((resolve, reject) => {
      const opened = new Database(LOCK, (error) => (error ? reject(error) : resolve(opened)));
    });
    const begin = () => new Promise((resolve) => lock.exec('BEGIN EXCLUSIVE', resolve));
    let error = await begin();
    if (error?.code === 'SQLITE_BUSY') {
      console.log('Another build is under way; waiting for its end …');
      lock.configure('busyTimeout', LONGEST_BUILD_MS);
      error = await begin();
    }
    if (error) throw error;
    return lock;
  } catch ({ message }) {
    fail(`Nothing can be built in ${ROOT}: ${message}`);
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

async function build() {
  const begun = performance.now();
  console.log('Building, which takes about 6 seconds on two cores …');
  const pages = wanted.has('pages') ? buildPages() : Promise.resolve();
  const work = { 'the pages': pages, ...(await buildServer(pages)) };
  const results = await Promise.allSettled(Object.values(work));
  const failed = Object.keys(work).filter((_, index) => results[index].status === 'rejected');
  if (failed.length > 0) {
    // Vite has printed its own reason; the one file fails without the pages, for the same.
    for (const text of new Set(results.flatMap(({ reason }) => reason?.message ?? []))) console.error(text);
    fail(`The build of ${failed.join(' and ')} failed; the reason stands above.`);
  }
  console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
}

async function buildPages() {
  rmSync(PARTS.pages.stamp, { force: true });
  const child = spawn(process.execPath, [VITE, 'build', 'web', '--logLevel', 'warn'], { cwd: ROOT, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('Vite could not build the pages.');
  writeStamp('pages');
}

/** Compiles each source once, for both parts. What only a build needs is loaded here, so that a start is not delayed. */
async function buildServer(pages) {
  if (!wanted.has('compiled') && !wanted.has('one-file')) return {};
  const { Compiler } = await import('./build/compiler.mjs');
  const compiler = new Compiler(ROOT);
  const work = {};
  if (wanted.has('compiled')) {
    const { writeServer } = await import('./build/server.mjs');
    rmSync(PARTS.compiled.stamp, { force: true });
    work['the server'] = writeServer(ROOT, compiler).then(() => writeStamp('compiled'));
  }
  if (wanted.has('one-file')) {
    const { makeLocalRelease } = await import('./bundle/local-release.mjs');
    const stamp = { name: STAMP, text: hashOf('one-file') };
    work['the one file'] = makeLocalRelease(ROOT, LOCAL, { compiler, pages, stamp });
  }
  return work;
}

function isCurrent(part) {
  const { stamp } = PARTS[part];
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(part);
}

function writeStamp(part) {
  mkdirSync(dirname(PARTS[part].stamp), { recursive: true });
  writeFileSync(PARTS[part].stamp, hashOf(part));
}

/** The hash of the sources of a part as they were when this build began. */
function hashOf(part) {
  const hash = createHash('sha256');
  for (const source of PARTS[part].sources) hash.update(hashOfSource(source));
  return `${hash.digest('hex')}\n`;
}

/** The hash of names and contents, without times, which change with every checkout. */
function hashOfSource(source) {
  const known = hashes.get(source);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const path of filesIn(join(ROOT, source)).sort()) {
    if (path.endsWith('.spec.ts')) continue;
    const content = readFileSync(path);
    hash.update(`${relative(ROOT, path)}\0${content.length}\0`).update(content);
  }
  hashes.set(source, hash.digest('hex'));
  return hashes.get(source);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
