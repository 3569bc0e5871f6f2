import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { describeInBrowser, problemsInBothThemes, untilTrue } from '../support/browser.ts';

const viewer = (page: Page) => page.locator('dialog.viewer[open]');
const sheet = (page: Page, number: number) => viewer(page).locator(`img[alt^="Page ${number} of"]`);
const widthOf = async (page: Page): Promise<number> =>
  (await viewer(page).locator('.viewer-sheet').boundingBox())!.width;

/** The place of a received fax of three pages. */
async function placeOfFax(world: OwnWorld): Promise<string> {
  const { fax } = await world.simulate.receive({ pages: 3 });
  return `faxes/${fax!.id}`;
}

describeInBrowser('the viewer of a fax', ({ newWorld, open }) => {
  test('is loaded when it opens, and shows the page at the raster of a fax', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, await placeOfFax(world));
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.locator('.open-page img').waitFor();
    expect(scripts.filter((url) => url.includes('fax-viewer'))).toEqual([]);

    await page.locator('.open-page').click();
    await sheet(page, 1).waitFor();
    expect(scripts.filter((url) => url.includes('fax-viewer'))).toHaveLength(1);
    await viewer(page).locator('.viewer-page[aria-busy=false]').waitFor(); // a smaller picture stands for it until then
    expect(await sheet(page, 1).evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1728);
  });

  test('shows the best picture that the detail has loaded, and a sign, until the page is there', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, await placeOfFax(world));
    await page.locator('.open-page img').waitFor();
    const held: Route[] = [];
    await page.route(
      (url) => url.searchParams.get('width') === '1728',
      (request) => {
        held.push(request);
      },
    );
    await page.keyboard.press('v');
    await sheet(page, 1).waitFor();
    const pixels = async (): Promise<unknown> => sheet(page, 1).evaluate((image) => Reflect.get(image, 'naturalWidth'));
    expect(await pixels()).toBe(900);
    const before = await widthOf(page);
    const sign = `getComputedStyle(document.querySelector('.viewer-tools'), '::after').content`;
    expect(await page.evaluate(sign)).toBe('""');

    for (const request of held) await request.continue();
    await viewer(page).locator('.viewer-page[aria-busy=false]').waitFor();
    expect(await pixels()).toBe(1728);
    expect(await widthOf(page)).toBeCloseTo(before, 0);
    expect(await page.evaluate(sign)).toBe('none');
  });

  test('opens by v, Space and Enter, keeps the focus, and gives it back at Escape', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, await placeOfFax(world));
    const opener = page.locator('.open-page');
    await opener.locator('img').waitFor();
    await opener.focus();
    for (const key of ['v', 'Space', 'Enter']) {
      await page.keyboard.press(key);
      await sheet(page, 1).waitFor();
      const steps = key === 'v' ? 20 : 1;
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press('Tab');
        expect(await page.locator(':focus:not(body, .viewer *)').count()).toBe(0);
      }
      await page.keyboard.press('Escape');
      await viewer(page).waitFor({ state: 'detached' });
      await page.locator('.open-page:focus').waitFor();
      await page.waitForURL(({ search }) => search === '');
    }
  });

  test('turns pages, enlarges and rotates by keys, and its address leads to the page', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, await placeOfFax(world));
    await page.locator('.open-page img').waitFor();
    await page.keyboard.press('v');
    await sheet(page, 1).waitFor();
    for (const [key, number] of [
      ['ArrowRight', 2],
      ['End', 3],
      ['ArrowRight', 3],
      ['ArrowLeft', 2],
    ] as const) {
      await page.keyboard.press(key);
      await sheet(page, number).waitFor();
    }
    await page.waitForURL(({ search }) => search === '?view=page&page=2');

    await page.keyboard.press('0');
    await untilTrue(page, `document.querySelector('.viewer-sheet').clientWidth === 1728`);
    await page.keyboard.press('-');
    await untilTrue(page, `document.querySelector('.viewer-sheet').clientWidth < 1728`);
    await page.keyboard.press('+');
    await untilTrue(page, `document.querySelector('.viewer-sheet').clientWidth === 1728`);
    await page.keyboard.press('r');
    await untilTrue(page, `document.querySelector('.viewer-sheet').clientWidth > 2000`);
    await page.keyboard.press('w');
    await untilTrue(page, `document.querySelector('.viewer-sheet').clientWidth <= innerWidth`);
    expect(await widthOf(page)).toBeGreaterThan(1200);

    await page.reload();
    await sheet(page, 2).waitFor();
  });

  test('downloads the document, its thumbnail and its text, and copies the text', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const base64 = Buffer.from('Good morning').toString('base64');
    const file = { filename: 'note.txt', base64 };
    const { fax: received } = await world.simulate.receive({ file });
    const fax = received!;
    const page = await open(world, `faxes/${fax.id}?view=page`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sheet(page, 1).waitFor();
    for (const [name, extension, start] of [
      ['PDF', 'pdf', '%PDF'],
      ['Thumbnail', 'jpg', '\u00ff\u00d8'],
      ['Text', 'txt', 'Good morning'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        viewer(page).getByRole('button', { name, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`fax-${fax.id}.${extension}`);
      expect((await readFile(await download.path())).toString('latin1').slice(0, start.length)).toBe(start);
    }
    await viewer(page).getByRole('button', { name: "Copy the pages' text" }).click();
    await viewer(page).getByRole('status').filter({ hasText: 'Copied the text' }).waitFor({ state: 'attached' });
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('Good morning');
  });

  test('has no fault that axe knows in either theme', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, `${await placeOfFax(world)}?view=page`);
    await sheet(page, 1).waitFor();
    expect(await problemsInBothThemes(page, 'dialog')).toEqual([]);
  });
});

describeInBrowser('the line between the pages of a fax and its details', ({ newWorld, open }) => {
  test('moves by arrow keys and with the pointer, and stays there after a reload', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, await placeOfFax(world));
    const line = page.getByRole('separator', { name: 'Width of the pages' });
    const place = async (): Promise<number> => (await line.boundingBox())!.x;
    await line.waitFor();
    const start = await place();
    await line.focus();
    await page.keyboard.press('ArrowRight');
    const moved = await place();
    expect(moved).toBeGreaterThan(start);
    const { x, y, width } = (await line.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + 100);
    await page.mouse.up();
    expect(Math.round((await place()) - moved)).toBe(60);
    const kept = await place();
    await page.reload();
    await line.waitFor();
    await page.locator('.open-page img').waitFor();
    expect(await place()).toBe(kept);
    await line.dblclick();
    expect(await place()).toBe(start);
  });

  test('leaves nothing to go back to but the place before it', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: ['+12025550123'], status: 'success', pages: 2 });
    const page = await open(world, 'faxes');
    await page.locator(`.row a[href*="/faxes/${id}"]`).click();
    await page.locator('img[alt^="Page 1"]').waitFor();
    await page.keyboard.press('v');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(new RegExp(`/faxes/${id}$`));
    await page.goBack();
    await page.waitForURL(/\/faxes$/);
  });
});
