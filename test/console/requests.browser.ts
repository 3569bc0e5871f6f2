import { expect, test } from '@jest/globals';
import type { Download } from 'playwright-core';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

describeInBrowser('a request as it came', ({ newWorld, open }) => {
  test('has its query, headers, body and files, also without a route, in either theme', async () => {
    const world = await newWorld();
    const form = new FormData();
    form.set('to', '+12025550123');
    form.set('file', new Blob(['Dear all']), 'letter.txt');
    await fetch(`${world.baseUrl}/v2.1/faxs?x=1`, { method: 'POST', body: form, headers: { 'X-Trace': 'seven' } });
    const page = await open(world, 'requests');
    await page.locator('.row', { hasText: '/v2.1/faxs?x=1' }).click();
    await page.locator('.facts', { hasText: '+12025550123' }).waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download letter.txt' }).click();
    expect((await downloaded).suggestedFilename()).toBe('letter.txt');

    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.facts', { hasText: 'seven' }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    const parts = page.getByRole('group', { name: 'Parts of the request' });
    await parts.getByRole('button', { name: 'Raw' }).click();
    expect(await page.getByText('Unknown filter').count()).toBe(0);
    await page.locator('pre', { hasText: 'Dear all' }).waitFor();
    expect(await page.locator('pre', { hasText: 'Dear all' }).textContent()).toMatch(/^POST \/v2.1\/faxs\?x=1 HTTP/);
    expect(await problemsInBothThemes(page)).toEqual([]);
  });

  test('has the start and the end of a long path in its title', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await fetch(`${world.baseUrl}/v2.1/${'long-'.repeat(60)}end`);
    const page = await open(world, 'requests/1');
    await page.getByRole('heading', { name: /^GET \/v2\.1\/(long-)+\w*….*-end$/ }).waitFor();
  });
});

/** Whether the path of the first row shows all its letters. */
const isPathWhole = `(({ clientWidth, scrollWidth }) => clientWidth > 0 && clientWidth >= scrollWidth)(
  document.querySelector('.cell-path strong'))`;

describeInBrowser('the order of a table', ({ newWorld, open }) => {
  test.each(['requests', 'faxes', 'webhooks'])(
    'of %s is turned round by a click on the name of its time',
    async (list) => {
      const world = await newWorld({ fixture: 'empty' });
      for (let count = 0; count < 3; count++) {
        await fetch(`${world.baseUrl}/v2.1/public/countries?page=${count}`);
        await world.simulate.receive({ from: `+1202555010${count}` });
        await world.clock.advance('1m');
      }
      const page = await open(world, list, { width: 1440 });
      const times = () =>
        page.locator('.table-row .cell-at time').evaluateAll((all) => all.map((one) => one.innerText));
      const head = page.getByRole('columnheader', { name: list === 'requests' ? 'Arrived' : 'Created' });
      await page.locator('.table-row').nth(2).waitFor();
      const newestFirst = await times();
      expect([newestFirst.length, await head.getAttribute('aria-sort')]).toEqual([3, 'descending']);
      await head.getByRole('button').click();
      await page.waitForURL('**?order=oldest');
      await page.locator('[aria-sort=ascending]').waitFor();
      expect(await times()).toEqual(newestFirst.toReversed());
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.locator('.table-row a').first().click();
      await page.locator('.row.chosen').waitFor();
      await page.keyboard.press('j');
      await page.locator('.row').nth(1).and(page.locator('.chosen')).waitFor();
      await page.goBack();
      await head.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await page.locator('[aria-sort=descending]').waitFor();
      expect(await times()).toEqual(newestFirst);
    },
  );
});

describeInBrowser('a request in a row', ({ newWorld, open }) => {
  test('keeps its path whole beside a long query, and its reason before its lint', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { key, secret } = world.credentials.live;
    await fetch(`${world.baseUrl}/v1/faxCancel?id=1&api_key=${key}&api_secret=${secret}&other=${'x'.repeat(200)}`);
    const page = await open(world, 'requests', { width: 1440 });
    const columns = () => page.locator('.table-head .cell').allInnerTexts();
    await page.locator('.cell-path strong', { hasText: /^\/v1\/faxCancel$/ }).waitFor();
    for (const width of [960, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const isWhole = await page.evaluate<boolean>(isPathWhole);
      expect([width, isWhole]).toEqual([width, true]);
    }
    const marks = page.locator('.marks');
    expect(await marks.innerText()).toMatch(/^Fax with this ID does not exist\s+⚠ \d/);
    expect(await columns()).not.toContain('Number');
    await fetch(`${world.baseUrl}/v1/send?to=%2B12025550180&api_key=${key}&api_secret=${secret}`);
    await page.locator('.table-head').getByText('Number', { exact: true }).waitFor();
  });
});

describeInBrowser('a world without requests and webhooks', ({ newWorld, open }) => {
  test('says how to cause the first ones, in either theme', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { key, secret } = world.credentials.live;
    const page = await open(world, 'requests');
    await page.locator('pre', { hasText: `curl -u ${key}:${secret} ${world.baseUrl}/v2.1/faxes` }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'Set the callback URLs' }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Receive a fax' }).click();
    await page.getByRole('dialog').waitFor();
  });
});

describeInBrowser('the journal as a HAR', ({ newWorld, open, allowProblems }) => {
  test('is saved as a file, from which Chromium answers the same requests', async () => {
    allowProblems(/404/);
    const world = await newWorld();
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const urls = ['/v2.1/account/status', '/v2.1/faxes?per_page=2', '/v2.1/nothing'].map(
      (path) => world.baseUrl + path,
    );
    const answers = await Promise.all(
      urls.map(async (url) => {
        const response = await fetch(url, { headers });
        return { status: response.status, text: await response.text() };
      }),
    );
    const page = await open(world, 'requests');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export HAR' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(`${world.id}.har`);
    await page.context().routeFromHAR(await harPath(download), { notFound: 'abort', url: '**/v2.1/**' });
    await world.requests.clear();
    const read = await page.evaluate(
      async (all) =>
        Promise.all(all.map((url) => fetch(url).then(async (one) => ({ status: one.status, text: await one.text() })))),
      urls,
    );
    expect(read).toEqual(answers);
    expect((await world.requests.count()).count).toBe(0);
  });
});

/** Playwright takes a file for a HAR by the end of its name. */
async function harPath(download: Download): Promise<string> {
  const path = `${await download.path()}.har`;
  await download.saveAs(path);
  return path;
}
