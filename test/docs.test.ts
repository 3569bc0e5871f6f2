import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const script = new URL('../scripts/docs.js', import.meta.url).pathname;

test('the pages that are made from code are current: npm run docs', async () => {
  const run = promisify(execFile);
  expect(await run(process.execPath, [script, '--check'])).toEqual({ stdout: '', stderr: '' });
});
