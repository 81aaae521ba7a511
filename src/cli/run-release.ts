import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readBootState } from '../launcher/boot-state.js';
import { releaseIn, rootOf, type InstalledRelease } from '../launcher/installed-release.js';
import { withServiceFile } from './environment.js';
import { HEALTH, runHealth } from './health.js';

/**
 * The release that the controller runs: the active uploaded firmware, since the database may be of its version, else
 * the installed one. Changes nothing. Throws when the folder contains no release.
 */
export function activeRelease(baseRoot: string, dataDir: string): InstalledRelease {
  const base = releaseIn(baseRoot);
  if (!base) throw new Error(`There is no complete release in ${baseRoot}.`);
  const state = readBootState(dataDir);
  if (!state || state.baseVersion !== base.version) return base;
  return releaseIn(rootOf(state.active, baseRoot, dataDir)) ?? base;
}

/** All inputs of a command. */
export interface CommandCall {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the release. */
  readonly root: string;
}

/** The exports of the entry file of a release for the command line. */
interface CommandedRelease {
  command(call: CommandCall): Promise<number>;
}

/** Runs the command of this process with the release that the controller runs; returns the exit code. */
export async function runRelease(baseRoot: string): Promise<number> {
  process.umask(0o077); // only the controller's user may read files in the data folder
  const { args, environment } = withServiceFile(process.argv.slice(2), process.env);
  if (args[0] === HEALTH.name && args.length === 1) return runHealth([], environment); // before a release is loaded
  const dataDir = resolve(environment['RACKFEED_DATA_DIR'] || 'data');
  const { root, entry } = activeRelease(baseRoot, dataDir);
  const release = (
    entry.endsWith('.cjs') ? createRequire(entry)(entry) : await import(pathToFileURL(entry).href)
  ) as CommandedRelease;
  return release.command({ args, environment, root });
}
