import { expect, test } from '@jest/globals';
import type { Expected, ExpectedFax, ExpectedWebhook } from '../../../src/package/jest/jest.ts';
import { matchers } from '../../../src/package/jest/jest.ts';

const since = '2026-01-01T00:00:00Z';
const bounds = { times: 1, exactly: 1, at_least: 1, at_most: 1, none_after: 1, since, until: since };

const request: Required<Expected> = {
  ...bounds,
  version: 'v2.1',
  method: 'POST',
  path: '/v2.1/faxes',
  status: 200,
  rule: 'busy',
  key: 'live',
  number: '+12025550123',
  fax: 1,
  params: {},
  lint: 'any',
};

const webhook: Required<ExpectedWebhook> = {
  ...bounds,
  event: 'fax_completed',
  fax: 1,
  state: 'delivered',
  url: '**',
  status: 200,
  attempts: 1,
  fields: {},
};

const fax: Required<ExpectedFax> = {
  status: 'failure',
  error: 17,
  direction: 'sent',
  number: '+12025550123',
  pages: 1,
  tags: {},
};

const log = { verify: () => Promise.resolve({ passed: true, message: '' }) };

test.each(Object.entries(request))('toHaveReceived takes %s', async (name, value) => {
  expect(await matchers.toHaveReceived(log, 'sendFax', { [name]: value })).toMatchObject({ pass: true });
});

test.each(Object.entries(webhook))('toHaveDelivered takes %s', async (name, value) => {
  expect(await matchers.toHaveDelivered(log, { [name]: value })).toMatchObject({ pass: true });
});

test.each(Object.entries(fax))('toHaveFax takes %s', async (name, value) => {
  expect(await matchers.toHaveFax(log, 7, { [name]: value })).toMatchObject({ pass: true });
});

test('toHaveFax refuses what no fax has', async () => {
  await expect(matchers.toHaveFax(log, 7, { state: 'sent' })).rejects.toThrow('toHaveFax: state is not known here');
  await expect(matchers.toHaveFax(log, {})).rejects.toThrow('toHaveFax expects the id of a fax');
});
