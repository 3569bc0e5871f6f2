import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';

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

describeInBrowser('from end to end', ({ newWorld, open, openUrl }) => {
  const application = new Application();
  afterEach(() => {
    application.close();
  });

  test('a demonstrator looks around, drops a file as a received fax, sends one, and fails one with an error', async () => {
    const world = await newWorld();
    const page = await openUrl(world.baseUrl);
    await page.locator('.row a').nth(1).click();
    await page.locator('.detail .timeline').waitFor();
    await page.keyboard.press('j');
    await page.locator('.detail .timeline').waitFor();

    await button(page, 'Receive').click();
    // A file input of the browser takes a dropped file as a chosen one.
    const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear customer') };
    await dialog(page).locator('[name=file]').setInputFiles(file);
    await page.locator('[name=from]').fill('+442079460018');
    await dialog(page).getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('heading', { name: '+44 20 7946 0018' }).waitFor();
    await page.locator('img[alt="Page 1 of 1"]').waitFor();

    await page.locator('.list-head').getByRole('button', { name: 'Send' }).click();
    await page.locator('[name=to]').fill('+12025550123');
    await page.locator('[name=text]').fill('Good morning');
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await badge(page, 'Queued').waitFor();
    await button(page, 'Fail with…').click();
    await dialog(page).locator('[name=error]').selectOption('17');
    await dialog(page).getByRole('button', { name: 'Fail' }).click();
    await page.locator('.problem', { hasText: 'Busy' }).waitFor();
    await badge(page, 'Failure').waitFor();
    expect((await world.faxes.list({ limit: 1 })).faxes[0]).toMatchObject({ status: 'failure', error: { id: 17 } });
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
    await page.getByText('TypeError: fax is undefined').waitFor();

    const steps = page.locator('.steps');
    await steps.getByText('equals the header').waitFor();
    const right = await steps.locator('[aria-label="the right signature"]').textContent();
    await page.getByLabel('Verify a signature').fill(right!.toUpperCase());
    await page.locator('.verify').getByText('wrong').waitFor();
    await page.getByLabel('Verify a signature').fill(right!);
    await page.locator('.verify').getByText('The signature is right.').waitFor();

    application.status = 200;
    await button(page, 'Redeliver edited…').click();
    await dialog(page).locator('[name="field success"]').fill('false');
    await dialog(page).getByRole('button', { name: 'Deliver' }).click();
    await page.waitForURL('**/webhooks/2');
    await badge(page, 'Delivered').waitFor();
    const [, second] = await world.webhooks.list();
    expect(second).toMatchObject({ state: 'delivered', attempts: [{ fields: { success: 'false' } }] });
  });
});
