import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, builtMain, describeInBrowser } from '../support/browser.ts';
import { start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';

const heading = (page: Page) => page.locator('.split-detail h2');
const ofRows = (page: Page) => page.locator('.row a strong').allTextContents();
const chosen = (page: Page) => page.locator('.row a[aria-current=page]');

describeInBrowser('the console', ({ allowProblems, baseUrl, newWorld, open, openUrl }) => {
  test('opens at the root of the simulator and of a world', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await openUrl(`${baseUrl()}/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/_faxsim/ui/w/default/overview');
    await page.goto(world.baseUrl);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.waitForURL(({ pathname }) => pathname === `/_faxsim/ui/w/${world.id}/overview`);
    await page.goto(`${baseUrl()}/_faxsim/ui/`);
    await page.waitForURL('**/_faxsim/ui/w/default/overview');
  });

  test('loads at most 75 kB of script and style for its first screen, with an empty cache', async () => {
    const world = await newWorld();
    const page = await openUrl('about:blank');
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (!['script', 'stylesheet'].includes(request.resourceType())) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(`${baseUrl()}/_faxsim/ui/w/${world.id}/overview`);
    await page.locator('.numbers a').first().waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(75_000);
  });

  test('loads the style of the other screens with the first of them, and shows none before', async () => {
    const page = await openUrl('about:blank');
    const world = await newWorld();
    const asked: string[] = [];
    await page.route('**/later-*.css', async (of) => {
      asked.push(of.request().url());
      await (asked.length === 1 ? of.abort() : of.continue());
    });
    allowProblems(/ERR_FAILED/);
    await page.goto(`${baseUrl()}/_faxsim/ui/w/${world.id}/overview`);
    await page.locator('.numbers a').first().waitFor();
    expect(asked).toEqual([]);
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByText('The script of the settings cannot be loaded').waitFor();
    expect(await page.locator('.settings-screen').count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.settings-screen').waitFor();
    expect(asked).toHaveLength(2);
  });

  test('says where an address leads to no screen, asks for nothing there, and leads on', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await openUrl('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const place of ['faxs', 'faxes/abc']) {
      await page.goto(`${baseUrl()}/_faxsim/ui/w/${world.id}/${place}?tab=1`);
      await page.getByRole('heading', { name: 'No such screen' }).waitFor();
      await page.locator('.live', { hasText: 'Live' }).waitFor();
      await page.waitForURL(({ href }) => href.endsWith(`/w/${world.id}/${place}?tab=1`));
    }
    expect(asked.filter((url) => url.includes('abc') && !url.includes('/ui/'))).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Faxes of this world' }).click();
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    await page.waitForURL(({ pathname }) => pathname === `/_faxsim/ui/w/${world.id}/faxes`);
  });

  test('works with the keyboard alone', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ limit: 3 });
    const page = await open(world, 'faxes');
    await page.locator('.row a').first().waitFor();
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };

    await press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await press('j');
    await page.waitForURL(`**/faxes/${faxes[0]!.id}`);
    await press('j', 'j', 'k');
    await page.waitForURL(`**/faxes/${faxes[1]!.id}`);
    await page.locator('.detail').waitFor();
    await press('Enter');
    await page.locator('.split-detail h2:focus').waitFor();
    await press('Escape');
    await page.waitForURL('**/faxes');

    await press('/');
    await page.keyboard.type('no such fax');
    await page.getByRole('heading', { name: 'No fax matches' }).waitFor();
    await press('Escape', 'Escape', 'g', 'r');
    await page.waitForURL('**/requests');
    await press('g', 'f');
    await page.waitForURL('**/faxes');
  });

  test('reaches everything with Tab, beginning with the way to the content', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes?status=failure');
    await page.getByRole('heading', { name: 'No fax matches' }).waitFor();
    const names: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const name = await page.locator(':focus').evaluateAll(([element]) => element?.ariaLabel ?? element?.textContent);
      names.push(name?.trim() ?? '');
    }
    expect(names[0]).toBe('Skip to the content');
    expect(names).toEqual(
      expect.arrayContaining(['faxsim', '+1 h', 'Run', 'Live', 'Faxes', 'Shortcuts', 'Receive', 'Send', 'Filter']),
    );
  });

  test('leaves keys alone that were switched off, also after a reload', async () => {
    const page = await open(await newWorld(), 'faxes');
    await page.locator('.row a').first().waitFor();
    await page.keyboard.press('?');
    await page.getByLabel('Shortcuts work on this page').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('.row a').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await chosen(page).count()).toBe(0);
  });

  test('keeps filters, search and the chosen fax in the URL, which survives a reload and going back', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes');
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Direction').selectOption('sent');
    await page.getByLabel('Status').selectOption('failure');
    await page.keyboard.press('Escape');
    const total = (await world.faxes.list({ direction: 'sent', status: 'failure' })).total;
    await page.locator('h1', { hasText: new RegExp(`^Faxes ${total}$`) }).waitFor();
    await page.locator('.row a').first().click();
    await page.locator('.problem').waitFor();
    // Without the last rows: how many are drawn depends on the height of the list, which changes while the page loads.
    const shown = async () => ({
      rows: (await ofRows(page)).slice(0, 12),
      heading: await heading(page).textContent(),
      url: page.url(),
    });
    const before = await shown();

    await page.reload();
    await page.locator('.problem').waitFor();
    await chosen(page).waitFor();
    expect(await shown()).toEqual(before);

    await page.goBack();
    await page.locator('.table-head').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.locator('h1', { hasText: String((await world.faxes.list({})).total) }).waitFor();
    await page.waitForURL(({ search }) => search === '');
  });

  test('shows two worlds in two tabs, each with its own faxes and clock', async () => {
    const [one, two] = [await newWorld({ fixture: 'empty' }), await newWorld({ fixture: 'empty' })];
    const [first, second] = [await open(one, 'faxes'), await open(two, 'faxes')];
    for (const page of [first, second]) await page.locator('.live', { hasText: 'Live' }).waitFor();
    await one.simulate.receive({ from: '+12025550101' });
    await two.simulate.receive({ from: '+12025550102' });
    await two.clock.advance('1h');
    await first.locator('.row', { hasText: '+1 202 555 0101' }).waitFor();
    await second.locator('.row', { hasText: '+1 202 555 0102' }).waitFor();
    await second.locator('.clock strong', { hasText: '13:00:00' }).waitFor();
    expect(await first.locator('.clock strong').textContent()).toBe('12:00:00');
    expect([await ofRows(first), await ofRows(second)]).toEqual([['+1 202 555 0101'], ['+1 202 555 0102']]);

    await first.locator('.world-switch select').selectOption(two.id);
    await first.locator('.row', { hasText: '+1 202 555 0102' }).waitFor();
    await first.waitForURL(({ pathname }) => pathname === `/_faxsim/ui/w/${two.id}/faxes`);
  });

  test('remembers the theme that the user chose', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', { theme: 'light' });
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    const button = page.getByRole('button', { name: /^Theme/ });
    while ((await button.getAttribute('aria-label'))?.startsWith('Theme: dark') !== true) await button.click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await button.waitFor();
    expect(await ground()).toBe(dark);
  });

  test('sends with each change the header that a form cannot send', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST'),
      page.getByRole('button', { name: '+1 min' }).click(),
    ]);
    expect(await request.headerValue('x-faxsim-client')).toBe('console');
    await page.locator('.clock strong', { hasText: '12:01:00' }).waitFor();
  });
});

describeInBrowser('the console of a program that listens beyond loopback', ({ openUrl, allowProblems }) => {
  let program: StartedProgram;
  let port: string;
  let token: string;
  beforeAll(async () => {
    program = await start(['--host', '0.0.0.0', '--port', '0', '--fixture', 'empty'], {}, { main: builtMain });
    const { hash, port: printed } = new URL(/console +(\S+)/.exec(program.output.stdout)?.[1] ?? '');
    [port, token] = [printed, new URLSearchParams(hash.slice(1)).get('token') ?? ''];
  });
  afterAll(() => program.stop());
  const headers = { 'X-Forwarded-For': '192.0.2.7' }; // counts as a request from another machine
  const page = () => `http://127.0.0.1:${port}/_faxsim/ui/`;

  test('takes the token that the program prints from the address, and keeps it for the tab alone', async () => {
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const first = await openUrl(`${page()}#token=${token}`, { headers });
    await first.getByText('Nothing in the last').waitFor();
    expect(first.url()).toBe(`${page()}w/default/overview`);
    await first.reload();
    await first.getByText('Nothing in the last').waitFor();
    await first.getByRole('button', { name: '+1 h' }).click();
    await first.getByRole('status').filter({ hasText: 'nothing happened' }).waitFor();

    allowProblems(/\b401\b/);
    const second = await first.context().newPage();
    await second.goto(page());
    await second.getByRole('dialog', { name: 'Token' }).waitFor();
    await second.locator('[name=token]:focus').waitFor();
    await second.keyboard.type(token);
    await second.keyboard.press('Enter');
    await second.getByText('Nothing in the last').waitFor();
  });

  test.each(['wrong', '漢ü', '100%'])('says that %s is not the token, and takes the right one then', async (other) => {
    allowProblems(/\b401\b/);
    const tab = await openUrl(`${page()}#token=${encodeURIComponent(other)}`, { headers });
    const dialog = tab.getByRole('dialog', { name: 'Token' });
    const reason = dialog.getByRole('alert').filter({ hasText: 'That is not the token' });
    await reason.waitFor();
    await tab.evaluate('sessionStorage.clear()');
    await tab.reload();
    await dialog.waitFor();
    expect(await reason.count()).toBe(0);

    for (const text of [other, token]) {
      await tab.locator('[name=token]').fill(text);
      await tab.keyboard.press('Enter');
      if (text === other) await reason.waitFor();
    }
    await tab.getByText('Nothing in the last').waitFor();
    expect(tab.url()).toBe(`${page()}w/default/overview`);
  });
});
