import { expect, test } from '@jest/globals';
import { describeInBrowser, problemsInBothThemes, show } from '../support/browser.ts';
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

describeInBrowser('a list', ({ newWorld, open, allowProblems }) => {
  test('prints as a list, with more rows than the window shows', async () => {
    const page = await open(await newWorld(), 'faxes');
    await page.locator('.row:not(.loading)').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.locator('.split-list .row').nth(100).waitFor();
    expect(await page.locator('.split-detail').isVisible()).toBe(false);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  });

  test('prints every column of a wide window in rows that wrap, with the full date in each, and marks rows that are not loaded', async () => {
    const page = await open(await newWorld(), 'faxes', { width: 1000 });
    await page.locator('.row:not(.loading)').first().waitFor();
    await page.evaluate(`(({ scrollHeight }, list) => (list.scrollTop = scrollHeight))(
      document.querySelector('.virtual-space'), document.querySelector('.virtual-list'))`);
    await page.locator('.row:not(.loading)').last().waitFor();
    await page.emulateMedia({ media: 'print' });
    const gaps = await page.evaluate<readonly string[]>(`(async () => {
      dispatchEvent(new Event('beforeprint'));
      for (let turn = 0; turn < 9; turn++) await undefined;
      return [...document.querySelectorAll('.row.loading')].map((row) => row.textContent);
    })()`);
    expect(gaps).toEqual([expect.stringMatching(/^… \d+ rows are not loaded …$/)]);
    const head = page.locator('.table-head');
    expect(await head.innerText()).toMatch(/Reason\s+Pages\s+Duration$/);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.table-head')).display`)).toBe(
      'table-header-group',
    );
    const times = await page.locator('.cell-at time').allInnerTexts();
    expect(times.filter((time) => !/^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time))).toEqual([]);
    const cut = await page
      .locator('.cell')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
    expect(cut).toEqual([]);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  });

  test('prints a record with its name, the reason of its failure and all its pages, without buttons', async () => {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax' };
    const world = await newWorld({ fixture: 'empty', settings });
    const { fax } = await world.simulate.receive({ pages: 2 });
    const page = await open(world, `faxes/${fax!.id}`);
    await page.locator('.thumbnails img').nth(1).waitFor();
    await page.evaluate(`print = () => { document.body.dataset.printed = ''; throw new Error('stays as on paper'); }`);
    allowProblems(/stays as on paper/);
    await page.emulateMedia({ media: 'print' });
    await page.keyboard.press('Control+p');
    await page.locator('body[data-printed]').waitFor({ state: 'attached' });
    const name = `Fax ${fax!.id}`;
    expect(await page.locator('.print-head').first().innerText()).toContain(name);
    expect(await page.evaluate(`document.documentElement.style.getPropertyValue('--printed')`)).toBe(`"${name}"`);
    const widths = await page.evaluate(
      `[...document.querySelectorAll('.thumbnails img')].map((one) => one.naturalWidth)`,
    );
    expect(widths).toEqual([900, 900]);
    expect(await page.locator('main .button').evaluateAll((all) => all.filter((one) => one.checkVisibility()))).toEqual(
      [],
    );
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await show(page, 'webhooks');
    expect(await page.locator('.cell-attempts').last().innerText()).toContain('connection refused at 127.0.0.1:9');
    expect(await page.locator('.cell-url').last().innerText()).toBe('http://127.0.0.1:9/fax');
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
    expect(heads).toEqual([
      expect.stringMatching(/^Faxes · 2026-[-\d]+ [:\d]+ UTC$/),
      expect.stringMatching(/^Created from 2026-01-[-\d]+ [:\d]+ to 2026-01-31 12:00:00 UTC$/),
      'Direction: Sent · times in UTC',
    ]);
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
