import { expect, test } from '@jest/globals';
import { enteredFiles } from '../support/entered-files.ts';

// `npm run bench:files` lists them.
test('a request enters few files of the source', async () => {
  const files = await enteredFiles();
  for (const names of Object.values(files)) expect(names).toContain('http/steps.ts');
  expect(files['GET /v2.1/faxes/ID'].length).toBeLessThanOrEqual(22);
  expect(files['POST /v2.1/faxes/ID/resend'].length).toBeLessThanOrEqual(38);
});
