import { expect, test } from '@jest/globals';
import { refuseNumberAlone, refuseUnknownName } from '../../../src/lab/sweep/only.ts';

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

test('--only with a number alone names the scenarios that it may be', () => {
  const trials = ['send-fax-busy', 'get-fax-hang', 'fax-busy', 'webhook-never'].map((name) => ({
    name: `sweep-001-${name}`,
  }));
  expect(() => refuseNumberAlone('001', trials)).toThrow(
    'got "001"; it may be sweep-001-send-fax-busy, sweep-001-get-fax-hang, sweep-001-fax-busy, and 1 more',
  );
  expect(() => refuseNumberAlone('001', trials.slice(0, 1))).not.toThrow();
  expect(() => refuseNumberAlone('001-fax', trials)).not.toThrow();
});
