import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Vite's list of the packages in the pages (web/vite.config.ts): not a page, and not copied into the release. */
export const PAGE_PACKAGES = 'dist/web/.vite/packages.json';

/** The folder of the innermost package in a path. */
const PACKAGE = /^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * The packages inside a release: those of the bundled files, those that are copied whole, and those in the pages; each
 * once, by name.
 *
 * @param inputs the bundled files
 * @param copied the names of the packages beside the bundle, in `tree`
 */
export async function packagesIn(from, inputs, tree, copied) {
  const folders = new Set(inputs.map((path) => PACKAGE.exec(path)?.[0]).filter(Boolean));
  const all = [
    ...[...folders].map((path) => join(from, path)),
    ...copied.map((name) => join(tree, 'node_modules', name)),
  ];
  const found = [
    ...(await Promise.all(all.map(packageAt))),
    ...JSON.parse(await readFile(join(from, PAGE_PACKAGES), 'utf8')).map(({ name, version, identifier, text }) => ({
      name,
      version,
      license: identifier,
      text,
    })),
  ];
  const each = new Map(found.map((package_) => [`${package_.name}@${package_.version}`, package_]));
  return [...each.keys()].sort().map((key) => each.get(key));
}

async function packageAt(folder) {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).sort().find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file && (await readFile(join(folder, file), 'utf8')).trim();
  // Packages from before 2014 have a list.
  return { name, version, license: license ?? licenses?.map(({ type }) => type).join(' OR '), text };
}

/** The licences of all packages, because the bundle has no comments. */
export const licenseTexts = (packages) =>
  packages
    .map(
      ({ name, version, license, text }) =>
        `${name} ${version} (${license ?? 'see below'})\n\n${text ?? 'No license file in the package.'}\n`,
    )
    .join(`\n${'-'.repeat(80)}\n\n`);
