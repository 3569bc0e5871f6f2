import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

describeInBrowser('Typed text means what the page shows', ({ newWorld, open }) => {
  test('a number with spaces makes that line busy, and its scenario has a readable name', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'scenarios/busy-line');
    await page.getByLabel('number').fill('+1 202 555 0177');
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    const name = 'busy-line(number=+1 202 555 0177)';
    await page.locator('.strip').getByRole('link', { name }).waitFor();
    await page.locator('.active-scenario code', { hasText: name }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('%20');
  });

  test('a recipient is busy from now on after one click', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes?status=success&direction=sent');
    await page.locator('.row a').first().click();
    const recipient = await page.locator('.rows li', { hasText: 'Make busy' }).first().innerText();
    const [number = ''] = /\+\d[\d ]+/.exec(recipient) ?? [];
    await page.getByRole('button', { name: 'Make busy' }).first().click();
    await page.locator('.rows .mark', { hasText: 'busy from now on' }).waitFor();
    const digits = `+${number.replaceAll(/\D/g, '')}`;
    const rules = await world.scenarios.list();
    expect(rules.map(({ scenario }) => scenario)).toEqual([`busy-line(number=${digits})`]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /^Switch off: \+.+ is busy$/ }).click();
    await page.getByRole('button', { name: 'Make busy' }).first().waitFor();
    expect(await world.scenarios.list()).toEqual([]);
  });

  test('the clock goes to the time as the page shows times, in any zone', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock', { zone: 'Asia/Kolkata' });
    await page.locator('.clock-card .zone').click();
    await page.locator('.go-to .zone-hint', { hasText: 'GMT+5:30' }).waitFor();
    await page.locator('.clock-big', { hasText: '17:30:00' }).waitFor();
    const field = page.getByLabel('Time to go to');
    await field.focus();
    expect(await field.inputValue()).toBe('2026-01-31 17:30:00');
    await field.fill('2026-01-31 20:00');
    await field.press('Enter');
    await page.locator('.clock-big', { hasText: '20:00:00' }).waitFor();
    expect((await world.clock.show()).now).toBe('2026-01-31T14:30:00.000Z');
  });

  test('a filter by time is in the zone of the page, in any zone', async () => {
    const world = await newWorld();
    await fetch(`${world.baseUrl}/v2.1/nowhere`);
    const page = await open(world, 'requests', { zone: 'Asia/Kolkata' });
    await page.locator('.clock .zone').click();
    const since = page.locator('.menu').getByLabel('Since');
    /** Opens the menu, which closes when a field is entered. */
    const openMenu = () => page.getByText('Filter', { exact: true }).click();
    await openMenu();
    for (const typed of ['2026-01-31T17:30:00', '17:30', '2026-01-31 12:00:00 UTC', 'Jan 31, 17:30', 'now']) {
      await since.fill(typed);
      await since.press('Enter');
      await page.waitForURL(/since=2026-01-31T12%3A00%3A00Z/);
      await page.locator('.chip', { hasText: '2026-01-31 17:30:00 GMT+5:30' }).waitFor();
      await openMenu();
      expect(await since.inputValue()).toBe('2026-01-31 17:30:00');
      await since.fill('');
      await since.press('Enter');
      await page.waitForURL((url) => url.search === '');
      await openMenu();
    }
    await since.fill('half past five');
    await since.press('Enter');
    await page.getByRole('alert').getByText('“half past five” is no time').waitFor();
    expect(await since.inputValue()).toBe('half past five');
    await page.locator('.menu').getByRole('button', { name: 'Yesterday', exact: true }).click();
    await page.waitForURL(/since=2026-01-29T18%3A30%3A00Z&until=2026-01-30T18%3A29%3A59\.999Z/);
    await page.locator('.chip', { hasText: 'Until: 2026-01-30 23:59:59 GMT+5:30' }).waitFor();
    expect(await page.locator('.menu [role=alert]').count()).toBe(1);
    // The chips move the button to the left, but not the menu.
    const [menu, main] = [await page.locator('.menu').boundingBox(), await page.locator('main').boundingBox()];
    expect(menu!.x).toBeGreaterThan(main!.x);
    expect(menu!.x + menu!.width).toBeLessThan(main!.x + main!.width);
  });

  test.each(['webhooks', 'requests'])('no word of the notation finds all %s', async (screen) => {
    const world = await newWorld({ fixture: 'empty' });
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1s');
    await fetch(`${world.baseUrl}/v2.1/nowhere`);
    const page = await open(world, screen);
    if (screen === 'requests') await page.goto(page.url());
    for (const word of ['failure', 'success', 'attempts', 'fax_id', 'created_at', 'signed']) {
      await page.locator('#search').fill(word);
      await page.waitForURL((url) => url.searchParams.get('q') === word);
      const rows = await page.locator('.split-list .row').allTextContents();
      const seen = rows.filter((row) => !row.toLowerCase().includes(word));
      expect({ word, seen }).toEqual({ word, seen: [] });
    }
  });

  test('a search has all its words, in any order, and names of filters', async () => {
    const page = await open(await newWorld(), 'faxes');
    await page.locator('#search').fill('failure busy');
    await page.waitForURL(/q=failure/);
    await page.locator('.split-list .row', { hasText: 'busy' }).first().waitFor();
    await page.locator('#search').fill('is:failure is:sent busy');
    await page.locator('#search').press('Enter');
    await page.waitForURL((url) => url.searchParams.get('status') === 'failure');
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toEqual({ status: 'failure', direction: 'sent', q: 'busy' });
  });
});
