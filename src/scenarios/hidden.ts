import { scopeOf } from './effects.ts';
import { holds } from './fact-tests.ts';
import type { FactComparison, Rule, Scenario, Value } from './scenario.ts';
import { firesAlways } from './warnings.ts';

interface Active {
  readonly scenario: Scenario;
  /** When it was switched on, in ms on the world's clock. */
  readonly since: number;
}

interface ActiveRule {
  readonly label: string;
  readonly rule: Rule;
  /** The rest of its window, in ms on the world's clock. */
  readonly from: number;
  readonly until: number;
}

/** Above this number of rules the search would take noticeable time; such texts are made by programs. */
const comparedMax = 1000;

/**
 * The rules that never fire from now on, because a rule of an earlier scenario takes all that they match, each with that rule, as
 * `scenario/rule`. `active` is in the order of matching; `now` is in ms on the world's clock.
 */
export function hiddenRules(active: readonly Active[], now: number): ReadonlyMap<string, string> {
  const hidden = new Map<string, string>();
  const rules = active.reduce((sum, { scenario }) => sum + scenario.rules.length, 0);
  if (active.length < 2 || rules > comparedMax) return hidden;
  const earlier: ActiveRule[] = [];
  for (const { scenario, since } of active) {
    const own = scenario.rules.map((rule): ActiveRule => ({
      label: `${scenario.name}/${rule.id}`,
      rule,
      from: Math.max(since + rule.during.from, now),
      until: since + rule.during.until,
    }));
    for (const one of own) {
      const by = one.rule.on.map((on) => earlier.find((other) => takesAll(other, one, on))?.label);
      const [first] = by;
      if (first !== undefined && !by.includes(undefined)) hidden.set(one.label, first);
    }
    earlier.push(...own.filter(({ rule }) => firesAlways(rule) && rule.state === undefined));
  }
  return hidden;
}

/** Whether an earlier rule fires on each match of a later one, as far as that listens to `on`. */
function takesAll(earlier: ActiveRule, later: ActiveRule, on: string): boolean {
  const [one, other] = [earlier.rule, later.rule];
  return (
    one.isOnTop === other.isOnTop &&
    (one.on.some((word) => word === on) || (scopeOf(on) === 'answer' && one.on.includes('*'))) &&
    (one.per === other.per || one.per === 'rule' || one.per === 'account') &&
    earlier.from <= later.from &&
    earlier.until >= later.until &&
    [...one.where].every(([fact, wanted]) => isAnyRecipient(fact, wanted, on) || follows(wanted, other.where.get(fact)))
  );
}

/** Whether a condition holds for each fax, as that of a number that is left empty. */
const isAnyRecipient = (fact: string, wanted: Value | FactComparison, on: string): boolean =>
  on === 'fax' && fact === 'to' && typeof wanted === 'object' && wanted.contains === '';

/** Whether a fact that meets `known` also meets `wanted`, in the cases that are easy to tell. */
function follows(wanted: Value | FactComparison, known: Value | FactComparison | undefined): boolean {
  if (known === undefined) return false;
  if (textOf(wanted) === textOf(known)) return true;
  if (typeof wanted === 'object' && wanted.not !== undefined) return false; // a list may have other values too
  if (typeof known !== 'object') return holds(wanted, known);
  if (known.in !== undefined) return known.in.every((value) => holds(wanted, value));
  const isPart = typeof wanted === 'object' && Object.keys(wanted).join() === 'contains';
  return isPart && known.contains !== undefined && holds(wanted, known.contains);
}

const textOf = (condition: Value | FactComparison): string =>
  JSON.stringify(typeof condition === 'object' ? { ...condition, matches: condition.matches?.source } : condition);
