import { isSingle } from '../shared/objects.ts';
import { isRequest } from './rule-subject.ts';
import type { RuleSubject } from './rule-subject.ts';
import type { Rule, Scenario } from './scenario.ts';

/** Whether a rule listens to such subjects at all. */
export function isOn(rule: Rule, subject: RuleSubject): boolean {
  return rule.on.includes(subject.on) || (rule.on.includes('*') && isRequest(subject));
}

/** The rules of a scenario for one kind of subject, arranged by the value that most of them want one fact to have. */
interface RuleListeners {
  readonly all: readonly Rule[];
  /** The fact that most rules compare with one value; undefined: fewer than two do. */
  readonly fact: string | undefined;
  /** The values that rules want it to have, as text. */
  readonly values: ReadonlySet<string>;
  /** The rules that do not compare it with one value. */
  readonly others: readonly Rule[];
}

const known = new WeakMap<Scenario, Map<string, RuleListeners>>();

/**
 * The rules of a scenario that may fire for a subject, in order. Rules on other operations, and rules for another fax or
 * number than the subject's, cost nothing.
 */
export function rulesFor(scenario: Scenario, subject: RuleSubject): readonly Rule[] {
  const { all, fact, values, others } = listenersOf(scenario, subject);
  if (fact === undefined) return all;
  const value = subject.fact(fact);
  if (Array.isArray(value)) return all; // it may have several of the values
  const text = isSingle(value) ? String(value) : undefined;
  if (text === undefined || !values.has(text)) return others;
  return all.filter((rule) => (textWanted(rule, fact) ?? text) === text);
}

function listenersOf(scenario: Scenario, subject: RuleSubject): RuleListeners {
  const byKind = known.get(scenario) ?? new Map<string, RuleListeners>();
  known.set(scenario, byKind);
  const listeners = byKind.get(subject.on) ?? arrange(scenario.rules.filter((rule) => isOn(rule, subject)));
  byKind.set(subject.on, listeners);
  return listeners;
}

function arrange(all: readonly Rule[]): RuleListeners {
  const counts = new Map<string, number>();
  for (const { where } of all)
    for (const [fact, condition] of where)
      if (typeof condition !== 'object') counts.set(fact, (counts.get(fact) ?? 0) + 1);
  const [fact, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  if (count < 2) return { all, fact: undefined, values: new Set(), others: all };
  const texts = all.map((rule) => textWanted(rule, fact));
  return {
    all,
    fact,
    values: new Set(texts.filter((text) => text !== undefined)),
    others: all.filter((_, at) => texts[at] === undefined),
  };
}

/** The one value that a rule wants a fact to have, as text; undefined: it compares otherwise, or not at all. */
function textWanted({ where }: Rule, fact: string): string | undefined {
  const condition = where.get(fact);
  return condition === undefined || typeof condition === 'object' ? undefined : String(condition);
}
