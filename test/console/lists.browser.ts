import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { accessibilityProblems, describeInBrowser, untilTrue } from '../support/browser.ts';

const total = (page: Page, text: string) => page.locator('h1', { hasText: new RegExp(`^${text}$`) }).waitFor();
const current = (page: Page, id: number) => page.locator(`.row a[aria-current=page][href*="/${id}"]`);
const focused = (page: Page, id: number) => page.locator(`.row a[href*="/${id}"]:focus`).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Makes faxes, the oldest first, and returns their ids, the newest first. */
async function makeFaxes(world: OwnWorld, count: number): Promise<number[]> {
  for (let age = count; age > 0; age--) await world.faxes.create({ to: '+12025550123', ago: `${age}h` });
  return (await world.faxes.list({ limit: 1000 })).faxes.map(({ id }) => id);
}

describeInBrowser('the search of a list', ({ newWorld, open }) => {
  test('is emptied by Escape together with its filter; a second Escape leads to the list', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123', tags: { case: 'C-48906' } });
    await world.faxes.create({ to: '+12025550124', status: 'failure', error: 17 });
    const page = await open(world, 'faxes');
    await total(page, 'Faxes 2');
    await press(page, '/');
    await page.keyboard.type('busy');
    await total(page, 'Faxes 1');
    expect(await page.locator('.chip').count()).toBe(0);
    await press(page, 'Escape');
    await total(page, 'Faxes 2');
    await page.waitForURL(({ search }) => search === '');
    expect(await page.locator('#search:focus').count()).toBe(1);
    await press(page, 'Escape');
    await page.locator('.row a:focus').waitFor();
  });

  test('is left at once by Escape, also where there is no row: the next key is not typed into it', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes?status=failure');
    await page.getByRole('heading', { name: 'No fax matches' }).waitFor();
    await press(page, '/');
    const isLeft = await page.evaluate(`{
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      document.getElementById('search').dispatchEvent(key);
      document.activeElement === document.body;
    }`);
    expect(isLeft).toBe(true);
    await page.locator('h1:focus').waitFor();
  });

  test('takes a number in any notation, also after `to:` and in quotes', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550178' });
    await world.faxes.create({ to: '+12025550179' });
    const page = await open(world, 'faxes');
    await total(page, 'Faxes 2');
    const notations = ['1-202-555-0178', '001 202 555 0178', '"202-555-0178"', 'to:"(202) 555-0178"'];
    for (const text of [...notations, 'tel:+12025550178', '+1\u2011202\u2011555\u20110178']) {
      await page.locator('#search').fill(text);
      await total(page, 'Faxes 1');
      await page.locator('#search').fill('');
      await total(page, 'Faxes 2');
    }
    await page.locator('#search').fill('to:(202) 555-0178 is:success');
    await press(page, 'Enter');
    await total(page, 'Faxes 1');
    expect(await page.locator('.chip').allInnerTexts()).toEqual([
      expect.stringMatching(/^Number: \(202\) 555-0178/),
      expect.stringMatching(/^Status: Success/),
    ]);
    await page.locator('#search').fill('from:001 202 555 0179');
    await page.getByRole('button', { name: 'Filter by Number: +1 202 555 0179' }).click();
    await page.locator('.chip', { hasText: 'Number: +1 202 555 0179' }).waitFor();
    await page.locator('#search').fill('to:tel:+1\u2011202\u2011555\u20110178');
    await press(page, 'Enter');
    await page.locator('.chip', { hasText: 'Number: +1-202-555-0178' }).waitFor();
    await total(page, 'Faxes 1');
  });

  test('leads to the first hit by the arrow down, and finds what a row shows', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const tagged = await world.faxes.create({ to: '+12025550123', tags: { case: 'C-48906' } });
    const failed = await world.faxes.create({ to: '+12025550124', status: 'failure', error: 17 });
    const page = await open(world, 'faxes');
    await total(page, 'Faxes 2');
    for (const [text, { id }] of [
      ['case: C-48906', tagged],
      ['failure', failed],
      ['+1 202 555 0124', failed],
    ] as const) {
      await page.locator('#search').fill(text);
      await total(page, 'Faxes 1');
      await press(page, 'ArrowDown');
      await focused(page, id);
      await page.waitForURL(`**/faxes/${id}*`);
    }
  });

  test('keeps the focus at the arrow down where there is no hit', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123' });
    const page = await open(world, 'faxes');
    await page.locator('#search').fill('nothing like it');
    await page.getByText('No fax matches').waitFor();
    await press(page, 'ArrowDown');
    await page.keyboard.type('!');
    expect(await page.locator('#search').inputValue()).toBe('nothing like it!');
  });

  test('offers the filter that a text means', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 2);
    await world.faxes.create({ to: '+12025550124', status: 'failure', error: 17 });
    const page = await open(world, 'faxes');
    await page.locator('#search').fill('fail');
    await button(page, 'Filter by Status: Failure').click();
    await total(page, 'Faxes 1');
    await page.waitForURL(({ search }) => search === '?status=failure');
    await page.locator('#search').fill('direction:rec');
    await press(page, 'Enter');
    await page.waitForURL(/direction=received/);
  });
});

