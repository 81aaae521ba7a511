import type { BootBook } from './boot-book.js';
import { PLACES, RESTART_ME, type Place, type RunningRelease } from './launch.js';
import { startRelease } from './start-release.js';
import { Stopping } from './stopping.js';

/** What the launcher writes into the environment of its child; taken out before the release sees it. */
export const TOLD = 'RACKFEED_LAUNCHER_CHOSE';

export type FromParent = 'stop' | 'trouble?';
/** The answer to that question: why the version must not stay, or nothing. */
export interface FromChild {
  readonly trouble?: string | undefined;
}

/** What the parent process has chosen; undefined in a process that nobody launched. */
export function toldByParent(): { place: Place; isTrial: boolean } | undefined {
  const [place, trial] = (process.env[TOLD] ?? '').split(',');
  if (!process.send || !PLACES.includes(place as Place)) return undefined;
  Reflect.deleteProperty(process.env, TOLD);
  return { place: place as Place, isTrial: trial === 'trial' };
}

/** Runs a release as the child of a launcher, and ends with it: nobody else may find the data folder taken. */
export async function runAsChild(book: BootBook, told: { place: Place; isTrial: boolean }): Promise<void> {
  const stopping = new Stopping();
  const send = (message: FromChild): void => void process.send?.(message);
  process.on('disconnect', () => process.exit(1));
  stopping.onSignals();
  process.on('message', (message: FromParent) => {
    if (message === 'stop') stopping.stop(0);
    else void troubleOf(stopping.running).then((trouble) => send({ trouble }));
  });
  const running = await startRelease(book, book.chosen(told.place, told.isTrial), () => stopping.stop(RESTART_ME));
  stopping.ready(running);
}

async function troubleOf(running: RunningRelease | undefined): Promise<string | undefined> {
  if (!running) return 'It was not ready in time.';
  try {
    return await running.trouble();
  } catch (error) {
    return `Its self-test failed: ${(error as Error).message}`;
  }
}
