import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadBundle } from '../../../src/lab/bundles/bundle-file.ts';
import { matchersWith } from '../../../src/package/jest/matchers.ts';
import { startSimulator } from '../../../src/index.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

test('a failed expectation about a world leaves a bundle that its message names', async () => {
  const bundles = join(await newDirectory(), 'what failed');
  const matchers = matchersWith({ bundles });
  await using simulator = await startSimulator({ port: 0, fixture: 'empty' });
  await fetch(`${simulator.baseUrl}/v2.1/public/countries`);
  const context = { isNot: false, currentTestName: 'sends: a fax' };
  const kept = await matchers.toHaveReceived.call(context, simulator, 'listCountries', {});
  expect([kept.pass, await readdir(bundles).catch(() => [])]).toEqual([true, []]);
  const failed = await matchers.toHaveReceived.call(context, simulator, 'sendFax', {});
  const [file = ''] = await readdir(bundles);
  expect(failed.message()).toContain(`npx faxsim replay '${join(bundles, file)}'`);
  expect(file).toMatch(/^sends-a-fax-\d+\.json\.gz$/);
  expect((await loadBundle(join(bundles, file))).steps).toMatchObject([{ url: '/v2.1/public/countries' }]);
  await matchers.toHaveDelivered.call({ ...context, isNot: true }, simulator, {});
  expect(await readdir(bundles)).toHaveLength(1);
});
