import { nearestOrAll, nearestText } from '../did-you-mean.ts';
import { scopeOf } from './effects.ts';
import { impossibleValue } from './fact-values.ts';
import type { LoadOptions } from './inheritance.ts';
import { readScenario } from './load.ts';
import { operationParameters } from './operation-parameters.generated.ts';
import type { Rule } from './scenario.ts';
import { faultText } from './scenario-document.ts';
import type { FileFault } from './scenario-document.ts';

/** The result of a check of a scenario without faults. */
export interface LintReport {
  readonly name: string;
  /** The number of rules, with inherited ones. */
  readonly rules: number;
  /** Rules that may never fire, `FILE:LINE: rule ID: …` each. */
  readonly warnings: readonly string[];
}

/** Loads a scenario and looks for rules that may never fire. Throws ScenarioError with all faults of the file. */
export function lintScenario(file: string, source: string, options?: LoadOptions): LintReport {
  const { scenario, document } = readScenario(file, source, options);
  const { name, rules } = scenario;
  const warnings = [...strangeFacts(rules), ...hiddenRules(rules), ...idleStates(rules)];
  return { name, rules: rules.length, warnings: warnings.map((warning) => faultText(document, warning)) };
}

function* strangeFacts(rules: readonly Rule[]): Generator<FileFault> {
  for (const [index, { where, on }] of rules.entries()) {
    for (const [fact, condition] of where) {
      const message = fact.startsWith('params.') ? unknownParameter(fact, on) : impossibleValue(fact, condition);
      if (message !== undefined) yield { path: ['rules', index, 'where', fact], message };
    }
  }
}

/** Understood with every operation. */
const everywhere: readonly string[] = ['api_key', 'api_secret', '_method'];

/** A warning only: clients may send parameters that no operation takes, and a rule may look for them. */
function unknownParameter(fact: string, on: Rule['on']): string | undefined {
  const [, name = ''] = fact.split('.');
  const operations = on.includes('*') ? Object.keys(operationParameters) : on;
  const known = [...new Set(operations.flatMap((operation) => operationParameters[operation] ?? []))];
  if (everywhere.includes(name) || known.includes(name)) return undefined;
  const near = nearestText(name, known).replace(/is /, 'is params.');
  return `is no parameter of ${on.includes('*') ? 'any operation' : on.join(', ')}${near}`;
}

/** Rules that never fire, since an earlier rule fires on all their matches: it has the same conditions, or none. */
function* hiddenRules(rules: readonly Rule[]): Generator<FileFault> {
  const hiding = new Map<string, string>();
  for (const [index, rule] of rules.entries()) {
    const earlier = rule.on.map((on) =>
      keysOf(rule, on)
        .map((key) => hiding.get(key))
        .find((id) => id !== undefined),
    );
    if (earlier.every((id) => id !== undefined)) {
      yield { path: ['rules', index], message: `never fires, since rule ${earlier[0] ?? ''} goes before it` };
    }
    if (!firesAlways(rule)) continue;
    for (const key of rule.on.map((on) => keyOf(on, conditionsOf(rule)))) {
      if (!hiding.has(key)) hiding.set(key, rule.id);
    }
  }
}

/** Whether a rule fires on each match. */
const firesAlways = ({ after, every, times, chance, do: { rateLimit } }: Rule): boolean =>
  after === 0 && every === 1 && times === Infinity && chance === 1 && rateLimit === undefined;

/** The conditions as one text; empty: none. */
function conditionsOf({ where, state, during: { from, until }, per }: Rule): string {
  const isBare = where.size === 0 && state === undefined && from === 0 && until === Infinity;
  if (isBare && (per === 'rule' || per === 'account')) return '';
  const facts = [...where].map(([fact, condition]) => [
    fact,
    typeof condition === 'object' ? condition : String(condition),
  ]);
  return JSON.stringify([facts.sort(), state, from, String(until), per]);
}

const keyOf = (on: string, conditions: string): string => `${on} ${conditions}`;

/** The keys of earlier rules that would hide this one. */
const keysOf = (rule: Rule, on: string): string[] =>
  (scopeOf(on) === 'answer' ? ['*', on] : [on]).flatMap((word) => [keyOf(word, ''), keyOf(word, conditionsOf(rule))]);

/** A scenario begins without a state: each state must be the `then` of a rule, and the `state` of a rule. */
function* idleStates(rules: readonly Rule[]): Generator<FileFault> {
  const reached = new Set(rules.flatMap(({ then = [] }) => then));
  const hasStates = rules.some(({ state }) => state !== undefined);
  for (const [index, { state, then }] of rules.entries()) {
    if (state !== undefined && !reached.has(state)) {
      const near = reached.size === 0 ? '; no rule leads to a state' : nearestOrAll(state, [...reached]);
      yield { path: ['rules', index, 'state'], message: `${state} is never reached${near}` };
    }
    if (then !== undefined && !hasStates) {
      yield { path: ['rules', index, 'then'], message: `${then} has no effect: no rule has a state` };
    }
  }
}
