/**
 * A controller whose machine loses its power again and again. What it has written and not synced is lost, or part of it
 * is; all that it has answered must be there, and every outlet in a reboot must come on again. The same checks as those
 * of faults.spec.ts, in front of the same plant.
 */
import { afterEach, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/controller-process.js';
import { describeWith } from '../support/programs.js';
import { Ordeal } from './ordeal.js';
import type { PowerCutOptions } from './power-cuts.js';
import { Summary } from './summary.js';

/** How many cuts; `npm run test:faults` asks for more. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 8);
const SEED = Number(process.env['FAULT_SEED'] ?? (CUTS > 8 ? Math.floor(Math.random() * 2 ** 32) : 4));
const SETTLE_EVERY = 20;
/** A disk that makes nothing durable loses so much that the first cuts find it. */
const CUTS_THAT_FIND_A_LIE = 5;

const open: { ordeal: Ordeal; folder: string }[] = [];

function anOrdeal(power: Omit<PowerCutOptions, 'chance'>): Ordeal {
  const folder = temporaryFolder();
  const ordeal = new Ordeal(folder, SEED, power);
  open.push({ ordeal, folder });
  return ordeal;
}

afterEach(async () => {
  for (const { ordeal, folder } of open.splice(0)) {
    await ordeal.close();
    removeFolder(folder);
  }
}, 60_000);

describeWith('cc', `the controller, its power cut ${CUTS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'keeps what it promised',
    async () => {
      const ordeal = anOrdeal({ firstStarts: Math.max(3, Math.round(CUTS / 10)) });
      await ordeal.begin();
      const summary = new Summary(ordeal, SEED);
      await summary.of(async () => {
        for (let round = 1; round <= CUTS; round++) {
          await ordeal.round();
          summary.rounds = round;
          if (round % SETTLE_EVERY === 0 || round === CUTS) await ordeal.settle();
        }
      });
      expect(ordeal.powerCuts?.total.cuts).toBeGreaterThanOrEqual(CUTS);
      expect(ordeal.powerCuts?.total.lost).toBeGreaterThan(0);

      // What the recorder has not seen could not have been lost: it must have seen everything.
      const { pid } = ordeal.lives.current;
      expect(await ordeal.stop()).toBe(0);
      const seen = ordeal.powerCuts?.recordedAndReal(pid);
      expect(seen?.recorded).toEqual(seen?.real);
    },
    300_000 + CUTS * 20_000,
  );

  it('is found to break its word on a disk that says that it has synced and has not', async () => {
    const ordeal = anOrdeal({ liesAboutSyncs: true, firstStarts: 0 });
    await ordeal.begin();
    const rounds = async (): Promise<void> => {
      for (let round = 1; round <= CUTS_THAT_FIND_A_LIE; round++) await ordeal.round();
    };
    await expect(rounds()).rejects.toThrow();
  }, 300_000);
});
