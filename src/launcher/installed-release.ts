import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firmwareFolder } from './boot-state.js';
import type { Place } from './launch.js';

/** A release on the disk. */
export interface InstalledRelease {
  /** The folder with package.json, dist/ and the other files of the release. */
  readonly root: string;
  readonly version: string;
  /** The file that exports `start`. */
  readonly entry: string;
}

/** One file in a release, the compiled sources in a development tree. */
const ENTRIES = ['dist/server.cjs', 'dist/server.js'];

/** The release in a folder; undefined where there is none that can start. */
export function releaseIn(root: string): InstalledRelease | undefined {
  const entry = ENTRIES.map((name) => join(root, name)).find((path) => existsSync(path));
  const version = versionOf(root);
  return entry === undefined || version === undefined ? undefined : { root, version, entry };
}

export const rootOf = (place: Place, baseRoot: string, dataDir: string): string =>
  place === 'base' ? baseRoot : join(firmwareFolder(dataDir), place);

/** The version in package.json; undefined without one. */
export function versionOf(root: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
