import { expect, test } from '@jest/globals';
import { refuseUnknownName } from '../../../src/lab/sweep/only.ts';

test.each([
  'lost-answer',
  'send-fax',
  'ax-bu',
  '-',
  'sweep-012-send-fax-lost-answer',
  '01-get-fax',
  'port-order-rejected',
  'webhook-never',
  'send-fax-lost-answer-then-list-faxes-unavailable',
  '001-send-fax-lost-answer-then-',
])('--only %s can name a scenario', (only) => {
  expect(() => refuseUnknownName(only)).not.toThrow();
});

test.each([
  ['lost-anser', 'lost-answer'],
  ['sendfax-busy', 'send-fax-busy'],
  ['sweep-001-send-fax-unavailble', 'send-fax-unavailable'],
  ['send-fax-lost-answer-then-list-faxxes', 'list-faxes'],
])('--only %s is no part of any name, and the nearest is %s', (only, near) => {
  expect(() => refuseUnknownName(only)).toThrow(`; the nearest is ${near}`);
});
