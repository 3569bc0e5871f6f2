import { nearestOrAll } from '../nearest.ts';
import { placeOf } from './places.ts';
import type { Comparison, Rule, Value } from './scenario.ts';

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong between rules, each of which is right by itself. */
export function faultsBetween(rules: readonly Rule[]): Fault[] {
  return [...hiddenRules(rules), ...unreachedStates(rules), ...idleThens(rules)];
}

/** Rules of one id, and rules that an earlier one always goes before. */
function hiddenRules(rules: readonly Rule[]): Fault[] {
  return rules.flatMap((rule, index): Fault[] => {
    const earlier = rules.slice(0, index);
    const path = ['rules', index];
    if (earlier.some(({ id }) => id === rule.id)) return [{ path, message: `the id ${rule.id} is used twice` }];
    const hiding = earlier.find((candidate) => hides(candidate, rule));
    return hiding === undefined
      ? []
      : [{ path, message: `the rule ${rule.id} never fires, since ${hiding.id} goes before it` }];
  });
}

/** Whether the earlier rule surely fires wherever the later one would. What is not sure is not said. */
function hides(earlier: Rule, later: Rule): boolean {
  const isAlways = earlier.after === 0 && earlier.every === 1 && earlier.times === Infinity && earlier.chance === 1;
  const hasKey = earlier.per === 'rule' || earlier.per === 'account' || earlier.per === later.per;
  const isInState = earlier.state === undefined || earlier.state === later.state;
  const isInTime = earlier.during.from <= later.during.from && later.during.until <= earlier.during.until;
  const isUnlimited = earlier.do.rateLimit === undefined;
  return (
    [isAlways, hasKey, isInState, isInTime, isUnlimited].every(Boolean) &&
    later.on.every((on) => earlier.on.includes(on) || (earlier.on.includes('*') && placeOf(on) === 'answer')) &&
    [...earlier.where].every(([fact, wanted]) => follows(wanted, later.where.get(fact)))
  );
}

/** Whether what is wanted of a fact holds wherever what is given holds. */
function follows(wanted: Value | Comparison, given: Value | Comparison | undefined): boolean {
  if (given === undefined) return false;
  const isSame = (a: unknown, b: unknown): boolean => String(a) === String(b);
  if (typeof wanted !== 'object') {
    if (typeof given !== 'object') return isSame(wanted, given);
    return given.in?.every((value) => isSame(value, wanted)) === true;
  }
  if (typeof given === 'object') return asText(given) === asText(wanted);
  return Object.entries(wanted).every(([test, argument]) => {
    if (test === 'in') return Array.isArray(argument) && argument.some((value) => isSame(value, given));
    if (test === 'contains') return String(given).includes(String(argument));
    return test === 'exists' && argument === true;
  });
}

const asText = (comparison: Comparison): string =>
  JSON.stringify(
    Object.entries({ ...comparison, matches: comparison.matches?.source }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** States that a scenario is never in, and so their rules never fire. It begins in none. */
function unreachedStates(rules: readonly Rule[]): Fault[] {
  const reached = new Set<string>();
  let before = -1;
  while (before !== reached.size) {
    before = reached.size;
    for (const { state, then } of rules) {
      if (then !== undefined && (state === undefined || reached.has(state))) reached.add(then);
    }
  }
  return rules.flatMap(({ state }, index): Fault[] => {
    if (state === undefined || reached.has(state)) return [];
    const near = reached.size === 0 ? '; no rule has a then' : nearestOrAll(state, [...reached]);
    return [{ path: ['rules', index, 'state'], message: `rules.${index}.state ${state} is never reached${near}` }];
  });
}

/** A state matters only to rules that want one. */
function idleThens(rules: readonly Rule[]): Fault[] {
  if (rules.some(({ state }) => state !== undefined)) return [];
  return rules.flatMap(({ then }, index): Fault[] =>
    then === undefined
      ? []
      : [{ path: ['rules', index, 'then'], message: `rules.${index}.then ${then} says nothing: no rule has a state` }],
  );
}
