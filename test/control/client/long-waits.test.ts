import { createServer } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { connect } from '../../../src/control/client/connect.ts';
import type { WorldHandle } from '../../../src/control/client/connect.ts';
import { portOf } from '../../support/port.ts';

/** Finds nothing in two waits, then something. */
const timeouts: (string | null)[] = [];
const server = createServer((req, res) => {
  timeouts.push(new URL(req.url ?? '', 'http://127.0.0.1').searchParams.get('timeout'));
  res.end(JSON.stringify({ success: true, message: 'ok', data: timeouts.length % 3 === 0 ? { id: 7 } : null }));
});
afterAll(() => void server.close());

const wait: WorldHandle['webhooks']['wait'] = async (input) =>
  connect({ baseUrl: `http://127.0.0.1:${await portOf(server)}` }).webhooks.wait(input);

test('a long wait goes through proxies as several short ones', async () => {
  expect(await wait({ timeout: '4m' })).toEqual({ id: 7 });
  expect(timeouts.splice(0)).toEqual(['25s', '25s', '25s']);
});

test('a short wait is one request, and so is one that the simulator refuses', async () => {
  expect(await wait({ timeout: '20s' })).toBeNull();
  expect(await wait({ timeout: '5m' })).toBeNull();
  expect(await wait()).toEqual({ id: 7 });
  expect(timeouts.splice(0)).toEqual(['20s', '5m', null]);
});
