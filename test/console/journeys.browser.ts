import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { builtMain, describeInBrowser } from '../support/browser.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const badge = (page: Page, word: string) => page.locator('.detail-status .badge', { hasText: word });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** An application that receives webhooks: it refuses them until its bug is fixed. */
class Application {
  status = 500;
  readonly #server: Server = createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(this.status, { 'Content-Type': 'text/plain' });
      res.end(this.status === 200 ? 'thanks' : 'TypeError: fax is undefined');
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/fax`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Sends a fax as a client does; resolves to the status of the response. */
async function sendFax({ baseUrl, credentials: { live } }: OwnWorld): Promise<number> {
  const headers = { Authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new FormData();
  body.append('to', '+12025550123');
  body.append('file', new Blob(['Good morning'], { type: 'text/plain' }), 'text.txt');
  return (await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body })).status;
}

/** Drops a file of the machine on an element, as the pointer does: the page sees events that the browser trusts. */
async function drop(page: Page, file: string, place: Locator): Promise<void> {
  const box = (await place.boundingBox())!;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  }
}

describeInBrowser('from end to end', ({ newWorld, open, openUrl }) => {
  const directory = temporaryDirectories();

  /** A PDF file of two pages. */
  async function twoPages(): Promise<string> {
    const pdf = await PDFDocument.create();
    for (const text of ['Dear customer', 'Yours faithfully']) pdf.addPage().drawText(text);
    const path = join(await directory(), 'two-pages.pdf');
    await writeFile(path, await pdf.save());
    return path;
  }

  const application = new Application();
  afterEach(() => {
    application.close();
  });

  test('a demonstrator looks around, drops a file as a received fax, sends one, and fails one with an error', async () => {
    const world = await newWorld();
    const page = await openUrl(world.baseUrl);
    await page.getByRole('link', { name: 'Faxes', exact: true }).click();
    await page.locator('.row a').nth(1).click();
    await page.locator('.detail .timeline').waitFor();
    await page.keyboard.press('j');
    await page.locator('.detail .timeline').waitFor();

    await button(page, 'Receive').click();
    await drop(page, await twoPages(), dialog(page).locator('[name=file]'));
    await page.locator('[name=from]').fill('+442079460018');
    await dialog(page).getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('heading', { name: '+44 20 7946 0018' }).waitFor();
    await page.locator('img[alt="Page 1 of 2"]').waitFor();

    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await page.locator('[name=to]').fill('+12025550123');
    await page.locator('[name=text]').fill('Good morning');
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await badge(page, 'Queued').waitFor();
    await button(page, 'Fail with…').click();
    await dialog(page)
      .getByRole('radio', { name: /^17 ?Busy/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await page.locator('.problem', { hasText: 'Busy' }).waitFor();
    await badge(page, 'Failure').waitFor();
    expect((await world.faxes.list({ limit: 1 })).faxes[0]).toMatchObject({ status: 'failure', error: { id: 17 } });
  });

  test('a file that is dropped beside the field of a dialog goes into the field', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await button(page, 'Receive').click();
    await drop(page, await twoPages(), dialog(page).getByRole('heading'));
    const name = await dialog(page).locator('[name=file]').inputValue();
    expect(name).toMatch(/two-pages\.pdf$/);
    await dialog(page).getByRole('button', { name: 'Receive' }).click();
    await page.locator('img[alt="Page 1 of 2"]').waitFor();
  });

  test('a QA engineer tries an outage, adapts it, checks the recovery, and keeps the session as a bundle', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'scenarios');
    await page.locator('.row', { hasText: 'outage' }).click();
    await page.getByLabel('lasts').fill('5m');
    await button(page, 'Switch on').click();
    const active = page.locator('.active-scenario', { hasText: 'outage(lasts=5m)' });
    await active.getByText('the rule has not hit a request of a program yet').waitFor();
    expect(await sendFax(world)).toBe(503);
    await active.locator('.hits', { hasText: '1 hit' }).waitFor();
    await active.locator('.badge', { hasText: 'waits for a retry' }).waitFor();
    expect(await sendFax(world)).toBe(503);
    await active.locator('.badge', { hasText: 'passed' }).waitFor();

    await button(page, 'Edit a copy').click();
    const editor = page.getByRole('textbox', { name: 'Text of the scenario' });
    await editor.waitFor();
    const text = (await editor.inputValue())
      .replace('name: my-outage', 'name: send-outage')
      .replace("on: '*'", 'on: sendFx');
    await editor.fill(text);
    const line = text.split('\n').findIndex((written) => written.includes('sendFx')) + 1;
    await page.locator(`.editor li:nth-child(${line}).bad`, { hasText: 'the nearest is sendFax' }).waitFor();
    await page.locator('.remark-line', { hasText: `line ${line}` }).waitFor();
    await editor.fill(text.replace('sendFx', 'sendFax'));
    await badge(page, 'valid, 1 rule').waitFor();
    const [scenario] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    expect(scenario.suggestedFilename()).toBe('send-outage.yaml');
    expect(await readFile(await scenario.path(), 'utf8')).toBe(await editor.inputValue());

    await page.goBack();
    await button(page, 'Switch off outage(lasts=5m)').click();
    await active.waitFor({ state: 'detached' });
    expect(await sendFax(world)).toBe(200);
    await button(page, 'Until idle').click();
    await page
      .getByRole('status')
      .filter({ hasText: /\d events?/ })
      .waitFor();
    expect((await world.faxes.list()).faxes).toMatchObject([{ status: 'success' }]);

    for (const key of ['g', 'o']) await page.keyboard.press(key);
    const [bundle] = await Promise.all([page.waitForEvent('download'), button(page, 'Bundle').click()]);
    expect(bundle.suggestedFilename()).toBe(`${world.id}.bundle.json`);
    const replay = await promisify(execFile)(process.execPath, [builtMain, 'replay', await bundle.path()]);
    // Three faxes, the scenario on and off, and the clock.
    expect(replay.stdout).toMatch(/^6 the same, 0 the same but for headers or times, 0 different\.$/m);
  });

  test('a developer sets the token in the console, and sees the next attempt signed', async () => {
    const other = new Application();
    other.status = 200;
    const settings = { receive_callback_url: await other.listen() };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const [{ id } = { id: 0 }] = await world.webhooks.list();
    const page = await open(world, `webhooks/${id}`);
    await page.getByLabel('Webhook token').fill('my-token');
    await button(page, 'Sign webhooks').click();
    await page.getByText('Webhooks are signed now').waitFor();
    await button(page, 'Redeliver').click();
    await page.locator('.steps').getByText('equals the header').waitFor();
    expect(await world.settings.show()).toMatchObject({ webhook_token: 'my-token' });
    other.close();
  });

  test('a developer finds a failing webhook, sees why and how it is signed, mends the application, and redelivers', async () => {
    const url = await application.listen();
    const settings = { receive_callback_url: url, webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ pages: 1 });
    await world.webhooks.wait({ state: 'pending' });
    await world.clock.advance('1s');
    const page = await open(world, 'faxes');
    await page.locator('.row a').click();
    await page.getByRole('link', { name: 'fax_completed' }).click();
    await page.locator('.problem', { hasText: '500' }).waitFor();
    await page.getByLabel('the response', { exact: true }).getByText('TypeError: fax is undefined').waitFor();

    const steps = page.locator('.steps');
    await steps.getByText('equals the header').waitFor();
    const right = await steps.locator('[aria-label="the right signature"]').textContent();
    await page.getByLabel('Verify a signature').fill(right!.toUpperCase());
    await page.locator('.verify').getByText('wrong').waitFor();
    await page.getByLabel('Verify a signature').fill(right!);
    await page.locator('.verify').getByText('The signature is right.').waitFor();

    application.status = 200;
    await button(page, 'Redeliver edited…').click();
    expect(await dialog(page).locator('[name="field fax"]').inputValue()).toMatch(/^\{\n {2}"id": \d+,\n/);
    await dialog(page).locator('[name="field success"]').fill('false');
    await dialog(page).getByRole('button', { name: 'Deliver' }).click();
    await page.waitForURL('**/webhooks/2');
    await badge(page, 'Delivered').waitFor();
    const [first, second] = await world.webhooks.list();
    const { fax } = first!.attempts[0]!.fields;
    expect(second).toMatchObject({ state: 'delivered', attempts: [{ fields: { success: 'false', fax } }] });

    await button(page, 'Another event…').click();
    const names = ['recipient', 'page', 'retry_count'];
    const shown = () =>
      dialog(page)
        .locator(names.map((name) => `[name=${name}]`).join())
        .evaluateAll((all) => all.map((field) => field.getAttribute('name')));
    expect(await shown()).toEqual([]);
    await dialog(page).getByLabel('Event').selectOption('transmitting_page');
    expect(await shown()).toEqual(['recipient', 'page']);
  });
});
