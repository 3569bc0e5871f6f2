import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';

const list = (page: Page) => page.locator('.virtual-list');
const scrollTo = (page: Page, top: number) => list(page).evaluate((element, to) => element.scrollTo(0, to), top);

const scrolledTo = (page: Page, top: number) =>
  page.waitForFunction(`document.querySelector('.virtual-list').scrollTop === ${top}`);

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
    for (let more = 0; more < 8; more++) await world.simulate.receive({ from: '+12025550101' });
    await count(`Faxes ${total + 9}`);
    await scrolledTo(page, 7000 + 8 * 46);
    expect(await topmost(page)).toEqual(before);
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
    await ask();
    await page.locator('h1', { hasText: 'Requests 41' }).waitFor();
    await scrolledTo(page, 946);
    expect(await topmost(page)).toEqual(before);
    expect(await page.locator('.row.chosen').count()).toBe(0);
    await page.keyboard.press('j');
    await page.locator('.row.chosen a[href$="/requests/39"]').waitFor();
  });
});
