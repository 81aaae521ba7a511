import { spawn } from 'node:child_process';

/** Node 22.15 and later: this process becomes another program, with the same number and terminal. */
type Execve = (file: string, args: readonly string[], environment: NodeJS.ProcessEnv) => never;

/**
 * Starts this program anew in this very process, as its first start did. Comes back only where that cannot be done: an
 * older Node, or a system that refuses it.
 */
export function restartInPlace(): void {
  const { execve } = process as { execve?: Execve };
  if (!execve) return;
  try {
    execve.call(
      process,
      process.execPath,
      [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
      process.env,
    );
  } catch (error) {
    console.error(`Starting anew in place failed: ${(error as Error).message}`);
  }
}

/** Process number of the one that a new process takes over from; taken out of the environment before the release sees it. */
const PREDECESSOR = 'RACKFEED_LAUNCHER_FOLLOWS';
const CHECK_EVERY_MS = 50;
/** Longer than a process takes to end that has been told to. */
const GIVE_UP_MS = 30_000;

/** Starts this program anew as a process of its own, which waits until this one has ended; ends this one. */
export function restartAsNewProcess(): never {
  spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    stdio: 'inherit',
    env: { ...process.env, [PREDECESSOR]: String(process.pid) },
  }).unref();
  process.exit(0);
}

/** In a process that takes over from another one, resolves once that one has ended; anywhere else at once. */
export async function waitForPredecessor(): Promise<void> {
  const pid = Number(process.env[PREDECESSOR]);
  Reflect.deleteProperty(process.env, PREDECESSOR);
  for (let waited = 0; pid > 0 && isAlive(pid) && waited < GIVE_UP_MS; waited += CHECK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
