import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The bill of materials of a release in CycloneDX, version 1.5. npm makes one of the whole source tree, tools included,
 * with the hashes of package-lock.json; this keeps the packages that are inside the release, and adds its native files
 * and the SQLite in one of them. Its number and time are not those of the moment: two builds have the same bill.
 *
 * @param natives paths of the native files below `tree`
 */
export async function billOfMaterials({ from, tree, version, packages, natives, date }) {
  const all = await billOfTheSourceTree(from);
  const licenses = new Map(packages.map(({ name, version, license }) => [`${name}@${version}`, license]));
  const inside = all.components.filter((component) => licenses.has(component['bom-ref']));
  const missing = [...licenses.keys()].filter((name) => !inside.some((component) => component['bom-ref'] === name));
  if (missing.length > 0) throw new Error(`package-lock.json does not list ${missing.join(', ')}.`);
  const { component: own } = all.metadata;
  const root = { ...own, 'bom-ref': `rackfeed@${version}`, type: 'application', name: 'rackfeed', version };
  delete root.purl; // it is in no registry
  const bill = {
    ...all,
    serialNumber: undefined,
    metadata: { ...all.metadata, timestamp: date.toISOString(), lifecycles: [{ phase: 'build' }], component: root },
    components: [
      ...inside.map((component) => insideOfRelease(component, licenses.get(component['bom-ref']))),
      await sqliteIn(from),
      ...(await Promise.all(natives.map((path) => nativeFile(tree, path)))),
    ],
    dependencies: dependenciesAmong(all.dependencies, own['bom-ref'], root['bom-ref'], licenses),
  };
  return { ...bill, serialNumber: serialNumberOf(bill) };
}

/** A UUID (version 8) of the content. */
function serialNumberOf(bill) {
  const sum = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  return `urn:uuid:${sum.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`;
}

async function billOfTheSourceTree(cwd) {
  // The packages in the pages are development dependencies, which NODE_ENV=production would leave out.
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline', '--include', 'dev'];
  const { stdout } = await promisify(execFile)('npm', options, { cwd, maxBuffer: 64 << 20, shell: isWindows() });
  return JSON.parse(stdout);
}

const isWindows = () => process.platform === 'win32'; // where npm is a batch file

/** To npm the packages of the pages are tools, because the build puts them into the release. */
function insideOfRelease(component, license) {
  const licenses = component.licenses ?? (license && [{ license: { name: license } }]);
  return { ...component, properties: [], scope: 'required', ...(licenses && { licenses }) };
}

/** SQLite is compiled into the native add-on, where no scanner would find it. */
async function sqliteIn(from) {
  const text = await readFile(join(from, 'node_modules/sqlite3/deps/common-sqlite.gypi'), 'utf8');
  const [, major, minor, patch] = /'sqlite_version%':\s*'(\d)(\d\d)(\d\d)\d\d'/.exec(text);
  const version = [major, minor, patch].map(Number).join('.');
  return {
    'bom-ref': `sqlite@${version}`,
    type: 'library',
    name: 'sqlite',
    version,
    scope: 'required',
    purl: `pkg:generic/sqlite@${version}`,
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'blessing' } }],
  };
}

async function nativeFile(tree, path) {
  const content = createHash('sha256').update(await readFile(join(tree, path)));
  return { 'bom-ref': path, type: 'file', name: path, hashes: [{ alg: 'SHA-256', content: content.digest('hex') }] };
}

function dependenciesAmong(all, own, root, inside) {
  return all
    .filter(({ ref }) => ref === own || inside.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref: ref === own ? root : ref,
      dependsOn: dependsOn.filter((other) => inside.has(other)),
    }));
}
