import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

const bar = (page: Page) => page.getByRole('group', { name: /^Selected / });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const box = (page: Page, id: number, noun = 'fax') => page.getByRole('checkbox', { name: `Select ${noun} ${id}` });
const count = (page: Page, selected: number) => page.getByRole('status').getByText(`${selected} selected`).waitFor();
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const idsOf = async (world: OwnWorld): Promise<number[]> =>
  (await world.faxes.list({ limit: 1000 })).faxes.map(({ id }) => id);

/** Makes sent faxes that have ended. Resolves to their ids, the newest first. */
async function makeFaxes(world: OwnWorld, faxes: number): Promise<number[]> {
  for (let age = faxes; age > 0; age--) await world.faxes.create({ to: '+12025550123', ago: `${age}h` });
  return idsOf(world);
}

describeInBrowser('faxes', ({ newWorld, open, allowProblems }) => {
  test('are selected by x, by X up to here, and by their boxes, and deleted after a question', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const ids = await makeFaxes(world, 8);
    const page = await open(world, 'faxes');
    await page.locator('.row a').first().waitFor();
    await press(page, 'j', 'x');
    await count(page, 1);
    await press(page, 'j', 'j', 'X');
    await count(page, 3);
    await box(page, ids[5]!).click();
    await box(page, ids[7]!).click({ modifiers: ['Shift'] });
    await count(page, 6);
    await press(page, 'x'); // with the focus in a box
    await count(page, 5);
    await bar(page).getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 5 faxes' });
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await idsOf(world)).toHaveLength(8);
    await bar(page).getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete 5 faxes' }).click();
    await page.getByText('5 faxes deleted').waitFor();
    expect(await idsOf(world)).toEqual([ids[2], ids[3], ids[4]]);
    expect(await page.locator('.selection').count()).toBe(0);
  });

  test('say what was not done to them, and why', async () => {
    allowProblems(/\b422\b/);
    const world = await newWorld({ fixture: 'empty' });
    const [kept, lost] = (await makeFaxes(world, 2)) as [number, number];
    await world.faxes.change({ id: lost, file_state: 'deleted' });
    const waits = await world.faxes.create({ to: '+12025550123', status: 'queued' });
    const page = await open(world, 'faxes');
    await button(page, 'Select faxes').click();
    await page.getByRole('checkbox', { name: 'All 3' }).click();
    await count(page, 3);
    await bar(page).getByRole('button', { name: 'Resend…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend 2 faxes' });
    await dialog.getByText('Of the 3 selected, 1 is left as it is').waitFor();
    await dialog.getByRole('button', { name: 'Resend 2 faxes' }).click();
    const outcome = page.getByRole('dialog', { name: '1 fax sent again, 1 not' });
    await outcome.getByRole('link', { name: `fax ${lost}` }).waitFor();
    expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
    await press(page, 'Escape');
    await count(page, 2);
    expect([
      await box(page, kept).isChecked(),
      await box(page, lost).isChecked(),
      await box(page, waits.id).isChecked(),
    ]).toEqual([false, true, true]);
    await bar(page).getByRole('button', { name: 'Fail…' }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('88');
    await page.getByRole('button', { name: 'Fail 1 fax' }).click();
    await page.getByText('1 fax failed, 1 left as before').waitFor();
    expect((await world.faxes.show({ id: waits.id })).error?.id).toBe(88);
  });

  test.each([1440, 390])('stay where they are when a selection begins, at %i px', async (width) => {
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 2);
    const page = await open(world, 'faxes', { width });
    const last = page.locator('.row').last();
    await last.locator('a').waitFor();
    const before = await last.boundingBox();
    await button(page, 'Select faxes').click();
    await page.locator('.selection').waitFor();
    expect(await last.boundingBox()).toEqual(before);
    await page.getByRole('checkbox', { name: 'All 2' }).check();
    await count(page, 2);
    await page.getByRole('checkbox', { name: 'All 2' }).uncheck();
    await count(page, 0);
  });

  test('can be selected as many as a thousand of a long list, and Escape ends the selection', async () => {
    const world = await newWorld({ fixture: 'large', fixture_size: 1200 });
    const page = await open(world, 'faxes');
    await button(page, 'Select faxes').click();
    await page.getByRole('checkbox', { name: 'Newest 1,000' }).click();
    await page.getByRole('status').getByText('1,000 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Newest 1,000' }).focus();
    await press(page, 'Escape');
    await page.locator('.selection').waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });

  test('have a place for the selection in each window, without a fault that axe knows in either theme', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes');
    await page.locator('.row a').first().waitFor();
    await press(page, 'j', 'x');
    for (const [width, height] of [
      [1440, 900],
      [900, 700],
      [640, 360],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width < 900) await page.goto(page.url().replace(/faxes.*/, 'faxes'));
      if (width < 900) await button(page, 'Select faxes').click();
      await page.locator('.selection').waitFor();
      const problems = await problemsInBothThemes(page);
      expect({ width, problems, overflow: await overflow(page) }).toEqual({
        width,
        problems: [],
        overflow: 0,
      });
    }
  });
});

