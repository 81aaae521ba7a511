import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOneFile } from './one-file.mjs';

/** The rest of a release, which stays where it is in the source tree. */
const LINKS = {
  node_modules: 'node_modules',
  prebuilds: 'node_modules/@serialport/bindings-cpp/prebuilds',
  keys: 'keys',
  packaging: 'packaging',
  scripts: 'scripts',
};

/**
 * Builds the one-file release that `npm start` runs in `to`. It appears there as a whole, when the pages are built too: a
 * build that is interrupted leaves the previous one or none.
 */
export async function makeLocalRelease(root, to, { compiler, pages, stamp }) {
  const next = `${to}.new`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await Promise.all([pages, makeOneFile(root, next, compiler)]);
  await cp(join(root, 'dist/web'), join(next, 'dist/web'), { recursive: true });
  const { name, version, description, license, engines } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const own = { name, version, description, license, private: true, engines };
  await writeFile(join(next, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  for (const [link, target] of Object.entries(LINKS)) await symlink(join('../..', target), join(next, link));
  await writeFile(join(next, stamp.name), stamp.text);
  await rm(to, { recursive: true, force: true });
  await rename(next, to);
}
