import { describeExample } from '../../support/sweep-examples.ts';

describeExample('an inbox in Python', {
  folder: 'python-inbox',
  command: ['python3', '-m', 'unittest', '-q'],
  probe: ['python3', '--version'],
  usually: 'list-shifts',
  bugs: {
    'confirms a fax twice that two pages of the list have': ['list-faxes-list-shifts'],
    'sends a fax again after an answer was lost': [
      'send-fax-lost-answer',
      'send-fax-late-error',
      'send-fax-cut-off',
      'send-fax-garbage',
      'send-fax-unanswered',
    ],
  },
});
