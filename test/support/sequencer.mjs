import Sequencer from '@jest/test-sequencer';

/** The files that take longest on two cores: of programs mostly by waiting, of quick tests by work. The longest come first. */
const long = [
  'lab/parity/parity',
  'openapi-tools',
  'lab/sweep/example-node-queue',
  'console/looks',
  'lab/sweep/example-node-archive',
  'console/viewer',
  'cli/sweep',
  'jest-teardown',
  'cli/runners',
  'cli/init',
  'migration-guide',
  'package-managers',
  'console/faxes',
  'documents/threads',
  'lab/sweep/example-',
  'testing-guide',
  'cli/start',
  'lab/sweep/official-clients',
  'console/lists',
  'console/selection',
  'console/scenarios',
  'console/running',
  'console/explorer',
  'console/conditions',
  'fixtures/cases',
  'fixtures/documents',
  'http/generated-requests',
  'patterns',
  'http/v3/two-programs',
];

const rankOf = ({ path }) => {
  const rank = long.findIndex((name) => path.includes(`/test/${name}`));
  return rank < 0 ? long.length : rank;
};

/**
 * Starts the longest files first. On a fresh checkout Jest knows no times and goes by the sizes of files, and the sweep of an example,
 * which is a short file, would run alone at the end.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rankOf(one) - rankOf(other));
  }
}
