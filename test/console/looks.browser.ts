import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { screenNames } from '../../console/routes.ts';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

/**
 * The share of the window's width that has content: a strip counts where it has at least a fifth of the lines that the fullest
 * strip has, so that one long line does not count for a screen.
 */
const usedWidth = `(() => {
  const strip = 16;
  const strips = Array.from({ length: Math.floor(innerWidth / strip) }, () => new Set());
  const take = ({ left, right, top, bottom }, element) => {
    for (let box = element; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflow === 'visible') continue;
      const around = box.getBoundingClientRect();
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    if (right - left < 2 || bottom - top < 2) return;
    for (let at = Math.max(Math.floor(left / strip), 0); at < strips.length && at * strip < right; at++) {
      for (let line = Math.floor(top / strip); line * strip < Math.min(bottom, innerHeight); line++) strips[at].add(line);
    }
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.data.trim() === '' || !text.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNode(text);
    for (const part of range.getClientRects()) take(part, text.parentElement);
  }
  const others = 'img, svg, input, select, textarea, .button, .bars a';
  for (const element of document.querySelectorAll(others)) take(element.getBoundingClientRect(), element);
  const fullest = Math.max(...strips.map(({ size }) => size));
  return strips.filter(({ size }) => size >= fullest / 5).length / strips.length;
})()`;

/** How many px of the page stand beyond its right edge. */
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

describeInBrowser('the faxes screen', ({ newWorld, open }) => {
  test('is looked at in both themes: a text that only the dark one hides is found', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock');
    await page.locator('h1').first().waitFor();
    await page.evaluate(`{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('@media (prefers-color-scheme: dark) { h1 { color: #333 !important } }');
      document.adoptedStyleSheets = [sheet];
    }`);
    const problems = await problemsInBothThemes(page);
    expect(problems).toEqual([expect.stringMatching(/^in the dark theme, color-contrast: .*h1/)]);
  });

  test('has no fault that axe knows in either theme', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const failed = faxes.find(({ file }) => file === 'stored')!;
    const page = await open(world, `faxes/${failed.id}?status=failure`);
    await page.locator('.row').first().waitFor();
    await page.locator('img[alt^="Page 1"]').waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);

    await page.locator('summary', { hasText: /^Filter$/ }).click();
    await page.locator('.menu').waitFor();
    expect(await problemsInBothThemes(page, '.menu')).toEqual([]);
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

describeInBrowser('what axe knows', ({ newWorld, open }) => {
  test('is found with its place, in a page that is looked at for the second time too', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.evaluate(`document.querySelector('main').append(document.createElement('img'))`);
    expect(await accessibilityProblems(page)).toEqual([expect.stringMatching(/^image-alt: .*img: Fix any/)]);
  });
});

