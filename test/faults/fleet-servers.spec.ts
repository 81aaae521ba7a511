/**
 * A hub with PostgreSQL and mosquitto, and a controller at the mosquitto of its site with a bridge to that, all killed at any moment while users of the hub switch, and the
 * record of the relays: no command is carried out twice or after it has expired, and each that was accepted gets its end.
 * While PostgreSQL is away nothing is accepted.
 */
import { afterAll, beforeAll, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith, has } from '../support/process/programs.js';
import { FleetProcesses, PARTS, type Part } from './fleet-processes.js';
import { FleetRun } from './fleet-run.js';
import { Random } from './random.js';

const ROUNDS = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 5));
const SEED = Number(process.env['FAULT_SEED'] ?? 4);
const MISSING = (['postgresql', 'mosquitto'] as const).find((program) => !has(program)) ?? 'postgresql';

describeWith(MISSING, `a fleet with servers, killed ${ROUNDS} times at any moment (FAULT_SEED=${SEED})`, () => {
  const folder = temporaryFolder();
  const fleet = new FleetProcesses(folder, true);
  const random = new Random(SEED);
  let run: FleetRun;

  beforeAll(async () => {
    run = new FleetRun(fleet, await fleet.begin(), random);
  }, 180_000);
  afterAll(async () => {
    await fleet.close();
    removeFolder(folder);
  });

  it(
    'carries out no command twice, none after it has expired, and ends each of them',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        // One after the other, at times two at once.
        const killed: Part[] = [PARTS[round % PARTS.length] ?? 'hub'];
        if (random.is(0.2)) killed.push(random.oneOf(PARTS.filter((part) => !killed.includes(part))) ?? 'hub');
        await run.round(killed);
      }
      await run.end();
    },
    300_000 + ROUNDS * 20_000,
  );
});
