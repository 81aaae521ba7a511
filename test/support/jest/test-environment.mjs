/**
 * All test files of a worker run in one context, so that the modules of `src/` and of packages are loaded once for all of
 * them (runtime.cjs). What a file may have changed in it is put back after the file: variables of the environment,
 * listeners of the process, global functions, timers. A file gets a context and modules of its own by
 *
 *   @jest-environment-options {"isolated": true}
 *
 * in a comment at its top; ISOLATED=true, a watch and a measurement of coverage give every file its own.
 *
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
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

const entered = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...call) {
  entered.add(this);
  return run.apply(this, call);
};

/** The context that the files of this worker share; runtime.cjs adds the library. */
let worker;

/** Members that Jest adds to the context for one file: its tests, and who hears of them. */
const OF_ONE_FILE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'RETRY_TIMES_SETTER']);

/** The part of an environment that is a file's own. */
class SharedContext {
  worker = worker;
  context = worker.context;
  global = worker.global;
  moduleMocker = new worker.moduleMocker.constructor(worker.global);
  exportConditions = () => worker.exportConditions();
  getVmContext = () => this.context;
  #putBack = [globals(worker.global), globals(worker.global.process), variables(worker.global.process)];

  constructor({ projectConfig }) {
    this.fakeTimersModern = new worker.fakeTimersModern.constructor({ config: projectConfig, global: this.global });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const key of Object.getOwnPropertySymbols(this.global)) {
      if (OF_ONE_FILE.has(key.description)) delete this.global[key];
    }
    this.global.process.removeAllListeners();
    for (const putBack of this.#putBack) putBack();
    this.context = null;
    if (this.worker.library.hasUnfinishedWork()) worker = undefined;
  }
}

/** Puts back the members that have changed; what was added stays, because packages keep their state there. */
function globals(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const key of Reflect.ownKeys(before)) {
      if ('value' in before[key] && before[key].value !== Object.getOwnPropertyDescriptor(object, key)?.value) {
        Reflect.defineProperty(object, key, before[key]);
      }
    }
  };
}

function variables(process) {
  const { env } = process;
  const before = { ...env };
  return () => {
    for (const name of Object.keys(env)) if (!(name in before)) delete env[name];
    process.env = Object.assign(env, before);
  };
}

const withTimeLimits = (Environment) =>
  class extends Environment {
    #slowness = 1;
    #stretched = new WeakSet();

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

    async teardown() {
      await super.teardown();
      for (const storage of entered) storage.disable();
      entered.clear();
    }
  };

const Isolated = withTimeLimits(NodeEnvironment);
const Shared = withTimeLimits(SharedContext);

export default class {
  constructor(config, context) {
    const { globalConfig, projectConfig } = config;
    const { watch, watchAll, collectCoverage } = globalConfig;
    if (projectConfig.testEnvironmentOptions.isolated || process.env.ISOLATED || watch || watchAll || collectCoverage) {
      return new Isolated(config, context);
    }
    worker ??= new NodeEnvironment(config, context);
    return new Shared(config);
  }
}
