import { expect, test } from '@jest/globals';
import { describeInBrowser, problemsInBothThemes, untilTrue } from '../support/browser.ts';

describeInBrowser('the guides', ({ newWorld, open }) => {
  test('are pages whose links, contents and search work', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'guides');
    await page.locator('.guide').waitFor(); // the first of them stands beside the list
    await page.getByRole('link', { name: 'The control API', exact: true }).click();
    await page.getByRole('heading', { name: 'The control API', level: 2 }).waitFor();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Time' }).click();
    await page.waitForURL('**/guides/control?at=time');
    await untilTrue(page, 'document.getElementById("time").getBoundingClientRect().top < 300');
    await page.keyboard.press('/');
    await page.keyboard.type('honours_retry_after');
    await page.getByRole('link', { name: /^Reference of scenario files/ }).click();
    await page.waitForURL('**/guides/scenario-reference?q=honours_retry_after');
    await page.getByRole('heading', { name: 'Reference of scenario files', level: 2 }).waitFor();
  });

  test('stand in groups, and the open one is marked and in sight', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'guides/scenario-reference');
    const row = page.getByRole('region', { name: 'Reference', exact: true }).locator('.row.chosen');
    await row.getByText('Reference of scenario files').waitFor();
    const isInSight = `document.querySelector('.row.chosen').getBoundingClientRect().bottom <= innerHeight`;
    while ((await page.evaluate(isInSight)) !== true) await new Promise(setImmediate);
    expect(await page.locator('.guides-list h2').allTextContents()).toEqual([
      'Start',
      'Test',
      'Webhooks',
      'Migrate',
      'Reference',
    ]);
  });

  test('have snippets for the world of the page, and make their control calls', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const page = await open(world, 'guides/webhooks');
    await page.locator('.snippet pre', { hasText: world.credentials.live.key }).first().waitFor();
    expect(await page.locator('.snippet pre', { hasText: '127.0.0.1:8329' }).count()).toBe(0);
    const before = await world.clock.show();
    const run = page.locator('.runner', { hasText: '/_faxsim/clock' }).first();
    await run.getByRole('button').click();
    await run.locator('pre', { hasText: /^200\n/ }).waitFor();
    expect((await world.clock.show()).now).not.toBe(before.now);
  });

  test('have no fault that axe knows in either theme', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'guides/webhooks');
    await page.locator('.guide').getByRole('heading', { name: 'Webhooks', level: 2 }).waitFor();
    expect(await problemsInBothThemes(page, 'main')).toEqual([]);
  });

  test('are a list on a phone, and need no horizontal scrolling there', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'guides', { width: 390 });
    await page.locator('.guides-list').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.locator('.guide').getByRole('heading', { name: 'Webhooks', level: 2 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