describeInBrowser('a page that tests have one after another', ({ newWorld, open }) => {
  let requests = 0;

  test.each(['first', 'second', 'third'])('has nothing that another test left there, in the %s test', async (turn) => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock');
    await page.getByRole('heading', { name: 'Rewind' }).waitFor();
    const isReduced = `matchMedia('(prefers-reduced-motion: reduce)').matches`;
    const left = `[localStorage.getItem('a'), sessionStorage.getItem('a'), document.cookie, innerWidth, ${isReduced}, Date.now() < 1e9]`;
    expect(await page.evaluate(left)).toEqual([null, null, '', 1440, false, false]);
    expect(requests).toBe(0);

    await page.evaluate(`localStorage.a = 1, sessionStorage.a = 1, document.cookie = 'a=1'`);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/*', (route) => route.abort());
    page.on('request', () => requests++);
    if (turn === 'second') await page.clock.install({ time: 0 });
  });
});

describeInBrowser('on a phone', ({ newWorld, open }) => {
  test('the screens stand below in one line, and all targets have the height of a finger', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes', { width: 390, height: 844, isTouched: true });
    await page.locator('.row a').first().waitFor();
    const nav = page.getByRole('navigation', { name: 'Screens' });
    const { y, height } = (await nav.boundingBox())!;
    expect([Math.round(y + height), height < 60]).toEqual([844, true]);
    expect((await page.locator('header.top').boundingBox())!.height).toBeLessThan(100);
    expect(await page.getByRole('button', { name: 'Shortcuts' }).isVisible()).toBe(false);
    const heights = `[...document.querySelectorAll('a:not(.skip), button, select, summary, input')]
      .map((target) => target.getBoundingClientRect().height).filter((height) => height > 1 && height < 31.5).length`;
    expect(await page.evaluate<number>(heights)).toBe(0);
    const more = page.getByRole('button', { name: 'More' });
    expect(await more.getAttribute('aria-current')).toBeNull();
    await more.click();
    expect(await accessibilityProblems(page)).toEqual([]);
    const topOf = async (name: string): Promise<number> =>
      (await page.getByRole('link', { name, exact: true }).boundingBox())!.y;
    const lines = await Promise.all(['Activity', 'Scenarios', 'Clock', 'Connect', 'Faxes'].map(topOf));
    expect(lines.every((top, at) => at === 0 || top > lines[at - 1]!)).toBe(true);
    expect(await topOf('Guides')).toBe(await topOf('Connect'));
    await page.getByRole('link', { name: 'Worlds' }).click();
    await page.getByRole('heading', { name: 'Worlds', level: 1 }).waitFor();
    expect(await more.getAttribute('aria-current')).toBe('true');
    expect(await page.getByRole('link', { name: 'Clock', exact: true }).isVisible()).toBe(false);
    expect(await overflow(page)).toBe(0);
  });
});

describeInBrowser('a page at 200 % in a low window', ({ newWorld, open }) => {
  test('leaves the list its rows, and switches the zone of all times', async () => {
    const world = await newWorld();
    const low = await open(world, 'faxes', { width: 640, height: 360 });
    await low.locator('.row a').first().waitFor();
    const rows = `[...document.querySelectorAll('.row')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= document.querySelector('nav').getBoundingClientRect().top;
    }).length`;
    expect(await low.evaluate<number>(rows)).toBeGreaterThan(2);
    expect(await overflow(low)).toBe(0);
    expect(await accessibilityProblems(low)).toEqual([]);
    const edges = await Promise.all(
      ['.world-switch', '.clock-time', '.clock-moves', '.top-end'].map((part) => low.locator(part).boundingBox()),
    );
    const overlaps = edges.slice(1).filter((box, index) => box!.x < edges[index]!.x + edges[index]!.width);
    expect(overlaps).toEqual([]);
    await low.locator('summary', { hasText: 'Filter' }).click();
    const menu = (await low.locator('.menu').boundingBox())!;
    expect(menu.y + menu.height).toBeLessThanOrEqual((await low.locator('nav').boundingBox())!.y);

    const page = await open(world, 'faxes');
    await page.locator('.clock strong', { hasText: '12:00:00' }).waitFor();
    await page.locator('.clock').getByRole('button', { name: 'UTC' }).click();
    await page.locator('.clock .zone[title*="Show UTC"]').click();
    await page.locator('.clock').getByRole('button', { name: 'UTC' }).waitFor();
  });
});

describeInBrowser('each screen', ({ newWorld, open }) => {
  test('uses more than half of the width of a window, with nothing chosen', async () => {
    const world = await newWorld({ settings: { send_callback_url: 'http://127.0.0.1:9/faxes' } });
    await fetch(`${world.baseUrl}/v2.1/public/countries`);
    for (let more = 0; more < 12; more++) await fetch(`${world.baseUrl}/v2.1/faxes?page=${more}`);
    await world.clock.advance('1h');
    const page = await open(world, 'overview');
    for (const place of [...screenNames, 'migration?view=parity']) {
      await page.goto(page.url().replace(/(\/w\/[^/]+\/).*/, `$1${place}`));
      await page.locator('.state[role=status]').first().waitFor({ state: 'detached' });
      await page.locator('main :is(h1, h2, .row, .part)').locator('visible=true').first().waitFor();
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const share = await page.evaluate<number>(usedWidth);
        expect({ place, width, isUsed: share > 0.5, share }).toMatchObject({ isUsed: true });
      }
    }
  });

  test('shows a change within a second', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await world.simulate.receive({ from: '+12025550101' });
    await page.locator('.row', { hasText: '+1 202 555 0101' }).waitFor({ timeout: 1000 });
  });
});
