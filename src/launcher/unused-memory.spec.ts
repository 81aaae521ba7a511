import { setImmediate as later } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { giveBackUnusedMemory } from './unused-memory.js';

it('what nothing uses any more is given back, and the process goes on', async () => {
  const unused = new WeakRef(Array.from({ length: 1000 }, (_, place) => ({ place })));
  await later(); // an object that was made in a turn of the event loop stays until its end
  giveBackUnusedMemory();
  while (unused.deref()) await later();
  expect(unused.deref()).toBeUndefined();
});
