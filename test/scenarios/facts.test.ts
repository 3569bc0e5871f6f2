import { expect, test } from '@jest/globals';
import { itemFields, comparableFields } from '../../src/scenarios/facts.ts';
import { readPattern } from '../../src/scenarios/schema-primitives.ts';
import { writeRule, writeNumber } from '../../src/wire/v2-1/account.ts';
import { writeFax } from '../../src/wire/v2-1/faxes.ts';
import { writePortOrder } from '../../src/wire/v2-1/port-orders.ts';
import { blockingRule, phoneNumber, portOrder, sentFax } from '../support/examples.ts';

const sorted = (names: readonly string[]): string[] => [...names].sort();

test('facts of records have the names that v2.1 has for their fields', () => {
  const shown = {
    fax: writeFax.body(sentFax({ id: 1 })),
    number: writeNumber.body(phoneNumber()),
    rule: writeRule.body(blockingRule({ id: 1 })),
    order: writePortOrder.body(portOrder({ id: 1 })),
  };
  for (const [kind, body] of Object.entries(shown)) {
    expect(sorted(comparableFields[kind as keyof typeof comparableFields])).toEqual(sorted(Object.keys(body)));
  }
  expect(sorted(itemFields['fax.recipients'] ?? [])).toEqual(sorted(Object.keys(shown.fax.recipients?.[0] ?? {})));
  expect(sorted(itemFields['order.port_numbers'] ?? [])).toEqual(
    sorted(Object.keys(shown.order.port_numbers[0] ?? {})),
  );
});

test('no pattern keeps the simulator from its work, whatever the text is', () => {
  // A backtracking matcher would be at this for longer than any test may take.
  const text = `${'a'.repeat(60_000)}!`;
  for (const source of ['(a+)+$', '^(a|a)*$', '(a|aa)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)*x']) {
    const pattern = readPattern(source);
    expect('test' in pattern && pattern.test(text)).toBe(false);
  }
});

test('patterns are found anywhere in a text, with what they have of JavaScript’s own', () => {
  const finds = (source: string, text: string): boolean => {
    const pattern = readPattern(source);
    return 'test' in pattern && pattern.test(text);
  };
  expect(finds('55+', 'tel:+15550101')).toBe(true);
  expect(finds('^\\+1\\d{10}$', '+12025550101')).toBe(true);
  expect(finds('(?i)^CASE-(?<nr>\\d+)', 'case-4711')).toBe(true);
  expect(finds('\\u00e9', 'caf\u00e9')).toBe(true);
  expect(finds('^b', 'ab')).toBe(false);
  expect(finds('^a', 'a'.repeat(65_536))).toBe(true);
  expect(finds('^a', 'a'.repeat(65_537))).toBe(false);
});
