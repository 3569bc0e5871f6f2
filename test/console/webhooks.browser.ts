import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';
import { portOf } from '../support/port.ts';

describeInBrowser('webhooks by endpoint', ({ newWorld, open }) => {
  let status = 500;
  let body = '';
  let receiver: Server;
  beforeEach(() => {
    [status, body] = [500, ''];
    receiver = createServer((_request, response) => void response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  });
  afterEach(() => {
    receiver.close();
  });

  test('have a success rate, and all that failed is retried at once', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const world = await newWorld({ fixture: 'empty', settings: { webhook_token: 'the-webhook-token-of-a-test' } });
    status = 500;
    const { fax } = await world.simulate.receive({ from: '+12025550123' });
    const { id } = await world.webhooks.send({ fax: fax!.id, url });
    await world.clock.advance('30d');
    expect(await world.webhooks.list({ state: 'failed' })).toMatchObject([{ id }]);

    const page = await open(world, 'webhooks?view=endpoints');
    const endpoint = page.getByRole('row', { name: url });
    for (const text of ['0 %', '500', 'Retry 1 that failed']) await endpoint.filter({ hasText: text }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);

    await page.goto(page.url().replace(/webhooks.*/, `webhooks/${id}`));
    const fold = page.getByRole('button', { name: /^\d+ more, each answered 500, from / });
    const lines = page.locator('.chosen .attempts li');
    await fold.waitFor();
    expect(await lines.count()).toBe(3);
    await page.getByText(/Given up after \d+ attempts.*did not accept fax_completed: fax \d+ from \+1 202/).waitFor();
    await fold.press('Enter');
    await lines.nth(17).waitFor();
    for (const width of [390, 320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page
        .locator('.matrix')
        .evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]);
      expect(hidden).toEqual([0, 0]);
      const heights = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
      expect(Math.max(...heights.filter((_, index) => index !== 1))).toBeLessThan(30); // the sentence can wrap
    }
    await page.locator('.signature-line code').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    status = 200;
    await page.goto(page.url().replace(/webhooks.*/, 'webhooks?view=endpoints'));
    await page.getByRole('button', { name: 'Retry 1 that failed' }).click();
    await page.getByRole('button', { name: /that failed/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.locator('.row a').first().click();
    await page.locator('.row', { hasText: `again of` }).first().waitFor();
  });

  test('stand whole in every width, with a long URL and a page of HTML for an error', async () => {
    body = `<!DOCTYPE html><html><head><title>500</title></head><body>${'<p>Internal server error</p>'.repeat(9)}</body></html>`;
    const url = `http://127.0.0.1:${await portOf(receiver)}/hooks/${'environment-4711/'.repeat(5)}fax`;
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    const page = await open(world, 'webhooks?view=endpoints');
    const endpoint = page.getByRole('row', { name: url });
    const error = endpoint.getByText('DOCTYPE');
    await error.waitFor();
    for (const width of [390, 1024, 1200, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const table = page.locator('.endpoints');
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect((await error.boundingBox())?.width).toBeGreaterThan(220);
      expect((await error.boundingBox())?.height).toBeLessThan(70);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    const labels = await endpoint
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-label')));
    expect(labels).toEqual(['Success', 'Attempts', 'Gave up', 'Lost by rules', 'Last attempt', 'Last error']);
  });

  test('an attempt has a line with its number, status and moment on paper, and a run of equal ones a sentence', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    const page = await open(world, 'webhooks/1');
    const line = page.locator('.attempts li').first();
    await line.waitFor();
    const printed = async (): Promise<readonly string[]> => {
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      await line.filter({ hasText: '2026' }).waitFor();
      const lines = await page.locator('.attempts li').allInnerTexts();
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
      await page.emulateMedia({ media: null });
      return lines;
    };
    const aLine = /^1: 500\s*20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/;
    expect(await printed()).toEqual([expect.stringMatching(aLine)]);
    await world.clock.advance('1d');
    await page.getByRole('button', { name: /^\d+ more, each answered 500, from / }).click();
    const lines = await printed();
    expect(lines.length).toBeGreaterThan(3);
    expect(lines[0]).toMatch(aLine);
    for (const one of lines) expect(one).toMatch(/^\d+: 500\s*20/);

    await page.getByRole('link', { name: /^Fax \d+$/ }).click();
    const moments = page.locator('.timeline li', { hasText: 'answered 500' });
    const fold = page.locator('.timeline .fold', { hasText: 'more, each answered 500' });
    await fold.waitFor();
    expect(await moments.count()).toBe(3);
    await fold.press('Enter');
    await page.locator('.timeline .fold[aria-expanded=true]').waitFor();
    expect(await moments.count()).toBeGreaterThan(5);
  });

  test('the box, the reason and the next step are those of the attempt that is chosen', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const answers: readonly (readonly [number, string])[] = [
      [500, 'database is locked'],
      [401, 'forged'],
    ];
    let arrived = 0;
    receiver.removeAllListeners('request').on('request', (_request, response: ServerResponse) => {
      const [code, text] = answers[arrived++] ?? [503, 'down'];
      response.writeHead(code).end(text);
    });
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    const page = await open(world, 'webhooks/1');
    const band = page.locator('.problem').first();
    await band.filter({ hasText: /^Your program answered 500 and database is locked/ }).waitFor();
    await world.clock.advance('30d');
    const { length } = (await world.webhooks.show({ id: 1 })).attempts;
    await band
      .filter({ hasText: new RegExp(`^Attempt ${length} of ${length}\\s*Your program answered 503`) })
      .waitFor();
    const verify = band.getByRole('button', { name: 'Verify a signature' });
    expect(await verify.count()).toBe(0);

    await page.getByRole('button', { name: /more, each answered 503/ }).waitFor();
    await page.getByRole('link', { name: '2: 401' }).click();
    await band
      .filter({ hasText: new RegExp(`^Attempt 2 of ${length}\\s*Your program answered 401 and forged`) })
      .waitFor();
    await band.getByText('This page finds no signature of your program in the answer').waitFor();
    await verify.click();
    await page.locator('#verify-signature:focus').waitFor();
    await page.getByText(`Given up after ${length} attempts`).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);

    await page.getByRole('link', { name: '1: 500' }).click();
    await band.filter({ hasText: `Attempt 1 of ${length}` }).waitFor();
    await band.getByText('database is locked').waitFor();
    expect(await verify.count()).toBe(0);
  });

  test('a run of attempts folds only where status, reason and signing are the same', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    [status, body] = [401, '{"error":"No signature"}'];
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    await world.clock.advance('70m');
    const page = await open(world, 'webhooks/1');
    const folds = page.locator('.attempts .fold');
    await folds.filter({ hasText: /^\d+ more, each answered 401 · No signature, from/ }).waitFor();
    await world.settings.change({ webhook_token: 'secret' });
    await world.clock.advance('30h');
    await folds.nth(1).waitFor();
    body = '{"error":"Wrong signature"}';
    await world.clock.advance('30d');
    await folds.nth(2).waitFor();
    const texts = (await folds.allInnerTexts()).map((text) => /each (.*), from/.exec(text)?.[1]);
    expect(texts).toEqual([
      'answered 401 · No signature, unsigned',
      'answered 401 · No signature, signed',
      'answered 401 · Wrong signature, signed',
    ]);
    await page.getByRole('link', { name: '1: 401, unsigned' }).waitFor();
  });

  test('a message tells the answer to a redelivery once it came, and both pages name the retries that go on', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    const first = await world.webhooks.wait({ id: 1 });
    expect(first).toMatchObject({ state: 'pending', attempts: [{ answer: { status: 500 } }] });
    const held: ServerResponse[] = [];
    receiver.removeAllListeners('request').on('request', (_request, response: ServerResponse) => held.push(response));
    const page = await open(world, 'webhooks/1');
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
    const message = page.locator('.toast');
    await message.filter({ hasText: 'Webhook 2 on the way' }).waitFor();
    while (held.length === 0) await new Promise(setImmediate);
    expect(await message.count()).toBe(1);
    held[0]!.writeHead(204).end();
    await message
      .filter({ hasText: /Done.*Webhook 2: answered 204 after \d+ m?s\. Webhook 1 is still retried/ })
      .waitFor();
    expect(await message.count()).toBe(1);
    await page.locator('.next-attempt', { hasText: 'Webhook 1 keeps its own retries' }).waitFor();
    await page.getByRole('link', { name: 'Redelivery of 1' }).click();
    await page.locator('.next-attempt', { hasText: 'Webhook 2 delivered it again: answered 204' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('says that a redelivery was not posted and why, and beforehand that its own retry will not be', async () => {
    const world = await newWorld({ fixture: 'demo' });
    const [waiting] = await world.webhooks.list({ state: 'pending' });
    const page = await open(world, `webhooks/${waiting!.id}`);
    await page.getByText('Of the fixture of this world').waitFor();
    const note = page.locator('.problem', { hasText: 'Nothing will be posted to program.example' });
    await note.filter({ hasText: 'unless faxsim was started with --allow-hosts program.example' }).waitFor();
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
    const reason = 'program.example is not a local name: nothing is posted there unless it is allowed';
    await page.locator('.toast', { hasText: `not posted, ${reason}` }).waitFor();
    await page.locator('.problem strong', { hasText: new RegExp(`^${reason}`) }).waitFor();
    await page.getByRole('link', { name: `Redelivery of ${waiting!.id}` }).click();
    await page
      .locator('.next-attempt', { hasText: `was to deliver it again, but was not posted: ${reason}` })
      .waitFor();
    expect(await page.getByText('delivered it again').count()).toBe(0);
  });

  test.each([
    ['webhooks', 'No webhooks yet'],
    ['faxes', 'No faxes yet'],
    ['requests', 'No requests yet'],
    ['webhooks?view=endpoints', 'No endpoint yet'],
    ['activity?order=oldest', 'Nothing has happened yet'],
  ])('%s of a new world says one thing, also where the address has a view or an order', async (place, title) => {
    const page = await open(await newWorld({ fixture: 'empty' }), place);
    const starts = page.locator('.state.empty:visible, .first-steps:visible');
    await starts.filter({ hasText: title }).waitFor();
    expect(await starts.count()).toBe(1);
    expect(await page.getByRole('search').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0);
  });

  test.each(['application/json', 'multipart/form-data'] as const)(
    'a webhook of v3 as %s is shown raw as it went over the wire',
    async (type) => {
      status = 200;
      const world = await newWorld({ fixture: 'empty' });
      const { key, secret } = world.credentials.live;
      const order = {
        to: '+12025550123',
        files: [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }],
        callbackUrl: `http://127.0.0.1:${await portOf(receiver)}/fax`,
        callbackUrlContentType: type,
      };
      const arrived = new Promise<string>((resolve) => {
        receiver.prependOnceListener('request', (request: IncomingMessage) => {
          const chunks: Buffer[] = [];
          request.on('data', (chunk: Buffer) => chunks.push(chunk));
          request.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
        });
      });
      const response = await fetch(`${world.baseUrl}/v3/projects/${world.projectId}/faxes`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}`, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      });
      expect(response.status).toBe(200);
      await world.clock.advance('1h');
      const body = await arrived;
      const [webhook] = await world.webhooks.list();
      const page = await open(world, `webhooks/${webhook!.id}`);
      await page.getByRole('button', { name: 'Raw', exact: true }).click();
      const raw = page.getByLabel('the request', { exact: true });
      await raw.filter({ hasText: `Content-Type: ${type}` }).waitFor();
      const shown = (await raw.textContent())!;
      expect(shown).toContain(`Content-Length: ${Buffer.from(body, 'latin1').length}`);
      if (type === 'application/json') {
        expect(shown).toContain(body.slice(0, body.indexOf('"file":"') + 58));
        expect(shown).toMatch(/… \([\d,]+ characters\)/);
        expect(shown.length).toBeLessThan(5000);
      } else {
        expect(shown).toContain(body.slice(0, body.indexOf('%PDF')).replaceAll('\r\n', '\n'));
        expect(shown).toMatch(/\(\d+ bytes of application\/pdf\)/);
      }
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the bytes' }).click(),
      ]);
      const saved = await readFile(await download.path(), 'latin1');
      expect(saved.slice(saved.indexOf('\r\n\r\n') + 4)).toBe(body);
      expect(await raw.evaluate((pane) => pane.clientWidth > 0.8 * pane.closest('article')!.clientWidth)).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  test('a signature is right for a URL with credentials, which the page does not show', async () => {
    const port = await portOf(receiver);
    const settings = { receive_callback_url: `http://ada:hushhush@127.0.0.1:${port}/fax`, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1s');
    const [webhook] = await world.webhooks.list();
    const page = await open(world, `webhooks/${webhook!.id}`);
    await page.locator('#verify-signature').fill(webhook!.attempts[0]!.signature!.value);
    await page.locator('.verify .badge', { hasText: 'right' }).waitFor();
    await page.getByText('Code that verifies this webhook').click();
    await page.getByLabel('the call', { exact: true }).getByText(`http://•••@127.0.0.1:${port}/fax`).waitFor();
    expect(await page.content()).not.toContain('hushhush');
  });

  test('a refused webhook has the answer first, and leads to the mistake in its signature', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    [status, body] = [401, 'forged'];
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1s');
    const [webhook] = await world.webhooks.list();
    const [attempt] = webhook!.attempts;
    const page = await open(world, `webhooks/${webhook!.id}`, { width: 1280, height: 800 });
    await page.locator('.problem', { hasText: /^Your program answered 401 and forged/ }).waitFor();
    await page.locator('#verify-signature').waitFor();
    await page.getByRole('button', { name: 'Verify a signature' }).click();
    await page.locator('#verify-signature:focus').waitFor();
    const unsorted = attempt!.signature!.signed.replace(url, `${url}/`);
    await page.keyboard.insertText(createHmac('sha1', 'secret').update(unsorted).digest('hex'));
    await page.getByText('signs the URL with another final slash').waitFor();
    await page.getByLabel('Compare the string that you sign').fill(unsorted);
    await page.getByText(`After ${url.length} bytes, after the URL, which goes on in yours`).waitFor();
    expect(await page.locator('.difference mark').last().textContent()).toBe('/');
    await page.getByText('Code that verifies this webhook').click();
    await page.getByLabel('Language').selectOption('Python');
    await page.getByLabel('the call', { exact: true }).getByText(`is_authentic("secret", "${url}"`).waitFor();
    await page.getByText('In Flask, fields is request.form.to_dict()').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('a signature of another webhook of the same fax is named, in the band and where it is pasted', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const settings = { send_callback_url: url, webhook_token: 'secret', inflight_webhooks: true };
    const world = await newWorld({ fixture: 'empty', settings });
    const fax = await world.faxes.create({ status: 'success', to: ['+12025550123'], pages: 1 });
    status = 200;
    const page1 = await world.webhooks.send({ fax: fax.id, event: 'transmitting_page', page: 1 });
    await world.clock.advance('1s');
    const [sent] = await world.webhooks.list({ event: 'transmitting_page' });
    const signature = sent!.attempts[0]!.signature!.value;
    [status, body] = [401, `expected ${signature}`];
    const { id } = await world.webhooks.send({ fax: fax.id });
    await world.clock.advance('1s');
    const page = await open(world, `webhooks/${id}`);
    const text = `This is the signature of webhook ${page1.id}, transmitting_page of the same fax`;
    await page.locator('.problem', { hasText: text }).waitFor();
    await page.locator('#verify-signature').fill(signature);
    const verdict = page.locator('.verify [role=status]', { hasText: text });
    await verdict.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await verdict.getByRole('link', { name: `webhook ${page1.id}` }).click();
    await page.waitForURL(`**/webhooks/${page1.id}`);
  });

  test('a fax leads to the scenario that loses its webhook alone', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: url }, clock: 0 });
    const [one, other] = [
      await world.faxes.create({ status: 'queued', to: ['+12025550123'] }),
      await world.faxes.create({ status: 'queued', to: ['+12025550124'] }),
    ];
    const page = await open(world, `faxes/${one.id}`);
    await page.getByRole('link', { name: 'Lose its webhook…' }).click();
    expect(await page.locator('input[name=fax]').inputValue()).toBe(String(one.id));
    expect(await page.locator('input[name=event]').inputValue()).toBe('fax_completed');
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.locator('.active-scenario').waitFor();
    status = 200;
    await world.clock.advance('2m');
    const states = (await world.webhooks.list()).map(({ fax_id: fax, state }) => [fax, state] as const);
    expect(new Map(states)).toEqual(
      new Map([
        [one.id, 'failed'],
        [other.id, 'delivered'],
      ]),
    );
    await page.goto(page.url().replace(/scenarios.*/, `faxes/${one.id}`));
    await page.getByText('Not sent', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Lose its webhook…' }).count()).toBe(0);
  });

  test('the cause of a refusal stands in the band, by the token of the attempt', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    status = 401;
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1s');
    const [signed] = (await world.webhooks.list())[0]!.attempts;
    body = createHmac('sha1', 'secret')
      .update(signed!.signature!.signed.replace(url, `${url}/`))
      .digest('hex');
    await world.simulate.receive({ from: '+12025550199' });
    await world.clock.advance('1s');
    const [first, second] = (await world.webhooks.list()).toSorted((one, other) => one.id - other.id);
    const page = await open(world, `webhooks/${first!.id}`, { width: 1280, height: 720 });
    const band = page.locator('.problem').first();
    await band.getByText('401 {"error": "Invalid signature", "expected": "<computed>"}').waitFor();
    await band.getByText('let the answer contain the one that it computed').waitFor();
    await page.goto(page.url().replace(/\d+$/, String(second!.id)));
    const fields = second!.attempts[0]!.signature!.signed;
    body = createHmac('sha1', 'secret')
      .update(fields.replace(url, `${url}/`))
      .digest('hex');
    await world.webhooks.redeliver({ id: second!.id });
    const again = (await world.webhooks.list()).find(({ id }) => id > second!.id);
    await page.goto(page.url().replace(/\d+$/, String(again!.id)));
    await band.getByText('Your code signs the URL with another final slash').waitFor();
    expect((await band.boundingBox())!.y).toBeLessThan(400);
    await world.settings.change({ webhook_token: 'another' });
    await page.reload();
    await band.getByText('Your code signs the URL with another final slash').waitFor();
    await page.getByText('The webhook token has changed since.').waitFor();
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await band.getByText('does not fit the webhook token of the world').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('are found by whatever their rows and details show', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    [status, body] = [401, 'forged'];
    const world = await newWorld({ fixture: 'empty', settings: { receive_callback_url: url } });
    await world.simulate.receive({ from: '+12025550123' });
    await world.clock.advance('1s');
    await world.settings.change({ receive_callback_url: null });
    await world.simulate.receive({ from: '+12025550199' });
    const page = await open(world, 'webhooks');
    await page.locator('.row').nth(1).waitFor();
    for (const text of ['+1 202 555 0123', '0123', 'forged', 'will retry', '401', 'retry']) {
      await page.locator('#search').fill(text);
      await page.locator('h1', { hasText: /^Webhooks 1$/ }).waitFor();
    }
    await page.locator('#search').fill('recorded only');
    await page.locator('.row', { hasText: '+1 202 555 0199' }).waitFor();
  });
});
