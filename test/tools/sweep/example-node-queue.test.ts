import { describeExample } from '../../support/sweep-examples.ts';

describeExample('a queue in Node', {
  folder: 'node-queue',
  command: ['node', '--test'],
  probe: ['node', '--version'],
  bugs: {
    'sends a fax again after an answer was lost': ['lost-answer', 'late-error', 'cut-off', 'garbage'],
    'ignores Retry-After': ['rate-limited'],
    'takes a failed fax for a sent one': ['busy', 'unreachable'],
    'waits for a stuck fax without an end': ['stuck'],
    'waits for an answer without an end': ['unanswered', 'hang'],
  },
});
