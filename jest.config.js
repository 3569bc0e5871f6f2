export default {
  testEnvironment: 'node',
  // Jest's own matchers trip over its clean-up between files, and it warns of itself.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  roots: ['<rootDir>/test'],
  // Jest would leave a core free for watching, which is half of the machine where there are two.
  maxWorkers: '100%',
  // Machines that build for others too are slow at times.
  testTimeout: 30_000,
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
};
