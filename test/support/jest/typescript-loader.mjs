/**
 * Node's hooks for the TypeScript of this repository: `./x.js` in an import is `x.ts` where only that is there, SWC
 * translates by .swcrc, `@jest/globals` are the functions of the file that runs, and hashes of passwords are computed
 * once. A translation is stored until its source, SWC or .swcrc changes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';
import { translatedPath } from './translated-path.cjs';

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const HASHES = new URL('argon2.mjs', import.meta.url).href;
const OPTIONS = readFileSync(new URL('../../../.swcrc', import.meta.url), 'utf8');

let folder;

export function initialize(data) {
  folder = data.folder;
}

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  if (specifier === '@node-rs/argon2' && context.parentURL !== HASHES) return { url: HASHES, shortCircuit: true };
  if (
    /^\.{1,2}\//.test(specifier) &&
    specifier.endsWith('.js') &&
    context.parentURL?.includes('/node_modules/') === false
  ) {
    const { href } = new URL(specifier, context.parentURL);
    for (const extension of ['.ts', '.tsx']) {
      const url = href.replace(/\.js$/, extension);
      if (existsSync(fileURLToPath(url))) {
        return { url: url + runOf(url, context.parentURL), format: 'module', shortCircuit: true };
      }
    }
  }
  return next(specifier, context);
}

/** The query by which a file of tests is loaded again for each run, also where another one imports its tests. */
const runOf = (url, parent) => (url.endsWith('.spec.ts') ? new URL(parent).search : '');

export async function load(given, context, next) {
  const url = given.replace(/\?.*/, '');
  if (!/\.tsx?$/.test(url) || url.includes('/node_modules/')) return next(given, context);
  return { format: 'module', source: translate(url), shortCircuit: true };
}

function translate(url) {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const mark = `// ${createHash('sha1').update(version).update(OPTIONS).update(text).digest('hex')}\n`;
  const path = translatedPath(folder, url, 'js');
  const stored = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (stored.endsWith(mark)) return stored;
  const { code, map } = transformSync(text, { filename: fileURLToPath(url) });
  write(translatedPath(folder, url, 'map'), map);
  write(path, `${code}\n${mark}`);
  return code;
}

/** Whole or not at all: the other workers read it. */
function write(path, text) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, path);
}
