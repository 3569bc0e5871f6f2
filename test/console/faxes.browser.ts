import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const badge = (page: Page, word: string) => page.locator('.detail-status .badge', { hasText: word });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.locator('.row', { hasText: text });

/** Sends a fax as a client does. */
async function send({ baseUrl, credentials: { live } }: OwnWorld, to: string): Promise<void> {
  const headers = { Authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new FormData();
  body.append('to', to);
  body.append('file', new Blob(['Good morning'], { type: 'text/plain' }), 'text.txt');
  const { ok } = await fetch(`${baseUrl}/v2/faxes`, { method: 'POST', headers, body });
  expect(ok).toBe(true);
}

/** Gives the account a number, without which v3 sends nothing. */
async function haveNumber({ baseUrl, credentials: { live }, requests }: OwnWorld): Promise<void> {
  const headers = { Authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new URLSearchParams({ country_code: '1', area_code: '212' });
  expect((await fetch(`${baseUrl}/v2.1/phone_numbers`, { method: 'POST', headers, body })).ok).toBe(true);
  await requests.clear();
}

describeInBrowser('the page on which a fax fails', ({ newWorld, open }) => {
  test('is refused with a whole sentence where the number of pages is unknown', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ status: 'queued', to: ['+12025550123'], pages: 0 });
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Fail with…').click();
    await dialog(page).getByLabel('On page').fill('0');
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await dialog(page).getByText('This must be an integer of at least 1', { exact: true }).waitFor();
  });
});

