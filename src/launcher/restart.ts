import { spawn } from 'node:child_process';

/** Node 22.15 and later: this process becomes another program, with the same number and terminal. */
type Execve = (file: string, args: readonly string[], environment: NodeJS.ProcessEnv) => never;

/**
 * Restarts this program in the same process. Returns only where that is not possible: with an older Node, or on a
 * system that refuses it.
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
    console.error(`The restart in the same process failed: ${(error as Error).message}`);
  }
}

/** The variable with the id of the process that a new one replaces; removed before the release starts. */
const PREDECESSOR = 'RACKFEED_LAUNCHER_FOLLOWS';
const CHECK_EVERY_MS = 50;
/** Longer than a process takes to end after a stop request. */
const GIVE_UP_MS = 30_000;

/** Restarts this program as another process, which waits until this one has ended; ends this one. */
export function restartAsNewProcess(): never {
  spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    stdio: 'inherit',
    env: { ...process.env, [PREDECESSOR]: String(process.pid) },
  }).unref();
  process.exit(0);
}

/** In a process that replaces another one, resolves once that one has ended; in any other process at once. */
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
