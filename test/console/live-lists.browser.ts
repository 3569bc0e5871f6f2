import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { describeInBrowser } from '../support/browser.ts';

const list = (page: Page) => page.locator('.virtual-list');
const scrollTo = (page: Page, top: number) => list(page).evaluate((element, to) => element.scrollTo(0, to), top);

async function scrolledTo(page: Page, top: number): Promise<void> {
  while ((await list(page).evaluate((element) => element.scrollTop)) !== top);
}

/** The link of the topmost row that is wholly visible, and where it stands in the window. */
const topmostNow = (page: Page) =>
  list(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const row = [...element.querySelectorAll('.row a')].find((link) => link.getBoundingClientRect().top >= top);
    return { href: row?.getAttribute('href'), y: row?.getBoundingClientRect().top };
  });

/** The same, once the list is drawn where it was scrolled to. */
async function topmost(page: Page): ReturnType<typeof topmostNow> {
  const shown = await topmostNow(page);
  return shown.href === undefined ? topmost(page) : shown;
}

describeInBrowser('the focus in a list', ({ newWorld, open }) => {
  test('stays at its fax when others come above it', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123' });
    const page = await open(world, 'faxes');
    const row = page.locator(`.row a[href*="/faxes/${id}"]`);
    await row.focus();
    await world.faxes.create({ to: '+12025550124' });
    await page.locator('.row', { hasText: '0124' }).waitFor();
    await page.locator(`.row a[href*="/faxes/${id}"]:focus`).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/\/faxes\/\d+$/);
  });
});

describeInBrowser('a list whose data change', ({ newWorld, open }) => {
  test('shows new faxes at its beginning, and else stays where it is', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes');
    const count = async (text: string) => page.locator('h1', { hasText: text }).waitFor();
    const { total } = await world.faxes.list({ limit: 1 });
    await count(`Faxes ${total}`);
    await world.simulate.receive({ from: '+12025550101' });
    await count(`Faxes ${total + 1}`);
    expect(await list(page).evaluate((element) => element.scrollTop)).toBe(0);
    await page.locator('.row', { hasText: '+1 202 555 0101' }).first().waitFor();

    await scrollTo(page, 7000);
    const before = await topmost(page);
    const row = page.locator(`.row a[href="${before.href ?? ''}"]`);
    for (let more = 0; more < 8; more++) await world.simulate.receive({ from: '+12025550101' });
    await count(`Faxes ${total + 9}`);
    const news = page.getByRole('button', { name: '8 new' });
    await news.waitFor();
    const line = (await news.boundingBox())!;
    await scrolledTo(page, 7000 + 8 * 36 + line.height);
    expect((await row.boundingBox())!.y).toBe(before.y);
    // The line above the rows covers none of them.
    expect((await list(page).boundingBox())!.y).toBe(line.y + line.height);
  });

  test('leaves a chosen row out of sight, until another one is chosen', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const ask = () => fetch(`${world.baseUrl}/v2.1/public/countries`);
    for (let more = 0; more < 40; more++) await ask();
    const page = await open(world, 'requests/40');
    await page.locator('.row.chosen').waitFor();
    await scrollTo(page, 900);
    await page.locator('.row.chosen').waitFor({ state: 'detached' });
    const before = await topmost(page);
    const row = page.locator(`.row a[href="${before.href ?? ''}"]`);
    await ask();
    await page.locator('h1', { hasText: 'Requests 41' }).waitFor();
    await scrolledTo(page, 900 + 46 + 30);
    expect((await row.boundingBox())!.y).toBe(before.y);
    expect(await page.locator('.row.chosen').count()).toBe(0);
    await page.keyboard.press('j');
    await page.locator('.row.chosen a[href$="/requests/39"]').waitFor();
  });
});

describeInBrowser('a row that has come or changed', ({ newWorld, open }) => {
  /** Has a page note the texts of the rows that it highlights, with the ms that this takes. */
  const noteHighlights = (page: Page) =>
    page.evaluate(`{
      const animate = Element.prototype.animate;
      globalThis.noted = [];
      Element.prototype.animate = function (frames, ms) {
        noted.push([ms, this.textContent]);
        return animate.call(this, frames, ms);
      };
    }`);
  const noted = (page: Page) => page.evaluate<[number, string][]>('noted');

  test.each([
    ['scenarios', (world: OwnWorld) => world.scenarios.switch({ on: 'outage' }), 'outage'],
    ['worlds', () => newWorld({ fixture: 'empty', name: 'another' }), 'another'],
    ['clock', (world: OwnWorld) => world.faxes.create({ to: '+12025550199', status: 'queued' }), '555 0199'],
    ['activity', (world: OwnWorld) => world.simulate.receive({ from: '+12025550101' }), '555 0101'],
    ['faxes', (world: OwnWorld) => world.simulate.receive({ from: '+12025550101' }), '555 0101'],
  ] as const)('has a tint for 1.2 s on %s, and none where motion is reduced', async (place, act, text) => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123', status: 'queued' });
    const [page, still] = [await open(world, place), await open(world, place)];
    await still.emulateMedia({ reducedMotion: 'reduce' });
    for (const one of [page, still]) {
      await one.locator('.live', { hasText: 'Live' }).waitFor();
      await one.locator('main :is(.row, .moments li)').first().waitFor();
      await noteHighlights(one);
    }
    await act(world);
    for (const one of [page, still]) await one.locator('main li', { hasText: text }).first().waitFor();
    const isNoted = `noted.some(([, row]) => row.includes(${JSON.stringify(text)}))`;
    await page.evaluate(
      `(async () => { for (let frame = 0; frame < 600 && !${isNoted}; frame++) await new Promise(requestAnimationFrame); })()`,
    );
    expect(await noted(page)).toContainEqual([1200, expect.stringContaining(text)]);
    expect(await noted(still)).toEqual([]);
  });
});
