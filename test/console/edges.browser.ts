import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { screenNames } from '../../console/routes.ts';
import { describeInBrowser } from '../support/browser.ts';

/** The parts whose right edge stands beyond that of the element around them, which cuts them off. */
const cutOff = (page: Page, parts: string, around: string) =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll(${JSON.stringify(parts)})]
    .filter((part) => part.checkVisibility())
    .filter((part) => part.getBoundingClientRect().right > part.closest(${JSON.stringify(around)}).getBoundingClientRect().right + 0.5)
    .map((part) => part.outerHTML.slice(0, 120))`);

describeInBrowser('the title of a screen', ({ newWorld, open }) => {
  test.each([
    [1440, [20, 16]],
    [390, [16, 14]],
  ] as const)('stands on one line, and at one place on all screens, at %d px', async (width, [x, y]) => {
    const world = await newWorld();
    const page = await open(world, 'faxes', { width, height: 844 });
    const found: Record<string, readonly number[]> = {};
    for (const screen of screenNames) {
      await page.evaluate(`document.querySelector('nav a[href$="/${screen}"]').click()`); // on a phone some are behind a button
      await page.waitForURL(`**/${screen}`);
      await page.locator('main h1:visible').first().waitFor();
      await page.locator('main p.state[role=status]').first().waitFor({ state: 'detached' });
      found[screen] = await page.evaluate<readonly number[]>(`(() => {
        const title = [...document.querySelectorAll('main h1')].find((heading) => heading.checkVisibility());
        const words = document.createRange();
        words.selectNode(title.firstChild);
        const { left, top } = title.getBoundingClientRect();
        const main = document.querySelector('main').getBoundingClientRect();
        return [Math.round(left - main.left), Math.round(top - main.top), words.getClientRects().length];
      })()`);
    }
    expect(found).toEqual(Object.fromEntries(screenNames.map((screen) => [screen, [x, y, 1]])));
  });
});

describeInBrowser('nothing is cut off', ({ newWorld, open }) => {
  test('of the words of a status, in any table', async () => {
    const world = await newWorld();
    const to = ['+12025550123', '+12025550124'] as const;
    await world.faxes.create({ to: [...to], status: 'partialsuccess', error: 17 });
    const page = await open(world, 'faxes');
    await page.locator('.cell .badge', { hasText: 'Partial success' }).first().waitFor();
    expect(await cutOff(page, '.cell .badge, .cell time', '.cell')).toEqual([]);
  });

  test.each([
    ['faxes', 1440],
    ['faxes', 320],
    ['activity', 1440],
  ] as const)('of the fields of the filters of %s at %d px', async (screen, width) => {
    const world = await newWorld();
    await fetch(`${world.baseUrl}/v2.1/nowhere`); // an empty activity has no filters
    const page = await open(world, screen, { width });
    await page.locator('.filter-menu summary').click();
    await page.locator('.menu .time-input').first().waitFor();
    expect(await cutOff(page, '.menu *', '.menu')).toEqual([]);
    expect(await cutOff(page, '.menu', 'html')).toEqual([]);
    expect((await page.locator('.menu').boundingBox())!.x).toBeGreaterThan(0);
  });
});