describeInBrowser('all faxes that went wrong', ({ newWorld, open }) => {
  test.each([390, 1440])('are one choice, from the overview, the search and the menu, at %i px', async (width) => {
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 2);
    await world.faxes.create({ to: '+12025550124', status: 'failure', error: 17, ago: '1h' });
    const parts = [{ number: '+12025550125' }, { number: '+12025550126', status: 'failure' as const, error: 17 }];
    await world.faxes.create({ recipients: parts, status: 'partialsuccess', ago: '1h' });
    const page = await open(world, 'overview', { width });
    const isFiltered = async () => {
      await total(page, 'Faxes 2');
      await page.locator('.chip', { hasText: 'Status: Went wrong' }).waitFor();
      expect(new URL(page.url()).searchParams.get('status')).toBe('failure,partialsuccess');
    };
    await page.getByRole('link', { name: '2 went wrong' }).click();
    await isFiltered();
    await page.locator('.row', { hasText: 'Partial success' }).waitFor();
    for (const text of ['failed', 'wrong', 'is:went']) {
      await page.goto(page.url().replace(/faxes.*/, 'faxes'));
      await page.locator('#search').fill(text);
      await page.waitForURL(/[?&]q=/);
      await button(page, 'Filter by Status: Went wrong').click();
      await isFiltered();
    }
    await page.goto(page.url().replace(/faxes.*/, 'faxes'));
    await page.getByText('Filter', { exact: true }).click();
    await page.locator('option', { hasText: 'Went wrong (2)' }).waitFor({ state: 'attached' });
    await page.getByLabel('Status').selectOption({ label: 'Went wrong (2)' });
    await isFiltered();
  });

  test('and other sets of statuses keep their words in the chip and in the menu', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 2);
    const page = await open(world, 'faxes?status=queued,success');
    await page.locator('.chip', { hasText: 'Status: Queued, Success' }).waitFor();
    await page.getByText('Filter', { exact: true }).click();
    await page.locator('option:checked', { hasText: 'Queued, Success' }).waitFor({ state: 'attached' });
  });
});

