import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page, text: string | RegExp) => page.locator(':focus', { hasText: text }).waitFor();

describeInBrowser('the focus', ({ baseUrl, newWorld, open }) => {
  test('returns to the button that opened a dialog, after the dialog succeeds', async () => {
    const page = await open(await newWorld(), 'faxes');
    await button(page, 'Receive').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Receive', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page, 'Receive');
  });

  test.each([
    ['whose list is made again', '(list) => list.replaceWith(list.cloneNode(true))'],
    [
      'whose place another record takes',
      `(list) => list.querySelectorAll('strong').forEach((name) => {
        name.textContent = name.textContent === 'first' ? 'second' : 'first';
      })`,
    ],
  ])('returns to the button of the same record %s, after its dialog closes', async (_what, change) => {
    const world = await newWorld({ fixture: 'empty' });
    for (const name of ['first', 'second']) await world.snapshots.save({ name });
    const page = await open(world, `worlds/${world.id}`);
    const row = (name: string) => page.locator('li', { has: page.locator('strong', { hasText: name }) });
    await row('second').getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(
      `(${change})([...document.querySelectorAll('ul.rows')].find((list) => list.innerText.includes('second')))`,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row('second').locator('button:focus', { hasText: 'Restore' }).waitFor();
  });

  test('moves to the heading of the new webhook, which shows its latest attempt', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.simulate.receive({});
    await world.clock.runUntilIdle();
    const [first] = await world.webhooks.list();
    const page = await open(world, `webhooks/${first!.id}?attempt=1`);
    await button(page, 'Redeliver').click();
    await page.waitForURL(/\/webhooks\/(?!1\b)\d+(\?|$)/);
    await page.locator('.detail-head h2:focus').waitFor();
    await world.clock.runUntilIdle();
    await page.getByRole('heading', { name: 'Response to attempt 1' }).waitFor();
  });

  test('goes by nine keys from the overview to the code that verifies the webhook of the newest failed fax, and back', async () => {
    const settings = { webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    for (const status of ['failure', 'failure', 'success'] as const) {
      const fax = await world.faxes.create({ to: '+12025550123', status, ...(status === 'failure' && { error: 17 }) });
      await world.webhooks.send({ fax: fax.id, url: `${baseUrl()}/_faxsim/livez` });
    }
    await world.clock.advance('1s');
    const [, failed] = (await world.webhooks.list()).filter(({ event }) => event === 'fax_completed');
    const page = await open(world, 'overview');
    await page.getByRole('heading', { name: 'Latest' }).waitFor();
    let pressed = 0;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
      pressed += keys.length;
    };
    await press('g', 'f');
    await page.locator('.row').nth(2).waitFor();
    await press('e');
    await page.locator('h1', { hasText: /^Faxes 2$/ }).waitFor();
    await press('j');
    await page.getByRole('link', { name: 'fax_completed' }).waitFor();
    await press('w');
    await page.locator('.detail-head h2:focus', { hasText: `fax_completed of fax ${failed!.fax_id}` }).waitFor();
    await page.locator('.verify-code').waitFor();
    await press('s');
    await page.locator('#verify-signature:focus').waitFor();
    await page.locator('.detail-head h2').focus();
    await press('c');
    await page.locator('.verify-code[open] summary:focus').waitFor();
    await press('f');
    await page.waitForURL(`**/faxes/${failed!.fax_id}**`);
    await page.locator('.detail-head h2:focus').waitFor();
    expect(pressed).toBeLessThan(10);

    await page.getByRole('link', { name: 'fax_completed' }).waitFor();
    await press('w');
    await page.locator('.verify-code').waitFor();
    await press('?');
    const help = page.getByRole('dialog', { name: 'Shortcuts' });
    for (const meaning of ['what went wrong', 'fax of the webhook', 'check of its signature', 'code that verifies']) {
      await help.getByText(meaning).waitFor();
    }
  });

  test('moves to the heading of the screen that a key opens', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    for (const key of ['g', 'w']) await page.keyboard.press(key);
    await page.locator('h1:focus', { hasText: 'Webhooks' }).waitFor();
  });

  test('stays on the button that changes its name', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock');
    await button(page, 'Start traffic').click();
    await button(page, 'Stop traffic').waitFor();
    await focused(page, 'Change');
  });
});

describeInBrowser('the navigation', ({ newWorld, open }) => {
  test.each([360, 800])('shows every entry in a window of %d px', async (width) => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', { width, height: 740 });
    const entries = page.locator('nav :is(a, button)');
    await entries.first().waitFor();
    if (width < 560) await page.getByRole('button', { name: 'More' }).click();
    for (const entry of await entries.locator('visible=true').all()) {
      const box = await entry.boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    }
  });
});

describeInBrowser('a scenario that is on', ({ newWorld, open }) => {
  test('is chosen in one row alone', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.scenarios.on('busy-line');
    const page = await open(world, 'scenarios/busy-line');
    await page.getByRole('region', { name: 'On now' }).locator('[aria-current]').waitFor();
    expect(await page.locator('.plain-list [aria-current]').count()).toBe(1);
  });
});
