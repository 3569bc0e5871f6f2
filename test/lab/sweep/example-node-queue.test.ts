import { describeExample } from '../../support/sweep-examples.ts';

describeExample('a queue in Node', {
  folder: 'node-queue',
  // As the one file of its process: `node --test` would start one more for each run.
  command: ['node', 'queue.test.mjs'],
  // A fax ends before the program asks for it, so that the number of its requests is the same on each machine.
  options: ['--pace', 'instant'],
  limit: '5s',
  probe: ['node', '--version'],
  survived: ['garbage', 'rate-limited', 'busy'],
  bugs: {
    'sends a fax again after an answer was lost': ['lost-answer', 'late-error', 'cut-off', 'garbage'],
    'ignores Retry-After': ['rate-limited'],
    'takes a failed fax for a sent one': ['busy', 'unreachable'],
    'waits for a stuck fax without an end': ['stuck'],
    'waits for an answer without an end': ['unanswered', 'hang'],
  },
});
