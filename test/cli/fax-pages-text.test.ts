import { expect, test } from '@jest/globals';
import { pagesFate, recipientsParts, recipientWords } from '../../src/control/client/fax-outcome-text.ts';
import { shortFailure } from '../../src/model/shared/webhook-answer.ts';

test.each([
  [5, null, 'the service does not tell which pages got through'],
  [5, 0, 'no page got through'],
  [5, 1, 'page 1 of 5 got through, page 2 failed'],
  [5, 2, 'pages 1 and 2 of 5 got through, page 3 failed'],
  [5, 4, 'pages 1 to 4 of 5 got through, page 5 failed'],
  [5, 5, 'all 5 pages got through'],
  [1, 1, 'the page got through'],
])('a call with %p pages of which %p were sent', (pages, sent, expected) => {
  expect(pagesFate(pages, sent)).toBe(expected);
});

const busy = { message: 'Busy.' };

test.each([
  [{ status: 'failure', error: busy, retry_count: 2, pages_sent: 0 }, ['Busy', 'no page got through', '2 retries']],
  [{ status: 'success', error: null, retry_count: 1, pages_sent: 3 }, ['all 3 pages got through', '1 retry']],
  [{ status: 'callactive', error: null, retry_count: 0, pages_sent: 1 }, []],
  [{ status: 'failure', error: busy, retry_count: 0 }, ['Busy']],
])('the words about a recipient %j', (to, expected) => {
  expect(recipientWords(to, 3)).toEqual(expected);
});
const [reached, missed] = [
  { number: '+12025550123', error: null },
  { number: '+12025550180', error: busy },
];

test.each([
  ['+1 202 555 0123', [reached]],
  ['+1 202 555 0180', [missed]],
  ['+1 202 555 0123 and 1 more', [reached, reached]],
  ['+1 202 555 0180 and 1 more', [missed, missed]],
  ['+1 202 555 0180 and 2 more, 1 of 3 failed', [reached, missed, reached]],
  ['+1 202 555 0180 and 2 more, 2 of 3 failed', [reached, missed, missed]],
])('the numbers of a fax, a failed one of several first: %s', (expected, recipients) => {
  expect(recipientsParts(recipients).join('')).toBe(expected);
});

test.each([
  [
    'answered 401 with "no \\"key\\"": check the token; only 2xx counts as delivered',
    'answered 401 with "no \\"key\\""',
  ],
  ['answered 500; only 2xx counts as delivered', 'answered 500'],
  ['connection refused', 'connection refused'],
])('the failure %s without its advice', (failure, short) => {
  expect(shortFailure(failure)).toBe(short);
});
