import { expect, test } from '@jest/globals';
import { describeInBrowser } from '../support/browser.ts';
import { repeats } from '../support/soak.ts';

const count = repeats(120_000, 1_000_000);

describeInBrowser(`a list of ${count} faxes`, ({ newWorld, open }) => {
  test('scrolls to both ends, and has only the visible rows in the page', async () => {
    const world = await newWorld({ fixture: 'large', fixture_size: count });
    const linkOf = async (offset: number): Promise<string> => {
      const [fax] = (await world.faxes.list({ limit: 1, offset })).faxes;
      return `.row a[href$="/faxes/${fax!.id}"]`;
    };
    const [newest, oldest] = [await linkOf(0), await linkOf(count - 1)];
    const page = await open(world, 'faxes');
    const list = page.locator('.virtual-list');
    const scroll = (to: number) => list.evaluate((element, top) => element.scrollTo(0, top), to);
    await page.locator(newest).waitFor();
    await page.locator('h1', { hasText: count.toLocaleString('en') }).waitFor();

    await scroll(1e9);
    await page.locator(oldest).waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(50);
    for (const part of [0.7, 0.3, 0.5]) {
      await scroll(part * (await list.evaluate((element) => element.scrollHeight)));
      await page.locator('.row:not(.loading)').first().waitFor();
      expect(await page.locator('.row').count()).toBeLessThan(50);
    }
    await page.mouse.move(300, 500);
    const before = await list.evaluate((element) => element.scrollTop);
    await page.mouse.wheel(0, 400);
    // The browser scrolls later, which would move the list away from its beginning.
    while ((await list.evaluate((element) => element.scrollTop)) === before);
    await scroll(0);
    await page.locator(newest).waitFor();
    await page.locator('.row', { hasText: /./ }).first().waitFor();

    await page.keyboard.press('j');
    await page.locator('.detail').waitFor();
  });

  test('has bars over time, each of which filters the list', async () => {
    const world = await newWorld({ fixture: 'large', fixture_size: count });
    const page = await open(world, 'overview');
    await page.getByRole('button', { name: '30 days' }).click();
    const bars = page.getByRole('list', { name: 'Failures over time' }).getByRole('link');
    await page.getByRole('list', { name: 'In the last 30 days' }).waitFor();
    const words = (await bars.last().textContent()) ?? '';
    const failures = /: ([\d,]+) unsuccessful faxes$/.exec(words)?.[1] ?? words;
    await bars.last().click();
    await page.locator('h1', { hasText: new RegExp(`^Faxes ${failures}$`) }).waitFor();
    await page.getByRole('button', { name: /Status: Went wrong/ }).waitFor();
  });

  test('is filtered, and shows a new fax, by reading the visible part alone', async () => {
    const world = await newWorld({ fixture: 'large', fixture_size: count });
    const page = await open(world, 'faxes?status=failure');
    const heading = (faxes: number) => page.locator('h1', { hasText: faxes.toLocaleString('en') }).waitFor();
    const { total: failures } = await world.faxes.list({ status: 'failure', limit: 1 });
    await heading(failures);
    await page.locator('.row', { hasText: 'Failure' }).first().waitFor();
    expect(await page.locator('.row', { hasText: 'Success' }).count()).toBe(0);

    await page.getByRole('button', { name: /Status: Failure/ }).click();
    await heading(count);
    const read: string[] = [];
    page.on('request', (request) => {
      if (/\/_faxsim\/faxes\?.*limit=100\b/.test(request.url())) read.push(request.url()); // others count the values of the filters
    });
    await world.simulate.receive({ from: '+12025550101' });
    await heading(count + 1);
    await page.locator('.row', { hasText: '+1 202 555 0101' }).first().waitFor();
    expect(read.every((url) => url.includes('offset=0'))).toBe(true);
    expect(read.length).toBeLessThan(4);
  });
});
