import { createHash, sign } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { create } from 'tar';
import { nativeNeeds } from './native-needs.mjs';

/** Lists, signs and packs a release tree as `tar.gz`, the manifest and its signature first, with `date` as time of all files. */
export async function packSigned(tree, archive, { version, minimumVersion, minimumNode, platform, key, date }) {
  const paths = (await filesIn(tree)).filter((path) => path !== 'manifest.json' && path !== 'manifest.sig');
  const files = [];
  for (const path of paths) {
    const content = await readFile(join(tree, path));
    files.push({ path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
  }
  const needs = { minimumVersion, minimumNode, platform, ...(await nativeNeeds(tree, paths)) };
  const manifest = { format: 1, product: 'rackfeed', version, ...needs, keyId: key.id, files };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeFile(join(tree, 'manifest.json'), bytes);
  await writeFile(join(tree, 'manifest.sig'), sign(null, bytes, key.privateKey));
  const form = { gzip: { level: 9 }, portable: true, noPax: true, noDirRecurse: true, mtime: date };
  const options = { cwd: tree, file: archive, ...form, onWriteEntry: ({ stat }) => (stat.mode = modeOf(stat)) };
  await create(options, ['manifest.json', 'manifest.sig', ...paths]);
  return manifest;
}

/** A mode that does not depend on the umask of whoever builds: the service is another user than the one who unpacks. */
const modeOf = ({ mode }) => (mode & 0o100 ? 0o755 : 0o644);

/** Every file below a folder, with slashes, in a fixed order. */
export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
