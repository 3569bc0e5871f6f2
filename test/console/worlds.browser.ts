import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.locator('.split-detail h2', { hasText: name });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

describeInBrowser('on the worlds screen', ({ baseUrl, newWorld, open, openUrl, allowProblems }) => {
  test('a world is made, switched to, and closed, and the others stay', async () => {
    const world = await newWorld({ fixture: 'empty', name: 'first' });
    const page = await open(world, 'worlds');
    await heading(page, 'first').waitFor();

    await button(page, 'New world').click();
    const id = `made-${world.id}`;
    await dialog(page).locator('[name=id]').fill(id);
    await dialog(page).locator('[name=seed]').fill('5');
    await dialog(page).locator('[name=clock]').selectOption('manual');
    await dialog(page).locator('[name=start_time]').fill('2026-03-01T09:00:00Z');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await heading(page, id).waitFor();
    await page.locator('.detail', { hasText: '2026-03-01 09:00:00 UTC' }).waitFor();

    await button(page, 'Switch to this world').click();
    await page.waitForURL(`**/w/${id}/faxes`);
    await page.locator('.row a').first().waitFor();
    await page.goBack();
    await button(page, 'Close…').click();
    await dialog(page)
      .locator('.problem', { hasText: /This removes \d+ faxes/ })
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Close the world' }).click();
    await said(page, `World ${id} is closed`);
    expect((await world.worlds.list()).some((known) => known.id === id)).toBe(false);
    await heading(page, 'first').waitFor();
  });

  test('a long name leaves the header as it is, and is cut in its middle without a gap after the dots', async () => {
    const [short, long] = [
      await newWorld({ fixture: 'empty', name: 'a' }),
      await newWorld({
        fixture: 'empty',
        name: 'long › resends once the line was busy, again and again twice'.repeat(3),
      }),
    ];
    const placeOf = async (page: Page) => (await page.locator('.clock-moves').boundingBox())!.x;
    const page = await open(short, 'worlds');
    await page.locator('.middle-cut > span:last-child').first().waitFor();
    const ends = await page.locator('.middle-cut > span:last-child').allTextContents();
    expect(ends.filter((end) => /^\s/.test(end))).toEqual([]);
    expect(await placeOf(await open(long, 'worlds'))).toBe(await placeOf(page));
  });

  test('worlds whose long names begin alike differ in the header and in the palette, the test before its file', async () => {
    const file = 'a file of tests whose name goes on and on and on and on and on and on and on';
    const own = [];
    for (let number = 10; number < 24; number++) {
      own.push(
        await newWorld({ fixture: 'empty', name: `${file} › sends a fax and waits for its end, case ${number}` }),
      );
    }
    const page = await open(own[0]!, 'worlds');
    await page.locator('.world-name', { hasText: 'case 10' }).click();
    await dialog(page).getByRole('combobox').fill('World case 1');
    const rows = dialog(page).getByRole('option', { name: /^sends a fax and waits .*case 1\d/ });
    await rows.nth(8).waitFor();
    const [row, end] = [rows.first(), rows.first().locator('.middle-cut').first().locator('span').nth(1)];
    const [around, part] = [(await row.boundingBox())!, (await end.boundingBox())!];
    expect(part.width).toBeGreaterThan(40);
    expect(part.x + part.width).toBeLessThanOrEqual(around.x + around.width);
    expect(await end.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['case']));
    const name = (await page.locator('.world-name').boundingBox())!;
    const number = (await page.locator('.world-name .middle-cut > span').last().boundingBox())!;
    expect(number.x + number.width).toBeLessThanOrEqual(name.x + name.width + 1);
  });

  test('many worlds are searched, grouped by the file of their test, and closed together', async () => {
    const names = ['sends a fax', 'receives a fax', 'waits for a webhook'];
    const own = await Promise.all(names.map((name) => newWorld({ fixture: 'empty', name: `checkout spec › ${name}` })));
    await newWorld({ fixture: 'empty', name: 'other spec › sends a fax' });
    const page = await open(own[0]!, 'worlds');
    const group = page.getByRole('region', { name: 'checkout spec' });
    await group.waitFor();
    expect(await group.locator('.row strong').allTextContents()).toEqual(expect.arrayContaining(names));
    await page.keyboard.press('/');
    await page.keyboard.type('checkout spec');
    await page.locator('h1', { hasText: /^Worlds 3$/ }).waitFor();
    await button(page, 'Select').click();
    await page.getByLabel('Select checkout spec › sends a fax').check();
    await button(page, 'Close 1…').waitFor();
    await button(page, 'All 3').click();
    await button(page, 'Close 3…').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).locator('.problem', { hasText: 'This removes 0 faxes' }).waitFor();
    await dialog(page)
      .getByRole('button', { name: /^Close \d+ worlds?$/ })
      .click();
    await said(page, '3 worlds closed');
    await page.waitForURL('**/w/default/worlds*');
    const left = (await own[0]!.worlds.list()).map(({ name }) => name);
    expect(left).toContain('other spec › sends a fax');
    expect(left).not.toContain('checkout spec › sends a fax');
  });

  test('worlds whose tests failed come first, with the message, as soon as the test fails', async () => {
    const [first, second] = await Promise.all(
      ['passes', 'fails'].map((name) => newWorld({ fixture: 'empty', name: `later spec › ${name}` })),
    );
    await newWorld({ fixture: 'empty', name: 'earlier spec › passes' });
    const page = await open(first!, 'worlds');
    await page.getByRole('region', { name: 'later spec' }).waitFor();
    await second!.worlds.fail({ message: 'Expected exactly 1 request, and there were 0\n  status: expected 200' });
    const row = page.locator('.plain-list section').first().locator('.row').first();
    await row.filter({ hasText: 'Expected exactly 1 request' }).locator('.badge.bad').waitFor();
    expect(await row.locator('strong').textContent()).toBe('fails');
    await row.locator('a').click();
    await page.locator('.problem', { hasText: 'status: expected 200' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('more worlds than a menu holds are found in the palette', async () => {
    const all = await Promise.all(
      Array.from({ length: 13 }, (_, index) => newWorld({ fixture: 'empty', name: `w${index} of many` })),
    );
    const page = await open(all[0]!, 'faxes');
    await button(page, 'w0 of many').click();
    await page.getByRole('combobox', { name: 'Find or do' }).waitFor();
    await page.keyboard.type('w7');
    await page.getByRole('option', { name: /w7 of many/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/w/${all[7]!.id}/faxes`);
  });

  test('a snapshot brings back a world, and a reset its start; both say before how much is lost', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.simulate.receive({ from: '+12025550101' });
    const page = await open(world, 'worlds');
    await button(page, 'Snapshot…').click();
    await dialog(page).locator('[name=name]').fill('one-fax');
    await dialog(page).getByRole('button', { name: 'Take' }).click();
    await page.locator('.rows', { hasText: 'one-fax' }).waitFor();

    await world.simulate.receive({ from: '+12025550102' });
    await page.locator('.detail-head', { hasText: '2 faxes' }).waitFor();
    await button(page, 'Restore…').click();
    const lost = dialog(page).locator('.problem', { hasText: '2 faxes' });
    await lost.filter({ hasText: 'all requests' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await page.locator('.detail-head', { hasText: '1 fax' }).waitFor();

    await button(page, 'Reset…').click();
    await dialog(page).locator('.problem', { hasText: '1 fax' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Reset' }).click();
    await page.locator('.detail-head', { hasText: '0 faxes' }).waitFor();
    expect((await world.faxes.list()).total).toBe(0);
    await button(page, 'Delete the snapshot one-fax').click();
    await page.getByText('None. A snapshot holds').waitFor();
  });

  test('a world that is closed under its page is said not to be there, and is asked no more', async () => {
    allowProblems(/\b421\b/);
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await page.clock.install();
    let requests = 0;
    page.on('request', () => requests++);
    await world.close();
    await page.getByRole('heading', { name: `There is no world ${world.id}` }).waitFor();
    await page.clock.runFor('01:00');
    const before = requests;
    await page.clock.runFor('10:00');
    expect(requests).toBe(before);
    expect(await page.getByRole('button', { name: '+1 min' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'All worlds' }).click();
    await page.waitForURL('**/w/default/worlds');
    await heading(page, 'default').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'The default world' }).click();
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    await page.locator('.live', { hasText: 'Live' }).waitFor();
  });

  test('a world that never was is said not to be there, and not to have been closed', async () => {
    allowProblems(/\b421\b/);
    const page = await openUrl(`${baseUrl()}/_faxsim/ui/w/nope/faxes`);
    await page.getByRole('heading', { name: 'There is no world nope' }).waitFor();
    await page.getByText(/^It was closed, .* or the address has a mistake\.$/).waitFor();
    await page.getByRole('button', { name: 'Create nope', exact: true }).waitFor();
  });

  test('an export is a file that another world is imported from', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.simulate.receive({ from: '+12025550101' });
    const page = await open(world, 'worlds');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
    expect(download.suggestedFilename()).toBe(`${world.id}.faxsim.json`);

    const other = await newWorld({ fixture: 'empty' });
    await page.goto(page.url().replaceAll(world.id, other.id));
    await button(page, 'Import…').click();
    await dialog(page)
      .locator('[name=file]')
      .setInputFiles(await download.path());
    await dialog(page).getByText('The file holds 1 fax, 1 webhook, at 2026-01-31 12:00:00 UTC').waitFor();
    await dialog(page).getByRole('button', { name: 'Import' }).click();
    await page.locator('.detail-head', { hasText: '1 fax' }).waitFor();

    await button(page, 'Import…').click();
    await dialog(page)
      .locator('[name=file]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no JSON') });
    await dialog(page).getByText('notes.txt is no export of a world').waitFor();
    await dialog(page).getByRole('button', { name: 'Import' }).click();
    await dialog(page).getByRole('alert').filter({ hasText: 'notes.txt must be an export' }).waitFor();
    expect((await other.faxes.list()).total).toBe(1);
  });
});
