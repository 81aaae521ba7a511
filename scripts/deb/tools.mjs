import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's name of the architecture that this Node, and so the native files of its release, are for. */
export const ARCHITECTURE =
  { x64: 'amd64', arm: 'armhf', ia32: 'i386', ppc64: 'ppc64el' }[process.arch] ?? process.arch;

/** The packages with the libraries that native files need, in the versions they need. */
export async function librariesOf(natives) {
  const folder = await mkdtemp(join(tmpdir(), 'rackfeed-needs-'));
  try {
    await mkdir(join(folder, 'debian'));
    await writeFile(join(folder, 'debian/control'), 'Source: rackfeed\n\nPackage: rackfeed\nArchitecture: any\n');
    // Without warnings: Node itself provides the functions of Node-API, and is no library.
    const options = ['-O', '--warnings=0', ...natives.map((path) => `-e${path}`)];
    const { stdout } = await run('dpkg-shlibdeps', options, { cwd: folder });
    return /^shlibs:Depends=(.*)$/m.exec(stdout)[1].split(', ');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the package of a folder; every file belongs to root, whoever builds it. */
export async function pack(root, package_, changedAt) {
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, package_], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(changedAt / 1000)) },
  });
}
