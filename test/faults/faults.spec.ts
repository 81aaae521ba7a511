/**
 * A controller that is killed while it switches and writes, and a remote simulator, a separate process, that records
 * every move of its relays. The controller is checked by the simulator's record, never by its own answers.
 *
 * Its effectiveness was verified with the faults listed in docs/faults.md, put into the product one at a time.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { sleep } from './random.js';
import { FaultRun } from './fault-run.js';
import { Summary } from './summary.js';

/** The number of kills; `npm run test:faults` asks for more. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 30);
/** The same seed makes the same decisions, at slightly different moments. */
const SEED = Number(process.env['FAULT_SEED'] ?? (ROUNDS > 30 ? Math.floor(Math.random() * 2 ** 32) : 4));
const SETTLE_EVERY = 30;
const RESTARTS = Number(process.env['FAULT_RESTARTS'] ?? Math.max(2, Math.min(20, Math.round(ROUNDS / 15))));
/** The time in which an automation or a cycle wrongly begun at the start would move a relay, ms. */
const A_WHILE = 1500;

const folder = temporaryFolder();
const faultRun = new FaultRun(folder, SEED);

beforeAll(() => faultRun.begin(), 120_000);
afterAll(async () => {
  await faultRun.close();
  removeFolder(folder);
}, 60_000);

describe(`the controller, killed ${ROUNDS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'fulfils its guarantees, and moves no relay without a command',
    async () => {
      const summary = new Summary(faultRun, SEED);
      await summary.of(async () => {
        for (let round = 1; round <= ROUNDS; round++) {
          await faultRun.round();
          summary.rounds = round;
          if (round % SETTLE_EVERY === 0 || round === ROUNDS) await faultRun.waitUntilIdle();
        }
      });
      expect(faultRun.checker.counts.moves).toBeGreaterThan(ROUNDS);
    },
    300_000 + ROUNDS * 20_000,
  );

  it.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
    ['SIGKILL', 'SIGKILL'],
    ['an error that nobody catches', 'SIGUSR2'],
  ] as const)(
    `moves no relay when it is ended by %s and restarted, ${RESTARTS} times, relays in mixed states`,
    async (_, signal) => {
      await faultRun.mix();
      const moved: string[] = [];
      for (let restart = 0; restart < RESTARTS; restart++) moved.push(...(await faultRun.restart(signal)));
      await sleep(A_WHILE);
      expect([...moved, ...faultRun.moved()]).toEqual([]);
    },
    120_000 + RESTARTS * 30_000,
  );
});