describeInBrowser('the texts of rows', ({ newWorld, open }) => {
  test.each([
    ['faxes', 1440],
    ['faxes', 390],
    ['webhooks', 1440],
    ['webhooks', 390],
  ] as const)('of %s stay where they are when a selection begins, at %i px', async (screen, width) => {
    const world = await newWorld({ fixture: 'empty' });
    for (const fax of await makeFaxes(world, 2)) await world.webhooks.send({ fax, url: 'mailto:fax@example.com' });
    await world.clock.advance('1s');
    const page = await open(world, screen, { width });
    await page.locator('.row a').nth(1).waitFor();
    const places = () =>
      page
        .locator('.table-head .cell, .row .cell, .row-main, .row-more')
        .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().x));
    const before = await places();
    await button(page, `Select ${screen}`).click();
    const first = page.locator('.row > input').first();
    await first.waitFor();
    expect(await places()).toEqual(before);
    const text = await page.locator('.row :is(.cell, .direction + .row-main, .row-main)').first().boundingBox();
    const covered = (await first.boundingBox())!;
    expect(covered.x).toBeGreaterThanOrEqual(0);
    expect(covered.x + covered.width).toBeLessThanOrEqual(text!.x);
  });
});

describeInBrowser('the questions about many faxes', ({ newWorld, open }) => {
  test('have no fault that axe knows in either theme, and fit', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 3);
    await world.faxes.create({ to: '+12025550123', status: 'queued' });
    const page = await open(world, 'faxes');
    await button(page, 'Select faxes').click();
    await page.getByRole('checkbox', { name: 'All 4' }).click();
    for (const [width, height] of [
      [1440, 900],
      [900, 700],
      [640, 360],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of ['Resend…', 'Fail…', 'Delete…']) {
        await bar(page).getByRole('button', { name }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: /^(Resend|Fail|Delete) \d/ }).waitFor();
        const seen = { width, name, problems: await problemsInBothThemes(page), overflow: await overflow(page) };
        expect(seen).toEqual({ width, name, problems: [], overflow: 0 });
        await press(page, 'Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    }
  });
});

describeInBrowser('webhooks', ({ newWorld, open }) => {
  test('are selected and delivered again, also from the palette', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (let count = 0; count < 3; count++) await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1m');
    const page = await open(world, 'webhooks');
    await page.locator('.row a').nth(2).waitFor();
    await button(page, 'Select webhooks').click();
    await box(page, 1, 'webhook').click();
    await box(page, 2, 'webhook').click();
    await count(page, 2);
    await press(page, 'Control+k');
    await page.keyboard.type('Redeliver 2');
    await page.getByRole('option', { name: /Redeliver 2 webhooks…/ }).waitFor();
    await press(page, 'Enter');
    await page.getByRole('button', { name: 'Redeliver 2 webhooks' }).click();
    await page.getByText('2 webhooks on the way again').waitFor();
    expect((await world.webhooks.list()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });
});
