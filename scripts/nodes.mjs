/**
 * npm run nodes: brings the versions of Node that the tests try Rackfeed on from the package registry, into a folder
 * outside of the source tree ($RACKFEED_NODES, or ~/.cache/rackfeed/nodes), and says which are there.
 *
 *   --list            prints [{ "wanted": "22", "version": "22.23.3", "path": "…" }] of those present
 *   --missing         prints those that are not present, one a line
 *   --path <wanted>   prints the path of one of them, or nothing
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

/** One that is too old, the oldest supported of the two old lines, and the newest of every line. */
const WANTED = ['18', '20.19.0', '20', '22.13.0', '22', '24', '26'];
const FOLDER =
  process.env.RACKFEED_NODES || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rackfeed', 'nodes');
const PACKAGE = `node-${process.platform}-${process.arch}`;

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    path: { type: 'string' },
  },
});

const binaryOf = (wanted) => join(FOLDER, wanted, 'node_modules', PACKAGE, 'bin/node');

/** The version of a Node; undefined if it is missing, or does not run on this system. */
function versionOf(wanted) {
  const { status, stdout } = spawnSync(binaryOf(wanted), ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The packages contain only the binary, and have no install scripts. */
async function bring(wanted) {
  const folder = join(FOLDER, wanted);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', [...install, `${PACKAGE}@${wanted}`], { cwd: folder });
}

const isAsked = values.list || values.missing || values.path !== undefined;
if (!isAsked) {
  for (const wanted of WANTED) {
    // An exact version never changes; for a line the newest is downloaded if there is a network.
    if (wanted.includes('.') && versionOf(wanted) !== undefined) continue;
    await bring(wanted).catch(() => undefined);
  }
}
const found = WANTED.map((wanted) => ({ wanted, version: versionOf(wanted), path: binaryOf(wanted) }));
const atHand = found.filter(({ version }) => version !== undefined);
if (values.list) {
  console.log(JSON.stringify(atHand));
} else if (values.missing) {
  for (const { wanted, version } of found) if (version === undefined) console.log(wanted);
} else if (values.path !== undefined) {
  for (const { path } of atHand.filter(({ wanted }) => wanted === values.path)) console.log(path);
} else {
  for (const { wanted, version, path } of found) {
    console.log(
      version === undefined
        ? `Node ${wanted}: not to be had as ${PACKAGE}; the tests leave it out.`
        : `Node ${wanted}: ${version} at ${path}`,
    );
  }
}
