import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const rows = (page: Page) => page.locator('.stream-row');
const texts = (page: Page) => page.locator('.stream-row .row-main').allInnerTexts();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A fax that is busy, and its webhook that no receiver answers. */
async function busyFax(world: OwnWorld): Promise<number> {
  await world.scenarios.on('busy-line(number=+12025550180)');
  const { key, secret } = world.credentials.live;
  const body = new FormData();
  body.append('to', '+12025550180');
  body.append('file', new Blob(['Good morning'], { type: 'text/plain' }), 'text.txt');
  const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const response = await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', body, headers });
  const { data } = (await response.json()) as { data: { id: number } };
  await world.clock.advance('1m');
  return data.id;
}

describeInBrowser('the activity', ({ newWorld, open }) => {
  test('has all that happened in a world in one order, to the millisecond, with numbers, reasons and links', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const fax = await busyFax(world);
    const page = await open(world, 'activity?order=oldest');
    const failure = `Fax ${fax} to +1 202 555 0180 fails: error 17, Busy`;
    await rows(page).filter({ hasText: failure }).waitFor();
    const all = await texts(page);
    expect(all.map((text) => all.indexOf(text)).length).toBe(all.length);
    expect(all.slice(0, 5)).toEqual([
      'Scenario busy-line(number=+1 202 555 0180) switched on',
      `POST /v2.1/faxes 200, fax ${fax} to +1 202 555 0180`,
      `Fax ${fax} to +1 202 555 0180 is accepted`,
      `Fax ${fax} has its course from rule busy-line(number=+1 202 555 0180)/busy#1`,
      'Clock moved on by 1 min, from 2026-01-31 12:00:00 to 2026-01-31 12:01:00',
    ]);
    expect(await rows(page).first().locator('time').innerText()).toMatch(/^12:00:00\.\d{3}$/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy').click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor({ state: 'attached' });
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`Fax ${fax} has its course from rule busy-line(number=+12025550180)/busy#1`);
    await button(page, 'Oldest first').click();
    await page.waitForURL((url) => !url.search.includes('order'));
    expect(await texts(page)).toEqual(all.toReversed());
    const tints = `[...document.querySelectorAll('.row')].flatMap((row) => row.getAnimations()).length`;
    expect(await page.evaluate<number>(tints)).toBe(0);
    await rows(page).filter({ hasText: failure }).click();
    await page.waitForURL(`**/faxes/${fax}`);
  });

  test('is narrowed by kind and words, followed live, copied as shown and saved as text', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'activity', { zone: 'Asia/Kolkata' });
    await page.getByText('Nothing has happened yet').waitFor();
    await page.getByTitle(/^Times are in UTC/).click();
    const fax = await busyFax(world);
    await rows(page).filter({ hasText: 'error 17, Busy' }).waitFor();
    await button(page, 'Requests').click();
    await page.waitForURL('**/activity?kind=request');
    await rows(page).filter({ hasText: 'Clock' }).waitFor({ state: 'detached' });
    expect(await texts(page)).toEqual([`POST /v2.1/faxes 200, fax ${fax} to +1 202 555 0180`]);
    await button(page, 'All').click();
    await page.keyboard.press('/');
    await page.keyboard.type('fails busy');
    await page.locator('.stream-row:only-of-type', { hasText: 'Busy' }).waitFor();
    expect(await texts(page)).toEqual([`Fax ${fax} to +1 202 555 0180 fails: error 17, Busy`]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy').click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor({ state: 'attached' });
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^# [^\n]*, times in GMT\+5:30 \(Asia\/(?:Kolkata|Calcutta)\), newest first\n/);
    expect(copied).toMatch(/\n2026-01-31 17:3\d:\d\d\.\d{3} {2}fax {9}Fax \d+ to \+1 202 555 0180 fails/);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
    const saved = await readFile(await download.path(), 'utf8');
    expect(saved).toMatch(/^# [^\n]*, times in UTC, [^]*\S+Z {2}fax {9}Fax \d+ to \+12025550180 fails/);
    expect(saved).toBe(await world.activity.text({ search: 'fails busy', order: 'newest' }));
  });

  test('shows only what went wrong on request, and exports that alone', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const fax = await busyFax(world);
    const page = await open(world, 'activity');
    await button(page, 'Went wrong').click();
    await page.waitForURL('**/activity?tone=bad');
    await rows(page).filter({ hasText: 'Clock' }).waitFor({ state: 'detached' });
    expect(await texts(page)).toEqual([`Fax ${fax} to +1 202 555 0180 fails: error 17, Busy`]);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      await world.activity.text({ tone: 'bad', order: 'newest' }),
    );
    await page.emulateMedia({ media: 'print' });
    await page
      .locator('.print-head')
      .filter({ hasText: /^Activity of world .+ · 2026-01-31 12:01:\d\d UTC$/ })
      .waitFor();
    expect(await button(page, 'Went wrong').isVisible()).toBe(false);
  });

  test('shows all again by All, after what went wrong of one kind', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await busyFax(world);
    const page = await open(world, 'activity');
    await button(page, 'Faxes').click();
    await button(page, 'Went wrong').click();
    await page.waitForURL('**/activity?kind=fax&tone=bad');
    await button(page, 'All').click();
    await page.waitForURL('**/activity');
    await rows(page).filter({ hasText: 'Clock' }).first().waitFor();
  });

  test.each([320, 390, 768])('has rows as high as their text, and cuts none, at %i px', async (width) => {
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: 'http://127.0.0.1:9/fax' } });
    await world.scenarios.on('rate-limit-burst');
    await busyFax(world);
    const page = await open(world, 'activity', { width, height: 2000 });
    await rows(page).nth(9).waitFor();
    const wrong = await page.evaluate(`[...document.querySelectorAll('.stream-row')].flatMap((row) => {
      const rest = row.querySelector('.stream-rest');
      const below = row.getBoundingClientRect().bottom - rest.getBoundingClientRect().bottom;
      const isCut = rest.scrollHeight > rest.clientHeight + 1;
      return rest.textContent !== '' && (isCut || below < 0 || below > 12) ? [{ text: rest.textContent, isCut, below }] : [];
    })`);
    expect(wrong).toEqual([]);
  });

  test('has one column of times, also with entries of another day', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await busyFax(world);
    await world.clock.advance('1d');
    await busyFax(world);
    const page = await open(world, 'activity');
    await rows(page).filter({ hasText: 'Jan 31' }).first().waitFor();
    const all = await rows(page).evaluateAll(
      (shown: readonly { querySelector: (of: string) => { getBoundingClientRect: () => { left: number } } }[]) =>
        shown.map((row) => row.querySelector('.kind').getBoundingClientRect().left),
    );
    expect(all.length).toBeGreaterThan(10);
    expect(new Set(all).size).toBe(1);
  });

  test('shows each time to the millisecond, and a line below each row', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    await world.faxes.create({ status: 'queued', to: ['+12025550180'] });
    await world.clock.advance('10m');
    await world.clock.advance('10m');
    const page = await open(world, 'activity');
    await rows(page).nth(3).waitFor();
    const shown = await rows(page).locator('time').allInnerTexts();
    const exact = await rows(page)
      .locator('time')
      .evaluateAll((times) => times.map((time) => (time as unknown as { dateTime: string }).dateTime));
    expect(shown).toEqual(exact.map((at) => at.slice(11, 23)));
    expect(shown.some((time) => time.endsWith('.000'))).toBe(true);
    const line = `getComputedStyle(document.querySelector('.stream-row + .stream-row')).borderBottomWidth`;
    expect(await page.evaluate(line)).toBe('1px');
  });

  test('leads by keys from row to row and to the record, and from anywhere by g y', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const fax = await busyFax(world);
    const page = await open(world, 'requests');
    await page.locator('.table-row').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.waitForURL('**/activity');
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('.stream-row a:focus');
    expect(await focused.innerText()).toBe(await rows(page).nth(1).locator('a').innerText());
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/faxes/${fax}`) || url.pathname.includes('/webhooks/'));
  });
});

describeInBrowser('the beginning of the activity', ({ newWorld, open }) => {
  /** A world that begins with two failed faxes and a sent one, all of the day before. */
  async function newSeeded() {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const past = { to: ['+12025550180'], created_at: '2026-01-30T12:00:00Z' };
    const failed = await world.faxes.create({ ...past, status: 'failure', error: 17 });
    await world.faxes.create({ ...past, status: 'failure', error: 35 });
    await world.faxes.create({ ...past, status: 'success' });
    await world.snapshots.save({ name: 'seeded' });
    await world.snapshots.restore({ name: 'seeded' });
    return { world, failed };
  }

  test.each(['light', 'dark'] as const)(
    'stands between the faxes of then and what happened, in both orders, in the %s theme',
    async (theme) => {
      const { world } = await newSeeded();
      await busyFax(world);
      const page = await open(world, 'activity', { theme });
      const beginning = { hasText: 'The activity begins here. 3 older faxes have a line each' };
      await rows(page).filter(beginning).waitFor();
      const shown = await texts(page);
      expect(shown.slice(-4)[0]).toContain('The activity begins here');
      expect(shown.at(-1)).toMatch(/^Fax \d+ to \+1 202 555 0180 is accepted, and at once fails: error 17, Busy$/);
      await button(page, 'Newest first').click();
      await page.locator('.stream-row:nth-child(4)', beginning).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  test('lists the faxes that failed in a period before it, and leads to each', async () => {
    const { world, failed } = await newSeeded();
    const page = await open(world, 'activity?tone=bad');
    await page.getByText('Filter', { exact: true }).click();
    await button(page, 'Since yesterday').click();
    await page.waitForURL(({ searchParams: found }) => found.has('since') && !found.has('until'));
    await button(page, 'Yesterday').click();
    await page.waitForURL(/until=2026-01-30/);
    await page.keyboard.press('Escape');
    await rows(page).nth(1).waitFor();
    expect(await rows(page).count()).toBe(2);
    await rows(page)
      .filter({ hasText: String(failed.id) })
      .locator('a')
      .click();
    await page.waitForURL(`**/faxes/${failed.id}`);
  });

  test('is in the latest of the overview and on the clock, so that no world with faxes is empty', async () => {
    const world = await newWorld({ fixture: 'demo' });
    const page = await open(world, 'overview');
    await page.locator('.latest .stream-row').nth(7).waitFor();
    await page.getByRole('link', { name: 'All activity', exact: true }).click();
    await page.waitForURL('**/activity');
    await rows(page).nth(20).waitFor();
  });
});

describeInBrowser('a record', ({ newWorld, open }) => {
  test('is left by Escape to the activity that it was opened from, and to its list otherwise', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const fax = await busyFax(world);
    const page = await open(world, 'activity');
    await rows(page)
      .filter({ hasText: `Fax ${fax} to +1 202 555 0180 fails` })
      .click();
    await page.waitForURL(`**/faxes/${fax}`);
    await page.locator('.detail h2').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/activity');
    await page.goto(page.url().replace('activity', 'faxes'));
    await page.locator('.row a').first().click();
    await page.waitForURL(`**/faxes/${fax}`);
    await page.locator('.detail h2').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/faxes');
  });
});

describeInBrowser('a copy of a webhook', ({ newWorld, open }) => {
  test.each([1440, 390])('is marked with the one that it repeats, for each event, at %d px', async (width) => {
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: 'http://127.0.0.1:9/fax' } });
    await world.scenarios.on('webhook-duplicated');
    await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    await world.clock.advance('5m');
    const copies = (await world.webhooks.list()).length / 2;
    expect(copies).toBeGreaterThanOrEqual(1);
    const page = await open(world, 'webhooks', { width });
    await page
      .locator('.row .mark', { hasText: /^again of \d+$/ })
      .first()
      .waitFor();
    expect(await page.locator('.row .mark', { hasText: /^again of \d+$/ }).count()).toBe(copies);
  });
});

describeInBrowser('the menu of the filters on a phone', ({ newWorld, open }) => {
  test('closes by its button, and by a tap beside it that opens nothing beneath', async () => {
    const page = await open(await newWorld(), 'faxes', { width: 390, height: 844, isTouched: true });
    await page.locator('.row:not(.loading)').first().waitFor();
    const menu = page.locator('.filter-menu .menu');
    await page.getByText('Filter', { exact: true }).tap();
    await menu.waitFor();
    await button(page, 'Done').tap();
    await menu.waitFor({ state: 'hidden' });
    await page.getByText('Filter', { exact: true }).tap();
    await menu.waitFor();
    await page.locator('.menu-cover').tap({ position: { x: 386, y: 600 } });
    await menu.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/faxes$/);
  });
});

describeInBrowser('a list with nothing chosen', ({ newWorld, open }) => {
  test('is a table over the whole width, whose columns can be hidden, and stands beside a chosen record', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const fax = await busyFax(world);
    const page = await open(world, 'requests');
    const row = page.locator('.table-row');
    await row.waitFor();
    expect((await row.boundingBox())!.width).toBeGreaterThan(1100);
    expect(await row.locator('.cell').allInnerTexts()).toEqual([
      expect.stringMatching(/^12:00:00$/),
      'POST',
      '/v2.1/faxes',
      '+1 202 555 0180',
      String(fax),
      '200',
      'sendFax',
      'v2.1',
      expect.stringMatching(/ m?s$/),
    ]);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Version' }).uncheck();
    await page.reload();
    await row.waitFor();
    expect(await row.locator('.cell').count()).toBe(8);
    await row.click();
    await page.waitForURL('**/requests/1');
    await page
      .locator('.log-row:not(.table-row)')
      .filter({ hasText: `to +1 202 555 0180 → fax ${fax}` })
      .waitFor();
    await page.goBack();
    await row.waitFor();
  });

  test('tells of a dropped webhook its number, status and rule, and the endpoint is not blamed', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: 'http://127.0.0.1:9/fax' } });
    await world.scenarios.on('webhook-never(address=%2Ffax)');
    await world.faxes.create({ status: 'queued', to: ['+12025550180'] });
    await world.clock.advance('1m');
    const page = await open(world, 'webhooks');
    const row = page.locator('.table-row').first();
    await row.filter({ hasText: 'to +1 202 555 0180 · Success' }).waitFor();
    await row.filter({ hasText: 'dropped by webhook-never(address=/fax)' }).waitFor();
    await row.locator('.badge.mixed', { hasText: 'Not sent' }).waitFor();
    await row.locator('a').click();
    const band = page.locator('.problem', { hasText: 'Not sent: dropped by' });
    await page.locator('details', { hasText: '"phone_number": "+12025550180"' }).first().waitFor();
    expect(await page.getByText('%2F').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await band.getByRole('link', { name: 'webhook-never(address=/fax)/never#1' }).click();
    await page.waitForURL('**/scenarios/webhook-never*');
    await page.goto(page.url().replace(/scenarios.*/, 'activity'));
    await page.locator('.stream-row.bad', { hasText: 'not sent, dropped by' }).waitFor();
    await page.goto(page.url().replace(/activity.*/, 'webhooks'));
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByText('no attempt yet').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test.each([
    [1280, 'light'],
    [1920, 'dark'],
    [390, 'light'],
  ] as const)('has no fault for axe, and nothing is cut, at %d px in the %s theme', async (width, theme) => {
    const world = await newWorld({ fixture: 'empty' });
    await busyFax(world);
    for (const place of ['activity', 'requests', 'webhooks']) {
      const page = await open(world, place, { width, theme });
      await page.locator('.row').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });
});
