/**
 * Loads the test files by Node itself instead of Jest's sandbox: the application, Nest and TypeORM are compiled and warmed
 * up once for all files of a worker, and not once for each. What the files share by that (globals, spies, the
 * environment, listeners of the process) is put back after each of them: test-environment.mjs.
 */
const { mkdirSync } = require('node:fs');
const { register } = require('node:module');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { translatedPath } = require('./translated-path.cjs');

const CIRCUS = join(dirname(require.resolve('jest-circus/package.json')), 'build/jestAdapterInit.js');

let translated;
let runs = 0;

module.exports = class Runtime {
  #environment;

  constructor(config, environment) {
    this.#environment = environment;
    if (translated) return;
    translated = join(config.cacheDirectory, 'translated');
    mkdirSync(translated, { recursive: true });
    register(pathToFileURL(join(__dirname, 'typescript-loader.mjs')), { data: { folder: translated } });
    // Node takes longer than the half second that Jest gives a worker to free all that one has in memory; the system does it at once.
    if (process.send) process.once('beforeExit', () => process.exit());
  }

  /** Circus keeps the tests of a file in its module, so each file gets a new one. */
  requireInternalModule(path) {
    if (path === CIRCUS) {
      delete require.cache[CIRCUS];
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
    }
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    globalThis[Symbol.for('rackfeed.test-globals')] = { ...globals, jest: this.#jest() };
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** The number makes Node load the file again in each run. */
  async unstable_importModule(path) {
    await import(`${pathToFileURL(path).href}?${++runs}`);
  }

  requireModule(path) {
    return require(path);
  }

  #jest() {
    const { moduleMocker, fakeTimersModern: timers } = this.#environment;
    const jest = {
      fn: moduleMocker.fn.bind(moduleMocker),
      spyOn: moduleMocker.spyOn.bind(moduleMocker),
      clearAllMocks: () => moduleMocker.clearAllMocks(),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      setTimeout: (ms) => {
        globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms;
        return jest;
      },
      useFakeTimers: (options) => {
        timers.useFakeTimers(options);
        return jest;
      },
      useRealTimers: () => {
        timers.useRealTimers();
        return jest;
      },
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
      getTimerCount: () => timers.getTimerCount(),
    };
    return jest;
  }

  /** Maps of what the loader has translated, for the lines in stack traces. */
  getSourceMaps() {
    return new (class extends Map {
      get(path) {
        const url = path.startsWith('file:') ? path : pathToFileURL(path).href;
        return translatedPath(translated, url.replace(/\?.*/, ''), 'map');
      }
    })();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
};
