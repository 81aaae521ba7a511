import { BootJournal } from './boot-journal.js';
import { runAsChild, assignedByParent } from './child.js';
import { setEngineFlags, deleteProto } from './engine-flags.js';
import { releaseIn } from './installed-release.js';
import { runInMainProcess } from './main-process.js';
import { ParentProcess, type LauncherOptions } from './parent.js';
import { waitForPredecessor } from './restart.js';

const TRIAL_SECONDS = 60;

/**
 * Starts the controller: the installed release in `baseRoot`, or newer uploaded firmware. A new version runs as a child
 * of this process during its trial, so that the previous one comes back after any failure.
 */
export async function launch(baseRoot: string): Promise<void> {
  await waitForPredecessor();
  deleteProto();
  setEngineFlags();
  const base = releaseIn(baseRoot);
  if (!base) throw new Error(`There is no complete release in ${baseRoot}.`);
  const journal = new BootJournal(base);
  const assigned = assignedByParent();
  if (assigned) {
    await runAsChild(journal, assigned);
    return;
  }
  const options = readOptions(process.env);
  const chosen = journal.choose();
  if (chosen.isTrial) await new ParentProcess(journal, options).run(chosen);
  else await runInMainProcess(journal, chosen, options);
}

/** Reads the launcher's variables; invalid ones count as absent, because the release checks and reports them. */
function readOptions(environment: NodeJS.ProcessEnv): LauncherOptions {
  const seconds = Number(environment.RACKFEED_FIRMWARE_TRIAL_SECONDS);
  return {
    trialMs: 1000 * (seconds >= 1 && seconds <= 3600 ? seconds : TRIAL_SECONDS),
    isSupervised: isSupervised(environment),
  };
}

/**
 * The variable counts. Without it only systemd with `Type=notify` is taken for a supervisor: a container may have no
 * restart policy, and would not be restarted.
 */
function isSupervised({ RACKFEED_SUPERVISOR: said, NOTIFY_SOCKET: socket }: NodeJS.ProcessEnv): boolean {
  return said ? ['systemd', 'container'].includes(said) : Boolean(socket);
}
