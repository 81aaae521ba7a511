import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesIn } from '../bundle/signed-archive.mjs';
import { ARCHITECTURE, librariesOf } from './tools.mjs';

const HOME = 'usr/lib/rackfeed';
const DOC = 'usr/share/doc/rackfeed';
const VARIABLES = 'etc/rackfeed/rackfeed.env';

/** The folder of a release in the unit, as docs/install.md has it for a release without a package. */
const BY_HAND = '/opt/rackfeed';

/** Parts of a release that are elsewhere in the package, or not in it: it is no firmware, and for no container. */
const NOT_AT_HOME = [
  'manifest.json',
  'manifest.sig',
  'packaging/docker',
  'packaging/kubernetes',
  'packaging/rackfeed.env',
  'packaging/systemd/rackfeed.service',
  'packaging/systemd/rackfeed.sysusers',
];
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt', 'docs'];

const SCRIPTS = ['postinst', 'prerm', 'postrm'];
const EXECUTABLE = /\.sh$|^usr\/lib\/rackfeed\/(?:packaging\/rackfeed|dist\/cli\/rackfeed\.js)$/;

/** 1.2.0-rc.1 becomes 1.2.0~rc.1, which Debian sorts before 1.2.0. */
export const debianVersion = (version) => version.replace('-', '~').replaceAll('-', '.');

/** Fills `root` with the installed files, in their modes. Answers their paths. */
export async function writeFiles({ tree, root, packaging, version, changedAt, maintainer }) {
  const put = async (path, content) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const debian = (name) => readFile(join(packaging, 'debian', name));

  await cp(tree, join(root, HOME), { recursive: true });
  for (const part of NOT_AT_HOME) await rm(join(root, HOME, part), { recursive: true, force: true });
  for (const path of await filesIn(join(root, HOME))) {
    if (path.endsWith('.musl.node')) await rm(join(root, HOME, path)); // for another C library than Debian's
  }
  await mkdir(join(root, DOC), { recursive: true });
  for (const part of DOCUMENTS) await rename(join(root, HOME, part), join(root, DOC, part));
  await symlink('../../../lib/rackfeed/packaging', join(root, DOC, 'packaging')); // links of the documents lead there

  await mkdir(join(root, 'usr/bin'));
  await symlink('../lib/rackfeed/packaging/rackfeed', join(root, 'usr/bin/rackfeed'));
  const unit = await readFile(join(packaging, 'systemd/rackfeed.service'), 'utf8');
  await put('usr/lib/systemd/system/rackfeed.service', unit.replaceAll(BY_HAND, `/${HOME}`));
  await put('usr/lib/sysusers.d/rackfeed.conf', await readFile(join(packaging, 'systemd/rackfeed.sysusers')));
  await put(VARIABLES, await readFile(join(packaging, 'rackfeed.env')));
  await put('usr/share/lintian/overrides/rackfeed', await debian('lintian-overrides'));
  await put('usr/share/man/man1/rackfeed.1.gz', gzipSync(await debian('rackfeed.1'), { level: 9 }));
  await put(`${DOC}/copyright`, await debian('copyright'));
  const changelog = `rackfeed (${debianVersion(version)}) stable; urgency=medium

  * Release ${version}: its changes are in CHANGELOG.md beside this file.

 -- ${maintainer}  ${changedAt.toUTCString().replace('GMT', '+0000')}
`;
  await put(`${DOC}/changelog.gz`, gzipSync(changelog, { level: 9 }));
  await setModes(root);
  return filesIn(root);
}

/** Modes that do not depend on the umask of whoever builds. */
async function setModes(root) {
  for (const path of ['', ...(await readdir(root, { recursive: true }))]) {
    const stat = await lstat(join(root, path));
    if (stat.isDirectory()) await chmod(join(root, path), 0o755);
    else if (stat.isFile()) await chmod(join(root, path), EXECUTABLE.test(path) ? 0o755 : 0o644);
  }
  await chmod(join(root, VARIABLES), 0o640); // may hold secrets; its group is set when there is one
}

/** Writes DEBIAN/: what dpkg needs to know, and the scripts that it runs. */
export async function controlFiles({ root, paths, packaging, version, engines, maintainer }) {
  const folder = join(root, 'DEBIAN');
  const put = async (name, content, mode = 0o644) => {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), mode);
  };
  await mkdir(folder);
  await chmod(folder, 0o755);

  const natives = paths.filter((path) => path.endsWith('.node')).map((path) => join(root, path));
  const depends = [
    ...nodejsFor(engines.node),
    ...(await librariesOf(natives)),
    'systemd | systemd-standalone-sysusers | systemd-sysusers',
  ];
  const sizes = await Promise.all(paths.map(async (path) => Math.ceil((await lstat(join(root, path))).size / 1024)));
  const fields = {
    Package: 'rackfeed',
    Version: debianVersion(version),
    Architecture: ARCHITECTURE,
    Maintainer: maintainer,
    'Installed-Size': sizes.reduce((sum, size) => sum + size, 0),
    Depends: depends.join(', '),
    Recommends: 'iputils-ping',
    Section: 'non-free/net',
    Priority: 'optional',
    Description: `controller for rack power distribution units (PDU)
 Rackfeed switches and measures the outlets of a power distribution unit, and
 offers them in a browser, through an HTTP API and a live stream, to user
 accounts with roles. Events watch every reading and switch, mail or send
 traps. It drives relay boards and meters on Modbus, PDUs that speak SNMP and
 GPIO pins; without hardware it drives a simulated PDU.
 .
 It needs a package "nodejs" of the versions it depends on: that of Debian 13
 or later, or of NodeSource. With a Node that was unpacked by hand, install the
 release archive of Rackfeed instead.`,
  };
  const control = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  await put('control', control.join(''));
  await put('conffiles', `/${VARIABLES}\n`);
  const sums = paths.filter((path) => path !== VARIABLES).map((path) => md5Line(root, path));
  await put('md5sums', (await Promise.all(sums)).join(''));
  for (const name of SCRIPTS) await put(name, await readFile(join(packaging, 'debian', basename(name))), 0o755);
}

async function md5Line(root, path) {
  const sum = createHash('md5').update(await readFile(join(root, path)));
  return `${sum.digest('hex')}  ${path}\n`;
}

/**
 * The versions of Node in package.json, `^20.19.0 || ^22.13.0 || >=24.0.0`, as dependencies that must all hold: from the
 * first version on, and between two lines not the versions after the earlier line and before the later one.
 */
export function nodejsFor(range) {
  const lines = range.split('||').map((part) => /^(\^|>=)(\d+)(\.\d+\.\d+)$/.exec(part.trim()));
  if (lines.includes(null)) throw new Error(`package.json asks for Node "${range}", which is not understood here.`);
  const from = ([, , major, rest]) => `nodejs (>= ${major}${rest})`;
  const after = ([, , major]) => `nodejs (<< ${Number(major) + 1}~)`;
  return lines.map((line, index) => (index === 0 ? from(line) : `${after(lines[index - 1])} | ${from(line)}`));
}
