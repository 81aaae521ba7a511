/**
 * Jest's runner keeps an AsyncLocalStorage for each test file and never ends it. Core modules are shared by all files of
 * a worker, so every promise of a later file pays for all files before it. Here they end with their file: fourteen files
 * of the API took 54 s in one worker, and 74 s without this.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const entered = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...call) {
  entered.add(this);
  return run.apply(this, call);
};

export default class extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of entered) storage.disable();
    entered.clear();
  }
}
