import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadBundle, readBundle } from '../../../src/lab/bundles/bundle-file.ts';
import { writeJson } from '../../../src/model/shared/json-file.ts';
import { formatVersion } from '../../../src/store/memory/format-version.ts';
import { bundleFormat } from '../../../src/worlds/history/bundle.ts';
import { CliError } from '../../../src/model/shared/errors.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const head = { format: bundleFormat, version: formatVersion };

test.each([
  [[], 'other.json: format must be "faxsim bundle"; faxsim bundle writes one'],
  [{ ...head, version: 1 }, 'other.json: version is 1, but this faxsim reads versions 2 to 3'],
  [head, 'other.json: faxsim is required'],
  [{ ...head, faxsim: 7 }, 'other.json: faxsim must be a string, got 7'],
])('a bundle is refused by its first fault: %j', (document, message) => {
  const read = (): unknown => readBundle(document, 'other.json');
  expect(read).toThrow(CliError);
  expect(read).toThrow(message);
});

test.each([
  [Buffer.from([0xab, 0x42, 0x0a, 0x1b, 0x5b, 0xff]), 'must be a bundle, as JSON or gzip, got other bytes'],
  [Buffer.from('\u001b[31m{'), 'must be JSON: '],
])('a file that is no bundle is refused without its bytes: %j', async (bytes, message) => {
  const file = join(await newDirectory(), 'failure.json.gz');
  await writeFile(file, bytes);
  const refusal = await loadBundle(file).catch((error: unknown) => String(error));
  expect(refusal).toContain(`${file} ${message}`);
  expect(refusal).not.toMatch(/\p{Cc}/u);
});

test('a bundle is written into a folder that is not there yet', async () => {
  const file = join(await newDirectory(), 'out', 'failure.json');
  await writeJson(file, { steps: [] });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ steps: [] });
});
