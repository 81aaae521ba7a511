import { BootJournal } from './boot-journal.js';
import { runAsChild, assignedByParent } from './child.js';
import { setEngineFlags, deleteProto } from './engine-flags.js';
import { releaseIn } from './installed-release.js';
import { runInMainProcess } from './main-process.js';
import { ParentProcess, type LauncherOptions } from './parent.js';
import { waitForPredecessor } from './restart.js';

const TRIAL_SECONDS = 60;

/**
 * Starts the controller: the installed release in `baseRoot`, or newer firmware that was uploaded. A version that is new
 * runs as a child of this process until it has proved itself, so that whatever it does the one before comes back.
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

/** The release checks the same variables and names what is wrong; until then a wrong one counts as absent. */
function readOptions(environment: NodeJS.ProcessEnv): LauncherOptions {
  const seconds = Number(environment.RACKFEED_FIRMWARE_TRIAL_SECONDS);
  return {
    trialMs: 1000 * (seconds >= 1 && seconds <= 3600 ? seconds : TRIAL_SECONDS),
    isSupervised: isSupervised(environment),
  };
}

/**
 * What is said counts. Else only systemd with `Type=notify` is taken for a supervisor: a container may well have been
 * started without a restart policy, and then nobody would bring it back.
 */
function isSupervised({ RACKFEED_SUPERVISOR: said, NOTIFY_SOCKET: socket }: NodeJS.ProcessEnv): boolean {
  return said ? ['systemd', 'container'].includes(said) : Boolean(socket);
}
