export default {
  globalSetup: '<rootDir>/test/support/jest/before-all.mjs',
  testEnvironment: '<rootDir>/test/support/jest/test-environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/web/src'],
  testRegex: '\\.spec\\.ts$',
  transform: {},
  injectGlobals: false, // the files of a worker share their globals
  runtime: '<rootDir>/test/support/jest/runtime.cjs', // loads and translates the files (docs/adr/0036)
  reporters: ['default', '<rootDir>/test/support/jest/summary-reporter.mjs'],
  // Takes pictures instead of testing; `npm run screens` asks for it.
  testPathIgnorePatterns: process.env.RACKFEED_SCREENS ? [] : ['/test/web/screens.spec.ts$'],
  testSequencer: '<rootDir>/test/support/jest/slowest-first.mjs',
  maxWorkers: 3, // on two cores: walks in the browser and tests of processes wait as much as they work
  testTimeout: 30_000, // a start of the whole application takes seconds on a busy machine
  workerIdleMemoryLimit: '600MB',
};
