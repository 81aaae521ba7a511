import type { BootBook, Chosen } from './boot-book.js';
import { isBadConfiguration, type RunningRelease } from './launch.js';
import { loadRelease } from './load-release.js';

export const BAD_CONFIGURATION = 2;
/** After the ready line: the code that the first seconds need has been compiled by then. */
const KEEP_CODE_AFTER_MS = 5_000;

/** Starts the chosen release in this process. Ends the process where it cannot be started. */
export async function startRelease(book: BootBook, chosen: Chosen, restart: () => void): Promise<RunningRelease> {
  try {
    const [release, keepCode] = await loadRelease(chosen, book.dataDir);
    const { place, isTrial } = chosen;
    const running = await release.start({
      root: chosen.release.root,
      place,
      isTrial,
      baseVersion: book.base.version,
      baseRoot: book.base.root,
      restart,
    });
    setTimeout(keepCode, KEEP_CODE_AFTER_MS).unref();
    return running;
  } catch (error) {
    if (!isBadConfiguration(error)) {
      console.error(error);
      process.exit(1);
    }
    for (const problem of error.problems) console.error(problem);
    // What was good before is not to blame for a variable or a port; a new version may be.
    if (!chosen.isTrial) book.forgive(chosen.place);
    process.exit(BAD_CONFIGURATION);
  }
}
