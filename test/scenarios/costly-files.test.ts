import { describe, expect, test } from '@jest/globals';
import { lintScenario, loadScenario } from '../../src/scenarios/load.ts';
import { scenarioBytesMax } from '../../src/scenarios/scenario.ts';
import { patternStepsMax, readPattern } from '../../src/scenarios/schema-primitives.ts';
import { repeats } from '../support/soak.ts';

const rule = (where: string): string => `rules: [{ id: x, on: getFax, where: { ${where} }, do: { fail: invalid } }]`;
const scenario = (where: string, above = ''): string => `name: a\ndescription: b\n${above}${rule(where)}`;

/** Copies that fill a part of a file: nearly a whole one with `npm run soak`. */
const filling = (copy: string): string => copy.repeat(((scenarioBytesMax - 1024) * repeats(1, 32)) / 32 / copy.length);

/** With `npm run soak` the first of these would take minutes if the time to read it grew with the square of its length. */
describe('a file that is made to take long is refused like any other', () => {
  test.each([
    ['texts after the end', filling('"'), 'there is more text after the end'],
    ['anchors', filling('&a '), 'A node can have at most one anchor'],
    ['tags', filling('! '), 'A node can have at most one tag'],
    ['the same key', `{${filling('a: b, ')}}`, 'Map keys must be unique'],
    ['groups as keys', `${'{'.repeat(99)}${filling('a,')}${'}'.repeat(99)}`, 'Map keys must be text'],
  ])('of many times %s', (_what, source, fault) => {
    expect(() => loadScenario('a.yaml', source)).toThrow(fault);
  });

  test('of many keys', () => {
    const keys = Array.from({ length: repeats(2000, 15_000) }, (_, index) => `k${index}: 1,`).join('');
    expect(() => loadScenario('a.yaml', `{${keys}}`)).toThrow('a.yaml:1: name is required');
  });
});

test('twice the rules take about twice the time to check', () => {
  const textOf = (count: number): string => {
    const rules = Array.from({ length: count }, (_, nth) => `  - { id: r${nth}, on: getFax, do: { fail: invalid } }`);
    return `name: many\ndescription: Many rules.\nrules:\n${rules.join('\n')}`;
  };
  const cpuMsOf = (count: number): number => {
    const before = process.cpuUsage();
    lintScenario('many.yaml', textOf(count));
    return process.cpuUsage(before).user / 1000;
  };
  cpuMsOf(500); // the first is slow
  const few = Math.min(cpuMsOf(250), cpuMsOf(250));
  // Eight times the rules: 64 times the time if each were compared with each.
  expect(Math.min(cpuMsOf(2000), cpuMsOf(2000)) / few).toBeLessThan(32);
});

test('parameters put no more text into a file than a whole file may have', () => {
  const long = 'y'.repeat(scenarioBytesMax / 4);
  const put = (times: number): string => scenario(`params.to: '${'${p}'.repeat(times)}'`, `params: { p: ${long} }\n`);
  expect(loadScenario('a.yaml', put(4)).name).toBe('a');
  const fault = `must leave all that parameters put in its file at most ${scenarioBytesMax} characters`;
  expect(() => loadScenario('a.yaml', put(5))).toThrow(`a.yaml:4: rule x: where.params.to ${fault}`);
  expect(() => loadScenario('a.yaml', put(90_000))).toThrow(fault);
});

describe('a pattern of many steps is refused, since each character of a fact may cost as many', () => {
  test.each(['\\pL{1000}\\pL{1000}', 'a?'.repeat(1000) + 'a'.repeat(1000)])('%.20s', (source) => {
    expect(readPattern(source)).toEqual({
      fault: expect.stringContaining(`must be a pattern of at most ${patternStepsMax} steps, got `),
    });
  });

  test('one that repeats a thousand times is not', () => {
    expect(readPattern('^\\pL{1000}$')).toMatchObject({ source: '^\\pL{1000}$' });
  });
});
