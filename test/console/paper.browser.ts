import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, untilTrue } from '../support/browser.ts';
import { portOf } from '../support/port.ts';
import { making } from '../support/report-making.ts';
import { reportOf, trialResult } from '../support/sweep-report.ts';

/** The width of A4 between its margins, in CSS px. */
const width = 718;

/** Shows a page as on paper. */
async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
}

describeInBrowser('paper', ({ newWorld, open, allowProblems }) => {
  let answers: string[] = [];
  let receiver: Server;
  let url = '';
  beforeEach(async () => {
    receiver = createServer((_request, response) => void response.writeHead(500).end(answers.shift())).listen(0);
    url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
  });
  afterEach(() => {
    receiver.close();
  });

  test('has no buttons where a filter matches nothing', async () => {
    const page = await open(await newWorld(), 'requests?status=599', { width });
    const all = page.locator('main').getByText('Show all requests');
    await all.waitFor();
    await toPaper(page);
    expect(await all.isVisible()).toBe(false);
    await page.getByText('No request matches').waitFor();
  });

  test('has the title and the filter of a list also while rows are selected', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123' });
    const page = await open(world, 'faxes');
    await page.locator('.row a').first().waitFor();
    await page.getByRole('button', { name: 'Select' }).click();
    await page.locator('.selection').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.selection, input[type=checkbox]').filter({ visible: true }).count()).toBe(0);
    await page.getByRole('heading', { name: 'Faxes', level: 1 }).waitFor();
  });

  test('has a space between the subject of an entry and its words', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.clock.advance('1m');
    const page = await open(world, 'activity', { width });
    await page.locator('.stream-row').first().waitFor();
    await toPaper(page);
    expect(await page.locator('.stream-row .row-main').first().innerText()).toMatch(/^Clock moved on by 1 min/);
  });

  test('has three lines of a long query, and an id in one line', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await fetch(`${world.baseUrl}/v2.1/faxes/999999?q=${'long'.repeat(120)}`);
    const page = await open(world, 'requests', { width });
    await page.locator('.row:not(.loading)').first().waitFor();
    await toPaper(page);
    const heightOf = async (part: string) => (await page.locator(`.cell-path ${part}`).boundingBox())!.height;
    await page.locator('.cell-path .query').waitFor();
    const line = await heightOf('strong');
    expect(line).toBeLessThan(22);
    expect(await heightOf('.query')).toBeLessThan(60);
  });

  test('has each number of a fax with its result, and a status in one line', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ status: 'success', to: ['+12025550123', '+12025550180'], pages: 1 });
    const page = await open(world, 'faxes', { width });
    await page.locator('.row:not(.loading)').first().waitFor();
    await toPaper(page);
    await page.locator('.recipient').nth(1).waitFor();
    expect(await page.locator('.recipient').allInnerTexts()).toEqual([
      '+1 202 555 0123 Success, the page got through',
      '+1 202 555 0180 Success, the page got through',
    ]);
  });

  test('of the faxes says how many of which kind and period it has, and the pages of each that got through', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (const [error, pages] of [[17, 3] as const, [75, 2] as const]) {
      await world.faxes.create({ to: '+12025550123', status: 'failure', error, pages });
    }
    await world.faxes.create({ to: '+12025550123', status: 'success', pages: 1 });
    const page = await open(world, 'faxes?status=failure%2Cpartialsuccess&direction=sent', { width });
    await page.locator('.row:not(.loading)').first().waitFor();
    await toPaper(page);
    await page.getByRole('heading', { name: '2 faxes: sent, went wrong', level: 1 }).waitFor();
    await page.getByText(/^Created from 2026-01-31 \d\d:\d\d:\d\d to 2026-01-31 \d\d:\d\d:\d\d UTC$/).waitFor();
    await page.getByText('times in UTC').waitFor();
    expect(await page.locator('.table-row .cell-pages').allInnerTexts()).toEqual([
      'No page got through',
      'No page got through',
    ]);
    expect(await page.locator('.table-row .cell-reason').allInnerTexts()).toEqual([
      'Manually canceled by user (error 75)',
      'Busy (error 17)',
    ]);
  });

  test('of the faxes of a customer has the value of the tag as it was sent, and no word about the world', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123', tags: { customer: 'McArthur GmbH' } });
    const page = await open(world, 'faxes?tag=customer%3DMcArthur%20GmbH');
    await page.locator('.row:not(.loading)').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(
      /^id,created_at,[^\n]*\n\d+,[^\n]*McArthur GmbH[^\n]*\n$/,
    );
    await page.evaluate(`{ window.print = () => { document.title = 'printed'; }; }`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await untilTrue(page, `document.title === 'printed'`);
    await toPaper(page);
    await page.getByRole('heading', { name: '1 fax: McArthur GmbH', level: 1 }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/world/);
  });

  test('has the answers to all attempts of a webhook, successive equal ones once, without the token that signs it', async () => {
    answers = ['first', 'second', 'second'];
    const settings = { receive_callback_url: `${url}?secret=abc`, webhook_token: 'token-of-this-test' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    for (let attempt = 2; attempt <= 3; attempt++) {
      const { next_due: due } = await world.clock.show();
      await world.clock.set(due!);
    }
    const page = await open(world, 'webhooks/1', { width });
    await page.getByText('token-of-this-test').first().waitFor();
    await toPaper(page);
    await page.getByText('masked on paper').waitFor();
    expect(await page.getByText('token-of-this-test').filter({ visible: true }).count()).toBe(0);
    await page.getByText('The URL, exactly as configured, but its secrets are masked').waitFor();
    expect(await page.getByRole('heading', { name: /^Responses? to/ }).allInnerTexts()).toEqual([
      'Response to attempt 1',
      'Responses to attempts 2 to 3',
    ]);
    expect(await page.getByText('first', { exact: true }).isVisible()).toBe(true);
  });

  test('of a webhook has its advice once, however many attempts answered differently', async () => {
    answers = ['first', 'second', 'third'];
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1d');
    const page = await open(world, 'webhooks/1', { width });
    await page.getByText('only 2xx counts as delivered').waitFor();
    await toPaper(page);
    await page.getByRole('heading', { name: 'Response to attempt 1' }).waitFor();
    expect((await page.locator('main').innerText()).match(/only 2xx counts as delivered/gi)).toHaveLength(1);
  });

  test('of a request has no marks of evidence in its JSON', async () => {
    allowProblems(/404/); // the request names a fax that does not exist
    const world = await newWorld({ fixture: 'empty' });
    await fetch(`${world.baseUrl}/v2.1/faxes/999999`);
    const page = await open(world, 'requests/1', { width });
    const mark = page.locator('.json-line[data-mark=assumed] .json-key').first();
    await mark.waitFor();
    await page.emulateMedia({ media: 'print' });
    const shown = `getComputedStyle(document.querySelector('[data-mark=assumed] .json-key'), '::after').content`;
    expect(await page.evaluate(shown)).toBe('none');
    expect(await page.locator('.json-legend').filter({ visible: true }).count()).toBe(0);
  });

  test('of the overview names the period of its numbers', async () => {
    const page = await open(await newWorld(), 'overview', { width });
    await page.locator('.numbers a').first().waitFor();
    await toPaper(page);
    await page.getByRole('heading', { name: 'In the last 24 hours' }).waitFor();
    expect(await page.locator('.period .button').filter({ visible: true }).count()).toBe(0);
  });

  test('begins once all parts of the page have their data', async () => {
    const page = await open(await newWorld(), 'connect', { width });
    await page.evaluate('window.print = () => { window.isPrinted = true; }');
    const world = await newWorld();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/activity/entries*', (route) => held.then(() => route.continue()));
    await page.evaluate(
      `history.pushState({}, '', '/_faxsim/ui/w/${world.id}/overview'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('.numbers a').first().waitFor();
    await page.keyboard.press('Control+p');
    await page.locator('.period h3', { hasText: 'In the last 24 hours' }).waitFor();
    expect(await page.evaluate('window.isPrinted')).toBe(undefined);
    release();
    while ((await page.evaluate('window.isPrinted')) !== true) await new Promise(setImmediate);
    await page.locator('.latest li').first().waitFor();
  });

  test('of the webhooks has room for the URL beside long words, and names a rule that dropped one once', async () => {
    answers = [JSON.stringify({ error: `expected ${'1c0ffee0'.repeat(5)}` })];
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    await world.scenarios.on(`webhook-never(address=${url},event=fax_completed)`);
    await world.simulate.receive({ from: '+12025550124' });
    await world.webhooks.wait({ id: 2 });
    const page = await open(world, 'webhooks', { width });
    await page.locator('.row:not(.loading)').nth(1).waitFor();
    await toPaper(page);
    await page.locator('.table-row .cell-attempts').first().waitFor();
    const cells = await page.locator('.table-row .cell-attempts').allInnerTexts();
    expect(cells.map((text) => text.trim())).toEqual([
      `dropped by webhook-never(address=${url},event=fax_completed)`,
      `500 expected ${'1c0ffee0'.repeat(5)}`,
    ]);
    const widths = await page.locator('.table-row .cell-url').evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(0.25 * width - 1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  test('of the settings has values as text, and no secret', async () => {
    const token = 'faced0fa70ce4000000000000000000000000000';
    const world = await newWorld({ fixture: 'empty', settings: { webhook_token: token, inflight_webhooks: true } });
    const page = await open(world, 'settings', { width });
    await page.getByRole('switch', { name: 'inflight_webhooks' }).waitFor();
    await toPaper(page);
    await page.locator('li', { hasText: 'webhook_token' }).getByText('masked on paper').waitFor();
    expect(await page.locator('input, select').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toContain(token);
    const row = page.locator('li', { has: page.getByRole('link', { name: 'inflight_webhooks' }) });
    await row.getByText('on', { exact: true }).waitFor();
  });

  test('of the clock has no heading without its controls, and the times at which something is due', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    await fetch(`${world.baseUrl}/v2.1/faxes/999999`);
    const page = await open(world, 'clock', { width });
    await page.locator('.way').waitFor();
    await toPaper(page);
    await page
      .locator('.moments time', { hasText: /^at 2026-01-31 \d\d:\d\d:\d\d$/ })
      .first()
      .waitFor();
    const heads = page.getByRole('heading', { level: 3 }).filter({ visible: true });
    expect(await heads.allInnerTexts()).not.toContainEqual(expect.stringMatching(/^(Speed|Move|Rewind)$/));
    expect(await heads.allInnerTexts()).toContain('Due next');
  });

  test('of a report has its name and command in place of a world, and its verdicts are explained below the matrix', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep');
    const trial = trialResult({ fault: 'busy', verdict: 'unaffected', because: [] });
    const buffer = Buffer.from(JSON.stringify({ ...reportOf([trial]), made: making }));
    await page.locator('input[type=file]').setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer });
    const matrix = page.locator('.sweep-matrix');
    await matrix.waitFor();
    await page.setViewportSize({ width, height: 900 });
    await toPaper(page);
    expect(await page.locator('.print-head').innerText()).toBe(`Sweep report: ${making.command}`);
    const legend = page.locator('.sweep-legend');
    expect((await legend.boundingBox())!.y).toBeGreaterThan((await matrix.boundingBox())!.y);
  });
});
