/**
 * A controller whose machine loses its power again and again. What it has written and not synced is lost, or part of it
 * is; all that it has answered must be there, and every outlet in a reboot must come on again. The same checks as those
 * of faults.spec.ts, in front of the same simulator.
 */
import { afterEach, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';
import { FaultRun } from './fault-run.js';
import type { PowerCutOptions } from './power-cuts.js';
import { Summary } from './summary.js';

/** How many cuts; `npm run test:faults` asks for more. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 8);
const SEED = Number(process.env['FAULT_SEED'] ?? (CUTS > 8 ? Math.floor(Math.random() * 2 ** 32) : 4));
const SETTLE_EVERY = 20;
/** A disk that makes nothing durable loses so much that the first cuts find it. */
const CUTS_THAT_FIND_A_LIE = 5;

const open: { faultRun: FaultRun; folder: string }[] = [];

function aFaultRun(power: Omit<PowerCutOptions, 'random'>): FaultRun {
  const folder = temporaryFolder();
  const faultRun = new FaultRun(folder, SEED, power);
  open.push({ faultRun, folder });
  return faultRun;
}

afterEach(async () => {
  for (const { faultRun, folder } of open.splice(0)) {
    await faultRun.close();
    removeFolder(folder);
  }
}, 60_000);

describeWith('cc', `the controller, its power cut ${CUTS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'keeps what it promised',
    async () => {
      const faultRun = aFaultRun({ firstStarts: Math.max(3, Math.round(CUTS / 10)) });
      await faultRun.begin();
      const summary = new Summary(faultRun, SEED);
      await summary.of(async () => {
        for (let round = 1; round <= CUTS; round++) {
          await faultRun.round();
          summary.rounds = round;
          if (round % SETTLE_EVERY === 0 || round === CUTS) await faultRun.waitUntilIdle();
        }
      });
      expect(faultRun.powerCuts?.total.cuts).toBeGreaterThanOrEqual(CUTS);
      expect(faultRun.powerCuts?.total.lost).toBeGreaterThan(0);

      // What the recorder has not seen could not have been lost: it must have seen everything.
      const { pid } = faultRun.restarts.current;
      expect(await faultRun.stop()).toBe(0);
      const seen = faultRun.powerCuts?.recordedAndReal(pid);
      expect(seen?.recorded).toEqual(seen?.real);
    },
    300_000 + CUTS * 20_000,
  );

  it('is found to break its word on a disk that says that it has synced and has not', async () => {
    const faultRun = aFaultRun({ liesAboutSyncs: true, firstStarts: 0 });
    await faultRun.begin();
    const rounds = async (): Promise<void> => {
      for (let round = 1; round <= CUTS_THAT_FIND_A_LIE; round++) await faultRun.round();
    };
    await expect(rounds()).rejects.toThrow();
  }, 300_000);
});
