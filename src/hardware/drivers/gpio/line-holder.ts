import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Millis } from '../../../common/clock.js';
import type { GpioTools, Level } from './gpio-tools.js';

const POLL_INTERVAL: Millis = 10;

/**
 * A gpioset process that drives one line. It outlives the controller: a line that is no longer driven falls back, and
 * a restart must not switch a relay. The next controller finds the process and continues with it.
 */
export interface LineHolder {
  readonly pid: number;
  readonly line: number;
  readonly level: Level;
}

/** The running holders of a chip, by line. */
export function runningHolders(chip: string): Map<number, LineHolder> {
  const holders = new Map<number, LineHolder>();
  for (const entry of readdirSync('/proc')) {
    const holder = /^\d+$/.test(entry) ? holderOf(Number(entry), chip) : undefined;
    if (holder) holders.set(holder.line, holder);
  }
  return holders;
}

function holderOf(pid: number, chip: string): LineHolder | undefined {
  const argv = holderArguments(pid);
  const value = /^(\d+)=([01])$/.exec(argv.at(-1) ?? '');
  if (!value || !argv.includes(chip)) return undefined;
  return { pid, line: Number(value[1]), level: value[2] === '1' ? 1 : 0 };
}

/** The arguments of a gpioset process; empty for any other process. */
function holderArguments(pid: number): string[] {
  const argv = argumentsOf(pid);
  const program = argv.findIndex((argument) => basename(argument) === 'gpioset');
  return program === 0 || program === 1 ? argv.slice(program + 1) : [];
}

/** The command line of a process; empty for one that is gone or a zombie. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** False also when another process has the id of one that has ended. */
export const isRunning = ({ pid, line, level }: LineHolder): boolean =>
  holderArguments(pid).at(-1) === `${line}=${level}`;

/** Drives a line that has no holder. Resolves when the kernel reports it as driven; rejects when it does not. */
export async function hold(tools: GpioTools, line: number, level: Level): Promise<LineHolder> {
  const child = spawn('gpioset', await tools.holding(line, level), {
    detached: true,
    stdio: 'ignore',
    env: process.env,
  });
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `gpioset has ended with ${code ?? signal}`));
  child.unref();
  const isHeld = async (): Promise<boolean> => {
    if (ended !== undefined) throw new Error(ended);
    const info = (await tools.info()).get(line);
    return info?.isUsed === true && info.direction === 'output';
  };
  if (!(await waitUntil(tools, isHeld))) {
    child.kill('SIGKILL');
    throw new Error(`gpioset did not take the line in time`);
  }
  return { pid: child.pid ?? 0, line, level };
}

/** Ends a holder. Rejects when it does not end: the line must not be driven twice. */
export async function release(tools: GpioTools, holder: LineHolder): Promise<void> {
  const end = (signal: NodeJS.Signals): void => {
    if (!isRunning(holder)) return;
    try {
      process.kill(holder.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  end('SIGTERM');
  if (await waitUntil(tools, async () => !isRunning(holder))) return;
  end('SIGKILL');
  if (!(await waitUntil(tools, async () => !isRunning(holder)))) throw new Error(`gpioset ${holder.pid} does not end`);
}

/** Polls the condition for up to one and a half times the time limit of a program. */
async function waitUntil({ timeLimit }: GpioTools, isSo: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited <= 1.5 * timeLimit; waited += POLL_INTERVAL) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  return false;
}
