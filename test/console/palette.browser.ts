import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or do' });
const option = (page: Page, text: string | RegExp) => palette(page).getByRole('option').filter({ hasText: text });

/** Enters a text and takes the first result, once it is the expected one. */
async function find(page: Page, text: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
  await palette(page).locator('[aria-selected=true]', { hasText: first }).waitFor();
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

describeInBrowser('the palette', ({ newWorld, open }) => {
  test('leads to ids, numbers, screens, scenarios, worlds and addresses of the console, and moves the clock', async () => {
    const [world, other] = [await newWorld({ fixture: 'empty' }), await newWorld({ fixture: 'empty', name: 'spare' })];
    const { id } = await world.faxes.create({ to: '+12025550123', tags: { case: 'C-7' } });
    const page = await open(world, 'requests');
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await find(page, '202 555 0123', '+1 202 555 0123');
    await page.waitForURL(`**/w/${world.id}/faxes/${id}`);
    await find(page, 'evid', 'Evidence');
    await page.waitForURL('**/evidence');
    await page.locator('h1:focus').waitFor();
    await find(page, String(id), `Fax ${id}`);
    await page.waitForURL(`**/faxes/${id}`);
    await find(page, 'outage', 'outage');
    await page.waitForURL('**/scenarios/outage');
    await find(page, 'clock 1 h', 'Move the clock by 1 h');
    await page.locator('.clock strong', { hasText: '13:00:00' }).waitFor();
    await find(page, page.url().replace(/scenarios.*/, 'webhooks'), 'Webhooks');
    await page.waitForURL('**/webhooks');
    await find(page, 'send a', 'Send a fax');
    await page.getByRole('dialog', { name: 'Send a fax' }).waitFor();
    await page.keyboard.press('Escape');
    await find(page, 'spare', 'spare');
    await page.waitForURL(`**/w/${other.id}/faxes`);
  });

  test('leads to operations of the API, and loses no key while it is loaded', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('provision');
    await option(page, 'provisionNumber').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explorer/provisionNumber');
    await find(page, 'resendfax', 'resendFax');
    await page.waitForURL('**/explorer/resendFax');
    await page.getByRole('heading', { name: 'Resend a fax', level: 2 }).waitFor();
    await find(page, 'v3 createservice', 'createService');
    await page.waitForURL('**/explorer/createService?version=v3');
  });

  test('opens the first result of a number when Enter came before it, and counts those that it leaves out', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (let count = 0; count < 8; count++) await world.faxes.create({ to: '+12025550123' });
    const page = await open(world, 'requests');
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('202 555 0123');
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await page.waitForURL(/\/faxes\/\d+$/);
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('202 555 0123');
    await option(page, '2 more faxes').click();
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === '202 555 0123');
  });

  test('leads to guides', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    await find(page, 'guide webhooks', 'webhooks');
    await page.locator('.guide').getByRole('heading', { name: 'Webhooks', level: 2 }).waitFor();
  });

  test('says that it loads until all its lists are there, and only then offers the search of the lists, or that nothing is found', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/openapi/v2.1.json', async (route) => {
      await released;
      await route.continue();
    });
    const foundFaxes = page.waitForResponse(/\/faxes\?q=nowhereland/);
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('nowhereland');
    await (await foundFaxes).finished();
    const texts = palette(page).locator('#palette-list ~ p');
    await texts.nth(1).waitFor();
    expect(await texts.allTextContents()).toEqual(['Loading…', 'Loading…']);
    release();
    for (const list of ['faxes', 'webhooks', 'requests', 'activity'])
      await option(page, `Search ${list} for “nowhereland”`).waitFor();
    await palette(page).getByRole('combobox').fill('qx');
    await texts.filter({ hasText: 'Nothing is found.' }).nth(1).waitFor();
  });

  test('finds a setting with a hyphen in its word, and every list by another notation of a number', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { fax } = await world.simulate.receive({ from: '+12025550178' });
    await fetch(`${world.baseUrl}/v2.1/public/countries?phone_number=%2B12025550178`);
    await world.clock.advance('1m');
    const page = await open(world, 'faxes');
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('in-flight');
    await option(page, 'inflight_webhooks').waitFor();
    await page.keyboard.press('Escape');
    for (const [list, number] of [
      ['faxes', '1-202-555-0178'],
      ['webhooks', '001 202 555 0178'],
      ['requests', '"202-555-0178"'],
      ['activity', '"+1 202 555 0178"'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill(number);
      await option(page, `Search ${list} for “${number}”`).click();
      await page.waitForURL((url) => url.pathname.endsWith(`/${list}`) && url.searchParams.get('q') === number);
      await page.locator('.row:visible').first().waitFor();
    }
    expect(fax).not.toBeNull();
  });

  test('finds all records of a number in any notation, each with its time and the reason of its failure', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { key, secret } = world.credentials.live;
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'failure', error: 17 });
    await fetch(`${world.baseUrl}/v1/send?to=%2B12025550123&api_key=${key}&api_secret=${secret}`);
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1m');
    const page = await open(world, 'activity');
    await page.locator('.row').first().waitFor();
    for (const number of ['(202) 555-0123', '001 202 555 0123', 'tel:+1-202-555-0123']) {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill(number);
      await option(page, `Fax ${id}`)
        .getByText(/\d\d:\d\d:\d\d · Failure · .*busy/i)
        .waitFor();
      await option(page, 'Request 1')
        .getByText(/^12:00:00 · 200 refused · \S/)
        .waitFor();
      await option(page, /^fax_completed of fax/)
        .getByText(/^12:0\d:\d\d · \S/)
        .waitFor();
      await page.keyboard.press('Escape');
    }
    await find(page, String(id), new RegExp(`^Fax ${id}.*Failure`));
    await page.waitForURL(`**/faxes/${id}`);
  });

  test('is loaded when it opens, and axe finds no fault in either theme', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.getByRole('button', { name: 'Find' }).click();
    await option(page, 'Receive a fax').waitFor();
    expect(scripts.filter((url) => url.includes('/palette-'))).toHaveLength(1);
    expect(await problemsInBothThemes(page, 'dialog')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.locator('.palette-button:focus').waitFor();
  });

  test('acts on the fax that is open, offers only ids that are there, and finds the text of guides', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: ['+12025550123'], status: 'success' });
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('button', { name: 'Resend' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill(String(id));
    await option(page, `Fax ${id}`).first().waitFor();
    await option(page, `Webhook ${id}`).waitFor({ state: 'detached' });
    await palette(page).getByRole('combobox').fill('hmac sorted by name');
    await option(page, 'verification:').first().waitFor();
    expect(await option(page, 'verification:').first().locator('.muted').textContent()).toContain('HMAC-SHA1');
    await palette(page).getByRole('combobox').fill('resend fax');
    await option(page, `Resend fax ${id}`).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/faxes/${id}`));
    expect((await world.faxes.list({ resent_from: id })).total).toBe(1);
  });

  test('takes signs alone for no text, and finds a view beside the screens', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.keyboard.press('Control+k');
    for (const sign of ['%', '"']) {
      await palette(page).getByRole('combobox').fill(sign);
      await option(page, 'Send a fax').waitFor();
    }
    await palette(page).getByRole('combobox').fill('parity');
    await option(page, 'Parity').first().click();
    await page.waitForURL('**/migration?view=parity');
  });

  test('finds themes, printing, exports and pages by the words that people use', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: ['+12025550123'], status: 'success', pages: 4 });
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('button', { name: 'Resend' }).waitFor();
    await page.evaluate(
      `print = () => document.body.setAttribute('data-printed', document.querySelector('dialog') === null)`,
    );
    await find(page, 'print', 'Print this page');
    await page.locator('body[data-printed=true]').waitFor();
    await find(page, 'dark', 'Use the dark theme');
    await page.locator('html[data-theme=dark]').waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), find(page, 'export', 'Export this world')]);
    expect(saved.suggestedFilename()).toBe(`${world.id}.faxsim.json`);
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('resend');
    expect(await option(page, `Resend fax ${id}`).locator('small').textContent()).toBe('Open here');
    await page.keyboard.press('Escape');
    await find(page, 'page 3', `View page 3 of fax ${id}`);
    await page.waitForURL('**?view=page&page=3');
    await page.getByRole('dialog').getByRole('spinbutton', { name: 'Page' }).waitFor();
  });

  test('resets the world after a question, exports its faxes, and keeps the zone of the times', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123' });
    const page = await open(world, 'activity');
    await page.locator('.clock .zone', { hasText: 'UTC' }).waitFor();
    await find(page, 'local time', 'Show times in the zone of this machine');
    expect(await page.evaluate("localStorage.getItem('faxsim-zone')")).toBe('local');
    const saved = page.waitForEvent('download');
    await find(page, 'export faxes', 'Export this world as a file');
    expect((await saved).suggestedFilename()).toBe(`${world.id}.faxsim.json`);
    await find(page, 'reset', 'Reset this world');
    const dialog = page.getByRole('dialog', { name: /^Reset/ });
    await dialog.waitFor();
    expect((await world.faxes.list({})).total).toBe(1);
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await world.faxes.list({})).total).toBe(0);
  });

  test('leads from a fax to its webhooks and requests, and copies the code that verifies a webhook', async () => {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax', webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    const { fax } = await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1m');
    const page = await open(world, `faxes/${fax!.id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.part', { hasText: 'webhook 1' }).last().waitFor();
    await find(page, 'webhook of this fax', 'Open webhook 1 of this fax: fax_completed');
    await page.waitForURL('**/webhooks/1');
    await page.locator('.detail-head h2:focus').waitFor();
    await page.getByText('Code that verifies this webhook').waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('verif');
    await option(page, 'Copy the code that verifies this webhook').click();
    await palette(page).waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
      /isAuthentic\(\{\n {2}token: "secret"/,
    );
  });
});
