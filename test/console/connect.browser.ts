import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../support/browser.ts';

describeInBrowser('on the connect screen', ({ newWorld, open }) => {
  test('a snippet has the address and keys of its world, and its request appears at once', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'connect');
    await page.getByText('No request has arrived').waitFor();
    const snippet = (await page.locator('.snippet pre').textContent())!;
    expect(snippet).toContain(`${world.baseUrl}/v2.1/faxes`);
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await promisify(execFile)('sh', ['-c', `${snippet} --silent --fail`]);
    await page.locator('.last-request', { hasText: 'GET /v2.1/faxes' }).waitFor();

    await page.getByRole('link', { name: 'Ruby 2.x' }).click();
    await page.waitForURL('**/connect/ruby-2');
    await page.getByRole('button', { name: 'Test keys' }).click();
    await page.locator('.snippet pre', { hasText: world.credentials.test.key }).waitFor();
    expect(await page.locator('.snippet pre').textContent()).toContain(`'${world.baseUrl}/v2.1/'`);
  });

  test('leads to guides, and so does the help, which closes', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'connect');
    await page.locator('.detail').getByRole('link', { name: 'webhooks' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('link', { name: 'scenarios' }).click();
    await page.getByRole('heading', { name: 'Scenarios', level: 2 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
