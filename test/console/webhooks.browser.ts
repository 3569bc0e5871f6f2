import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';
import { portOf } from '../support/port.ts';

describeInBrowser('webhooks by endpoint', ({ newWorld, open }) => {
  let status = 500;
  let receiver: Server;
  beforeEach(() => {
    receiver = createServer((_request, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
  });
  afterEach(() => {
    receiver.close();
  });

  test('have a success rate, and all that failed is retried at once', async () => {
    const url = `http://127.0.0.1:${await portOf(receiver)}/fax`;
    const world = await newWorld({ settings: { webhook_token: 'the-webhook-token-of-a-test' } });
    status = 500;
    const { fax } = await world.simulate.receive({ from: '+12025550123' });
    const { id } = await world.webhooks.send({ fax: fax!.id, url });
    await world.clock.advance('30d');
    expect(await world.webhooks.list({ state: 'failed' })).toMatchObject([{ id }]);

    for (const theme of ['light', 'dark'] as const) {
      const page = await open(world, 'webhooks', { theme });
      await page.locator('.row', { hasText: '+1 202 555 0123' }).first().waitFor();
      await page
        .locator('.part', { hasText: url })
        .locator('.facts', { hasText: /0 % of \d+ attempts/ })
        .waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }

    const page = await open(world, `webhooks/${id}`);
    await page.locator('summary', { hasText: /\d+ × 500 since/ }).click();
    await page.locator('.attempt-table a').first().waitFor();
    await page.locator('.signature-line code').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    status = 200;
    await page.goto(page.url().replace(/webhooks.*/, 'webhooks'));
    await page.getByRole('button', { name: 'Retry 1 that failed' }).click();
    await page.locator('.row', { hasText: `again of` }).first().waitFor();
    await page.getByRole('button', { name: /that failed/ }).waitFor({ state: 'detached' });
  });
});
