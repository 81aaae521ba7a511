/**
 * A hub and a controller that are killed at any moment while users of the hub switch, and the record of the relays, which
 * is kept by a process of its own: no command is carried out twice or after it has expired, and each gets its end.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { FleetProcesses } from './fleet-processes.js';
import { FleetRun } from './fleet-run.js';
import { Random } from './random.js';

const ROUNDS = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 8));
const SEED = Number(process.env['FAULT_SEED'] ?? 4);

const folder = temporaryFolder();
const fleet = new FleetProcesses(folder);
const random = new Random(SEED);
let run: FleetRun;

beforeAll(async () => {
  run = new FleetRun(fleet, await fleet.begin(), random);
}, 180_000);
afterAll(async () => {
  await fleet.close();
  removeFolder(folder);
});

describe(`a hub and a controller, killed ${ROUNDS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'carry out no command twice, none after it has expired, and end each of them',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await run.round(random.is(0.2) ? ['hub', 'controller'] : [random.is(0.5) ? 'hub' : 'controller']);
      }
      await run.end();
    },
    300_000 + ROUNDS * 20_000,
  );
});
