export default {
  globalSetup: '<rootDir>/test/support/jest/measure-machine.mjs',
  testEnvironment: '<rootDir>/test/support/jest/test-environment.mjs',
  testEnvironmentOptions: { globalsCleanup: 'off' }, // what a file leaves behind ends with its environment; no warning about it
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/web/src'],
  testRegex: '\\.spec\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Every test file would load the phone numbers of the world, which only an unused validator needs.
    '^libphonenumber-js/max$': '<rootDir>/test/support/jest/nothing.cjs',
  },
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  reporters: ['default', '<rootDir>/test/support/jest/left-out-reporter.mjs'],
  // Takes pictures instead of testing; `npm run screens` asks for it.
  testPathIgnorePatterns: process.env.RACKFEED_SCREENS ? [] : ['/test/web/screens.spec.ts$'],
  coverageProvider: 'v8',
  testSequencer: '<rootDir>/test/support/jest/slowest-first.mjs',
  maxWorkers: 3, // on two cores: walks in the browser and tests of processes wait as much as they work
  testTimeout: 30_000, // a start of the whole application takes seconds on a busy machine
  workerIdleMemoryLimit: '600MB',
};
