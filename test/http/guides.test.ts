import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

test('the guides are served as plain text', async () => {
  const { anyone } = openSimulator();
  const webhooks = await anyone.get('/_faxsim/docs/webhooks').expect(200);
  expect(webhooks.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(webhooks.text).toBe(await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8'));
  expect((await anyone.get('/_faxsim/docs').expect(200)).text).toMatch(/^ {2}webhooks +Webhooks$/m);
});

test.each(['webhoks', '..%2fpackage', '%2e%2e'])('there is no guide %s', async (name) => {
  const { anyone } = openSimulator();
  expect((await anyone.get(`/_faxsim/docs/${name}`)).status).toBe(404);
});
