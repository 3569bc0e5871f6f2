import { describeExample } from '../../support/sweep-examples.ts';

describeExample('a dunning tool in Python', {
  folder: 'python-dunning',
  command: ['python3', '-m', 'unittest', '-q'],
  probe: ['python3', '--version'],
  usually: 'fax-busy',
  bugs: {
    'sends the fax after a refused one again after an answer was lost': [
      'send-fax-lost-answer',
      'send-fax-late-error',
      'send-fax-cut-off',
      'send-fax-garbage',
      'send-fax-unanswered',
    ],
    'deletes the file of a fax before its resend has arrived': ['fax-busy', 'fax-unreachable', 'fax-stuck'],
  },
});
