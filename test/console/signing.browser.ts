import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';
import { portOf } from '../support/port.ts';

describeInBrowser('the signature of a webhook', ({ newWorld, open }) => {
  let status = 200;
  let body = '';
  let receiver: Server;
  let url = '';
  beforeEach(async () => {
    receiver = createServer((_request, response) => void response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    [status, body] = [200, ''];
  });
  afterEach(() => {
    receiver.close();
  });

  test.each(['send_callback_url', 'receive_callback_url'] as const)(
    'that was not sent for lack of a URL has a form for %s, and the next one is signed',
    async (name) => {
      const world = await newWorld({ fixture: 'empty' });
      if (name === 'send_callback_url') {
        const { id: fax } = await world.faxes.create({ status: 'success', to: ['+12025550123'], pages: 1 });
        await world.webhooks.send({ fax });
      } else await world.simulate.receive({ pages: 1 });
      await world.clock.advance('1s');
      const [webhook] = await world.webhooks.list();
      const page = await open(world, `webhooks/${webhook!.id}`);
      await page.getByText('It has no URL, so nothing was sent: set a callback URL').waitFor();
      await page.getByText('Code that verifies webhooks').click();
      await page.getByLabel('the function', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel('Webhook token').fill('my-token');
      await page.getByRole('button', { name: 'Sign webhooks' }).click();
      await page.getByLabel('Webhook token').waitFor({ state: 'detached' });
      expect(await page.getByText('sent without a signature').count()).toBe(0);
      await page.getByLabel(name).fill(url);
      await page.getByRole('button', { name: 'Set the URL' }).click();
      await page.getByText('It had no URL, so nothing was sent').waitFor();
      await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
      await page.locator('.steps').getByText('equals the header').waitFor();
      expect(await world.settings.show()).toMatchObject({ webhook_token: 'my-token', [name]: url });
    },
  );

  test.each(['wrong-token', 'other-url', 'tampered-body'])(
    'that a rule forged as %s is no mistake of the program',
    async (signing) => {
      const settings = { receive_callback_url: url, webhook_token: 'secret' };
      const world = await newWorld({ fixture: 'empty', settings });
      const scenario = {
        name: 'forger',
        description: 'a test',
        rules: [{ id: 'forge', on: 'webhook', do: { sign: signing } }],
      };
      await world.scenarios.switch({ source: JSON.stringify(scenario) });
      [status, body] = [401, '{"error": "Invalid signature"}'];
      await world.simulate.receive({ pages: 1 });
      await world.clock.advance('1s');
      const [{ id, attempts }] = (await world.webhooks.list()) as [
        Awaited<ReturnType<typeof world.webhooks.list>>[number],
      ];
      const page = await open(world, `webhooks/${id}`);
      const band = page
        .locator('.problem')
        .filter({ hasText: 'Your program is right: this attempt was forged by the rule' });
      await band.getByRole('link', { name: attempts[0]!.rule! }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      body = `{"expected": "${createHmac('sha1', 'secret').update(attempts[0]!.signature!.signed).digest('hex')}"}`;
      await world.webhooks.redeliver({ id });
      const again = (await world.webhooks.list()).at(-1)!;
      await page.goto(page.url().replace(/\d+$/, String(again.id)));
      await band.waitFor();
      expect(await page.getByText('The signature is right').count()).toBe(0);
      await band.filter({ hasText: 'Refused a forged signature with 401, as it should.' }).waitFor();
      await page.goto(page.url().replace(/webhooks.*/, 'webhooks?view=endpoints'));
      await page.getByRole('row', { name: url }).filter({ hasText: '100 %' }).waitFor();
      await page.goBack();
      await band.getByRole('link').click();
      await page.waitForURL('**/scenarios/forger*');
    },
  );

  test('that was forged and accepted is the mistake of the program, on every screen', async () => {
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.scenarios.on('webhook-badly-signed');
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const page = await open(world, 'webhooks');
    await page.locator('.table-row .badge.bad', { hasText: 'Forgery accepted' }).waitFor();
    await page.locator('.table-row .mark.bad', { hasText: '200, forgery accepted' }).waitFor();
    await page.locator('.table-row a').first().click();
    const band = page.locator('.problem', { hasText: 'Accepted a forged signature with 200' });
    await band.filter({ hasText: 'your program does not check signatures' }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('1');
    await page.getByRole('option', { name: 'Webhook 1' }).locator('.badge.bad').waitFor();
    await page.goto(page.url().replace(/webhooks.*/, 'webhooks?view=endpoints'));
    const row = page.getByRole('row', { name: url });
    await row.filter({ hasText: '0 %' }).filter({ hasText: 'accepted a forged signature with 200' }).waitFor();
    await page.goto(page.url().replace(/webhooks.*/, 'activity'));
    await page.locator('.stream-row.bad', { hasText: 'accepted a forged signature with 200' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test.each([
    [200, /Webhook 1: Accepted a forged signature with 200: your program does not check signatures\./],
    [401, /Webhook 1: Refused a forged signature with 401, as it should\. The next attempt is right\./],
  ])('that the overview forges has its verdict there, when the program answered %s', async (given, verdict) => {
    status = given;
    const settings = { send_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.faxes.create({ status: 'success', to: ['+12025550123'], pages: 1 });
    const page = await open(world, 'overview');
    const item = page.locator('.tries li', { hasText: 'A forged webhook' });
    await item.getByRole('button', { name: 'Forge one' }).click();
    await item.locator('.try-done', { hasText: verdict }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('that was forged is no merit of a program that refuses genuine ones, in the console and in the verdict', async () => {
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    status = 401;
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    await world.scenarios.on('webhook-badly-signed');
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const page = await open(world, 'webhooks/2');
    const band = page.locator('.problem', { hasText: 'with 401, as it should, but it also refuses genuine ones' });
    await band.getByRole('link', { name: 'webhook 1' }).waitFor();
    const because = expect.stringContaining('but so was a genuine one: attempt 1 of fax_completed');
    const { verdicts } = await world.scenarios.verdicts();
    expect(verdicts).toMatchObject([{ verdict: 'pending', because }]);
    status = 200; // the retries are genuine
    await world.clock.advance('1h');
    expect((await world.scenarios.verdicts()).verdicts).toMatchObject([{ verdict: 'passed' }]);
    await page.reload();
    await page.locator('.problem.right', { hasText: 'Refused a forged signature' }).waitFor({ state: 'detached' });
  });

  test('that was forged and accepted leaves its scenario failed in the strip, also once the scenario is over', async () => {
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    const rule = { on: 'webhook', do: { sign: 'wrong-token' }, expect: { rejects_webhook: true } };
    const rules = [{ id: 'forge', during: { until: '2m' }, ...rule }];
    const source = JSON.stringify({ name: 'forger', description: 'a test', rules });
    await world.scenarios.switch({ source });
    const page = await open(world, 'scenarios');
    const entry = page.locator('.strip li', { hasText: 'forger' });
    await entry.filter({ hasText: '0 hits · ends in 2 min' }).waitFor();
    expect(await entry.textContent()).not.toContain('failed');
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('3m');
    await entry.filter({ hasText: '1 hit · failed' }).waitFor();
    expect(await entry.getAttribute('class')).toBe('mark bad');
    status = 401;
    await world.scenarios.switch({ off: 'forger' });
    await world.scenarios.switch({ source });
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('3m');
    await entry.waitFor({ state: 'detached' });
  });

  test('is judged only once the files of the webhook are read', async () => {
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const { id, fax_id: fax, attempts } = (await world.webhooks.list())[0]!;
    const { signature, files } = attempts[0]!;
    const md5 = createHash('md5')
      .update(await world.faxes.file({ id: fax }))
      .digest('hex');
    const signed = signature!.signed.replace(files[0]!.sha1, md5);
    [status, body] = [401, `expected ${createHmac('sha1', 'secret').update(signed).digest('hex')}`];
    await world.webhooks.redeliver({ id });
    const again = (await world.webhooks.list()).at(-1)!;
    const page = await open(world, 'webhooks');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/file$/, (route) => held.then(() => route.continue()));
    await page.goto(page.url().replace(/webhooks.*/, `webhooks/${again.id}`));
    const band = page.locator('.problem');
    await page.locator('.steps').first().waitFor();
    await band.getByText('Comparing signatures…').waitFor();
    expect(await band.getByText('No known mistake').count()).toBe(0);
    letGo();
    await band.getByText('signs the MD5 of files').waitFor();
  });

  test('without a known mistake leads to the comparison of the string, as its advice says, in one bold sentence', async () => {
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    [status, body] = [401, `expected ${createHmac('sha1', 'secret').update('else').digest('hex')}`];
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const page = await open(world, 'webhooks/1');
    const band = page.locator('.problem').first();
    await band.locator('.digest strong', { hasText: /^No known mistake leads to this signature\.$/ }).waitFor();
    await page.locator('#compare-string').waitFor();
    await band.getByRole('button', { name: 'See the steps' }).click();
    expect(await page.getByLabel('Compare the string that you sign').evaluate((field) => field.matches(':focus'))).toBe(
      true,
    );
  });

  test.each(['', 'user:password@'])(
    'keeps what a person typed and opened when a further attempt is made, at a URL with the userinfo "%s"',
    async (userinfo) => {
      const settings = { receive_callback_url: url.replace('//', `//${userinfo}`), webhook_token: 'secret' };
      const world = await newWorld({ fixture: 'empty', settings });
      status = 500;
      await world.simulate.receive({ pages: 1 });
      await world.clock.advance('1s');
      const [webhook] = await world.webhooks.list();
      const page = await open(world, `webhooks/${webhook!.id}`);
      await page.getByLabel('Verify a signature').fill('0'.repeat(40));
      await page.getByText('Code that verifies this webhook').click();
      const code = page.getByRole('button', { name: 'Copy the function' });
      await code.focus();
      await world.clock.advance('1h');
      await page.getByText('Response to attempt 1').waitFor({ state: 'detached' });
      expect(await page.getByLabel('Verify a signature').inputValue()).toBe('0'.repeat(40));
      expect(await code.evaluate((element) => element.matches(':focus'))).toBe(true);
      await page.locator('.steps').getByText('equals the header').waitFor();
    },
  );

  test('is not blamed for a 404, and a line break after the string is named', async () => {
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    [status, body] = [404, 'Cannot POST /fax'];
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const [webhook] = await world.webhooks.list();
    const page = await open(world, `webhooks/${webhook!.id}`);
    await page.locator('.problem', { hasText: 'check path and port of the URL first' }).waitFor();
    expect(await page.getByText('let the answer contain the signature').count()).toBe(0);
    const { signed } = webhook!.attempts[0]!.signature!;
    const echoed = createHmac('sha1', 'secret').update(`${signed}\n`).digest('hex');
    await page.getByLabel('Verify a signature').fill(echoed);
    await page.getByLabel('Compare the string that you sign').fill(`${signed}\n`);
    await page.locator('.verify', { hasText: 'signs a line break after the string' }).waitFor();
    await page.locator('.verify', { hasText: 'The string is right, but for a line break at its end' }).waitFor();
    await page.getByLabel('Verify a signature').fill(createHmac('sha1', 'other').update(signed).digest('hex'));
    await page.getByText('so the webhook token or the digest is wrong').waitFor();
  });
});
