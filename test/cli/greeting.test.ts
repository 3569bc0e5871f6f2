import { expect, test } from '@jest/globals';
import { greeting } from '../../src/cli/start.ts';

const plain = { projectId: 'a-project', baseUrl: 'http://[::1]:80', https: undefined, data: undefined };
const test_ = { key: 'tk', secret: 'ts' };

test('the curl is quoted where a shell would read more into it than was meant', () => {
  const live = { key: 'k', secret: "it's$HOME" };
  expect(greeting({ ...plain, credentials: { live, test: test_ } })).toContain(
    `curl -u 'k:it'\\''s$HOME' 'http://[::1]:80/v2.1/faxes'`,
  );
});

test('says of a data directory what it does not keep', () => {
  const credentials = { live: { key: 'k', secret: 's' }, test: test_ };
  expect(greeting({ ...plain, data: '/data', credentials })).toContain(
    '/data keeps all records; scenarios and their counts begin again at each start',
  );
  expect(greeting({ ...plain, credentials })).not.toContain('scenarios');
});
