import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../support/browser.ts';

describeInBrowser('evidence', ({ newWorld, open }) => {
  test('of a field is a tip on hover and on focus, which stays under the pointer and closes with Escape', async () => {
    const world = await newWorld();
    const [fax] = (await world.faxes.list({ status: 'success', limit: 1 })).faxes;
    const page = await open(world, `faxes/${fax!.id}`);
    const tip = page.getByRole('tooltip');
    const term = page.locator('.facts .term', { hasText: 'Cost' });
    await term.hover();
    await tip.filter({ hasText: 'recorded' }).waitFor();
    await tip.hover();
    expect(await term.getAttribute('aria-describedby')).toBe('tip');
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.locator('.detail').waitFor(); // Escape has closed the tip alone

    await term.focus();
    await tip.waitFor();
    await page.keyboard.press('Tab');
    await tip.filter({ hasText: 'recorded' }).waitFor();
  });

  test('of a response is reached by arrow keys, and leads to the screen of its operation', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { key, secret } = world.credentials.live;
    const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    await fetch(`${world.baseUrl}/v2.1/faxes`, { headers });
    const page = await open(world, 'requests/1');
    const terms = page.locator('.code .term');
    await terms.first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').textContent()).toBe('"message"');
    await page.getByRole('tooltip').waitFor();

    await page.getByRole('link', { name: 'of listFaxes', exact: true }).click();
    await page.waitForURL('**/evidence/listFaxes');
    await page.getByRole('heading', { name: 'listFaxes' }).waitFor();
    await page.getByText('Filter', { exact: true }).click();
    await page.locator('.menu').getByLabel('Mark').selectOption('assumed');
    await page.waitForURL('**?mark=assumed');
    await page.keyboard.press('Escape');
    await page.locator('.row', { hasText: 'cancelFax' }).click();
    expect(await page.locator('.evidence-table .badge').allTextContents()).toEqual(['assumed', 'assumed']);
  });

  test('has each version of the API, v3 too', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'evidence/sendFax');
    await page.getByRole('columnheader', { name: 'v3', exact: true }).waitFor();
    await page.getByText('Filter', { exact: true }).click();
    await page.locator('.menu').getByLabel('Version').selectOption('v3');
    await page.keyboard.press('Escape');
    await page.locator('.row', { hasText: 'CoverPageFile' }).click();
    await page.getByRole('heading', { name: 'CoverPageFile' }).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Part', 'v3']);
    const counts = await page.locator('.detail .counts li').allTextContents();
    const numbers = counts.map((text) => Number(/\d+/.exec(text.replaceAll(/v\d|,/g, ''))));
    expect(counts.at(-1)).toMatch(/^\d+ in all$/);
    expect(numbers.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(numbers.at(-1));
  });
});
