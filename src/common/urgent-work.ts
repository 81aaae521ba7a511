import type { Millis } from './clock.js';
import { withTimeLimit } from './time-limit.js';

/** The longest time for which other work gives way. */
const MAX_DELAY: Millis = 20;

let running = 0;
let ended: (() => void)[] = [];

/** Runs work that a burst of requests gives way to: a switching command whose turn has come. */
export async function urgently<T>(work: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await work();
  } finally {
    running = Math.max(0, running - 1);
    if (running === 0) {
      const waiting = ended;
      ended = [];
      waiting.forEach((resume) => resume());
    }
  }
}

/** Resolves when no urgent work is running, after 20 ms at the latest; undefined if none is running. */
export function urgentWorkEnded(): Promise<void> | undefined {
  if (running === 0) return undefined;
  const end = new Promise<void>((resolve) => ended.push(resolve));
  return withTimeLimit(
    MAX_DELAY,
    () => end,
    () => undefined,
  );
}

/** Gives way to nothing any more that runs now: a test has ended its controller as a crash would, and the work with it. */
export function forgetUrgentWork(): void {
  running = 0;
  ended = [];
}
