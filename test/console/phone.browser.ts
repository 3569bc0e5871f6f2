import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

const phone = { width: 390, height: 780, isTouched: true };
const smallPhone = { width: 320, height: 640, isTouched: true };

/** Waits until a field has a value that begins so. */
async function shows(field: Locator, begin: string): Promise<void> {
  while (!(await field.inputValue()).startsWith(begin)) await new Promise(setImmediate);
}

describeInBrowser('on a phone', ({ newWorld, open }) => {
  test('a tap on the time to go to selects it, and a typed time takes its place', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock', phone);
    const field = page.getByLabel('Time to go to');
    await shows(field, '2026-01-31 12:00');
    await field.tap();
    await page.keyboard.type('20:00');
    expect(await field.inputValue()).toBe('20:00');
    await page.keyboard.press('Enter');
    await page.locator('.clock-big', { hasText: '20:00:00' }).waitFor();
  });

  test('the time to go to follows the clock', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock', phone);
    const field = page.getByLabel('Time to go to');
    await shows(field, '2026-01-31 12:00');
    await page.getByRole('group', { name: 'Move the clock' }).last().getByRole('button', { name: '+1 h' }).tap();
    await shows(field, '2026-01-31 13:00');
  });

  test('the steps that are due stand right below the moves of the clock, and wrap', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    const page = await open(world, 'clock', smallPhone);
    await page.locator('.moments li').first().waitFor();
    const titles = await page.locator('.clock-screen .part h3').allInnerTexts();
    expect(titles.slice(0, 4)).toEqual(['Speed', 'Move', 'Due next', 'What happened']);
    const cut = await page
      .locator('.moments a')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
    expect(cut).toEqual([]);
  });

  test('Back returns to the place in the record that a link was followed from', async () => {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax' };
    const world = await newWorld({ fixture: 'empty', settings });
    const { fax } = await world.simulate.receive({ pages: 2 });
    await world.webhooks.wait({ id: 1 });
    const page = await open(world, `faxes/${fax!.id}`, phone);
    const links = page.locator('.split-detail a[href$="/webhooks/1"]');
    await links.last().waitFor();
    await links.last().scrollIntoViewIfNeeded();
    const topOf = async (): Promise<number> =>
      page.evaluate(`Math.max(...[...document.querySelectorAll('main, .split-detail')].map((one) => one.scrollTop))`);
    const before = await topOf();
    expect(before).toBeGreaterThan(100);
    await links.last().tap();
    await page.getByRole('heading', { name: 'Response to attempt 1' }).waitFor();
    await page.goBack();
    await links.last().waitFor();
    while (Math.abs((await topOf()) - before) > 2) await new Promise(setImmediate);
  });

  test('the changes of a world are one line that opens', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (const on of ['webhook-late', 'busy-line(number=+12125550140,wait=5s)', 'outage'])
      await world.scenarios.switch({ on });
    await world.clock.move({ speed: 60 });
    const page = await open(world, 'overview', smallPhone);
    const strip = page.getByRole('region', { name: 'Changed in this world' });
    const sum = strip.getByRole('button', { name: '3 scenarios, clock ×60' });
    await sum.waitFor();
    expect((await strip.boundingBox())!.height).toBeLessThan(48);
    expect(await strip.getByRole('link', { name: 'outage' }).isVisible()).toBe(false);
    await sum.tap();
    const outage = strip.getByRole('link', { name: 'outage', exact: true });
    await outage.waitFor();
    expect(await outage.evaluate((link) => link.getClientRects().length)).toBe(1);
    expect(await problemsInBothThemes(page)).toEqual([]);
    await sum.tap();
    await outage.waitFor({ state: 'hidden' });
  });

  test('Back closes a dialog or the menu of the filters, and leaves the page behind it', async () => {
    const page = await open(await newWorld(), 'overview', phone);
    await page.getByRole('navigation').getByRole('link', { name: 'Faxes' }).tap();
    await page.getByRole('button', { name: 'Send' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Send a fax' });
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL('**/faxes');
    await page.locator('.filter-menu summary').tap();
    const menu = page.locator('.filter-menu .menu');
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'hidden' });
    await page.waitForURL('**/faxes');
    await page.goBack();
    await page.waitForURL('**/overview');
  });

  test('lying on its side leads to all screens', async () => {
    const page = await open(await newWorld(), 'faxes', { width: 720, height: 390, isTouched: true });
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('button', { name: 'More' }).tap();
    const { right } = await screens
      .getByRole('link', { name: 'Settings' })
      .evaluate((link) => link.getBoundingClientRect());
    expect(right).toBeLessThanOrEqual(720);
    await screens.getByRole('link', { name: 'Settings' }).tap();
    await page.waitForURL('**/settings');
    await screens.getByRole('button', { name: 'More' }).waitFor();
  });
});
