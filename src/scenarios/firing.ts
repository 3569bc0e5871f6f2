import { draw } from '../model/domain/draws.ts';
import { writtenPhone } from '../model/numbering/phone-text.ts';
import { isSingle } from '../model/shared/objects.ts';
import { advanceState, useQuotaOf, countKeyOf, countMore, isByOrder, isTurn, keyOf } from './active-scenario.ts';
import type { ActiveScenario } from './active-scenario.ts';
import { retryAfterOf } from './expectation-monitor.ts';
import type { Observation } from './expectations.ts';
import { isRequest } from './rule-subject.ts';
import { holds, isSameText } from './fact-tests.ts';
import type { Miss, RuleSubject } from './rule-subject.ts';
import type { Fired } from './fired.ts';
import type { Rule, Scenario } from './scenario.ts';

/** The context in which a rule is matched. */
export interface FiringContext {
  readonly subject: RuleSubject;
  /** Returns the result of `sameRequest` for the subject. */
  readonly same: () => string;
  /** Collects notifications for the expectations, to be sent when the event has happened. */
  readonly notices: (() => void)[];
  /** Instant on the world's clock, in ms. */
  readonly now: number;
  readonly seed: number;
}

/**
 * Counts a match of a rule, and a firing if it fires; otherwise returns the reason. The label contains the number of
 * the firing. The key of its draws contains that number only if the rule depends on the order of requests. Otherwise
 * the draws do not depend on that order either.
 */
export function fire(
  active: ActiveScenario,
  rule: Rule,
  { subject, same, notices, now, seed }: FiringContext,
): Fired | Miss {
  const miss = missOf(active, rule, subject, now);
  if (miss !== undefined) return miss;
  const counted = countKeyOf(rule, subject);
  if (counted === undefined) return { part: 'per' };
  const key = keyOf(rule, counted);
  if (!isTurn(rule, countMore(active.counts, key, 'matches'))) return { part: 'turn' };
  // Below 1; 0 for a rule that does not depend on chance.
  const chanceDraw = rule.chance === 1 ? 0 : draw(seed, active.scenario.name, rule.id, same());
  if (chanceDraw >= rule.chance) return { part: 'chance', drawn: chanceDraw };
  const retryAfter = useQuotaOf(active, rule, key, now);
  if (retryAfter === 0) return { part: 'rate_limit' };
  const { fired } = countMore(active.counts, key, 'fired');
  advanceState(active, rule, fired);
  const monitor = subject.isOfConsole === true ? undefined : active.monitors.get(rule.id);
  if (monitor !== undefined) {
    const observation = observationFor(rule, subject, now);
    const wait = retryAfterOf(rule, retryAfter, now);
    notices.push(() => monitor.notify((expectation) => expectation.touched?.(observation, wait)));
  }
  const name = `${active.scenario.name}/${rule.id}`;
  const what = isByOrder(rule) ? counted : subject.identity();
  const nth = isByOrder(rule) ? fired : active.same.next(`${rule.id} ${what}`);
  const label = `${name}#${active.same.next(`firings of ${rule.id}`)}`;
  return { label, key: `${name} ${what} ${nth}`, do: rule.do, retryAfter, monitor };
}

/** The observation of a subject for the expectations of a rule. */
export function observationFor(rule: Rule, subject: RuleSubject, at: number): Observation {
  return {
    on: subject.on,
    label: subject.label(),
    at,
    identity: subject.identity(),
    countKey: countKeyOf(rule, subject),
  };
}

function missOf({ since, state }: ActiveScenario, rule: Rule, subject: RuleSubject, now: number): Miss | undefined {
  if (!isOn(rule, subject)) return { part: 'on' };
  const age = now - since;
  if (age < rule.during.from || age >= rule.during.until) return { part: 'during' };
  if (rule.state !== undefined && rule.state !== state.value) return { part: 'state' };
  for (const [fact, condition] of rule.where) if (!holds(condition, subject.fact(fact))) return { part: 'where', fact };
  return undefined;
}

/** Whether a rule applies to subjects of this kind at all. */
function isOn(rule: Rule, subject: RuleSubject): boolean {
  return rule.on.includes(subject.on) || (rule.on.includes('*') && isRequest(subject));
}

/** The rules of a scenario for one kind of subject, indexed by the fact that most of them compare with a single value. */
interface RuleListeners {
  readonly all: readonly Rule[];
  /** The fact that most rules compare with a single value; undefined if fewer than two do. */
  readonly fact: string | undefined;
  /** The values with which rules compare the fact, as text; numbers also in E.164. */
  readonly values: ReadonlySet<string>;
  /** The rules that do not compare the fact with a single value. */
  readonly others: readonly Rule[];
}

const known = new WeakMap<Scenario, Map<string, RuleListeners>>();

/**
 * The rules of a scenario that may fire for a subject, in order. Rules on other operations, or for another fax or
 * number, cost nothing.
 */
export function rulesFor(scenario: Scenario, subject: RuleSubject): readonly Rule[] {
  const byKind = known.get(scenario) ?? new Map<string, RuleListeners>();
  known.set(scenario, byKind);
  const listeners = byKind.get(subject.on) ?? arrange(scenario.rules.filter((rule) => isOn(rule, subject)));
  byKind.set(subject.on, listeners);
  const { all, fact, values, others } = listeners;
  if (fact === undefined) return all;
  const value = subject.fact(fact);
  if (Array.isArray(value)) return all; // a list may have several of the values
  const text = isSingle(value) ? String(value) : undefined;
  if (text === undefined || !(values.has(text) || values.has(writtenPhone(text) ?? text))) return others;
  return all.filter((rule) => isSameText(text, textWanted(rule, fact) ?? text));
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
    values: new Set(texts.filter((text) => text !== undefined).flatMap((text) => [text, writtenPhone(text) ?? text])),
    others: all.filter((_, at) => texts[at] === undefined),
  };
}

/** The single value with which a rule compares a fact, as text; undefined for other comparisons, or without one. */
function textWanted({ where }: Rule, fact: string): string | undefined {
  const condition = where.get(fact);
  return condition === undefined || typeof condition === 'object' ? undefined : String(condition);
}
