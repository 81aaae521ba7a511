import type { BootJournal } from './boot-journal.js';
import { PLACES, RESTART_ME, type Place, type RunningRelease } from './launch.js';
import { startRelease } from './start-release.js';
import { Shutdown } from './shutdown.js';

/** What the launcher writes into the environment of its child; taken out before the release sees it. */
export const ASSIGNMENT_VARIABLE = 'RACKFEED_LAUNCHER_CHOSE';

export type ParentMessage = 'stop' | 'problem?';
/** The answer to that question: why the version must not stay, or nothing. */
export interface ChildMessage {
  readonly problem?: string | undefined;
}

/** What the parent process has chosen; undefined in a process that nobody launched. */
export function assignedByParent(): { place: Place; isTrial: boolean } | undefined {
  const [place, trial] = (process.env[ASSIGNMENT_VARIABLE] ?? '').split(',');
  if (!process.send || !PLACES.includes(place as Place)) return undefined;
  Reflect.deleteProperty(process.env, ASSIGNMENT_VARIABLE);
  return { place: place as Place, isTrial: trial === 'trial' };
}

/** Runs a release as the child of a launcher, and ends with it: nobody else may find the data folder taken. */
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
