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

  test('the guides that it links to exist, and so do those of the help', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'connect');
    await page.locator('.detail a', { hasText: 'webhooks' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('link', { name: 'all' }).waitFor();
    const links = page.locator('a[href^="/_faxsim/docs"]');
    const paths = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')));
    expect(await links.count()).toBe(2 * paths.size);
    for (const path of paths) expect([path, (await fetch(new URL(path, world.baseUrl))).status]).toEqual([path, 200]);
  });
});
