import { keepFilesInMemory } from './files-in-memory.mjs';
import { measureMachine } from './measure-machine.mjs';

/** Jest calls it once, before the first test of a run. */
export default async function beforeAll() {
  keepFilesInMemory();
  await measureMachine();
}
