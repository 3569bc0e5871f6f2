import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, untilTrue } from '../support/browser.ts';

/** The texts of elements that are wider or higher than their box. */
const cut = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const boxes = elements as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[];
    return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent);
  });

describeInBrowser('the room of a window', ({ newWorld, open }) => {
  test('lets the table of faxes show the whole reason at 1280 px', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const tags = { customer: 'Boudreaux Medical Group', type: 'referral' };
    for (const error of [11, 88, 132])
      await world.faxes.create({ to: '+12025550123', status: 'failure', error, tags, ago: '3d' });
    const page = await open(world, 'faxes', { width: 1280 });
    await page.locator('.cell-reason', { hasText: 'The call dropped prematurely (11)' }).waitFor();
    expect(await page.locator('.row .cell-reason').count()).toBe(3);
    expect(await cut(page, '.row .cell-reason')).toEqual([]);
  });

  test('gives the reason in the table of faxes 280 px and more at 1440 px, also beside tags, and one edge to title and rows', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123', status: 'failure', error: 119, tags: { customer: 'Highland' } });
    await world.faxes.create({ to: '+12025550124', status: 'success' });
    const page = await open(world, 'faxes', { width: 1440 });
    const reason = page.locator('.row .cell-reason', { hasText: '(119)' });
    await page.locator('.row .cell-tags', { hasText: 'Highland' }).waitFor();
    expect((await reason.boundingBox())!.width).toBeGreaterThanOrEqual(280);
    const edges = ['h1', '.search', '.row .cell-at'].map((part) => page.locator(part).first().boundingBox());
    expect(new Set((await Promise.all(edges)).map((box) => box!.x)).size).toBe(1);
    const [took, tags] = await Promise.all(
      ['took', 'tags'].map((name) => page.locator(`.table-head .cell-${name}`).boundingBox()),
    );
    expect(tags!.x + 10 - took!.x - took!.width).toBeGreaterThanOrEqual(24);

    await page.goto(`${page.url()}?status=success`);
    await page.locator('.chip', { hasText: 'Status: Success' }).waitFor();
    await page.locator('.cell-tags').first().waitFor({ state: 'detached' });
  });

  test('lets the table of webhooks show the attempts and the next one at 1440 px', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: 'http://127.0.0.1:9/fax' } });
    await world.simulate.receive({ from: '+12025550123', pages: 1 });
    await world.clock.advance('20m');
    const page = await open(world, 'webhooks', { width: 1440 });
    await page.locator('.cell-attempts', { hasText: /^\d × no response\s+retry in \d+/ }).waitFor();
    expect(await cut(page, '.row .cell-attempts, .row .cell-number')).toEqual([]);
  });

  test('lets a row of webhooks show the fax, its number and its result at 320 px', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: 'http://127.0.0.1:9/fax' } });
    await world.simulate.receive({ from: '+442079460123', pages: 1 });
    await world.clock.advance('1s');
    const page = await open(world, 'webhooks', { width: 320, height: 640 });
    await page.locator('.row-main', { hasText: 'from +44 20 7946 0123 · Success' }).waitFor();
    expect(await cut(page, '.row-main, .row-main .muted')).toEqual([]);
    const [main, more, row] = await Promise.all(
      ['.row-main', '.row-more', '.row'].map((part) => page.locator(part).first().boundingBox()),
    );
    expect(main!.y).toBeGreaterThanOrEqual(row!.y);
    expect(main!.y + main!.height).toBeLessThanOrEqual(more!.y);
    expect(more!.y + more!.height).toBeLessThanOrEqual(row!.y + row!.height);
  });

  test.each([600, 800, 899])('has the names of the screens in two lines at %i px', async (width) => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', { width });
    const [nav, name] = await Promise.all(['nav', 'nav a'].map((part) => page.locator(part).first().boundingBox()));
    expect(nav!.height).toBeLessThan(2.6 * name!.height);
  });

  test('has each name of a screen at one place on all screens at 768 px', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', { width: 768 });
    const places = () =>
      page.locator('nav a').evaluateAll((links) => links.map((link) => JSON.stringify(link.getBoundingClientRect())));
    const before = await places();
    for (const name of ['Requests', 'Scenarios', 'Migration']) {
      const link = page.locator('nav').getByRole('link', { name });
      await link.click();
      await page.locator('nav a[aria-current]', { hasText: name }).waitFor();
      expect(await places()).toEqual(before);
    }
  });

  test('gives a long message its whole width, with the buttons below', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (const last of [1, 2, 3, 4]) await world.scenarios.on(`busy-line(number=+1202555010${last})`);
    await world.settings.change({ fax_retries: 3, receive_callback_url: 'http://127.0.0.1:9/fax' });
    const page = await open(world, 'faxes');
    await page.getByRole('button', { name: 'Back to normal' }).click();
    const message = page.locator('.toast').filter({ has: page.getByRole('button', { name: 'Undo' }) });
    const [text, undo, dismiss] = await Promise.all(
      [message.locator('p'), ...['Undo', 'Dismiss'].map((name) => message.getByRole('button', { name }))].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(text!.width).toBeGreaterThan(280);
    expect(undo!.y).toBeGreaterThanOrEqual(text!.y + text!.height);
    expect(dismiss!.y).toBe(undo!.y);
  });

  test('leaves a message in its place while a dialog opens over it and closes', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ status: 'success', to: ['+12025550123'] });
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('button', { name: 'Make busy' }).click();
    const message = page.locator('.toast', { hasText: 'is busy from now on' });
    await message.waitFor();
    await untilTrue(page, `document.getAnimations().length === 0`);
    const before = await message.boundingBox();
    await page.keyboard.press('Control+k');
    await page.locator('dialog[open]').waitFor();
    expect(await message.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(await message.boundingBox()).toEqual(before);
  });

  test('has the record of a fax on the first sheet of paper, and then a page of the fax on each sheet', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { fax } = await world.simulate.receive({ pages: 3 });
    const page = await open(world, `faxes/${String(fax?.id)}`);
    await page.locator('.thumbnails [data-busy=false]').nth(2).waitFor();
    for (const format of ['A4', 'Letter']) {
      const sheets = (await page.pdf({ format, displayHeaderFooter: true })).toString('latin1');
      expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(4);
    }
    await page.emulateMedia({ media: 'print' });
    await page.getByText('POST /_faxsim/receive').waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.getByText('POST /_faxsim/receive').waitFor({ state: 'detached' });
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.pages')).breakBefore`)).toBe('page');
    expect(await page.locator('.detail').innerText()).not.toContain('/_faxsim/');
  });
});
