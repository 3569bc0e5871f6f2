import { expect, test } from '@jest/globals';
import { describeInBrowser, problemsInBothThemes } from '../support/browser.ts';
import { held } from '../support/held.ts';

describeInBrowser('JSON', ({ newWorld, open }) => {
  test('has colours and folds, by keys too, in either theme', async () => {
    const world = await newWorld();
    const { key, secret } = world.credentials.live;
    await fetch(`${world.baseUrl}/v2.1/faxes?per_page=2`, {
      headers: { Authorization: `Basic ${btoa(`${key}:${secret}`)}` },
    });
    const page = await open(world, 'requests/1');
    const json = page.locator('pre.json');
    await json.locator('[data-mark]').first().waitFor(); // the evidence, whose names the arrow keys reach too
    const all = (await json.textContent())!;
    expect(JSON.parse(all)).toMatchObject({ success: true });
    const colours = await page.evaluate<readonly string[]>(
      `['.json-key', '.json-string', '.json-word'].map((name) => getComputedStyle(document.querySelector(name)).color)`,
    );
    expect(new Set(colours).size).toBe(3);
    await json.locator('.json-fold').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await json.textContent()).toContain('"data": [ … ]');
    await page.keyboard.press('Enter');
    expect(await json.textContent()).toBe(all);
    expect(await problemsInBothThemes(page)).toEqual([]);
  });
});

describeInBrowser('a list', ({ newWorld, open }) => {
  test('prints as a list, with more rows than the window shows', async () => {
    const page = await open(await newWorld(), 'faxes');
    await page.locator('.row:not(.loading)').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.locator('.split-list .row').nth(100).waitFor();
    expect(await page.locator('.split-detail').isVisible()).toBe(false);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  });

  test('prints from a phone as a table with ids, below a head with the filter, and by Ctrl+P with all its rows', async () => {
    const page = await open(await newWorld(), 'faxes?direction=sent', { width: 390 });
    await page.locator('.row:not(.loading)').first().waitFor();
    await page.evaluate(
      `print = () => document.body.setAttribute('data-loading', document.querySelectorAll('.row.loading').length)`,
    );
    await page.keyboard.press('Control+p');
    await page.locator('body[data-loading="0"]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('.table-head .cell-id').innerText()).toBe('Fax');
    expect(await page.locator('.table-row .cell-id').first().innerText()).toMatch(/^\d+$/);
    const heads = await page.locator('.print-head').allInnerTexts();
    expect(heads).toEqual([expect.stringMatching(/^faxsim · world \S+ · Faxes · 2026-/), 'Only Direction: Sent']);
  });

  test('stays where it is when its count comes', async () => {
    const page = await open(await newWorld(), 'faxes');
    const answer = held();
    await page.route('**/scenarios/verdicts', async (route) => {
      await answer.wait();
      await route.continue();
    });
    await page.goto(page.url().replace('/faxes', '/scenarios/webhook-tampered'));
    const list = page.locator('.plain-list');
    await list.locator('.row.chosen').waitFor();
    const heading = page.locator('.list-head h1');
    expect((await heading.innerText()).trim()).toBe('Scenarios');
    const before = await list.boundingBox();
    answer.letGo();
    await heading.filter({ hasText: '0 on' }).waitFor();
    expect(await list.boundingBox()).toEqual(before);
  });

  test('shows the chosen row of a scenario further down', async () => {
    const page = await open(await newWorld(), 'scenarios/webhook-tampered');
    const row = page.locator('.plain-list .row.chosen');
    await row.waitFor();
    const { y = 900, height = 0 } = (await row.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(900 + 1);
  });
});
