/**
 * Loads the modules of `src/` and of packages once for all test files of a worker, as far as their environment shares its
 * context (test-environment.mjs): to load the application takes seconds of processor time, and each of 170 files would
 * spend them again. The modules of `test/`, the specs and the functions of Jest are loaded again for every file.
 *
 * A second runtime, the library, loads what is shared and serves the worker to its end; the runtime of a file asks it for
 * these modules. Jest has no interface for this: `esmLoader`, `registries`, `transformCache` and `_resolution` are private
 * parts of jest-runtime, whose version is therefore pinned. docs/adr/0031-tests-share-modules.md has the reasons.
 */
const { join, sep } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

class Library extends Runtime {
  #urgentWork;
  #last = Promise.resolve();

  constructor(config, ...rest) {
    super(config, ...rest);
    this.#urgentWork = pathToFileURL(join(config.rootDir, 'src/common/urgent-work.ts')).href;
  }

  /** A module, evaluated. Loads one after the other: two graphs that overlap must not be linked at once. */
  load(begin) {
    const loaded = this.#last.then(begin).then((module) => this.esmLoader.linkAndEvaluateModule(module));
    this.#last = loaded.catch(() => undefined);
    return loaded;
  }

  /** The same without waiting, on versions of Node that can; a promise makes Jest import in the other way. */
  loadNow(path, context) {
    if (!path.endsWith('.json') && !this.unstable_shouldLoadAsEsm(path)) {
      return this.esmLoader.loadCjsAsEsm(path, path, '', context);
    }
    const module = this.esmLoader.tryLoadGraphSync(path, '', 'sync-preferred');
    return typeof module === 'string' ? Promise.resolve() : module;
  }

  /** True if a file has left a command running, as tests of a crash do: requests of the next file would wait for it. */
  hasUnfinishedWork() {
    const module = this.registries.esModuleRegistry.get(this.#urgentWork);
    return module?.status === 'evaluated' && module.namespace.urgentWorkEnded() !== undefined;
  }
}

/** The modules of one file, with those of the library. */
class FileModules extends Map {
  constructor(loadShared) {
    super();
    this.loadShared = loadShared;
  }

  get(key) {
    return super.get(key) ?? this.loadShared?.(key);
  }
}

module.exports = class extends Runtime {
  #library;
  #isShared = () => false;

  constructor(config, environment, resolver, transformer, files, coverage, path, globalConfig) {
    super(config, environment, resolver, transformer, files, coverage, path, globalConfig);
    const { worker } = environment;
    if (!worker) return;
    const rest = [resolver, transformer, new Map(), coverage, 'library', globalConfig];
    const library = (worker.library ??= new Library(config, worker, ...rest));
    const source = join(config.rootDir, 'src') + sep;
    const isShared = (file) =>
      (file.startsWith(source) && !file.endsWith('.spec.ts')) || file.includes(`${sep}node_modules${sep}`);
    this.#library = library;
    this.#isShared = isShared;
    this.transformCache.sourceMaps = library.transformCache.sourceMaps; // for the stacks of its errors

    const { esmLoader, registries } = this;
    const loadEsmModule = esmLoader.loadEsmModule.bind(esmLoader);
    esmLoader.loadEsmModule = (file, suffix) =>
      isShared(file) ? library.load(() => library.esmLoader.loadEsmModule(file, suffix)) : loadEsmModule(file, suffix);
    const loadCjsAsEsm = esmLoader.loadCjsAsEsm.bind(esmLoader);
    esmLoader.loadCjsAsEsm = (from, file, ...more) =>
      isShared(file)
        ? library.load(() => library.esmLoader.loadCjsAsEsm(from, file, ...more))
        : loadCjsAsEsm(from, file, ...more);
    registries.esModuleRegistry = new FileModules((key) => {
      const file = key.startsWith('file:') ? fileURLToPath(key) : '';
      return isShared(file) ? library.loadNow(file, environment.getVmContext()) : undefined;
    });
  }

  requireModule(from, name, options, isActual) {
    const isJests = !this.#library || options?.isInternalModule || this._resolution.isCoreModule(name ?? from);
    return !isJests && this.#isShared(this._resolution.resolveCjs(from, name))
      ? this.#library.requireModule(from, name, options, isActual)
      : super.requireModule(from, name, options, isActual);
  }

  /** The parts of Jest that run in the context; the one that keeps the tests is required without a name. */
  requireInternalModule(from, name) {
    return this.#library && name !== undefined
      ? this.#library.requireInternalModule(from, name)
      : super.requireInternalModule(from, name);
  }
};