describeInBrowser('on the faxes screen', ({ newWorld, open, allowProblems }) => {
  test('a demonstrator finds a failed fax, reads why it failed, and looks at its pages', async () => {
    const world = await newWorld();
    const failures = await world.faxes.list({ status: 'failure' });
    const failed = failures.faxes.find(({ file, document_pages: pages }) => file === 'stored' && pages > 1)!;
    const page = await open(world, 'faxes');

    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Status').selectOption('failure');
    await page.getByRole('button', { name: 'Status: Failure' }).waitFor();
    await page.locator('h1', { hasText: String(failures.total) }).waitFor();
    await page.waitForURL(({ search }) => search === '?status=failure');
    await page.keyboard.press('Escape');

    await page.locator(`.row a[href*="/faxes/${failed.id}?"]`).click();
    await page.locator('.problem', { hasText: failed.error!.message }).waitFor();
    await badge(page, 'Failure').waitFor();
    await page.getByText(/No page got through|The service does not tell which pages got through/).waitFor();
    await page.getByRole('img', { name: `Page 1 of ${failed.document_pages}` }).waitFor();
    await page.getByRole('button', { name: /^Page 2/ }).click();
    await page.locator('img[alt^="Page 2 of"]').waitFor();
    expect(await page.locator('img[alt^="Page 2 of"]').evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(
      900,
    );
  });

  test('takes tags in the form of the API, and names a filter that it does not know', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (const tags of [{ case: '7', kind: 'bill' }, { case: '7' }, { case: '8' }]) await world.faxes.create({ tags });
    const page = await open(world, 'faxes?tag[case]=7&tags[kind]=bill&colour=red');
    const total = (count: number) => page.locator('h1', { hasText: new RegExp(`^Faxes ${count}$`) }).waitFor();
    const chip = (text: string) => page.locator('.chip', { hasText: text });
    await total(1);
    await chip('tags[kind]: bill').click();
    await total(2);
    await chip('Unknown filter colour: red').click();
    await chip('tag[case]: 7').click();
    await total(3);
    await page.waitForURL(({ search }) => search === '');
    expect(await page.locator('.chip').count()).toBe(0);
  });

  test.each([920, 360])('a row names both ends, and the error in words, in %d px', async (width) => {
    const world = await newWorld({ fixture: 'empty' });
    const numbers = { from: '+12025550101', to: '+12025550123' };
    await world.faxes.create({ direction: 'sent', ...numbers, status: 'failure', error: 17 });
    await world.faxes.create({ direction: 'sent', to: '+12025550123', status: 'success', ago: '2d' });
    await world.faxes.create({
      direction: 'received',
      from: '+442079460018',
      to: '+12025550123',
      ago: '3d',
      error: 11,
    });
    const page = await open(world, 'faxes', { width });
    await page.locator('.row a').nth(2).waitFor();
    const ends = await page.locator('.row-main').allInnerTexts();
    expect(ends).toEqual([
      '+1 202 555 0123 from +1 202 555 0101',
      '+1 202 555 0123 from +1 225 555 0100',
      '+44 20 7946 0018 to +1 202 555 0123',
    ]);
    expect((await page.locator('.row-more').allInnerTexts())[0]).toBe('Busy · 1 page');
    const cut = (of: string): Promise<number[]> =>
      page.evaluate(`[...document.querySelectorAll('.row-main')].map((main) => {
        const range = document.createRange();
        range.selectNodeContents(main.querySelector('${of}') ?? main);
        return Math.max(0, Math.round(range.getBoundingClientRect().right - main.getBoundingClientRect().right));
      })`);
    expect(await cut('strong')).toEqual([0, 0, 0]);
    // Beside the date and time of another day, the second number gives way in the narrowest window.
    if (width > 360) expect(await cut('none')).toEqual([0, 0, 0]);
  });

  test('the timeline keeps what has happened, in order, with links to requests and webhooks', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { inflight_webhooks: true } });
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
    const sent = await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    const { id } = ((await sent.json()) as { data: { id: number } }).data;
    await world.clock.advance('160ms');
    const page = await open(world, `faxes/${id}`);
    const moments = page.locator('.detail .timeline li > span');
    await moments.nth(6).waitFor();
    await world.simulate.finish({ id, error: 8 });
    await moments.getByText('error 8').waitFor();
    expect(await moments.allTextContents()).toEqual([
      'Is accepted · POST /v2.1/faxes · request 1',
      'Is converted into 1 page',
      'Dials',
      'Is answered',
      'Transmits page 1 of 1',
      'Webhook transmitting_page, page 1: recorded only, since it has no URL · webhook 1',
      `Fails on page 1 of 1: error 8, No response after sending a page · POST /_faxsim/faxes/${id}/finish`,
      'Webhook fax_completed: recorded only, since it has no URL · webhook 2',
    ]);
    expect((await page.locator('.detail .timeline time').allTextContents()).slice(0, 4)).toEqual(
      ['000', '050', '100', '150'].map((ms) => `12:00:00.${ms}`),
    );
    await page.locator('.timeline').getByRole('link', { name: 'webhook 2' }).click();
    await page.waitForURL(/\/webhooks\/2$/);
  });

  test('a fax fails on one of its pages with an error that is searched for', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { inflight_webhooks: true }, pace: 'real' });
    const { id } = await world.faxes.create({ status: 'inprogress', to: ['+12025550123'], pages: 5 });
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Fail with…').click();
    await dialog(page).getByLabel('Search errors').fill('busy');
    await dialog(page).locator('.errors label').first().waitFor();
    expect(await dialog(page).locator('.errors label', { hasText: 'Busy' }).allInnerTexts()).toEqual(
      [17, 35, 90, 118].map((error) => expect.stringMatching(new RegExp(`^${error}\\s+Busy lineError$`))),
    );
    await dialog(page).getByLabel('Search errors').fill('sending a page 8');
    await dialog(page).getByText('Error: 1 of').waitFor();
    await dialog(page).getByLabel('On page').fill('3');
    expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await badge(page, 'Failure').first().waitFor();
    const { events } = await world.faxes.history({ id });
    const steps = events.map(({ summary }) => summary).filter((summary) => /^(transmits|fails)/.test(summary));
    expect(steps).toEqual([
      ...[1, 2, 3].map((number) => `transmits page ${number} of 5`),
      'fails on page 3 of 5: error 8, No response after sending a page',
    ]);
  });

  test.each([true, false])(
    'its pages show which were sent and which failed, in-flight events: %s',
    async (inflight) => {
      const world = await newWorld({ fixture: 'empty', settings: { inflight_webhooks: inflight }, pace: 'real' });
      const { id } = await world.faxes.create({ status: 'inprogress', to: ['+12025550123'], pages: 4 });
      const page = await open(world, `faxes/${id}`);
      await page.getByRole('button', { name: 'Page 4 of 4 not sent yet', exact: true }).waitFor();
      await button(page, 'Fail with…').click();
      await dialog(page)
        .getByText(/^Error: \d+ of/)
        .waitFor();
      await dialog(page).getByLabel('On page').fill('0');
      await dialog(page).getByRole('button', { name: 'Fail' }).click();
      await dialog(page).getByText('This must be an integer from 1 to 4').waitFor();
      await dialog(page).getByLabel('On page').fill('2');
      await dialog(page).getByRole('button', { name: 'Fail' }).click();
      for (const name of ['Page 1 of 4 sent', 'Page 2 of 4 failed', 'Page 3 of 4 not sent', 'Page 4 of 4 not sent']) {
        await page.getByRole('button', { name, exact: true }).waitFor();
      }
      await page.getByRole('button', { name: 'Page 2 of 4 failed' }).click();
      await page.locator('figcaption', { hasText: 'Page 2 of 4 · failed' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  test.each([true, false])('a fax cannot fail on a page that is over, in-flight events: %s', async (inflight) => {
    const settings = { inflight_webhooks: inflight };
    const world = await newWorld({ fixture: 'empty', settings, pace: 'real', clock: 'manual' });
    const { id } = await world.faxes.create({ status: 'inprogress', to: ['+12025550123'], pages: 5 });
    const ends = (await world.faxes.forecast({ id })).flatMap((step) => step.page_ends);
    expect(ends.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
    await world.clock.move({ set: ends[2]!.at });
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Fail with…').click();
    await dialog(page)
      .getByText(/^Error: \d+ of/)
      .waitFor();
    await dialog(page).getByLabel('On page').fill('3');
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await dialog(page)
      .getByText(/transmit(s|ted) (no )?page 3/)
      .waitFor();
    expect((await world.faxes.show({ id })).status).toBe('inprogress');
    await dialog(page).getByLabel('On page').fill('4');
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await badge(page, 'Failure').first().waitFor();
    const { events } = await world.faxes.history({ id });
    expect(events.map(({ summary }) => summary)).toContainEqual(expect.stringMatching(/^fails on page 4 of 5/));
  });

  test('a fax that waits for its conversion fails after a page too, and the clock goes on step by step', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { inflight_webhooks: true }, pace: 'real' });
    const { key, secret } = world.credentials.live;
    const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new FormData();
    body.set('to', '+12025550123');
    body.set('file', new Blob([Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')]), 'a.txt');
    await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    const { id } = (await world.faxes.list({})).faxes[0]!;
    const [fax, before] = [await world.faxes.show({ id }), await world.clock.show()];
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Fail with…').click();
    await dialog(page).getByRole('spinbutton').fill('9');
    await dialog(page)
      .getByText(/^Error: \d+ of/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await dialog(page)
      .getByText(/The page must be at most \d: fax \d+ has no more/)
      .waitFor();
    expect(await world.faxes.show({ id })).toEqual(fax);
    expect(await world.clock.show()).toEqual(before);
    await dialog(page).getByRole('spinbutton').fill('2');
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await badge(page, 'Failure').first().waitFor();
    const { events } = await world.faxes.history({ id });
    const steps = events.map(({ summary }) => summary).filter((summary) => /^(transmits|fails)/.test(summary));
    expect(steps.map((step) => step.replace(/ of \d/, ''))).toEqual([
      'transmits page 1',
      'transmits page 2',
      'fails on page 2: error 17, Busy',
    ]);

    const waiting = await world.faxes.create({ status: 'queued', to: ['+12025550124'], pages: 1 });
    await page.locator('.next-due', { hasText: `Fax ${waiting.id}` }).waitFor();
    await button(page, 'Step').click();
    await page.getByText(new RegExp(`^It is .*: fax ${waiting.id}, `)).waitFor();
  });

  test('a file is dropped after a question, and a resend is then refused', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ status: 'success', to: ['+12025550123'] });
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Delete the file…').click();
    expect((await world.faxes.show({ id })).file).toBe('stored');
    await dialog(page).getByRole('button', { name: 'Delete the file' }).click();
    await button(page, 'Delete the file…').waitFor({ state: 'detached' });
    allowProblems(/422/);
    await button(page, 'Resend').click();
    await page.locator('.toast, [role=status]').filter({ hasText: /file/i }).first().waitFor();
  });

  test('a batch is one group, which is closed, fired and filtered by', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const send = async () => {
      const body = new URLSearchParams({ to: '+15555551017', content_url: 'https://example.com', batch_delay: '60' });
      const sent = await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
      return ((await sent.json()) as { data: { id: number } }).data.id;
    };
    const [first, second] = [await send(), await send()];
    await world.faxes.create({ status: 'success', to: ['+12025550123'] });
    const page = await open(world, `faxes/${second}`);
    const batch = page.locator('.part', { hasText: 'Batch of 2' });
    await batch.getByText('Fax 2 of 2. It takes further faxes, and goes out in 1 min.').waitFor();
    await batch.getByRole('button', { name: 'Close' }).click();
    await batch.getByText('It is closed, and goes out').waitFor();
    await batch.getByRole('button', { name: 'Fire now' }).click();
    await page.getByRole('status').filter({ hasText: 'The batch goes out' }).first().waitFor();
    await world.clock.advance('20m');
    await batch.getByText('2 faxes failed: Busy.').waitFor();
    await batch.getByRole('link', { name: `batch ${first}` }).click();
    await page.locator('h1', { hasText: /^Faxes 2$/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('the timeline of a fixture’s fax says what its record shows', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ direction: 'received', status: 'success' });
    const page = await open(world, `faxes/${faxes[0]!.id}`);
    const moments = page.locator('.detail .timeline li > span');
    await moments.first().waitFor();
    expect(await moments.first().textContent()).toMatch(/^Arrives from \+/);
    await page.getByText('It began before the history of this world').waitFor();
  });

  test('pages say that they are drawn until their pictures come', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { fax } = await world.simulate.receive({ pages: 2 });
    const page = await open(world, 'faxes');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/pages/**', async (route) => {
      await released;
      await route.continue();
    });
    await page.locator(`.row a[href*="/faxes/${fax!.id}"]`).click();
    const drawn = page.locator('.pages [aria-busy=true]');
    await drawn.nth(2).waitFor();
    expect(await drawn.allTextContents()).toEqual(['Drawing…', '…', '…']);
    expect(await accessibilityProblems(page, '.pages')).toEqual([]);
    const widths = await drawn.evaluateAll((all) => all.map((one) => [one.scrollWidth, one.clientWidth]));
    for (const [ofText = 0, ofPage = 0] of widths) expect(ofText).toBeLessThanOrEqual(ofPage);
    release();
    await page.locator('img[alt="Page 1 of 2"]').waitFor();
    await drawn.first().waitFor({ state: 'detached' });
  });

  test('a demonstrator receives a fax with pages', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();

    await button(page, 'Receive').click();
    await page.locator('[name=from]').fill('+12025550123');
    await page.locator('[name=caller_name]').fill('Lakeside Clinic');
    await page.locator('[name=pages]').fill('2');
    const errors = page.locator('[name=error] option');
    await errors.filter({ hasText: 'The call dropped prematurely' }).waitFor({ state: 'attached' });
    expect((await errors.allTextContents()).filter((text) => /busy|url|canceled|funds/i.test(text))).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('heading', { name: '+1 202 555 0123' }).waitFor();
    await badge(page, 'Success').waitFor();
    await page.locator('img[alt="Page 1 of 2"]').waitFor();
    await row(page, 'Lakeside Clinic').getByText('Success').waitFor();
  });

  test('a demonstrator sends a fax, finishes it, sends it again, lets it fail, and moves the clock', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await page.locator('[name=to]').fill('+12025550123');
    await page.locator('[name=text]').fill('Good morning');
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await badge(page, 'Queued').waitFor();

    await button(page, 'Step page by page').click();
    await button(page, 'Step page by page').waitFor({ state: 'detached' });
    expect((await world.settings.show()).inflight_webhooks).toBe(true);
    await button(page, 'Succeed now').click();
    await badge(page, 'Success').waitFor();

    await button(page, 'Resend').click();
    await badge(page, 'Queued').waitFor();
    const resend = page.url();
    await page.locator('.rows code', { hasText: /POST .*resend$/ }).waitFor();
    await page.locator('dt', { hasText: 'Resend of' }).locator('xpath=..').getByRole('link').click();
    await badge(page, 'Success').waitFor();
    await page.locator('dt', { hasText: 'Resent as' }).locator('xpath=..').getByRole('link').click();
    await page.waitForURL(resend);
    await button(page, 'Fail with…').click();
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await page.locator('.problem', { hasText: 'Busy' }).waitFor();

    await button(page, '+1 h').click();
    await page.locator('.clock strong', { hasText: '13:00:00' }).waitFor();
    expect((await world.clock.show()).now).toBe('2026-01-31T13:00:00.000Z');
  });

  test('a fax that the filters of its list leave out is shown beside the empty list', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'success' });
    const located = '**/_faxsim/faxes?status=failure&since=*';
    const page = await open(world, 'faxes?status=failure');
    await page.getByRole('heading', { name: 'No fax matches' }).waitFor();
    const reading = page.waitForResponse(located);
    await page.goto(page.url().replace('faxes?', `faxes/${id}?`));
    await badge(page, 'Success').waitFor();
    await reading;
    await page.getByRole('heading', { name: 'No fax matches' }).waitFor();
  });

  test('a form says at the field what is wrong with it, there is the focus, and Escape closes the dialog', async () => {
    allowProblems(/\b422\b/);
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    const submit = dialog(page).getByRole('button', { name: 'Send' });
    const to = page.getByRole('textbox', { name: 'To' });
    for (const [number, fault] of [
      ['', 'This field is required'],
      ['abc', 'to[0] must be a phone number in E.164 form'],
    ] as const) {
      await to.fill(number);
      await submit.click();
      await dialog(page).getByRole('alert').filter({ hasText: fault }).waitFor();
      expect(await page.locator('[name=to]:focus').getAttribute('aria-invalid')).toBe('true');
      expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
    }
    await to.fill('+12025550123');
    await dialog(page).getByRole('alert').waitFor({ state: 'detached' });

    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('?');
    expect(await dialog(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
  });

  test('a number alone is sent a page that faxsim makes', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await page.locator('[name=to]').fill('+12025550123');
    await dialog(page).locator('pre', { hasText: 'A page that faxsim made' }).waitFor();
    await page.locator('[name=pages]').fill('3');
    await dialog(page).locator('pre', { hasText: 'Page 2 of 3 that faxsim made' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect((await world.faxes.list({})).total).toBe(1);
  });

  test('a form keeps what was entered until it is sent', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    const openForm = () => page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await openForm();
    await page.locator('[name=to]').fill('+12025550123');
    await page.locator('[name=text]').fill('A long page');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.reload();
    await openForm();
    await page.locator('[name=text]').waitFor();
    expect(await page.locator('[name=text]').inputValue()).toBe('A long page');
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await badge(page, 'Queued').waitFor();
    await openForm();
    await page.locator('[name=text]').waitFor();
    expect(await page.locator('[name=text]').inputValue()).toBe('');
  });

  test('the form shows the request as a command of curl, which sends the same fax', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await page.locator('[name=to]').fill('+12025550123, +12025550124');
    await page.locator('[name=text]').fill('He said "hi"');
    await page.getByRole('dialog').getByText('More', { exact: true }).click();
    await page.locator('[name=tag]').fill('case=7\nkind: bill');
    await page.locator('[name=header_text]').fill('ACME CORP');
    await page.locator('[name=batch_delay]').fill('60');
    const command = dialog(page).locator('pre');
    await command.filter({ hasText: 'batch_delay=60' }).waitFor();
    await promisify(execFile)('sh', ['-c', `${await command.innerText()} --fail --silent`]);
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
    await badge(page, 'In a batch').waitFor();
    const { faxes } = await world.faxes.list();
    const [one, other] = faxes.map(({ recipients, header_text: header, tags, due }) => ({
      to: recipients.map(({ number }) => number),
      ...{ header, tags, step: due?.step },
    }));
    expect(one).toEqual(other);
    expect(one).toMatchObject({ header: 'ACME CORP', tags: { case: '7', kind: 'bill' } });
    await world.clock.runUntilIdle();
    const texts = await Promise.all(faxes.map(({ id }) => world.faxes.text({ id })));
    expect(texts.map(({ pages }) => pages.join('').includes('He said "hi"'))).toEqual([true, true]);
  });

  test.each(['v1', 'v2', 'v3'])(
    'a fax is sent by %s, by the form and by its command, with what it has',
    async (api) => {
      const world = await newWorld({ fixture: 'empty' });
      await haveNumber(world);
      const page = await open(world, 'faxes');
      const openForm = () => page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
      await openForm();
      await page.locator('dialog [name=to]').fill('+12025550123, +12025550124');
      await page.locator('[name=api]').selectOption(api);
      await page.locator('[name=pages]').fill('3');
      await page.getByRole('dialog').getByText('More', { exact: true }).click();
      await page.locator(api === 'v3' ? '[name=headerText]' : '[name=header_text]').fill('ACME CORP');
      await page.locator(api === 'v3' ? '[name=callbackUrl]' : '[name=callback_url]').fill('http://127.0.0.1:9/fax');
      await page.locator(api === 'v3' ? '[name=labels]' : '[name=tag]').fill('case=7');
      expect(await page.locator('[name=batch_delay]').count()).toBe(api === 'v3' ? 0 : 1);
      expect(await page.locator('[name=keys]:visible').count()).toBe(api === 'v3' ? 0 : 1);
      const command = dialog(page).locator('pre');
      await command.filter({ hasText: `/${api}/` }).waitFor();
      await promisify(execFile)('sh', ['-c', `${await command.innerText()} --fail --silent`]);
      await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL(/faxes\/\d+/);
      const { requests } = await world.requests.list();
      expect(
        requests.map(({ version, operation, is_of_console: isOfConsole }) => [version, operation, isOfConsole]),
      ).toEqual([
        [api, 'sendFax', false],
        [api, 'sendFax', true],
      ]);
      expect(requests[1]!.params).toEqual(requests[0]!.params);
      expect(requests.map(({ lint }) => lint)).toEqual([expect.any(Array), requests[0]!.lint]);
      expect(requests[1]!.lint.map(({ rule }) => rule)).not.toContain('basic-in-v1');
      await world.clock.runUntilIdle();
      const { faxes } = await world.faxes.list();
      expect(faxes.map(({ status, pages, tags, header_text: header }) => ({ status, pages, tags, header }))).toEqual(
        faxes.map(() => ({ status: 'success', pages: 3, tags: { case: '7' }, header: 'ACME CORP' })),
      );
      const [webhook] = await world.webhooks.list();
      expect(webhook!.attempts[0]!.fields).toHaveProperty(api === 'v3' ? 'event' : 'success');
      expect(webhook!.format?.startsWith('v3') === true).toBe(api === 'v3');

      await openForm();
      await page.locator('[name=api]').waitFor();
      expect(await page.locator('[name=api]').inputValue()).toBe(api);
    },
  );

  test('after another version is chosen, the command and the kept draft still have all that the form shows', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    const openForm = () => page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await openForm();
    await page.locator('dialog [name=to]').fill('+12025550123');
    await page.getByRole('dialog').getByText('More', { exact: true }).click();
    const values = ['https://example.com/a', 'ACME CORP', '+12025550199', 'http://127.0.0.1:9/fax', 'case=7'];
    const names = ['content_url', 'header_text', 'caller_id', 'callback_url', 'tag'];
    for (const [at, name] of names.entries()) await page.locator(`dialog [name=${name}]`).fill(values[at]!);
    const command = dialog(page).locator('pre');
    const shown: string[] = [];
    for (const version of ['v3', 'v2', 'v1', 'v3', 'v1', 'v2.1', 'v1']) {
      await page.locator('[name=api]').selectOption(version);
      await command.filter({ hasText: `/${version}/` }).waitFor();
      const text = await command.innerText();
      shown.push(
        ...values.filter((value) => !text.includes(value.replace('case=', ''))).map((value) => `${version}: ${value}`),
      );
      if (text.includes('faxsim made')) shown.push(`${version}: a made page`);
    }
    expect(shown).toEqual([]);
    await page.keyboard.press('Escape');
    await openForm();
    await command.filter({ hasText: '/v1/' }).waitFor();
    expect(await page.locator('dialog [name=string_data]').inputValue()).toBe('https://example.com/a');
  });

  test('a field that the chosen version lacks is named, and has its value again in a version with it', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    const openForm = () => page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await openForm();
    const [form, command] = [dialog(page), dialog(page).locator('pre')];
    const fields = {
      batch_delay: '60',
      batch_collision_avoidance: 'true',
      cancel_timeout: '5',
      test_fail: 'lineError',
    };
    const choose = async (version: string): Promise<void> => {
      await form.locator('[name=api]').selectOption(version);
      await command.filter({ hasText: `/${version}/` }).waitFor();
    };
    await form.locator('[name=to]').fill('+12025550123');
    await form.locator('[name=keys]').selectOption('Test');
    await form.getByText('More', { exact: true }).click();
    for (const [name, value] of Object.entries(fields)) {
      const field = form.locator(`[name=${name}]`);
      await (value === 'true' || value === 'lineError' ? field.selectOption(value) : field.fill(value));
    }
    await command.filter({ hasText: 'test_fail=lineError' }).waitFor();
    const before = await command.innerText();
    await choose('v3');
    await form.getByText(`Not in v3: test keys, ${Object.keys(fields).join(', ')}.`).waitFor();
    expect(await command.innerText()).not.toMatch(/kept|cancel_timeout/);
    await form.locator('[name=maxRetries]').fill('2');
    await page.keyboard.press('Escape');
    await openForm();
    await choose('v2.1');
    await form.getByText('Not in v2.1: maxRetries.').waitFor();
    expect(await command.innerText()).toBe(before);
    await choose('v3');
    expect(await form.locator('[name=maxRetries]').inputValue()).toBe('2');
  });

  test('beside a chosen file of the same name, the command sends the typed text once', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await page.locator('dialog [name=to]').fill('+12025550123');
    const buffer = Buffer.from('chosen');
    const area = dialog(page).locator('.drop', { hasText: 'Drop a file here, or choose one' });
    // Listens well before the key: the browser asks for a file by itself until it has been told that the test chooses.
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    await area.waitFor();
    expect(await page.evaluate<string>(`getComputedStyle(document.querySelector('dialog .drop')).outlineStyle`)).toBe(
      'solid',
    );
    await page.keyboard.press('Enter');
    await (await choosing).setFiles({ name: 'text.txt', mimeType: 'text/plain', buffer });
    await dialog(page).locator('.drop', { hasText: 'text.txt, 6 bytes' }).waitFor();
    const [fields, beside] = await Promise.all(
      ['.fields', '.beside'].map((part) => dialog(page).locator(part).first().boundingBox()),
    );
    expect(beside!.x).toBeGreaterThan(fields!.x + fields!.width);
    await page.locator('dialog [name=text]').fill('typed');
    const command = dialog(page).locator('pre').filter({ hasText: 'typed' });
    await command.waitFor();
    expect((await command.innerText()).match(/file=\S+/g)).toEqual([
      'file=@text.txt',
      `file="typed";filename=text.txt;type=text/plain'`,
    ]);
  });

  test('the form says what v3 finds wrong at the field, and sends a URL by each version', async () => {
    allowProblems(/\b422\b/);
    const world = await newWorld({ fixture: 'empty' });
    await haveNumber(world);
    const page = await open(world, 'faxes');
    const openForm = () => page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await openForm();
    await page.locator('[name=api]').selectOption('v3');
    await page.locator('dialog [name=to]').fill('2025550123');
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
    const fault = 'to: The (2025550123) is not a valid phone number. Write the number in E.164';
    await dialog(page).getByRole('alert').filter({ hasText: fault }).waitFor();
    expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    for (const api of ['v3', 'v2.1', 'v2', 'v1']) {
      await openForm();
      await page.locator('[name=api]').selectOption(api);
      await page.locator('dialog [name=to]').fill('+12025550123');
      await page.locator('dialog [type=url]').first().fill('https://example.com/letter');
      await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
      await dialog(page).waitFor({ state: 'detached' });
    }
    const { requests } = await world.requests.list({ status: '200' });
    expect(
      requests.map(({ version, params }) => [version, JSON.stringify(params).includes('example.com/letter')]),
    ).toEqual([
      ...[
        ['v3', true],
        ['v2.1', true],
        ['v2', true],
        ['v1', true],
      ],
    ]);
  });

  test('a received fax goes to a number that is chosen from those of the account', async () => {
    const world = await newWorld();
    const page = await open(world, 'faxes');
    await button(page, 'Receive').click();
    const numbers = page.locator('[name=to] option');
    await numbers.nth(3).waitFor({ state: 'attached' });
    const number = (await numbers.nth(1).getAttribute('value'))!;
    await page.locator('[name=to]').selectOption(number);
    await dialog(page).getByRole('button', { name: 'Receive' }).click();
    await badge(page, 'Success').waitFor();
    const { faxes } = await world.faxes.list({ limit: 1 });
    expect(faxes[0]!.to_number).toBe(number);
  });

  test('a fax that comes while the page is open joins the list, and its changes are shown', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.locator('.live', { hasText: 'Live' }).waitFor();

    await send(world, '+12025550123');
    await row(page, phoneText('+12025550123')).getByText('Queued').waitFor();
    await world.clock.runUntilIdle();
    await row(page, phoneText('+12025550123')).getByText('Success').waitFor();

    await button(page, 'Live').click();
    await send(world, '+12025550124');
    await page.getByRole('button', { name: /^Paused · \d+ changes?$/ }).click();
    await row(page, phoneText('+12025550124')).waitFor();
  });
});
