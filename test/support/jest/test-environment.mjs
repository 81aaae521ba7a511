/**
 * The world of one test file. All files of a worker share the one of Node, so what a file changes in it is put back at its
 * end: spies, timers, the environment, the file mode mask, listeners of the process, the urgent work of a controller
 * that it ended as a crash would, and the secrets that its controllers knew.
 *
 * It also multiplies every time limit of tests and hooks by the slowness of the machine: by the measurement before the
 * first test, or by the number of processes that wait for a processor now, whichever is more.
 *
 * A test that fails with a browser, the built program, a server or the connections of a fleet beside it has a second attempt,
 * at once, and the summary of the run names it (summary-reporter.mjs, docs/adr/0044).
 *
 * Jest's runner keeps an AsyncLocalStorage for each test file and never ends it, so every promise of a later file would pay
 * for all files before it. Here they end with their file.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism, loadavg } from 'node:os';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** The folders whose tests have other processes beside them, and the tests of a fleet, whose messages travel over real connections. */
const WITH_OTHERS = /\/test\/(?:(?:contract|drivers|process|protocols|web)\/|integration\/(?:fleet|hub))/;
const RETRIES = Symbol.for('RETRY_TIMES');
Object.assign(globalThis, { [Symbol.for('RETRY_IMMEDIATELY')]: true, [Symbol.for('LOG_ERRORS_BEFORE_RETRY')]: true });

const entered = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...call) {
  entered.add(this);
  return run.apply(this, call);
};

export default class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #slowness = 1;
  #stretched = new WeakSet();
  #before;

  constructor({ projectConfig }, { testPath }) {
    globalThis[RETRIES] = WITH_OTHERS.test(testPath) ? 1 : 0;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const { console, process } = globalThis;
    this.#before = {
      ...{ console, exit: process.exit, exitCode: process.exitCode, env: { ...process.env } },
      listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name)])),
    };
  }

  async setup() {
    process.umask(0o022);
    const measured = Number(process.env.TEST_SLOWNESS ?? 1);
    this.#slowness = Math.max(1, measured, loadavg()[0] / availableParallelism());
    process.env.TEST_SLOWNESS = String(this.#slowness);
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

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
    const { console, exit, exitCode, env, listeners } = this.#before;
    globalThis.console = console;
    process.exit = exit;
    process.exitCode = exitCode;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const name of process.eventNames()) {
      const earlier = listeners.get(name) ?? [];
      for (const each of process.rawListeners(name)) if (!earlier.includes(each)) process.removeListener(name, each);
    }
    const { forgetUrgentWork } = await import('../../../src/common/urgent-work.ts');
    forgetUrgentWork();
    const { forgetKnownSecrets } = await import('../../../src/logging/redaction.ts');
    forgetKnownSecrets();
    for (const storage of entered) storage.disable();
    entered.clear();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
