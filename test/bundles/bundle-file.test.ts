import { expect, test } from '@jest/globals';
import { readBundle } from '../../src/bundles/bundle-file.ts';
import { bundleFormat, bundleVersion } from '../../src/bundles/bundle.ts';
import { CliError } from '../../src/cli-error.ts';

const head = { format: bundleFormat, version: bundleVersion };

test.each([
  [[], 'other.json: format must be "faxsim bundle"; faxsim bundle writes one'],
  [{ ...head, version: 99 }, /^other\.json: version must be .*, got 99: use another faxsim$/],
  [head, 'other.json: faxsim is required'],
  [{ ...head, faxsim: 7 }, 'other.json: faxsim must be a string, got 7'],
])('a bundle is refused by its first fault: %j', (document, message) => {
  const read = (): unknown => readBundle(document, 'other.json');
  expect(read).toThrow(CliError);
  expect(read).toThrow(message);
});