describeInBrowser('the filters of a list', ({ newWorld, open, allowProblems }) => {
  test('count what the world has, and take a span of time on its clock', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 3);
    await world.faxes.create({ to: '+12025550124', status: 'failure', error: 17, tags: { case: '7' }, ago: '2d' });
    const page = await open(world, 'faxes');
    await total(page, 'Faxes 4');
    await page.getByText('Filter', { exact: true }).click();
    await page.locator('option', { hasText: 'Failure (1)' }).waitFor({ state: 'attached' });
    expect(await page.locator('#values-error option').getAttribute('label')).toBe('Busy, 1');
    expect(await page.locator('#values-tag option').getAttribute('value')).toBe('case=7');
    expect(await accessibilityProblems(page, '.menu')).toEqual([]);
    await button(page, 'Last 24 hours').click();
    await total(page, 'Faxes 3');
    await page.waitForURL(({ searchParams }) => searchParams.get('since') === '2026-01-30T12:00:00Z');
    const menu = page.locator('.filter-menu');
    await menu.getByLabel('Until').fill('never');
    await menu.getByLabel('Until').press('Enter');
    await menu.getByRole('alert').waitFor();
    await menu.getByLabel('Number').fill('+1 202 555 0124');
    await menu.getByLabel('Number').press('Enter');
    await page.waitForURL(({ searchParams }) => searchParams.get('number') === '+1 202 555 0124');
    await menu.and(page.locator(':not([open])')).waitFor();
  });

  test('can be removed where one is refused', async () => {
    allowProblems(/\b422\b/);
    const world = await newWorld({ fixture: 'empty' });
    await makeFaxes(world, 1);
    const page = await open(world, 'faxes?status=nope&direction=sent');
    await page.getByRole('alert').waitFor();
    await button(page, 'Remove this filter').click();
    await total(page, 'Faxes 1');
    await page.waitForURL(({ search }) => search === '?direction=sent');
  });
});

describeInBrowser('the keys of a list', ({ newWorld, open }) => {
  test('move from row to row with the focus, and Tab stops once in it', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const ids = await makeFaxes(world, 40);
    const page = await open(world, 'faxes');
    await total(page, 'Faxes 40');
    await press(page, 'ArrowDown');
    await focused(page, ids[0]!);
    await press(page, 'ArrowDown', 'j', 'ArrowUp');
    await focused(page, ids[1]!);
    await press(page, 'End');
    await focused(page, ids[39]!);
    await press(page, 'Home');
    await focused(page, ids[0]!);
    await press(page, 'PageDown');
    await page.waitForURL(new RegExp(`/faxes/(?!${ids[0]!}\\b)`));
    await page.locator('.row a[aria-current=page]:focus').waitFor();
    expect(await page.locator('.row a[tabindex="0"]').count()).toBe(1);
    await press(page, 'Enter');
    await page.locator('.split-detail h2:focus').waitFor();
  });

  test('reach the end of a list that was not read so far', async () => {
    const world = await newWorld({ fixture: 'large', fixture_size: 2000 });
    const { faxes } = await world.faxes.list({ limit: 1, offset: 1999 });
    const page = await open(world, 'faxes');
    await total(page, 'Faxes 2,000');
    await page.locator('.row a').first().waitFor();
    await press(page, 'End');
    await focused(page, faxes[0]!.id);
  });
});

