/**
 * npm run package:deb: packs a release as release/rackfeed_<version>_<architecture>.deb for the architecture of this
 * machine, with dpkg-deb; dpkg-shlibdeps (package dpkg-dev) finds the libraries that its native files need.
 *
 *   --tree <folder>   the release (default: release/rackfeed-<version of package.json>)
 *   --out <folder>    default: the folder of the release
 *
 * DEBFULLNAME and DEBEMAIL name the maintainer, and SOURCE_DATE_EPOCH the time of the package instead of that of
 * the commit, as for Debian's tools.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeChecksums } from './bundle/checksums.mjs';
import { sourceDate } from './bundle/source-date.mjs';
import { controlFiles, debianVersion, writeFiles } from './deb/contents.mjs';
import { ARCHITECTURE, pack } from './deb/tools.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { tree: { type: 'string' }, out: { type: 'string' } } });
const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const tree = resolve(values.tree ?? join(ROOT, 'release', `rackfeed-${own.version}`));
const out = resolve(values.out ?? dirname(tree));

const { version, engines } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8'));
const changedAt = sourceDate(ROOT);
const maintainer = `${process.env.DEBFULLNAME || 'Rackfeed'} <${process.env.DEBEMAIL || 'rackfeed@localhost'}>`;
const package_ = join(out, `rackfeed_${debianVersion(version)}_${ARCHITECTURE}.deb`);
const work = await mkdtemp(join(tmpdir(), 'rackfeed-deb-'));
try {
  const root = join(work, 'root');
  const paths = await writeFiles({ tree, root, version, changedAt, maintainer, packaging: join(ROOT, 'packaging') });
  await controlFiles({ root, paths, version, engines, maintainer, packaging: join(ROOT, 'packaging') });
  await pack(root, package_, changedAt);
} finally {
  await rm(work, { recursive: true, force: true });
}
await writeChecksums(out);
console.log(`${package_}: install it with "apt install ${package_}"`);
