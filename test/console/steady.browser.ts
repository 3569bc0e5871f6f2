import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, untilTrue } from '../support/browser.ts';

const title = (page: Page, text: string) => page.locator('.detail-head h2:visible', { hasText: text });

/** Notes each text of the detail that says that something is read. */
const watch = `(() => {
  const detail = document.querySelector('.split-detail');
  window.seen = [];
  new MutationObserver(() => {
    const text = detail.innerText;
    if (text.includes('Loading')) window.seen.push(text);
  }).observe(detail, { childList: true, subtree: true, characterData: true, attributes: true });
})()`;

/** Holds the timer after which a detail is shown although a part of it is slow, as each part is on a busy machine. */
const patient = `(() => {
  const { setTimeout } = window;
  window.setTimeout = (later, ms, ...rest) => (ms === 1000 ? 0 : setTimeout(later, ms, ...rest));
})()`;

/** Counts the details that are drawn. */
const noteDrawn = `(() => {
  window.drawn = 0;
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    window.drawn += added.filter((node) => node.className === 'steady').length;
  }).observe(document.querySelector('.split-detail'), { childList: true });
})()`;

describeInBrowser('the detail of a record', ({ newWorld, open }) => {
  test('stays until the next one is read, then begins at its head', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id: old } = await world.faxes.create({ status: 'success', to: ['+12025550101'] });
    await world.faxes.create({ status: 'success', to: ['+12025550102'] });
    const page = await open(world, 'faxes', { height: 500 });
    await page.locator('.row a').nth(1).waitFor();
    await page.keyboard.press('j');
    await title(page, '0102').waitFor();
    await page.locator('.split-detail').getByText('Loading').first().waitFor({ state: 'detached' });
    await page.evaluate(watch);
    await page.evaluate(patient);
    await page.evaluate('document.querySelector(".split-detail").scrollTo(0, 300)');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/faxes/${old}`, (route) => held.then(() => route.continue()));
    await page.keyboard.press('j');
    await page.locator('.steady[hidden]').waitFor({ state: 'attached' });
    expect(await title(page, '0102').count()).toBe(1);
    await page.locator('.steady[aria-busy=true]', { hasText: '0102' }).waitFor();
    await untilTrue(page, "getComputedStyle(document.querySelector('.steady[aria-busy=true]')).opacity < 0.9");
    release();
    await title(page, '0101').waitFor();
    expect(await page.locator('.detail-head').count()).toBe(1);
    expect(await page.evaluate('document.querySelector(".split-detail").scrollTop')).toBe(0);
    expect(await page.evaluate('window.seen')).toEqual([]);
  });

  test('is drawn once, also after a record that was still being read', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ status: 'success', to: ['+12025550101'] });
    const { id: slow } = await world.faxes.create({ status: 'success', to: ['+12025550102'] });
    const page = await open(world, 'faxes');
    await page.locator('.row a').nth(1).waitFor();
    await page.route(`**/faxes/${slow}/history`, () => undefined);
    await page.keyboard.press('j');
    await page.getByText('Loading the history of the fax…').waitFor();
    await page.evaluate(noteDrawn);
    await page.keyboard.press('j');
    await title(page, '0101').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.detail-head h2:focus', { hasText: '0101' }).waitFor();
    expect(await page.evaluate('window.drawn')).toBe(1);
  });

  test('does not wait for one slow part', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (const number of ['+12025550101', '+12025550102'])
      await world.faxes.create({ status: 'success', to: [number] });
    const page = await open(world, 'faxes');
    await page.locator('.row a').nth(1).waitFor();
    await page.keyboard.press('j');
    await title(page, '0102').waitFor();
    await page.route(/\/history$/, () => undefined);
    await page.keyboard.press('j');
    await title(page, '0101').waitFor();
    await page.getByText('Loading the history of the fax…').waitFor();
  });
});
