import { expect, test } from '@jest/globals';
import { greeting } from '../../src/commands/greeting.ts';

const test_ = { key: 'tk', secret: 'ts' };

test('the curl is quoted where a shell would read more into it than was meant', () => {
  const live = { key: 'k', secret: "it's$HOME" };
  expect(greeting({ baseUrl: 'http://[::1]:80', https: undefined, credentials: { live, test: test_ } })).toContain(
    `curl -u 'k:it'\\''s$HOME' 'http://[::1]:80/v2.1/faxes'`,
  );
});
