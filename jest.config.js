import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('test/', import.meta.url));

/** Imports of tests that run programs, or need `npm run build`: the built faxsim, shells, clients in other languages. */
const runsPrograms =
  /from '(?:node:child_process|[./]+\/support\/(?:program|child|installed-package|sweep-examples)\.ts)'|\.\.\/dist\//;

/** Imports of tests that repeat their work more often with SOAK. */
const soaks = /support\/(?:soak|sweep-examples)\.ts'/;

const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
const filesWith = (pattern, ending = '.test.ts') =>
  names
    .filter((name) => name.endsWith(ending))
    .map((name) => root + name)
    .filter((file) => pattern.test(readFileSync(file, 'utf8')));

// The sweep of the clients waits in real time for two dozen seconds, and would leave a core idle.
const programs = [...filesWith(runsPrograms), `${root}lab/sweep/official-clients.test.ts`];
const isSoak = process.env.SOAK !== undefined;

/** One of each kind that starts programs: a start, a packed package, a page in Chromium. `npm test` runs these and the quick ones. */
const samples = ['readme.test.ts', 'package.test.ts', 'console/connect.browser.ts'].map((name) => root + name);

const escaped = (text) => text.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&');

const project = {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  // Jest's own matchers trip over its clean-up between files, and it warns of itself.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  roots: ['<rootDir>/test'],
  transform: { '\\.ts$': '<rootDir>/test/support/transform.cjs' },
};

const withRetry = { ...project, setupFilesAfterEnv: ['<rootDir>/test/support/retry.cjs'] };

const packaged = {
  ...withRetry,
  globalSetup: '<rootDir>/test/support/installed-package.mjs',
  globalTeardown: '<rootDir>/test/support/remove-package.mjs',
};

export default {
  // Jest would leave a core free for watching, which is half of the machine where there are two.
  maxWorkers: '100%',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Only to find a test that hangs: a machine that does other work too can be slow.
  testTimeout: isSoak ? 3_600_000 : 300_000,
  projects: [
    {
      ...project,
      displayName: 'quick',
      testMatch: isSoak ? filesWith(soaks) : ['**/*.test.ts'],
      testPathIgnorePatterns: programs.map((file) => `^${escaped(file)}$`),
    },
    { ...packaged, displayName: 'samples', testMatch: samples },
    {
      ...packaged,
      displayName: 'programs',
      testMatch: (isSoak ? filesWith(soaks).filter((file) => programs.includes(file)) : programs).filter(
        (file) => !samples.includes(file),
      ),
    },
    {
      ...withRetry,
      displayName: 'browser',
      testMatch: isSoak ? filesWith(soaks, '.browser.ts') : ['**/*.browser.ts'],
      testPathIgnorePatterns: samples.map((file) => `^${escaped(file)}$`),
    },
  ],
};
