import { describeExample } from '../../support/sweep-examples.ts';

describeExample('a resend tool in PHP', {
  folder: 'php-resend',
  command: ['php', 'test.php'],
  probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  usually: 'down',
  limit: '2s',
  bugs: {
    'resends a fax again after an answer was lost': ['lost-answer', 'late-error', 'garbage'],
    'counts a refused resend': ['rate-limited'],
    'retries without an end': ['down'],
    'waits for an answer without an end': ['unanswered', 'hang'],
  },
});
