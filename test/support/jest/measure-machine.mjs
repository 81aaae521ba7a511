/**
 * Measures, before the first test, how much slower this machine starts a process than a quiet one with two cores does.
 * Every time limit of the tests is multiplied by it (test-environment.mjs, time-limits.ts): a limit must find tests
 * that hang, and must not fail because the machine is busy.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The time of one start on a quiet machine with two cores, ms. */
const QUIET = 60;
const ROUNDS = 5;

const start = () =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
      .once('error', reject)
      .once('exit', () => resolve(performance.now() - began));
  });

/** The number of times that it is slower; less than 1 for a faster one. */
export async function measuredSlowness() {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(...(await Promise.all(Array.from({ length: availableParallelism() }, start))));
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  return median / QUIET;
}

export async function measureMachine() {
  const slowness = Math.max(1, await measuredSlowness());
  process.env.TEST_SLOWNESS = slowness.toFixed(1);
  if (slowness >= 1.5) {
    console.log(
      `This machine is ${slowness.toFixed(1)} times slower than a quiet one; time limits are as much longer.`,
    );
  }
}
