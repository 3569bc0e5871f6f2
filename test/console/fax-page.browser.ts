import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

describeInBrowser('a double click', ({ newWorld, open }) => {
  test('on Resend sends one fax, and does nothing on the page of the new one', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const { id } = faxes.find(({ direction, file }) => direction === 'sent' && file === 'stored')!;
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Resend').dblclick();
    await page
      .getByText(/^Fax \d+ is sent again as fax \d+\. No webhook tells of it, because no callback URL is set$/)
      .waitFor();
    await button(page, 'Succeed now').waitFor();
    const resends = await world.faxes.list({ resent_from: id });
    expect(resends.faxes.map(({ status }) => status)).toEqual(['queued']);
  });

  test('on a step of the clock makes two steps', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await button(page, '+1 min').dblclick();
    await page.getByText(/^It is 2026-01-31 12:02:\d\d UTC: nothing happened$/).waitFor();
  });
});

describeInBrowser('the page of a fax', ({ newWorld, openUrl, open, baseUrl }) => {
  test('leads to the activity around its time, and its webhook without a URL says how it can be sent', async () => {
    const world = await newWorld();
    await world.clock.move({ advance: '1h' });
    const webhook = (await world.webhooks.list({})).find(({ url }) => url === null)!;
    const { id, created_at: at } = await world.faxes.show({ id: webhook.fax_id });
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('link', { name: 'What else happened then' }).click();
    await page.waitForURL('**/activity?since=*');
    const { searchParams } = new URL(page.url());
    const minutesFrom = (name: string, time: string) =>
      (Date.parse(searchParams.get(name)!) - Date.parse(time)) / 60_000;
    const attempted = webhook.attempts.at(-1)!.at;
    expect([minutesFrom('since', at), minutesFrom('until', attempted)]).toEqual([-30, 30]);
    await button(page, 'Newest first').click();
    await page.getByText(/^The activity of this world begins at 2026-01-31 12:00:00 UTC\./).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('link', { name: 'What else happened then' }).click();
    await page.waitForURL('**/activity?*order=oldest*');
    await page
      .locator('.stream-row', { hasText: `Fax ${id}` })
      .first()
      .waitFor();

    await page.goto(page.url().replace(/activity.*/, `webhooks/${webhook.id}`));
    await page.getByText('Never sent: the fax had no URL for webhooks.').waitFor();
    expect(await page.locator('.actions .primary').textContent()).toBe('Redeliver edited…');
    await page.getByRole('link', { name: 'send_callback_url' }).click();
    await page.waitForURL('**/settings/send_callback_url');
  });

  test('moves the clock until the fax has ended, and says how and when', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.scenarios.on('busy-line(number=+12025550123)');
    const { key, secret } = world.credentials.live;
    const body = new FormData();
    body.append('to', '+12025550123');
    body.append('file', new Blob(['Good morning'], { type: 'text/plain' }), 'text.txt');
    const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const response = await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', body, headers });
    const { data } = (await response.json()) as { data: { id: number } };
    const page = await open(world, `faxes/${data.id}`);
    await button(page, 'Until it ends').click();
    await page
      .getByText(/^It is 2026-01-31 12:\d\d:\d\d UTC: fax \d+ has ended\. Failure, Busy, no page got through\./)
      .waitFor();
    await page.locator('.timeline', { hasText: 'Fails: error 17, Busy' }).waitFor();
    expect(await button(page, 'Until it ends').count()).toBe(0);
    expect((await world.faxes.show({ id: data.id })).status).toBe('failure');
  });

  test('copies a summary for a mail, with times in the zone of the page', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const fax = faxes.findLast(({ error }) => error?.id === 17)!;
    const page = await openUrl(`${baseUrl()}/_faxsim/ui/w/${world.id}/faxes/${fax.id}`, { zone: 'Asia/Kolkata' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.zone').click();
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\+5:30`;
    const lines = [
      `Fax: ${fax.id}`,
      'Direction: sent',
      String.raw`To: \+[\d ]+(?: \(\d retr(?:y|ies)\))?`,
      ...(fax.caller_id === null ? [] : [String.raw`From: \+[\d ]+`]),
      String.raw`Times: in GMT\+5:30 \(Asia/(?:Kolkata|Calcutta)\)`,
      `Accepted: ${time}`,
      `Ended: ${time}`,
      String.raw`Result: Failure: Busy \(lineError, error 17\)\. No page got through`,
      'Advice: The line was busy: send the fax again later.',
      String.raw`Pages: \d+ pages?, 0 sent`,
      ...(Object.keys(fax.tags).length === 0 ? [] : ['Tags: .+']),
    ];
    expect(text).toMatch(new RegExp(`^${lines.join('\n')}\n$`));
  });

  test('copies a summary in the zone of a customer, which the browser keeps for the next one', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'failure', error: 17 });
    const page = await open(world, `faxes/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'in UTC…').click();
    const zone = page.getByRole('dialog').getByLabel('Time zone');
    const preview = page.getByRole('dialog').getByLabel('the summary', { exact: true });
    await zone.fill('Chicgo');
    await page.keyboard.press('Enter');
    await page.getByText('No time zone is called Chicgo; the nearest is Chicago').waitFor();
    await zone.fill('chicago');
    const text = /Times: in America\/Chicago\nAccepted: 2026-01-31 06:00:00 CST\n/;
    await preview.filter({ hasText: text }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Copied the summary').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(text);
    await page.evaluate(`navigator.clipboard.writeText('')`);
    await page.reload();
    await button(page, 'in America/Chicago…').waitFor();
    await page.getByText('Loading webhooks…').waitFor({ state: 'detached' });
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(copied);
  });

  test('of a failure that was sent again leads to the new fax in place of the advice to do so', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: 'http://127.0.0.1:9/fax' } });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'failure', error: 17 });
    const page = await open(world, `faxes/${id}`);
    await page.getByText('Our advice: The line was busy').waitFor();
    await button(page, 'Resend').click();
    await page.getByText(/^Fax \d+ is sent again as fax \d+$/).waitFor();
    await page.getByRole('link', { name: `Fax ${id}` }).click();
    const { faxes } = await world.faxes.list({ resent_from: id });
    await page.locator('.problem', { hasText: `It was sent again as Fax ${faxes[0]!.id} (queued).` }).waitFor();
    await world.simulate.finish({ id: faxes[0]!.id });
    await page.locator('.problem', { hasText: `It was sent again as Fax ${faxes[0]!.id} (success).` }).waitFor();
    expect(await page.getByText('Our advice').count()).toBe(0);
  });

  test('before a send says that no webhook tells of the fax, until a callback URL is given', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await button(page, 'Send').first().click();
    const note = page.getByRole('dialog').getByText('No webhook will tell of this fax');
    await note.waitFor();
    await page.getByRole('dialog').getByText('More', { exact: true }).click();
    await page.getByRole('dialog').getByLabel('Callback URL').fill('http://localhost:3000/fax');
    await note.waitFor({ state: 'detached' });
  });

  test('shows and copies no summary in a zone that is unknown, and names the zone that was typed', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'failure', error: 17 });
    const page = await open(world, `faxes/${id}`);
    await button(page, 'in UTC…').click();
    const zone = page.getByRole('dialog').getByLabel('Time zone');
    const preview = page.getByRole('dialog').getByLabel('the summary', { exact: true });
    const zones = {
      ...{ Berlin: 'Europe/Berlin', kolkata: 'Asia/Kolkata', 'Asia/Calcutta': 'Asia/Calcutta', kyiv: 'Europe/Kyiv' },
      ...{ Kiev: 'Europe/Kiev', 'ho chi minh': 'Asia/Ho_Chi_Minh', Katmandu: 'Asia/Katmandu', yangon: 'Asia/Yangon' },
      ...{ Eastern: 'America/New_York', MST: 'America/Denver', pt: 'America/Los_Angeles', IST: 'Asia/Kolkata' },
      ...{ GMT: 'UTC', CET: 'CET', 'US/Eastern': 'US/Eastern', mumbai: 'Asia/Kolkata', Dallas: 'America/Chicago' },
      ...{ '+05:30': '+05:30', 'UTC-8': '-08:00' },
    };
    for (const [typed, name] of Object.entries(zones)) {
      await zone.fill(typed);
      await preview.filter({ hasText: `Times: in ${name}\n` }).waitFor();
    }
    for (const typed of ['Gotham', 'Easter Isl', 'Chic', '+25:00']) {
      await zone.fill(typed);
      await page
        .getByRole('alert')
        .filter({ hasText: `No time zone is called ${typed}` })
        .waitFor();
      expect(await preview.count()).toBe(0);
      expect(await button(page, 'Copy the summary').count()).toBe(0);
      await button(page, 'Copy').click();
      await zone.waitFor();
    }
    await zone.fill('Easter');
    await zone.pressSequentially('n');
    await preview.filter({ hasText: 'Times: in America/New_York\n' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('says of a fax of this world who sent it again, what its tags are, and where its webhook ended', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({
      to: '+12025550123',
      status: 'failure',
      error: 17,
      tags: { case: 'C-1' },
    });
    const page = await open(world, `faxes/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Resend').click();
    await button(page, 'Succeed now').click();
    await page.getByText('webhook 1 · no URL').waitFor();
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(text).toMatch(`\nResend of: fax ${id}\nTags: case=C-1\n`);
    expect(text).toMatch(/\nWebhook: fax_completed of [^\n]* UTC: not sent, because no URL was set for it\n$/);
  });

  test('copies the time and the result of each attempt of a webhook, and when the next one is due', async () => {
    const settings = { send_callback_url: 'http://127.0.0.1:9/fax' };
    const world = await newWorld({ fixture: 'empty', settings, clock: 0 });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'queued' });
    await world.clock.advance('2m');
    const page = await open(world, `faxes/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Loading webhooks…').waitFor({ state: 'detached' });
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
    const attempt = String.raw`\n {11}${time}: connection refused at 127\.0\.0\.1:9`;
    const head = String.raw`\nWebhook: fax_completed to http://127\.0\.0\.1:9/fax: Will retry`;
    expect(text).toMatch(new RegExp(`${head}(?:${attempt})+\\n {11}${time}: next attempt\\n$`));
  });

  test('copies what a program answered to a webhook that it refused', async () => {
    const receiver = await startReceiver(() => ({ status: 500, body: '{"error":"database is locked"}' }));
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: receiver.url }, clock: 0 });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'queued' });
    await world.clock.advance('2m');
    const page = await open(world, `faxes/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(text).toMatch(/ UTC: answered 500: database is locked\n/);
    await receiver.close();
  });

  test('copies that a webhook was not sent, in the word of the page', async () => {
    const settings = { send_callback_url: 'http://127.0.0.1:9/fax' };
    const world = await newWorld({ fixture: 'empty', settings, clock: 0 });
    await world.scenarios.switch({ on: 'webhook-never' });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'queued' });
    await world.clock.advance('2m');
    const page = await open(world, `faxes/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(text).toMatch(/\nWebhook: fax_completed of [^\n]+ UTC: not sent\n$/);
  });

  test('says that it loads until it is known whether there were webhooks, and copies no summary before', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const { id } = faxes.findLast(({ error }) => error?.id === 17)!;
    const page = await open(world, 'faxes');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText('former')`);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/history$/, (route) => held.then(() => route.continue()));
    await page.evaluate(`location.href = location.href.replace(/faxes.*/, 'faxes/${id}')`);
    await page.getByText('Loading webhooks…').waitFor();
    expect(await page.getByText('no URL was set for it').count()).toBe(0);
    await button(page, 'Copy summary').click();
    await button(page, 'Copying…').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('former');
    letGo();
    await page.getByText('This fax is older than the history of this world').waitFor();
    await button(page, 'Copy summary').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(`Fax: ${id}\n`);
  });

  test('shows no line of the transmission on pages that were not sent, and says so in the viewer', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ to: '+12025550123', status: 'inprogress', pages: 2 });
    const pictures: string[] = [];
    const page = await open(world, 'faxes');
    page.on('request', (request) => pictures.push(request.url()));
    await page.getByRole('link', { name: '+1 202 555 0123' }).click();
    await button(page, 'View').click();
    const viewer = page.getByRole('dialog');
    await viewer.getByText('Not sent yet').waitFor();
    expect(await button(page, 'As transmitted').count()).toBe(0);
    expect(pictures.filter((url) => url.includes('transmitted=true'))).toEqual([]);
    await page.keyboard.press('Escape');
    await button(page, 'Succeed now').click();
    await button(page, 'View').click();
    await button(page, 'As transmitted').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByText('not sent yet').count()).toBe(0);
    expect(pictures.some((url) => url.includes('transmitted=true'))).toBe(true);
  });

  test('says how many numbers were not reached, how many a resend calls, and what to do', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'partialsuccess' });
    const fax = faxes.findLast(({ recipients, file }) => recipients.length > 1 && file === 'stored')!;
    const { length: count } = fax.recipients;
    const missed = fax.recipients.filter(({ error }) => error !== null).length;
    const page = await open(world, `faxes/${fax.id}`);
    await page.locator('.problem', { hasText: `. ${missed} of ${count} numbers w` }).waitFor();
    await page.locator('.problem', { hasText: 'Our advice: ' }).waitFor();
    await page.getByText('This fax is older than the history of this world').waitFor();
    expect(await button(page, 'Resend').getAttribute('title')).toBe(
      `Send the fax again, to ${count === 2 ? 'both' : `all ${count}`} numbers, also to those that it has reached`,
    );
  });

  test('says which pages each number got, also in the summary, and sends the fax to those that got none', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 0 });
    const file = { filename: 'letter.txt', base64: Buffer.from('one\ftwo').toString('base64') };
    const to = ['+12025550123', '+15555551017', '+12025550124'];
    const { id } = await world.faxes.create({ to, file, status: 'queued', tags: { case: 'C=1' }, header_text: 'ACME' });
    await world.clock.runUntilIdle('1h');
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('heading', { name: '+1 555 555 1017 and 2 more, 1 of 3 failed' }).waitFor();
    const rows = page.locator('.rows li', { has: page.locator('.busy-line') });
    const texts = (await rows.allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(': '));
    const reached = 'All 2 pages got through';
    const missed = '+1 555 555 1017: Busy · no page got through';
    expect(texts).toEqual([`+1 202 555 0123: ${reached}`, missed, `+1 202 555 0124: ${reached}`]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy summary').click();
    await page.getByText('Copied a summary of this fax for a mail').waitFor({ state: 'attached' });
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
      /^To: \+1 202 555 0123 \(Success, all 2 pages got through\)\n {4}\+1 555 555 1017 \(Failure, Busy, no page got through\)$/m,
    );
    await button(page, 'Send to the 1 not reached…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`fax-${id}.pdf, `).waitFor();
    await dialog.locator('pre', { hasText: 'tag[case]=C=1' }).waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: '+1 555 555 1017', exact: true }).waitFor();
    const [again] = (await world.faxes.list()).faxes;
    expect(again).toMatchObject({ tags: { case: 'C=1' }, header_text: 'ACME', recipients: [{ number: to[1] }] });
    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    expect(await dialog.locator('[name=to]').inputValue()).toBe('');
  });

  test('says of each kind of error what to do, and of a dead number not to call it again', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const advised: [number, string][] = [
      [88, 'send the fax again later'],
      [34, 'check it with its owner'],
      [4, 'send another one'],
      [131, 'the call broke while the fax was sent'],
      [9, 'ask its support if that fails too'],
    ];
    for (const [error, advice] of advised) {
      const { id } = await world.faxes.create({ to: '+12025550123', status: 'failure', error });
      const page = await open(world, `faxes/${id}`);
      await page.locator('.problem', { hasText: advice }).waitFor();
      await page.getByText('This fax has caused no webhook').or(page.getByText('is older than')).waitFor();
    }
  });
});

describeInBrowser('on paper', ({ newWorld, open }) => {
  const widths = `[...document.querySelectorAll('.thumbnails .picture')].map((one) => one.naturalWidth)`;
  const note = 'Not all pages are loaded in their full size';

  test('a fax has each page in its full size, one below the other, also from the menu of the browser', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const { id } = faxes.find(({ document_pages: pages, file }) => pages === 4 && file === 'stored')!;
    const page = await open(world, `faxes/${id}`);
    await page.locator('.thumbnails [data-busy=false]').nth(3).waitFor();
    expect(await page.evaluate(widths)).toEqual([900, 900, 900, 900]);
    await page.emulateMedia({ media: 'print' });
    const boxes = await Promise.all((await page.locator('.thumbnails .picture').all()).map((one) => one.boundingBox()));
    expect(boxes.map((box) => box!.width > 600)).toEqual([true, true, true, true]);
    expect(new Set(boxes.map((box) => box!.x)).size).toBe(1);
    await page.getByText('Page 1 of 4').last().waitFor();
    expect(await page.getByText(note).isVisible()).toBe(false);
  });

  test('a long fax says that its small pictures can be large, and Ctrl+P waits for these', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { fax } = await world.simulate.receive({ pages: 9 });
    const page = await open(world, `faxes/${String(fax?.id)}`);
    await page.locator('.thumbnails img').nth(8).waitFor();
    expect(await page.evaluate(widths)).toEqual(Array(9).fill(140));
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.getByText(note).waitFor();
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await page.emulateMedia({ media: null });
    await page.evaluate(`print = () => document.body.setAttribute('data-printed', ${widths})`);
    await page.keyboard.press('Control+p');
    await page.locator('body[data-printed]').waitFor();
    expect(await page.locator('body').getAttribute('data-printed')).toBe(Array(9).fill(900).join());
  });

  test('a list has the name of its first column on each sheet, because that is a text and no button', async () => {
    const page = await open(await newWorld(), 'faxes');
    const head = page.getByRole('columnheader', { name: 'Created' });
    await head.getByRole('button').waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await head.getByRole('button').waitFor({ state: 'detached' });
    expect(await head.textContent()).toBe('Created');
  });
});
