export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  // Kills a real controller for minutes: npm run test:faults, not part of the ordinary run.
  testPathIgnorePatterns: process.env.FAULT_ROUNDS ? [] : ['/test/faults/'],
  testRegex: '\\.spec\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  coverageProvider: 'v8',
  maxWorkers: 2,
  testTimeout: 30_000, // a start of the whole application takes seconds on a busy machine
  workerIdleMemoryLimit: '600MB',
};
