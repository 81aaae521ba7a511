import { readBootState } from '../launcher/boot-state.js';
import { releaseIn, rootOf, type InstalledRelease } from '../launcher/installed-release.js';

/**
 * The release that the controller runs: uploaded firmware where it is in use, since the database may be of its version.
 * Decides nothing and writes nothing. Throws when the folder holds no release.
 */
export function activeRelease(baseRoot: string, dataDir: string): InstalledRelease {
  const base = releaseIn(baseRoot);
  if (!base) throw new Error(`There is no complete release in ${baseRoot}.`);
  const state = readBootState(dataDir);
  if (!state || state.baseVersion !== base.version) return base;
  return releaseIn(rootOf(state.active, baseRoot, dataDir)) ?? base;
}
