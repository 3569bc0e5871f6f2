import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { launch } from '../../support/program.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

/** Sweeps the slow response to a send, whose lookup waits up to 1.5 s, on a clock that skips no waits. */
async function sweepPatiently(env: Record<string, string>) {
  const cwd = await newDirectory();
  await copyFile(new URL('patient-lookup.mjs', import.meta.url), join(cwd, 'patient-lookup.mjs'));
  // At this pace, the fax is on its way for longer than the program waits.
  const options = [
    '--fixture',
    'empty',
    '--pace',
    'real',
    '--skip-waits=off',
    '--out',
    'report',
    '--only',
    'send-fax-slow',
  ];
  const { code, stderr } = await launch(['sweep', ...options, '--', 'node', 'patient-lookup.mjs'], env, { cwd }).ended;
  expect(stderr).toBe('');
  const { results, findings } = JSON.parse(await readFile(join(cwd, 'report/report.json'), 'utf8'));
  return { code, results, findings };
}

test('a program that waits for its fax to show sends it once, though the response is slow', async () => {
  const { code, results, findings } = await sweepPatiently({ MENDED: '1' });
  expect({ code, findings }).toEqual({ code: 0, findings: [] });
  expect(results).toMatchObject([{ fault: 'slow', verdict: 'unaffected' }]);
});

test('a program that waits for the success of its fax, and less long than that takes, is found', async () => {
  const { code, findings } = await sweepPatiently({});
  expect(code).toBe(3);
  expect(findings).toMatchObject([
    { verdict: 'wrong', sentence: expect.stringContaining('2 faxes to +12025550101 in place of 1') },
  ]);
});
