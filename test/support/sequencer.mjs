import Sequencer from '@jest/test-sequencer';

/** The files that take half a minute and more on two cores, mostly by waiting for programs. The longest come first. */
const long = [
  'console/looks',
  'tools/sweep/example-node-queue',
  'tools/sweep/example-node-archive',
  'tools/sweep/example-python-receiver',
  'cli/runners',
  'cli/init',
  'migration-guide',
  'package-managers',
  'documents/threads',
  'tools/sweep/example-',
  'tools/sweep/official-clients',
  'cli/sweep',
  'openapi-tools',
  'jest-teardown',
  'testing-guide',
  'cli/start',
  'tools/parity/parity',
  'console/explorer',
  'console/selection',
  'console/scenarios',
  'console/conditions',
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
