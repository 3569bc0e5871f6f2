import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const itemOf = (page: Page, title: string) => page.locator('.tries li', { hasText: title });

/** Presses the button of something to try, and waits for its words. */
async function tryIt(page: Page, title: string, words: RegExp): Promise<void> {
  await itemOf(page, title).locator('button').last().click();
  await itemOf(page, title).locator('.try-done', { hasText: words }).waitFor();
}

async function undo(page: Page, title: string): Promise<void> {
  await itemOf(page, title).getByRole('button', { name: 'Undo' }).click();
  await itemOf(page, title).locator('.try-done').waitFor({ state: 'detached' });
}

describeInBrowser('the overview', ({ newWorld, open, allowProblems }) => {
  test('makes and undoes what it offers to try', async () => {
    allowProblems(/503/);
    const world = await newWorld({ start_time: '2026-01-30T21:00:00Z' });
    const { total } = await world.faxes.list({ limit: 1 });
    const page = await open(world, 'overview');
    await page.locator('.numbers a', { hasText: 'went wrong' }).first().waitFor();

    await tryIt(page, 'A received fax', /Fax \d+ has come in/);
    await tryIt(page, 'A busy line', /has failed with error 17/);
    expect((await world.faxes.list({ error: 17, limit: 1 })).faxes[0]?.status).toBe('failure');
    expect((await world.faxes.list({ limit: 1 })).total).toBe(total + 2);
    await undo(page, 'A received fax');
    await undo(page, 'A busy line');
    expect((await world.faxes.list({ limit: 1 })).total).toBe(total);

    await tryIt(page, 'An outage', /Each call gets 503/);
    expect((await fetch(`${world.baseUrl}/v2.1/public/countries`)).status).toBe(503);
    await undo(page, 'An outage');
    expect((await fetch(`${world.baseUrl}/v2.1/public/countries`)).status).toBe(200);

    await tryIt(page, 'A forged webhook', /Webhook \d+ is recorded only/);
    await undo(page, 'A forged webhook');
    expect(await world.settings.show()).toMatchObject({ webhook_token: null });
    await tryIt(page, 'A sweep', /npx faxsim sweep/);
    expect(await world.scenarios.list()).toEqual([]);
  });

  test('makes a day of traffic, and returns from it', async () => {
    const world = await newWorld();
    const before = await world.clock.show();
    const page = await open(world, 'overview');
    await tryIt(page, 'A day of traffic', /gone on by a day/);
    expect((await world.requests.list({})).total).toBeGreaterThan(5);
    expect((await world.webhooks.list({})).length).toBeGreaterThan(5);
    await undo(page, 'A day of traffic');
    expect((await world.clock.show()).now).toBe(before.now);
    expect((await world.requests.list({})).total).toBe(0);
  });

  test('waits for the first request of a program, and leads to a story', async () => {
    const world = await newWorld();
    const page = await open(world, 'overview');
    await page.getByText('No request has arrived in this world yet').waitFor();
    await fetch(`${world.baseUrl}/v2.1/public/countries`);
    await page.locator('.last-request', { hasText: 'GET /v2.1/public/countries' }).waitFor();
    await page.getByRole('link', { name: 'A line that is always busy' }).click();
    await page.waitForURL(/\/faxes\?(.*&)?error=17/);
    await page.locator('.row', { hasText: 'busy' }).first().waitFor();
  });

  test('shows a period in bars, which the keys lead through and which filter the lists', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: 'http://127.0.0.1:9/fax' } });
    const make = (hours: number, more: object = {}) =>
      world.faxes.create({ to: '+12025550123', ago: `${hours}h`, ...more });
    await make(1);
    await make(5);
    await make(5, { status: 'failure', error: 17 });
    await make(72);
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const page = await open(world, 'overview');
    const bars = page.getByRole('list', { name: 'Faxes over time' }).getByRole('link');
    await bars.nth(1).waitFor();
    // A bar of 2 of few faxes is half as high as its chart.
    expect(new Set(await page.locator('.chart-scale').allTextContents())).toEqual(new Set(['4']));
    expect(await bars.allInnerTexts()).toEqual([
      '2026-01-31 06:01 to 08:01: 2 faxes',
      '2026-01-31 10:01 to now: 2 faxes',
    ]);
    await page.getByRole('link', { name: '1 webhook failing in all' }).waitFor();
    await bars.nth(1).focus();
    await page.keyboard.press('ArrowLeft');
    await bars.nth(0).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Faxes 2' }).waitFor();
    await page.waitForURL(/since=2026-01-31T06%3A01%3A00Z&until=2026-01-31T08%3A00%3A59.999Z/);
    await page.goBack();
    await page.getByRole('list', { name: 'Failures over time' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Faxes 1' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('link', { name: '4 sent' }).waitFor();
    await page.getByRole('list', { name: 'Failing webhooks over time' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Webhooks 1' }).waitFor();
    await page.waitForURL(/\/webhooks\?failing=true&since/);
  });

  test('measures each chart on a round scale of its own, and says what it is', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (let count = 0; count < 7; count++) await world.faxes.create({ to: '+12025550123', ago: '1h' });
    await world.faxes.create({ to: '+12025550123', ago: '5h', status: 'failure', error: 17 });
    const page = await open(world, 'overview');
    const bar = page.getByRole('list', { name: 'Failures over time' }).getByRole('link');
    await bar.waitFor();
    expect(await page.locator('.chart-scale').allTextContents()).toEqual(['8', '4']);
    const [chart, full] = [await bar.locator('> span').first().boundingBox(), await bar.boundingBox()];
    expect(chart!.height).toBeCloseTo(full!.height / 4, 0);
    await page.getByRole('button', { name: '7 days' }).click();
    await page
      .locator('.chart-ends', { hasText: /^Jan \d+now$/ })
      .first()
      .waitFor();
    await page.getByText('A simulator of the Phaxio and Sinch fax APIs').waitFor();
  });

  test('lists the latest entries of the activity with their links, filled with faxes of the fixture', async () => {
    const world = await newWorld();
    const page = await open(world, 'overview');
    const rows = page.locator('.latest li');
    await rows.nth(7).waitFor();
    expect(await rows.count()).toBe(8);
    expect(await rows.first().innerText()).toMatch(/Fax \d+ (to|from) \+/);
    const { fax } = await world.simulate.receive({ from: '+12025550123', pages: 2 });
    await rows
      .filter({ hasText: `Fax ${fax!.id} arrives from +1 202 555 0123` })
      .first()
      .waitFor();
    expect(await rows.count()).toBe(8);
    await page.getByText(`Fax ${fax!.id} arrives`).click();
    await page.waitForURL(`**/faxes/${fax!.id}`);
  });

  test.each([
    [1440, 900],
    [1920, 1080],
    [390, 844],
  ])('fills the first window of %d × %d px, which is not charts alone', async (width, height) => {
    const world = await newWorld();
    await world.simulate.receive({ pages: 1 }); // charts of webhooks too
    const page = await open(world, 'overview', { width, height });
    await page.locator('.latest li').nth(7).waitFor();
    await page.locator('.numbers li').nth(2).waitFor();
    const place = async (css: string) => (await page.locator(css).first().boundingBox())!;
    expect((await place('.tries li')).y).toBeLessThan(height - 100);
    expect((await place('.latest')).y + (await place('.latest')).height).toBeGreaterThan(height * 0.8);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  test('tells no stories of a world without the demo, whatever happened there', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ status: 'failure', to: ['+12025550101'], error: 17 });
    const page = await open(world, 'overview');
    const answer = page.waitForResponse(/activity\/entries\?.*before=1/);
    await page.reload();
    await answer;
    await page.locator('.latest li, .latest tr').first().waitFor();
    expect(await page.locator('.stories').count()).toBe(0);
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 1024],
    ['dark', 390],
  ] as const)('has no fault that axe knows, in the %s theme at %d px', async (theme, width) => {
    const world = await newWorld();
    const page = await open(world, 'overview', { theme, width });
    await page.locator('.stories a').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});
