import { describe, expect, test } from '@jest/globals';
import { hiddenRules } from '../../src/scenarios/hidden.ts';
import { loadScenario } from '../../src/scenarios/load.ts';

/** A scenario with one rule, given in the flow style of YAML. */
const scenario = (name: string, rule: string) =>
  loadScenario(`${name}.yaml`, `name: ${name}\ndescription: a test\nrules:\n  - { id: r, ${rule} }\n`);

/** The rule that hides the later one of two, which is switched on `laterBy` ms after the other; negative for before. */
function hiderOf(earlier: string, later: string, laterBy = 0, now = 2000): string | undefined {
  const active = [
    { scenario: scenario('a', earlier), since: 0 },
    { scenario: scenario('b', later), since: laterBy },
  ];
  return hiddenRules(active, now).get('b/r');
}

const course = 'do: { course: [{ after: pace, status: failure, error: 17 }] }';
const busy = (part: string) => `on: fax, where: { fax.direction: sent, to: { contains: '${part}' } }, ${course}`;
const fails = 'do: { fail: unavailable }';

describe('a rule is hidden by one of an earlier scenario', () => {
  test.each([
    ['with the same number', busy('+12025550123'), busy('+12025550123')],
    ['with a part of its number', busy('+1202'), busy('+12025550123')],
    ['with a part of its number in another notation', busy('202 555'), busy('+12025550123')],
    ['for all numbers', busy(''), `on: fax, where: { fax.direction: sent }, ${course}`],
    ['for all sent faxes', `on: fax, where: { fax.direction: sent }, ${course}`, busy('+12025550123')],
    ['without conditions', `on: sendFax, ${fails}`, `on: sendFax, where: { version: v1 }, times: 2, ${fails}`],
    ['on every request', `on: '*', ${fails}`, `on: [sendFax, getFax], ${fails}`],
    [
      'for one of a list',
      `on: getFax, where: { version: { in: [v1, v2] } }, ${fails}`,
      `on: getFax, where: { version: v2 }, ${fails}`,
    ],
    [
      'in a longer window',
      `on: getFax, during: { until: 9m }, ${fails}`,
      `on: getFax, during: { from: 1m, until: 2m }, ${fails}`,
    ],
  ])('%s', (_, earlier, later) => {
    expect(hiderOf(earlier, later)).toBe('a/r');
  });
});

test('a rule is hidden also by one that was switched on after it, and so goes before it', () => {
  expect(hiderOf(busy(''), busy('+12025550123'), -1000)).toBe('a/r');
});

describe('a rule is not hidden by one of an earlier scenario', () => {
  test.each([
    ['with another number', busy('+12025550199'), busy('+12025550123')],
    ['with a longer part', busy('+12025550123'), busy('+1202')],
    ['that ends by a count', `on: sendFax, times: 2, ${fails}`, `on: sendFax, ${fails}`],
    ['that depends on chance', `on: sendFax, chance: 0.5, ${fails}`, `on: sendFax, ${fails}`],
    ['that depends on a state', `on: sendFax, state: bad, ${fails}`, `on: sendFax, ${fails}`],
    ['on other operations', `on: getFax, ${fails}`, `on: [sendFax, getFax], ${fails}`],
    ['on faxes', `on: fax, ${course}`, `on: '*', ${fails}`],
    ['that adds its effects', `on: sendFax, on_top: true, do: { delay: 1s }`, `on: sendFax, ${fails}`],
    ['in a shorter window', `on: getFax, during: { until: 1m }, ${fails}`, `on: getFax, ${fails}`],
    ['that excludes a value', `on: fax, where: { to: { not: '+12025550199' } }, ${course}`, busy('+12025550123')],
    [
      'with another pattern',
      `on: fax, where: { to: { matches: '^.1' } }, ${course}`,
      `on: fax, where: { to: { matches: '^.2' } }, ${course}`,
    ],
  ])('%s', (_, earlier, later) => {
    expect(hiderOf(earlier, later)).toBeUndefined();
  });

  test('if that one begins later', () => {
    const begins = `on: getFax, during: { from: 1m }, ${fails}`;
    const outcomes = [2000, 60_000].map((now) => hiderOf(begins, `on: getFax, ${fails}`, 0, now));
    expect(outcomes).toEqual([undefined, 'a/r']);
  });

  test('if that one ends before it, since it was switched on earlier', () => {
    const ends = `on: getFax, during: { until: 1m }, ${fails}`;
    expect([hiderOf(ends, ends), hiderOf(ends, ends, 1000)]).toEqual(['a/r', undefined]);
  });

  test('among more rules than are compared', () => {
    const [one] = scenario('a', `on: getFax, ${fails}`).rules;
    const many = { ...scenario('a', `on: getFax, ${fails}`), rules: Array.from({ length: 1001 }, () => one!) };
    const active = [many, scenario('b', `on: getFax, ${fails}`)].map((each) => ({ scenario: each, since: 0 }));
    expect(hiddenRules(active, 0).size).toBe(0);
  });
});
