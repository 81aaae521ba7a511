import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BootJournal, ChosenRelease } from './boot-journal.js';
import { CachedModule } from './code-cache.js';
import { optimiseAsUsual } from './engine-flags.js';
import type { Release } from './launch.js';
import { isBadConfiguration, type RunningRelease } from './launch.js';
import { giveBackUnusedMemory } from './unused-memory.js';

/** Loads the exports of a release, and returns them with a function that caches its code for the next start. */
export async function loadRelease({ release, place }: ChosenRelease, dataDir: string): Promise<[Release, () => void]> {
  if (!release.entry.endsWith('.cjs')) {
    return [(await import(pathToFileURL(release.entry).href)) as Release, () => undefined];
  }
  const module = new CachedModule(release.entry, join(dataDir, 'code-cache', `${place}.bin`));
  return [module.load() as Release, () => module.saveCache()];
}

export const BAD_CONFIGURATION = 2;
/** The delay after the ready line; the code of the first seconds has been compiled by then. */
const KEEP_CODE_AFTER_MS = 5_000;

/** Starts the chosen release in this process. Ends the process where it cannot be started. */
export async function startRelease(
  journal: BootJournal,
  chosen: ChosenRelease,
  restart: () => void,
): Promise<RunningRelease> {
  try {
    const [release, keepCode] = await loadRelease(chosen, journal.dataDir);
    const { place, isTrial } = chosen;
    const running = await release.start({
      root: chosen.release.root,
      place,
      isTrial,
      baseVersion: journal.base.version,
      baseRoot: journal.base.root,
      restart,
    });
    setTimeout(() => {
      keepCode();
      giveBackUnusedMemory();
      optimiseAsUsual();
    }, KEEP_CODE_AFTER_MS).unref();
    return running;
  } catch (error) {
    if (!isBadConfiguration(error)) {
      console.error(error);
      process.exit(1);
    }
    for (const problem of error.problems) console.error(problem);
    // A confirmed version is not at fault for a wrong variable or a used port; a new one may be.
    if (!chosen.isTrial) journal.discountAttempt(chosen.place);
    process.exit(BAD_CONFIGURATION);
  }
}
