/**
 * npm run bundle: builds release/rackfeed-<version>/, which runs as `node dist/main.js` in any folder, and beside it
 * the signed firmware bundle release/rackfeed-<version>-<platform>.tar.gz for POST /api/system/firmware, the bill of
 * materials (CycloneDX), which is inside too, and SHA256SUMS.
 *
 *   --out <folder>               instead of release/
 *   --version <version>          instead of that of package.json
 *   --minimum-version <version>  the oldest version that it may be installed over (default 0.1.0)
 *   --from <folder>              the built source tree (default: this one)
 *   --arch <processor>           another processor than that of this machine, and
 *   --natives <folder>           a node_modules with the native packages for it (scripts/bundle-arm64.sh makes one)
 *
 * Two builds of one commit, with the same tools and packages, are the same; SOURCE_DATE_EPOCH is another time than that of
 * the commit.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bundle/bill-of-materials.mjs';
import { writeChecksums } from './bundle/checksums.mjs';
import { makeOneFile } from './bundle/one-file.mjs';
import { licenseTexts, packagesIn } from './bundle/packages.mjs';
import { makeTree } from './bundle/release-tree.mjs';
import { filesIn, packSigned } from './bundle/signed-archive.mjs';
import { privateKeyFile, signingKey } from './bundle/signing-key.mjs';
import { sourceDate } from './bundle/source-date.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'release') },
    from: { type: 'string', default: ROOT },
    version: { type: 'string' },
    'minimum-version': { type: 'string', default: '0.1.0' },
    arch: { type: 'string', default: process.arch },
    natives: { type: 'string' },
  },
});

const from = resolve(values.from);
const source = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
const version = values.version ?? source.version;
const date = sourceDate(from);
const [minimumNode] = /\d+\.\d+\.\d+/.exec(source.engines.node);
const tree = join(resolve(values.out), `rackfeed-${version}`);
await rm(tree, { recursive: true, force: true });
await mkdir(tree, { recursive: true });
const inputs = await makeOneFile(from, tree);
const copied = await makeTree(from, tree, version, values.arch, resolve(values.natives ?? join(from, 'node_modules')));
const packages = await packagesIn(from, inputs, tree, copied);
await writeFile(join(tree, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(packages));
const natives = (await filesIn(tree)).filter((path) => path.endsWith('.node'));
const bill = await billOfMaterials({ from, tree, version, packages, natives, date });
await writeFile(join(tree, 'bom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);
console.log(`${tree}: runs with "node dist/main.js"`);

const platform = `${process.platform}-${values.arch}`;
const platformTree = `${tree}-${platform}`;
await copyFile(join(tree, 'bom.cdx.json'), `${platformTree}.cdx.json`);
const key = signingKey();
if (!key) {
  console.log(`No firmware bundle: there is no signing key at ${privateKeyFile()}. "npm run firmware:key" makes one.`);
} else {
  if (!existsSync(join(tree, 'keys', `${key.id}.pub`))) {
    console.log(
      `Note: keys/${key.id}.pub is not part of this release; it will not accept firmware signed with this key.`,
    );
  }
  const archive = `${platformTree}.tar.gz`;
  const needs = { minimumVersion: values['minimum-version'], minimumNode, platform };
  await packSigned(tree, archive, { version, ...needs, key, date });
  console.log(`${archive}: ${((await stat(archive)).size / 1e6).toFixed(1)} MB, signed with key ${key.id}`);
}
await writeChecksums(resolve(values.out));
