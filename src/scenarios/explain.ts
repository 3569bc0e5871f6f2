import { durationText } from '../model/domain/time.ts';
import { keyOfEffect, eventKinds, scopeOf } from './effects.ts';
import type { ScenarioEngine } from './engine.ts';
import type { Miss, RuleSubject } from './rule-subject.ts';
import type { Comparison, Scenario, Value } from './scenario.ts';
import { operationIds } from '../model/domain/operation.ts';
import { nearestText } from '../model/shared/words.ts';
import { absenceOf, faultOfFact, namesFax } from './facts.ts';
import { ReferenceFault } from './errors.ts';

type RuleOutcome = ReturnType<ScenarioEngine['try']>[number];

/** Whether a rule would fire, and why. */
export interface Explanation {
  readonly scenario: string;
  readonly rule: string;
  readonly fires: boolean;
  readonly why: string;
}

/**
 * Explains for each rule, in the order of matching, whether it would fire now for this subject, and why not. Nothing is
 * counted, and no state changes.
 */
export function explain(scenarios: Pick<ScenarioEngine, 'try'>, subject: RuleSubject, named?: Scenario): Explanation[] {
  let first: string | undefined;
  return scenarios.try(subject, named).map((trial): Explanation => {
    const { scenario, rule, outcome } = trial;
    const labels = { scenario, rule: rule.id };
    if ('part' in outcome) return { ...labels, fires: false, why: whyNot(outcome, trial, subject) };
    if (first !== undefined) return { ...labels, fires: false, why: `would fire, but ${first} goes before it` };
    first = `${scenario}/${rule.id}`;
    return { ...labels, fires: true, why: `${effectsOf(rule)}; as ${outcome.label}` };
  });
}

const effectsOf = ({ do: effects }: RuleOutcome['rule']): string => Object.keys(effects).map(keyOfEffect).join(', ');

function whyNot(miss: Miss, { rule, age, state, count }: RuleOutcome, subject: RuleSubject): string {
  switch (miss.part) {
    case 'on':
      return `listens to ${rule.on.join(', ')}`;
    case 'during':
      return `is on ${windowOf(rule.during)}, and the scenario has been on for ${shownTime(age)}`;
    case 'state':
      return `wants the state ${rule.state ?? ''}, and the scenario is in ${state ?? 'none'}`;
    case 'where':
      return `${miss.fact} is ${showFact(subject.fact(miss.fact))}, but must ${wantedOf(rule.where.get(miss.fact))}`;
    case 'per':
      return `counts for each ${rule.per}, and here is none`;
    case 'turn':
      return turnOf(rule, { matches: count.matches + 1, fired: count.fired });
    case 'chance':
      return `chance drew ${miss.drawn.toFixed(3)}, which is not below ${rule.chance}`;
    case 'rate_limit':
      return 'its quota is not used up';
  }
}

function turnOf({ after, every, times }: RuleOutcome['rule'], { matches, fired }: RuleOutcome['count']): string {
  if (fired >= times) return `is used up: it has fired ${fired} ${fired === 1 ? 'time' : 'times'}, of ${times}`;
  if (matches <= after)
    return `skips the first ${after === 1 ? 'match' : `${after} matches`}, and this is number ${matches}`;
  return `fires on every ${ordinal(every)} match${after > 0 ? ` after ${after}` : ''}, and this is number ${matches}`;
}

const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** 1st, 2nd, 3rd. The rules of a language are made here, as the first of a process take 12 ms. */
const ordinal = (n: number): string =>
  `${n}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)] ?? 'th'}`;

const windowOf = ({ from, until }: RuleOutcome['rule']['during']): string =>
  `from ${shownTime(from)}${until === Infinity ? '' : ` until ${shownTime(until)}`}`;

const shownTime = (ms: number): string => (ms === 0 ? '0s' : durationText(ms));

const showFact = (fact: unknown): string => (fact === undefined ? 'not there' : JSON.stringify(fact));

function wantedOf(condition: Value | Comparison | undefined): string {
  if (typeof condition !== 'object') return `be ${showFact(condition)}`;
  const { in: list, not, matches, contains, gt, lt, exists } = condition;
  const tests = [
    list && `be one of ${list.map(showFact).join(', ')}`,
    not !== undefined && `not be ${showFact(not)}`,
    matches && `match ${matches.source}`,
    contains !== undefined && `contain ${showFact(contains)}`,
    gt !== undefined && `be above ${gt}`,
    lt !== undefined && `be below ${lt}`,
    exists !== undefined && (exists ? 'be there' : 'not be there'),
  ];
  return tests.filter((test) => test !== undefined && test !== false).join(' and ');
}

const kinds = [...operationIds, ...eventKinds] as const;

/** Whether a word is an operation or an event. */
export const isSubjectKind = (word: string): boolean => kinds.some((known) => known === word);

/**
 * A request, a fax or a webhook with some facts only: `sendFax` with `params.to`. A fact that is given twice
 * is a list. Throws ReferenceFault for a fact that it never has.
 */
export function subjectFromFacts(on: string, pairs: readonly (readonly [name: string, value: string])[]): RuleSubject {
  const kind = kinds.find((known) => known === on);
  if (kind === undefined) throw new ReferenceFault(`there is no operation ${on}${nearestText(on, kinds)}`);
  const facts = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const fault = faultOfFact(name) ?? absenceOf(name, [on]);
    if (fault !== undefined) throw new ReferenceFault(`${name} ${fault}`);
    const before = facts.get(factKey(name));
    facts.set(factKey(name), before === undefined ? value : [before, value].flat());
  }
  const fact = (name: string): string | readonly string[] | undefined => facts.get(factKey(name));
  const isAnswer = scopeOf(on) === 'answer';
  /** The key of a real subject: the content of a call, or the id of a record. */
  const keyOf = (...names: string[]): string | undefined => {
    const value = names.map(fact).find((known) => known !== undefined);
    return value === undefined || !isAnswer ? value?.toString() : JSON.stringify(value);
  };
  return {
    on: kind,
    fact,
    fax: keyOf('fax.id', 'params.id') ?? (namesFax(on) || !isAnswer ? 'this one' : undefined),
    number: keyOf(...numbers),
    identity: () => JSON.stringify([kind, ...facts]),
    label: () => kind,
  };
}

/** The places of the number that something is about. */
const numbers = [
  'params.number',
  'number.phone_number',
  'params.to',
  'to',
  'params.port_numbers',
  'order.port_numbers.port_number',
];

/** Case counts in no name of a header. */
const factKey = (name: string): string => (name.startsWith('headers.') ? name.toLowerCase() : name);
