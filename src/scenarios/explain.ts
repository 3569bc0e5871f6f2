import { durationText } from '../model/shared/duration.ts';
import { scenarioText } from '../model/shared/scenario-text.ts';
import { shellWord } from '../model/shared/words.ts';
import { isUsedUp } from './active-scenario.ts';
import { keyOfEffect } from './effects.ts';
import type { ScenarioEngine } from './engine.ts';
import type { Miss, RuleSubject } from './rule-subject.ts';
import type { FactComparison, Scenario, Value } from './scenario.ts';

type RuleOutcome = ReturnType<ScenarioEngine['try']>[number];

/** Whether a rule would fire, and why. */
export interface Explanation {
  readonly scenario: string;
  readonly rule: string;
  readonly fires: boolean;
  readonly why: string;
}

/**
 * Explains for each rule, in the order of matching, whether it would fire now for this subject. Changes no count and no
 * state.
 */
export function explain(scenarios: Pick<ScenarioEngine, 'try'>, subject: RuleSubject, named?: Scenario): Explanation[] {
  let first: string | undefined;
  return scenarios.try(subject, named).map((trial): Explanation => {
    const { scenario, rule, outcome } = trial;
    const labels = { scenario, rule: rule.id };
    if ('part' in outcome) return { ...labels, fires: false, why: whyNot(outcome, trial, subject) };
    if (first !== undefined) return { ...labels, fires: false, why: `would fire, but ${first} goes before it` };
    first = scenarioText(`${scenario}/${rule.id}`);
    return { ...labels, fires: true, why: `${effectsOf(rule)}; as ${scenarioText(outcome.label)}` };
  });
}

const effectsOf = ({ do: effects }: RuleOutcome['rule']): string => Object.keys(effects).map(keyOfEffect).join(', ');

function whyNot(miss: Miss, { rule, age, state, count }: RuleOutcome, subject: RuleSubject): string {
  switch (miss.part) {
    case 'on':
      return whyNoMore({ rule, age, count }) ?? `listens to ${rule.on.join(', ')}`;
    case 'during':
      return outsideOf(rule, age);
    case 'state':
      return `wants the state ${rule.state ?? ''}, and the scenario is in ${state ?? 'none'}`;
    case 'where':
      return wrongFact(miss.fact, rule.where.get(miss.fact), subject);
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

/** `fax.direction is "received", but must be "sent"`; for a fact that a person left out, with the word that gives it. */
function wrongFact(name: string, wanted: Value | FactComparison | undefined, subject: RuleSubject): string {
  const fact = subject.fact(name);
  const isLeftOut = fact === undefined && subject.isOfFacts === true;
  const given = isLeftOut ? 'is not given' : `is ${showFact(fact)}`;
  const advice = isLeftOut && typeof wanted !== 'object' ? `: add ${shellWord(`${name}=${wanted ?? ''}`)}` : '';
  return `${name} ${given}, but must ${wantedOf(wanted)}${advice}`;
}

/** Why a rule fires no more for any subject; undefined if it still can. */
function whyNoMore({ rule, age, count }: Pick<RuleOutcome, 'rule' | 'age' | 'count'>): string | undefined {
  if (age >= rule.during.until) return outsideOf(rule, age);
  return isUsedUp(rule, count.fired) ? turnOf(rule, count) : undefined;
}

const outsideOf = ({ during }: RuleOutcome['rule'], age: number): string =>
  `is on ${windowOf(during)}, and the scenario has been on for ${shownTime(age)}`;

function turnOf({ after, every, times }: RuleOutcome['rule'], { matches, fired }: RuleOutcome['count']): string {
  if (fired >= times) return `is used up: it has fired ${fired} ${fired === 1 ? 'time' : 'times'}, of ${times}`;
  if (matches <= after)
    return `skips the first ${after === 1 ? 'match' : `${after} matches`}, and this is number ${matches}`;
  return `fires on every ${ordinal(every)} match${after > 0 ? ` after ${after}` : ''}, and this is number ${matches}`;
}

const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** 1st, 2nd, 3rd. The Intl rules are only made on use, because the first ones of a process take 12 ms. */
const ordinal = (n: number): string =>
  `${n}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)] ?? 'th'}`;

const windowOf = ({ from, until }: RuleOutcome['rule']['during']): string =>
  `from ${shownTime(from)}${until === Infinity ? '' : ` until ${shownTime(until)}`}`;

const shownTime = (ms: number): string => (ms === 0 ? '0s' : durationText(ms));

const showFact = (fact: unknown): string => (fact === undefined ? 'not there' : JSON.stringify(fact));

function wantedOf(condition: Value | FactComparison | undefined): string {
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
