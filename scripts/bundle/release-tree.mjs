import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SQLITE_BINARY } from './left-out.mjs';
import { PAGE_PACKAGES } from './packages.mjs';

/** The files of a package in the release: all except those needed only to build it. */
const PACKAGES = {
  '@node-rs/argon2': ['package.json', 'LICENSE', 'index.js'],
  'swagger-ui-dist': [
    'package.json',
    'LICENSE',
    'NOTICE',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'favicon-32x32.png',
  ],
  '@zxcvbn-ts/language-common': ['package.json', 'LICENSE.txt', 'src/passwords.json'],
};

/** The parts of the source tree that are copied unchanged if they exist: the UI, the documents, the keys. */
const PARTS = ['dist/web', 'docs', 'keys', 'packaging', 'README.md', 'CHANGELOG.md'];

/** Not copied: pictures, which are five times as large as the documents, and what only the build needs. */
const LEFT_OUT = ['docs/screens', 'packaging/debian', 'dist/web/built-from.txt', dirname(PAGE_PACKAGES)];

/**
 * Fills `to` with the files beside the bundled ones. Answers the names of the packages among them.
 *
 * @param arch the processor of the native files
 * @param natives the node_modules with them
 */
export async function makeTree(from, to, version, arch, natives) {
  const source = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  const { name, description, license, engines } = source;
  const own = { name, version, description, license, private: true, build: 'release', engines };
  await writeFile(join(to, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  const native = nativeArgon2(natives, arch);
  for (const [packages, source] of [
    [PACKAGES, join(from, 'node_modules')],
    [native, natives],
  ]) {
    for (const [package_, parts] of Object.entries(packages)) {
      for (const part of parts) await copy(join(source, package_, part), join(to, 'node_modules', package_, part));
    }
  }
  for (const part of PARTS) await copy(join(from, part), join(to, part));
  for (const part of LEFT_OUT) await rm(join(to, part), { recursive: true, force: true });
  await copy(join(natives, SQLITE_BINARY), join(to, 'node_modules', SQLITE_BINARY));
  await copySerialBinding(from, to, arch);
  return Object.keys({ ...PACKAGES, ...native });
}

/** The serial line library loads its binary from `prebuilds`, one folder above the file it is bundled into. */
async function copySerialBinding(from, to, arch) {
  const folder = join(from, 'node_modules/@serialport/bindings-cpp/prebuilds');
  const own = readdirSync(folder).find((name) => name.startsWith(process.platform) && name.includes(arch));
  if (own === undefined) throw new Error(`There is no @serialport/bindings-cpp for ${process.platform}-${arch}.`);
  await copy(join(folder, own), join(to, 'prebuilds', own));
}

/** The prebuilt binary of a platform is in a separate package: linux-x64-gnu, linux-arm64-musl … */
function nativeArgon2(natives, arch) {
  const platform = `${process.platform}-${arch}`;
  const names = readdirSync(join(natives, '@node-rs')).filter((name) => name.startsWith(`argon2-${platform}`));
  if (names.length === 0) throw new Error(`There is no @node-rs/argon2 for ${platform}; run npm ci.`);
  return Object.fromEntries(
    names.map((name) => [`@node-rs/${name}`, ['package.json', `${name.replace('-', '.')}.node`]]),
  );
}

async function copy(from, to) {
  if (!existsSync(from)) return;
  await mkdir(join(to, '..'), { recursive: true });
  await cp(from, to, { recursive: true, dereference: true });
}
