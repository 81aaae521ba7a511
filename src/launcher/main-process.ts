import type { BootJournal, ChosenRelease } from './boot-journal.js';
import { RESTART_ME } from './launch.js';
import { ParentProcess, type LauncherOptions } from './parent.js';
import { restartAsNewProcess, restartInPlace } from './restart.js';
import { startRelease } from './start-release.js';
import { Shutdown } from './shutdown.js';

/**
 * Runs the release in this process, as in normal operation. When the release requests a restart and no supervisor does
 * it, the process keeps its number and terminal: it becomes the next process where Node supports that, or else the
 * parent of the next one.
 */
export async function runInMainProcess(
  journal: BootJournal,
  chosen: ChosenRelease,
  options: LauncherOptions,
): Promise<void> {
  let isProven = false;
  const forgive = (): void => {
    if (!isProven) journal.discountAttempt(chosen.place);
  };
  const shutdown = new Shutdown(forgive);
  shutdown.onSignals();
  let restarting = false;
  const restart = async (): Promise<void> => {
    if (restarting) return;
    restarting = true;
    if (options.isSupervised) {
      shutdown.stop(RESTART_ME);
      return;
    }
    const closed = await shutdown.close();
    forgive();
    if (shutdown.isStopRequested) process.exit(closed ? 0 : 1);
    clearTimeout(proven);
    shutdown.offSignals();
    restartInPlace();
    // A release that did not close holds its ports and the data folder until this process ends.
    if (!closed) restartAsNewProcess();
    await new ParentProcess(journal, options).run();
  };
  const running = await startRelease(journal, chosen, () => void restart());
  shutdown.ready(running);
  const proven = setTimeout(() => {
    isProven = true;
    journal.confirm(chosen.place);
  }, options.trialMs).unref();
}
