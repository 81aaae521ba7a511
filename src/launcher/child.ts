import type { BootJournal } from './boot-journal.js';
import { PLACES, RESTART_ME, type Place, type RunningRelease } from './launch.js';
import { startRelease } from './start-release.js';
import { Shutdown } from './shutdown.js';

/** The variable with which the launcher assigns a release to its child; removed before the release starts. */
export const ASSIGNMENT_VARIABLE = 'RACKFEED_LAUNCHER_CHOSE';

export type ParentMessage = 'stop' | 'problem?';
/** The response to that question: the reason why the version must not stay, if any. */
export interface ChildMessage {
  readonly problem?: string | undefined;
}

/** The release that the parent process has chosen; undefined without a parent process. */
export function assignedByParent(): { place: Place; isTrial: boolean } | undefined {
  const [place, trial] = (process.env[ASSIGNMENT_VARIABLE] ?? '').split(',');
  if (!process.send || !PLACES.includes(place as Place)) return undefined;
  Reflect.deleteProperty(process.env, ASSIGNMENT_VARIABLE);
  return { place: place as Place, isTrial: trial === 'trial' };
}

/** Runs a release as the child of a launcher, and ends with the launcher, so that the data folder is released. */
export async function runAsChild(journal: BootJournal, assigned: { place: Place; isTrial: boolean }): Promise<void> {
  const shutdown = new Shutdown();
  const send = (message: ChildMessage): void => void process.send?.(message);
  process.on('disconnect', () => process.exit(1));
  shutdown.onSignals();
  process.on('message', (message: ParentMessage) => {
    if (message === 'stop') shutdown.stop(0);
    else void problemOf(shutdown.running).then((problem) => send({ problem }));
  });
  const running = await startRelease(journal, journal.releaseAt(assigned.place, assigned.isTrial), () =>
    shutdown.stop(RESTART_ME),
  );
  shutdown.ready(running);
}

async function problemOf(running: RunningRelease | undefined): Promise<string | undefined> {
  if (!running) return 'It was not ready in time.';
  try {
    return await running.problem();
  } catch (error) {
    return `Its self-test failed: ${(error as Error).message}`;
  }
}
