import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadScenario } from '../../src/scenarios/load.ts';
import { holds } from '../../src/scenarios/fact-tests.ts';
import { rulesFor } from '../../src/scenarios/firing.ts';
import type { RuleSubject } from '../../src/scenarios/rule-subject.ts';

const facts = ['params.id', 'params.to', 'fax.status'];

const aValue = fc.constantFrom(
  ...['1', '2', 'undefined', 'null', '[object Object]'],
  ...['+12025550101', '+1 202 555 0101', '(202) 555-0101', '2025550101'],
);
const aComparison = fc.oneof(
  aValue.map((value) => `'${value}'`),
  fc.constantFrom('1', 'true', '{ not: 1 }', "{ in: ['1', '2'] }", '{ exists: false }'),
);
const aRule = fc.record({
  on: fc.constantFrom('getFax', "'*'", 'resendFax'),
  where: fc.dictionary(fc.constantFrom(...facts), aComparison),
});
const aSubject = fc.dictionary(
  fc.constantFrom(...facts),
  fc.oneof(aValue, fc.constantFrom(1, true, null, undefined), fc.array(aValue, { maxLength: 2 })),
);

describe('The rules for a subject', () => {
  it('are all rules of its operation whose conditions hold, in order', () => {
    fc.assert(
      fc.property(fc.array(aRule, { minLength: 1, maxLength: 8 }), aSubject, (rules, known) => {
        const scenario = loadScenario('random.yaml', textOf(rules));
        const subject = subjectWith(known);
        const isMatch = (rule: (typeof scenario.rules)[number]): boolean =>
          (rule.on.includes('getFax') || rule.on.includes('*')) &&
          [...rule.where].every(([fact, wanted]) => holds(wanted, subject.fact(fact)));
        expect(rulesFor(scenario, subject).filter(isMatch)).toEqual(scenario.rules.filter(isMatch));
      }),
    );
  });

  it('leave out the rules for other faxes', () => {
    const rules = ["'1'", "'2'", '{ not: 9 }', "'3'"].map((id) => ({ on: 'getFax', where: { 'params.id': id } }));
    const scenario = loadScenario('faxes.yaml', textOf(rules));
    const idsFor = (id: string) => rulesFor(scenario, subjectWith({ 'params.id': id })).map((rule) => rule.id);
    expect(idsFor('2')).toEqual(['r1', 'r2']);
    expect(idsFor('4')).toEqual(['r2']);
  });
});

function textOf(rules: readonly { readonly on: string; readonly where: Readonly<Record<string, string>> }[]): string {
  const lines = rules.map(({ on, where }, at) => {
    const conditions = Object.entries(where).map(([fact, wanted]) => `'${fact}': ${wanted}`);
    return `  - { id: r${at}, on: ${on}, where: { ${conditions.join(', ')} }, do: { fail: unavailable } }`;
  });
  return `name: random\ndescription: Rules at random.\nrules:\n${lines.join('\n')}`;
}

function subjectWith(known: Readonly<Record<string, unknown>>): RuleSubject {
  return {
    on: 'getFax',
    fact: (name) => known[name],
    fax: undefined,
    number: undefined,
    identity: () => 'one',
    label: () => 'GET /v2.1/faxes/1',
  };
}
