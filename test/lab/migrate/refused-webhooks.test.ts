import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunningSimulator } from '../../../src/index.ts';
import { migrationReport } from '../../../src/lab/migrate/sections.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { freePort } from '../../support/port.ts';
import { program, simulator } from './program.ts';

let running: RunningSimulator;
let receiver: WebhookReceiver;
let status = 200;
beforeAll(async () => {
  [running, receiver] = await Promise.all([simulator(), startReceiver(() => status)]);
});
afterAll(() => Promise.all([running.close(), receiver.close()]));

test('a refused webhook is named after the list for a board, with the setting that signs webhooks', async () => {
  status = 401;
  const own = await program(running);
  await own.send({ callback_url: receiver.url });
  await own.world.clock.advance('1h');
  const report = await own.report();
  expect(report.refused_webhooks).toEqual([
    { what: '1 webhook: webhook 1', reason: expect.stringContaining('--webhook-token signs its webhooks') },
  ]);
  expect(migrationReport(report).sections[1]).toMatchObject({ title: 'Webhooks that the program refused' });
  expect(textOf(migrationReport(report))).toContain('refused: 1 webhook: webhook 1\n   Answered 401');
});

test('a webhook that the program accepts is not among the refused ones', async () => {
  status = 200;
  const own = await program(running);
  await own.send({ callback_url: receiver.url });
  await own.world.clock.advance('1h');
  expect(await own.report()).toMatchObject({ webhooks: { count: 1 }, refused_webhooks: [] });
});

test('a webhook that nothing takes has its reason, and the report says what it could not see', async () => {
  const own = await program(running);
  const port = await freePort();
  await own.send({ callback_url: `http://127.0.0.1:${port}/fax` });
  await own.world.clock.advance('1h');
  const report = await own.report();
  expect(report).toMatchObject({ webhooks: { count: 1, taken: 0 }, refused_webhooks: [] });
  expect(report.left_out).toEqual(['traps that only a webhook shows: no webhook was taken']);
  expect(textOf(migrationReport(report))).toContain(`not taken: connection refused at 127.0.0.1:${port}`);
});
