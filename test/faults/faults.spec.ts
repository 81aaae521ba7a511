import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/controller-process.js';
import { Ordeal } from './ordeal.js';

/** How many kills; the same seed makes the same decisions. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 30);
const SEED = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const SETTLE_EVERY = 15;
const RESTARTS = Math.max(3, Math.min(20, Math.round(ROUNDS / 15)));

const folder = temporaryFolder();
const ordeal = new Ordeal(folder, SEED);

beforeAll(() => ordeal.begin(), 30_000);
afterAll(async () => {
  await ordeal.close();
  removeFolder(folder);
});

describe(`the controller, killed ${ROUNDS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'keeps what it promised, in time, and moves nothing that nobody named',
    async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        await ordeal.round();
        if (round % SETTLE_EVERY === 0 || round === ROUNDS) await ordeal.settle();
      }
      const { errands, answered, moves, latest } = ordeal.tribunal.counts;
      console.log(
        `seed ${SEED}: ${ROUNDS} kills, ${errands} errands, ${answered} answered commands, ${moves} moves; ` +
          `the latest ON came ${Math.round(latest)} ms after its time or the restart`,
      );
      expect(moves).toBeGreaterThan(ROUNDS);
    },
    60_000 + ROUNDS * 10_000,
  );

  it.each(['SIGTERM', 'SIGKILL', 'SIGINT'] as const)(
    `moves no relay when it is stopped by %s and started, ${RESTARTS} times, outlets in mixed states`,
    async (signal) => {
      expect(new Set(ordeal.states()).size).toBe(2);
      for (let restart = 0; restart < RESTARTS; restart++) expect(await ordeal.restart(signal)).toBe(0);
    },
    30_000 + RESTARTS * 10_000,
  );
});
