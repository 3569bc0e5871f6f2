import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const themes = ['light', 'dark'] as const;

describeInBrowser('a request as it came', ({ newWorld, open }) => {
  test.each(themes)('has its query, headers, body and files, also without a route, in the %s theme', async (theme) => {
    const world = await newWorld();
    const form = new FormData();
    form.set('to', '+12025550123');
    form.set('file', new Blob(['Dear all']), 'letter.txt');
    await fetch(`${world.baseUrl}/v2.1/faxs?x=1`, { method: 'POST', body: form, headers: { 'X-Trace': 'seven' } });
    const page = await open(world, 'requests', { theme });
    await page.locator('.row', { hasText: '/v2.1/faxs?x=1' }).click();
    await page.locator('.facts', { hasText: '+12025550123' }).waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download letter.txt' }).click();
    expect((await downloaded).suggestedFilename()).toBe('letter.txt');

    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.facts', { hasText: 'seven' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const parts = page.getByRole('group', { name: 'Parts of the request' });
    await parts.getByRole('button', { name: 'Raw' }).click();
    await page.locator('pre', { hasText: 'Dear all' }).waitFor();
    expect(await page.locator('pre', { hasText: 'Dear all' }).textContent()).toMatch(/^POST \/v2.1\/faxs\?x=1 HTTP/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('has the start and the end of a long path in its title', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await fetch(`${world.baseUrl}/v2.1/${'long-'.repeat(60)}end`);
    const page = await open(world, 'requests/1');
    await page.getByRole('heading', { name: /^GET \/v2\.1\/(long-)+\w*….*-end$/ }).waitFor();
  });
});
