import { expect, test } from '@jest/globals';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { pagesText } from '../../src/cli/record-texts.ts';
import { shortFailure } from '../../src/cli/record-lists.ts';

const failed = { id: 7, direction: 'sent', status: 'failure', pages: 5 } as FaxRecord;

test.each([
  [null, 'the service does not tell which pages were sent\n'],
  [0, 'no page was sent\n'],
  [1, 'it failed on page 2 of 5; page 1 was sent\n'],
  [3, 'it failed on page 4 of 5; pages 1 to 3 were sent\n'],
])('a failed fax of which %p pages were sent', async (sent, expected) => {
  const faxes = { history: () => Promise.resolve({ pages_sent: sent }) };
  expect(await pagesText({ faxes: faxes as never }, failed)).toBe(expected);
  expect(await pagesText({ faxes: faxes as never }, { ...failed, status: 'success' })).toBe('');
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
