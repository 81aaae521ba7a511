import { afterAll, beforeAll, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { FleetProcesses, type Part } from './fleet-processes.js';
import { FleetRun } from './fleet-run.js';
import { Random } from './random.js';

export const FLEET_SEED = Number(process.env['FAULT_SEED'] ?? 4);
/** The rounds of a run: as many as are asked for, or a few. */
export const roundsOr = (few: number): number => Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? few));

/**
 * Starts a fleet for the suite, and a test that kills parts of it in each round and expects no violation.
 * @param killedIn the parts that are killed in this round
 */
export function itSurvives(
  { name, rounds, withServers }: { readonly name: string; readonly rounds: number; readonly withServers: boolean },
  killedIn: (round: number, random: Random) => readonly Part[],
): void {
  const folder = temporaryFolder();
  const fleet = new FleetProcesses(folder, withServers);
  const random = new Random(FLEET_SEED);
  let run: FleetRun;

  beforeAll(async () => {
    run = new FleetRun(fleet, await fleet.begin(), random);
  }, 180_000);
  afterAll(async () => {
    await fleet.close();
    removeFolder(folder);
  });

  it(
    name,
    async () => {
      for (let round = 0; round < rounds; round++) await run.round(killedIn(round, random));
      await run.end();
    },
    300_000 + rounds * 20_000,
  );
}
