/**
 * Two hubs that work at once with PostgreSQL and mosquitto, and a controller at the mosquitto of its site with a bridge to that,
 * all killed at any moment while users of both hubs switch, and the record of the relays: no command is carried out twice or
 * after it has expired, and each that was accepted gets its end. While PostgreSQL is away nothing is accepted.
 */
import { describeWith, has } from '../support/process/programs.js';
import { PARTS, type Part } from './fleet-processes.js';
import { FLEET_SEED, itSurvives, roundsOr } from './fleet-set-up.js';

const ROUNDS = roundsOr(5);
const MISSING = (['postgresql', 'mosquitto'] as const).find((program) => !has(program)) ?? 'postgresql';

describeWith(MISSING, `a fleet with servers, killed ${ROUNDS} times at any moment (FAULT_SEED=${FLEET_SEED})`, () => {
  const name = 'carries out no command twice, none after it has expired, and ends each of them';
  itSurvives({ name, rounds: ROUNDS, withServers: true }, (round, random) => {
    // One after the other, at times two at once.
    const killed: Part[] = [PARTS[round % PARTS.length] ?? 'hub'];
    if (random.is(0.2)) killed.push(random.oneOf(PARTS.filter((part) => !killed.includes(part))) ?? 'hub');
    return killed;
  });
});
