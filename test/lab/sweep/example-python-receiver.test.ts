import { describeExample } from '../../support/sweep-examples.ts';

describeExample('a webhook receiver in Python', {
  folder: 'python-receiver',
  command: ['python3', '-m', 'unittest', '-q'],
  options: ['--webhook-token', 'secret'],
  limit: '8s',
  probe: ['python3', '-c', 'import sqlite3'],
  survived: ['webhook', 'busy'],
  bugs: {
    'verifies no signature': ['forged', 'tampered', 'unsigned'],
    'counts a repeated webhook': ['twice'],
    'drops a webhook before its fax is known': ['early-webhook'],
    'takes a failed fax for a delivered one': ['busy', 'unreachable'],
    'waits for an answer without an end': ['unanswered'],
  },
});
