import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of published files: archives, packages and bills of materials. */
const ARTEFACT = /^rackfeed[-_].*\.(?:tar\.gz|deb|cdx\.json)$/;

/** Writes the file that `sha256sum -c SHA256SUMS` checks, of every artefact in the folder. */
export async function writeChecksums(folder) {
  const names = (await readdir(folder)).filter((name) => ARTEFACT.test(name)).sort();
  const lines = names.map(async (name) => {
    const sum = createHash('sha256').update(await readFile(join(folder, name)));
    return `${sum.digest('hex')}  ${name}\n`;
  });
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''));
}
