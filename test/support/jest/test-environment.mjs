/**
 * Jest's runner keeps an AsyncLocalStorage for each test file and never ends it. Core modules are shared by all files of
 * a worker, so every promise of a later file pays for all files before it. Here they end with their file: fourteen files
 * of the API took 54 s in one worker, and 74 s without this.
 *
 * It also multiplies every time limit of tests and hooks by the slowness of the machine: by the measurement before the
 * first test, or by the number of processes that wait for a processor now, whichever is more.
 *
 * The file mode mask is the usual one at the start of each file: an application that a file started has made the one of
 * the whole process stricter.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism, loadavg } from 'node:os';
import { TestEnvironment } from 'jest-environment-node';

const entered = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...call) {
  entered.add(this);
  return run.apply(this, call);
};

export default class extends TestEnvironment {
  #slowness = 1;

  async setup() {
    await super.setup();
    process.umask(0o022);
    const measured = Number(process.env.TEST_SLOWNESS ?? 1);
    this.#slowness = Math.max(1, measured, loadavg()[0] / availableParallelism());
    this.global.process.env.TEST_SLOWNESS = String(this.#slowness);
  }

  /** Jest reads a limit when it starts the test or the hook; this event comes before. */
  handleTestEvent({ name, test, hook }, state) {
    if (name === 'run_start') state.testTimeout *= this.#slowness;
    const limited = name === 'test_fn_start' ? test : name === 'hook_start' ? hook : undefined;
    if (limited?.timeout && !this.#stretched.has(limited)) {
      limited.timeout *= this.#slowness;
      this.#stretched.add(limited);
    }
  }

  #stretched = new WeakSet();

  async teardown() {
    await super.teardown();
    for (const storage of entered) storage.disable();
    entered.clear();
  }
}
