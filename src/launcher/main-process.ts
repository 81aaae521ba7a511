import type { BootBook, Chosen } from './boot-book.js';
import { RESTART_ME } from './launch.js';
import { Parent, type LauncherOptions } from './parent-side.js';
import { startAnewAfterwards, startAnewInPlace } from './start-anew.js';
import { startRelease } from './start-release.js';
import { Stopping } from './stopping.js';

/**
 * Runs the release in this process, which is all there is in normal life. When it asks to be started anew and nobody
 * supervises this process, the process stays (its number, its terminal): it becomes the next one where Node can do that, or
 * else the parent of the next one.
 */
export async function runHere(book: BootBook, chosen: Chosen, options: LauncherOptions): Promise<void> {
  let isProven = false;
  const forgive = (): void => {
    if (!isProven) book.forgive(chosen.place);
  };
  const stopping = new Stopping(forgive);
  stopping.onSignals();
  let restarting = false;
  const restart = async (): Promise<void> => {
    if (restarting) return;
    restarting = true;
    if (options.isSupervised) {
      stopping.stop(RESTART_ME);
      return;
    }
    const closed = await stopping.close();
    forgive();
    clearTimeout(proven);
    stopping.offSignals();
    startAnewInPlace();
    // What did not close holds its ports and the data folder for as long as this process lives.
    if (!closed) startAnewAfterwards();
    await new Parent(book, options).run();
  };
  const running = await startRelease(book, chosen, () => void restart());
  stopping.ready(running);
  const proven = setTimeout(() => {
    isProven = true;
    book.confirm(chosen.place);
  }, options.trialMs).unref();
}
