import Sequencer from '@jest/test-sequencer';

/** The files that take longest on two cores: of programs mostly by waiting, of quick tests by work. The longest come first. */
const long = [
  'lab/parity/other-languages',
  'lab/parity/parity',
  'lab/sweep/example-node-queue',
  'cli/language-runners',
  'lab/sweep/example-python-receiver',
  'console/every-screen',
  'lab/sweep/example-node-archive',
  'agent-page',
  'package-managers',
  'migration-guide',
  'cli/runners',
  'cli/sweep',
  'openapi-tools',
  'lab/sweep/two-faults',
  'console/faxes',
  'cli/init',
  'cookbook-languages',
  'documents/threads',
  'console/conditions',
  'console/scenarios',
  'console/selection',
  'console/looks',
  'javascript-guide',
  'console/viewer',
  'console/shell',
  'jest-projects',
  'console/explorer',
  'image-build',
  'lab/sweep/official-clients',
  'binary',
  'lab/sweep/example-',
  'cli/parity',
  'console/activity',
  'console/journeys',
  'service/webhooks/restart',
  'console/',
  'cli/start',
  'jest-teardown',
  'testing-guide',
  'lab/sweep/recovery',
  'http/generated-requests',
  'http/odd-values',
  'fixtures/cases',
  'lab/sweep/sweep',
  'lab/parity/random-data',
  'lab/sweep/received-faxes',
  'lab/sweep/excuses',
  'fixtures/documents',
  'patterns',
  'memory-and-directory',
  'lab/sweep/own-changes',
  'documents/pdf-repetition',
  'http/v3/two-programs',
  'package/sweep',
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
