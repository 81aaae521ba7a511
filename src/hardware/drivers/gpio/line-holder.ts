import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Millis } from '../../../common/clock.js';
import type { GpioTools, Level } from './gpio-tools.js';

const POLL_INTERVAL: Millis = 10;

/**
 * A gpioset that drives one line. It is no child that ends with the controller: a line that nobody drives falls back,
 * and a restart must not click a relay. The next controller finds it again and goes on with it.
 */
export interface LineHolder {
  readonly pid: number;
  readonly line: number;
  readonly level: Level;
}

/** The holders that run now for a chip, by their lines. */
export function runningHolders(chip: string): Map<number, LineHolder> {
  const holders = new Map<number, LineHolder>();
  for (const entry of readdirSync('/proc')) {
    const holder = /^\d+$/.test(entry) ? holderOf(Number(entry), chip) : undefined;
    if (holder) holders.set(holder.line, holder);
  }
  return holders;
}

function holderOf(pid: number, chip: string): LineHolder | undefined {
  const argv = argumentsOf(pid);
  const program = argv.findIndex((argument) => basename(argument) === 'gpioset');
  if (program < 0 || program > 1) return undefined;
  const rest = argv.slice(program + 1);
  const value = /^(\d+)=([01])$/.exec(rest.at(-1) ?? '');
  if (!value || !rest.includes(chip)) return undefined;
  return { pid, line: Number(value[1]), level: value[2] === '1' ? 1 : 0 };
}

/** Empty for a process that is gone, and for one that has ended and only waits to be buried. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

export const isRunning = ({ pid }: LineHolder): boolean => argumentsOf(pid).length > 0;

/** Drives a line that nobody drives. Resolves when the kernel says that it is driven; rejects when it is not. */
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

/** Waits for half as long again as one run of a program may take. */
async function waitUntil({ timeLimit }: GpioTools, isSo: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited <= 1.5 * timeLimit; waited += POLL_INTERVAL) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  return false;
}
