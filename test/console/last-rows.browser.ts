import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { describeInBrowser, show } from '../support/browser.ts';

const places = [
  ...['activity', 'activity?order=oldest', 'faxes', 'requests', 'webhooks', 'scenarios'],
  ...['worlds', 'evidence', 'guides', 'connect', 'explorer'],
];
const widths = [360, 390, 600, 700, 701, 768, 960];

/** Gives each list more rows than a screen, of which those of the activity have one or two lines. */
async function fill(world: OwnWorld): Promise<void> {
  await world.scenarios.on('busy-line(number=+12025550180)');
  for (let round = 0; round < 8; round++) {
    await world.faxes.create({ status: 'queued', to: '+12025550180' });
    await fetch(`${world.baseUrl}/v2.1/faxes/${round}`);
    await world.clock.advance('1m');
  }
}

interface End {
  /** How far the end of the last row is below the end of the list, in px; above it if negative. */
  readonly below: number;
  /** The drawn rows whose content does not fit. */
  readonly cut: readonly string[];
}

/** Scrolls the list to its end, as far as the browser goes. */
const endOf = (page: Page): Promise<End> =>
  page.evaluate<End>(`(async () => {
    const list = document.querySelector('.virtual-list, .plain-list');
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const endNow = () => list.lastElementChild.getBoundingClientRect().bottom;
    // The first frames after a change of the width may lay the list out once more.
    for (let before = NaN; before !== endNow();) {
      before = endNow();
      await frame();
      list.scrollTo(0, list.scrollHeight);
      await frame();
    }
    const rows = [...list.querySelectorAll('.row')];
    const isWhole = (row) => (row.querySelector('a') ?? row).scrollHeight <= row.getBoundingClientRect().height + 1;
    const below = rows.at(-1).getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    return {
      // A short list ends where its rows end.
      below: Math.round(list.scrollHeight > list.clientHeight ? below : Math.max(below, 0)),
      cut: rows.filter((row) => !isWhole(row)).map((row) => row.textContent),
    };
  })()`);

describeInBrowser('the last row of each list', ({ newWorld, open }) => {
  test.each([
    ['fingers', true],
    ['a mouse', false],
  ] as const)('is reachable and whole at each width, with %s', async (_pointer, isTouched) => {
    const world = await newWorld();
    await fill(world);
    const found: Record<string, End> = {};
    const page = await open(world, 'clock', { width: 390, height: 700, isTouched });
    for (const place of places) {
      await show(page, place);
      await page.locator(':is(.virtual-list, .plain-list) .row:not(.loading)').first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        found[`${place} at ${width} px`] = await endOf(page);
      }
    }
    const wrong = Object.entries(found).filter(([, { below, cut }]) => Math.abs(below) > 1 || cut.length > 0);
    expect(wrong).toEqual([]);
  });

  test('is the oldest entry of the activity on a phone, which a key and a finger reach', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await fill(world);
    const page = await open(world, 'activity', { width: 390, height: 844, isTouched: true });
    await page.locator('.stream-row').first().waitFor();
    await page.keyboard.press('End');
    const oldest = page.locator('.stream-row', { hasText: 'Scenario busy-line(number=+1 202 555 0180) switched on' });
    await oldest.waitFor();
    const [row, list] = [await oldest.boundingBox(), await page.locator('.virtual-list').boundingBox()];
    expect(row!.y + row!.height).toBeLessThanOrEqual(list!.y + list!.height + 1);
    await oldest.tap();
    await page.waitForURL('**/scenarios/busy-line*');
  });
});
