import { expect, test } from '@jest/globals';
import type { Expected, ExpectedWebhook } from '../../../src/tools/jest/jest.ts';
import { matchers } from '../../../src/tools/jest/jest.ts';

const bounds = { times: 1, exactly: 1, at_least: 1, at_most: 1, none_after: 1, since: '2026-01-01T00:00:00Z' };

const request: Required<Expected> = {
  ...bounds,
  version: 'v2.1',
  method: 'POST',
  path: '/v2.1/faxes',
  status: 200,
  rule: 'busy',
  key: 'live',
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

const log = { verify: () => Promise.resolve({ passed: true, message: '' }) };

test.each(Object.entries(request))('toHaveReceived takes %s', async (name, value) => {
  expect(await matchers.toHaveReceived(log, 'sendFax', { [name]: value })).toMatchObject({ pass: true });
});

test.each(Object.entries(webhook))('toHaveDelivered takes %s', async (name, value) => {
  expect(await matchers.toHaveDelivered(log, { [name]: value })).toMatchObject({ pass: true });
});
