import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { run } from '../support/program.ts';

test('docs prints a guide of the package, lists the guides, and names the nearest', async () => {
  const webhooks = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  expect(await run(['docs', 'webhooks'])).toEqual({ code: 0, stdout: webhooks, stderr: '' });
  expect((await run(['docs'])).stdout).toMatch(/^ {2}fixtures +Fixtures of your own$/m);
  expect(await run(['docs', 'webhoks'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nearest is webhooks'),
  });
});
