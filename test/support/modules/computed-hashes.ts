import { afterAll, beforeAll } from '@jest/globals';

const COMPUTE = Symbol.for('rackfeed.compute-hashes');
const world = globalThis as Record<symbol, unknown>;

/** Lets the tests of a file compute each hash of a password, also of one whose hash is known (test/support/jest/argon2.mjs). */
export function computeEachHash(): void {
  beforeAll(() => {
    world[COMPUTE] = true;
  });
  afterAll(() => {
    world[COMPUTE] = false;
  });
}
