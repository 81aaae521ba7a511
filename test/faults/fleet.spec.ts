/**
 * A hub and a controller that are killed at any moment while users of the hub switch, and the record of the relays, which
 * is kept by a process of its own: no command is carried out twice or after it has expired, and each gets its end.
 */
import { describe } from '@jest/globals';
import { FLEET_SEED, itSurvives, roundsOr } from './fleet-set-up.js';

const ROUNDS = roundsOr(8);

describe(`a hub and a controller, killed ${ROUNDS} times at any moment (FAULT_SEED=${FLEET_SEED})`, () => {
  const name = 'carry out no command twice, none after it has expired, and end each of them';
  itSurvives({ name, rounds: ROUNDS, withServers: false }, (_, random) =>
    random.is(0.2) ? ['hub', 'controller'] : [random.is(0.5) ? 'hub' : 'controller'],
  );
});
