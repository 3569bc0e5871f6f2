import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const themes = ['light', 'dark'] as const;

/** How many px of the page stand beyond its right edge. */
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

describeInBrowser('the faxes screen', ({ newWorld, open }) => {
  test.each(themes)('has no fault that axe knows, in the %s theme', async (theme) => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const failed = faxes.find(({ file }) => file === 'stored')!;
    const page = await open(world, `faxes/${failed.id}?status=failure`, { theme });
    await page.locator('.row').first().waitFor();
    await page.locator('img[alt^="Page 1"]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    for (const [opened, part] of [
      ['Filter', '.menu'],
      ['Receive', 'dialog'],
      ['Send', 'dialog'],
      ['Delete…', 'dialog'],
      ['Keys', 'dialog'],
    ] as const) {
      await page.locator('button, summary', { hasText: new RegExp(`^${opened}$`) }).click();
      await page.locator(part).waitFor();
      expect(await accessibilityProblems(page, part)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });

  test.each([
    [360, 640],
    [768, 1024],
    [1440, 900],
    [2560, 1440],
  ])('fits in a window of %d × %d px', async (width, height) => {
    const world = await newWorld();
    const page = await open(world, 'faxes', { width, height });
    await page.locator('.row a').first().waitFor();
    expect(await overflow(page)).toBe(0);

    await page.locator('.row a').first().click();
    await page.locator('.detail .timeline').waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await page.locator('.split-list').isVisible()).toBe(width >= 900);

    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    if (width < 900) {
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await page.locator('.row a').first().waitFor();
    }
  });
});
