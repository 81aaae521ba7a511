import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/controller-process.js';
import { sleep } from './chance.js';
import { Ordeal } from './ordeal.js';

/** How many kills; `npm run test:faults` asks for more. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 30);
/** The same seed makes the same decisions, at moments that are never quite the same. */
const SEED = Number(process.env['FAULT_SEED'] ?? (ROUNDS > 30 ? Math.floor(Math.random() * 2 ** 32) : 4));
const SETTLE_EVERY = 15;
const RESTARTS = Math.max(3, Math.min(20, Math.round(ROUNDS / 15)));
/** In which an automation or a cycle that a start has wrongly begun would move something, ms. */
const A_WHILE = 2500;

const folder = temporaryFolder();
const ordeal = new Ordeal(folder, SEED);

beforeAll(() => ordeal.begin(), 120_000);
afterAll(async () => {
  await ordeal.close();
  removeFolder(folder);
}, 60_000);

describe(`the controller, killed ${ROUNDS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'keeps what it promised, and moves nothing that nobody named',
    async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        await ordeal.round();
        if (round % SETTLE_EVERY === 0 || round === ROUNDS) await ordeal.settle();
      }
      const { errands, answered, moves, latest, slowest } = ordeal.tribunal.counts;
      console.log(
        `seed ${SEED}: ${ROUNDS} kills, ${errands} errands, ${answered} answered commands, ${moves} moves; ` +
          `the latest ON came ${Math.round(latest)} ms after its time or the restart, ` +
          `the slowest answer after ${Math.round(slowest)} ms`,
      );
      expect(moves).toBeGreaterThan(ROUNDS);
    },
    300_000 + ROUNDS * 20_000,
  );

  it.each(['SIGTERM', 'SIGKILL', 'SIGINT'] as const)(
    `moves no relay when it is stopped by %s and started, ${RESTARTS} times, relays in mixed states`,
    async (signal) => {
      await ordeal.mix();
      const moved: string[] = [];
      for (let restart = 0; restart < RESTARTS; restart++) moved.push(...(await ordeal.restart(signal)));
      await sleep(A_WHILE);
      expect([...moved, ...ordeal.moved()]).toEqual([]);
    },
    120_000 + RESTARTS * 30_000,
  );
});