describeInBrowser('a list', ({ newWorld, open }) => {
  test('shows an old fax that a link leads to, and moves on from there', async () => {
    const world = await newWorld({ fixture: 'large', fixture_size: 2000 });
    const { faxes } = await world.faxes.list({ limit: 2, offset: 1500 });
    const page = await open(world, `faxes/${faxes[0]!.id}`);
    await current(page, faxes[0]!.id).waitFor();
    await press(page, 'j');
    await current(page, faxes[1]!.id).waitFor();
  });

  test('is scrolled as before after going back to it', async () => {
    const page = await open(await newWorld(), 'faxes');
    const list = page.locator('.virtual-list');
    await page.locator('.row a').first().waitFor();
    await list.evaluate((element) => element.scrollTo(0, 6000));
    const scrolledTo = async (top: number): Promise<void> => {
      while ((await list.evaluate((element) => element.scrollTop)) !== top);
    };
    await scrolledTo(6000);
    const row = page.locator('.row:not(.loading) a').nth(12);
    const { y } = (await row.boundingBox())!;
    const chosen = (await row.getAttribute('href'))!;
    await row.click();
    await page.locator('.detail').waitFor();
    // The rows of a table are lower than those of a list beside a fax.
    await untilTrue(page, `document.querySelector('.virtual-list').scrollTop > 7000`);
    await page.locator(`.row.chosen a[href="${chosen}"]`).waitFor();
    const beside = await list.evaluate((element) => element.scrollTop);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.waitForURL('**/webhooks');
    await page.goBack();
    await scrolledTo(beside);
    await page.goBack();
    await page.locator('.table-row').first().waitFor();
    expect(Math.abs((await page.locator(`.row a[href="${chosen}"]`).boundingBox())!.y - y)).toBeLessThan(2);
  });

  test('counts what has come above the rows that it shows, and leads there', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await page.locator('.row a').first().waitFor();
    await page.locator('.virtual-list').evaluate((element) => element.scrollTo(0, 3000));
    await untilTrue(page, `document.querySelector('.virtual-list').scrollTop === 3000`);
    for (const from of ['+12025550101', '+12025550102']) await world.simulate.receive({ from });
    await button(page, '2 new').waitFor();
    expect(await page.title()).toMatch(/^\(2\) Faxes/);
    await button(page, '2 new').click();
    await page.locator('.row', { hasText: '+1 202 555 0102' }).waitFor();
    await button(page, '2 new').waitFor({ state: 'detached' });
    expect(await page.title()).toMatch(/^Faxes/);
  });

  test('of requests finds a resend by the number of its fax, which its row shows', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'success' });
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    await fetch(`${world.baseUrl}/v2.1/faxes/${id}/resend`, { method: 'POST', headers });
    await fetch(`${world.baseUrl}/v2.1/account/status`, { headers });
    const page = await open(world, 'requests');
    await total(page, 'Requests 2');
    for (const text of ['+1 202 555 0123', '(202) 555-0123', '0123']) {
      await page.locator('#search').fill(text);
      await total(page, 'Requests 1');
    }
    await page.locator('.row', { hasText: '/resend' }).filter({ hasText: '+1 202 555 0123' }).click();
    await page.locator('.row', { hasText: `to +1 202 555 0123 → fax` }).waitFor();
  });

  test('of requests finds a status, and tells those of the console from those of a program', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await fetch(`${world.baseUrl}/v2.1/nowhere`);
    const page = await open(world, 'requests');
    await total(page, 'Requests 1');
    await page.evaluate(
      `fetch('${world.baseUrl}/v2.1/public/countries', { headers: { 'X-Faxsim-Client': 'console' } })`,
    );
    await page.locator('.row .tag', { hasText: 'console' }).waitFor();
    await page.locator('#search').fill('404');
    await total(page, 'Requests 1');
    await page.locator('#search').fill('refused');
    await page.getByRole('button', { name: 'Filter by Status: Refused', exact: true }).click();
    await page.waitForURL('**/requests?status=refused');
    await total(page, 'Requests 1');
    await page.locator('.chip', { hasText: 'Status: Refused' }).click();
    await page.waitForURL('**/requests');
    await page.locator('.filter-menu summary').click();
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Refused (1)' }).click();
    await page.waitForURL('**/requests?status=refused');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(page.url().replace(/requests.*/, 'requests?client=other'));
    await total(page, 'Requests 1');
    await page.goto(page.url().replace(/requests.*/, 'connect'));
    await page.locator('.last-request', { hasText: '/v2.1/nowhere' }).waitFor();
  });
});

describeInBrowser('the head of a list', ({ newWorld, open }) => {
  test('has its buttons in one line beside a long count, at 1280 px', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { traffic: '120/1h' } });
    await world.clock.advance('12h');
    const page = await open(world, 'webhooks', { width: 1280, height: 720 });
    await page.locator('h1', { hasText: /1,000 newest of 1,\d{3}/ }).waitFor();
    const tops = await page
      .locator('.list-head button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });
});
