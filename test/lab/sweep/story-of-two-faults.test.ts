import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { launch } from '../../support/program.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

test('the guide shows what a sweep of its letters says: the pair is found, and no single fault is', async () => {
  const guide = await readFile(new URL('../../../docs/sweep.md', import.meta.url), 'utf8');
  const [, program = ''] = /^```js\n(\/\/ letters\.mjs\n.*?)^```$/ms.exec(guide) ?? [];
  const [, only = ''] = /--only (\S+) -- node letters\.mjs/.exec(guide) ?? [];
  const [, matrix = '', finding = ''] = /^```text\n(While the program.*?)(1\. wrong.*?)^```$/ms.exec(guide) ?? [];
  const cwd = await newDirectory();
  await writeFile(join(cwd, 'letters.mjs'), program);
  const sweep = (words: readonly string[]) =>
    launch(['sweep', '--fixture', 'empty', ...words, '--', 'node', 'letters.mjs'], {}, { cwd }).ended;
  const { code, stdout } = await sweep(['--only', only]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining(matrix.trimEnd()) });
  expect(stdout).toContain(finding.trimEnd());
  expect(await sweep(['--jobs', '2', '--recovery=off'])).toMatchObject({ code: 0, stderr: '' });
});
