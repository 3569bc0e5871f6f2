import { nearestOrAll, nearestText } from '../did-you-mean.ts';
import { impossibleValue } from './fact-values.ts';
import { hiddenRules } from './hidden-rules.ts';
import { holds } from './matching.ts';
import { operationParameters } from './operation-parameters.generated.ts';
import { scopeOf } from './effects.ts';
import type { Comparison, Rule, Value } from './scenario.ts';

interface Warning {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Why rules may never fire though nothing in them is wrong. The time that it takes grows with their number alone. */
export function warningsOf(rules: readonly Rule[]): Warning[] {
  const parts = rules.flatMap((rule, index) =>
    [...rule.where].flatMap(([fact, wanted]) => {
      const message = doubtOf(rule, fact, wanted);
      return message === undefined ? [] : [{ path: ['rules', index, 'where', fact], message }];
    }),
  );
  return [...parts, ...hiddenRules(rules), ...unreachedStates(rules), ...idleThens(rules)];
}

/** Why a comparison may never hold; undefined: it may, or nobody knows. */
const doubtOf = (rule: Rule, fact: string, wanted: Value | Comparison): string | undefined =>
  impossibleValue(fact, wanted, scopeOf(rule.on[0] ?? '*')) ??
  (typeof wanted === 'object' ? impossible(wanted) : undefined) ??
  (fact.startsWith('params.') ? strangeParameter(fact, rule.on) : undefined);

function impossible({ exists, in: some = [], ...others }: Comparison): string | undefined {
  const { gt = -Infinity, lt = Infinity } = others;
  if (gt >= lt) return 'can never hold: gt must be below lt';
  const needsOne = some.length > 0 || Object.entries(others).some(([test]) => test !== 'not');
  if (exists === false && needsOne) return 'can never hold: a fact that is absent passes no other test';
  return some.length > 0 && !some.some((one) => holds(others, one))
    ? 'can never hold: no value in its list passes the other tests'
    : undefined;
}

/** Understood with every operation. */
const everywhere = ['api_key', 'api_secret', '_method'];

/** Clients may send what no operation takes, which is why a rule may ask for it. */
function strangeParameter(fact: string, on: Rule['on']): string | undefined {
  const [, name = ''] = fact.split('.');
  const operations = on.includes('*') ? Object.keys(operationParameters) : on;
  const known = [...everywhere, ...operations.flatMap((operation) => operationParameters[operation] ?? [])];
  if (known.includes(name)) return undefined;
  const near = nearestText(
    name,
    [...new Set(known)].filter((one) => !everywhere.includes(one)),
  );
  return `is no parameter of ${on.includes('*') ? 'any operation' : on.join(', ')}${near.replace(/is /, 'is params.')}`;
}

/** States that no rule leads to. A scenario begins in none. */
function unreachedStates(rules: readonly Rule[]): Warning[] {
  const leading = new Map<string | undefined, string[]>();
  for (const { state, then } of rules) {
    if (then === undefined) continue;
    const others = leading.get(state);
    if (others === undefined) leading.set(state, [then]);
    else others.push(then);
  }
  const reached = new Set<string | undefined>([undefined]);
  // A set goes on to what is added on the way.
  for (const state of reached) for (const then of leading.get(state) ?? []) reached.add(then);
  const names = [...reached].filter((state) => state !== undefined);
  return rules.flatMap(({ state }, index): Warning[] => {
    if (reached.has(state) || state === undefined) return [];
    const near = names.length === 0 ? '; no rule leads to a state' : nearestOrAll(state, names);
    return [{ path: ['rules', index, 'state'], message: `${state} is never reached${near}` }];
  });
}

/** A state matters only to rules that want one. */
function idleThens(rules: readonly Rule[]): Warning[] {
  if (rules.some(({ state }) => state !== undefined)) return [];
  return rules.flatMap(({ then }, index): Warning[] =>
    then === undefined
      ? []
      : [{ path: ['rules', index, 'then'], message: `${then} has no effect: no rule has a state` }],
  );
}
