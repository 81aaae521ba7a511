/**
 * A controller whose machine loses its power repeatedly. Writes without a sync are lost, in full or in part; everything
 * that was answered must be there, and every outlet in a reboot must turn on again. The checks and the simulator are
 * those of faults.spec.ts.
 */
import { afterEach, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';
import { FaultRun } from './fault-run.js';
import type { PowerCutOptions } from './power-cuts.js';
import { Summary } from './summary.js';

/** The number of cuts; `npm run test:faults` asks for more. */
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
    'fulfils its guarantees',
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

      // A write that the recorder has not seen cannot be lost in the test: it must have seen every write.
      const { pid } = faultRun.restarts.current;
      expect(await faultRun.stop()).toBe(0);
      const seen = faultRun.powerCuts?.recordedAndReal(pid);
      expect(seen?.recorded).toEqual(seen?.real);
    },
    300_000 + CUTS * 20_000,
  );

  it('is found to break its guarantees on a disk that reports a sync and does nothing', async () => {
    const faultRun = aFaultRun({ liesAboutSyncs: true, firstStarts: 0 });
    await faultRun.begin();
    const rounds = async (): Promise<void> => {
      for (let round = 1; round <= CUTS_THAT_FIND_A_LIE; round++) await faultRun.round();
    };
    await expect(rounds()).rejects.toThrow();
  }, 300_000);
});
