import { scopeOf } from './effects.ts';
import type { Rule } from './scenario.ts';

/**
 * Rules that never fire, since an earlier rule fires wherever they would: one with the same conditions, or fewer. Compares
 * keys in place of rules, so that many rules take no longer than their number.
 */
export function hiddenRules(rules: readonly Rule[]): { path: (string | number)[]; message: string }[] {
  const hiding = new Map<string, string>();
  return rules.flatMap((rule, index) => {
    const earlier = rule.on.map((on) => keysOf(rule, on).map((key) => hiding.get(key)));
    const [found] = earlier.map((names) => names.find((name) => name !== undefined));
    const isHidden = earlier.every((names) => names.some((name) => name !== undefined));
    if (firesAlways(rule)) {
      for (const on of rule.on) if (!hiding.has(keyOf(rule, on))) hiding.set(keyOf(rule, on), rule.id);
    }
    if (!isHidden) return [];
    return [{ path: ['rules', index], message: `never fires, since rule ${found ?? ''} goes before it` }];
  });
}

/** Whether a rule fires wherever its conditions hold. */
const firesAlways = ({ after, every, times, chance, do: { rateLimit } }: Rule): boolean =>
  after === 0 && every === 1 && times === Infinity && chance === 1 && rateLimit === undefined;

/** A condition as text; empty: none. */
const conditions = ({ where, state, during: { from, until }, per }: Rule): readonly string[] => [
  where.size === 0
    ? ''
    : JSON.stringify([...where].sort(([a], [b]) => (a < b ? -1 : 1)).map(([fact, wanted]) => [fact, asText(wanted)])),
  state ?? '',
  from === 0 && until === Infinity ? '' : `${from} ${until}`,
  per === 'rule' || per === 'account' ? '' : per,
];

const asText = (wanted: unknown): string =>
  typeof wanted !== 'object' || wanted === null
    ? String(wanted)
    : JSON.stringify(Object.entries(wanted).sort(([a], [b]) => (a < b ? -1 : 1)));

const keyOf = (rule: Rule, on: string): string => JSON.stringify([on, ...conditions(rule)]);

/** The keys of the rules that would hide one: with each of its conditions, or without it. */
function keysOf(rule: Rule, on: string): string[] {
  const listened = scopeOf(on) === 'answer' ? ['*', on] : [on];
  const sets = conditions(rule).reduce<string[][]>(
    (all, condition) =>
      all.flatMap((some) =>
        condition === ''
          ? [[...some, '']]
          : [
              [...some, ''],
              [...some, condition],
            ],
      ),
    listened.map((one) => [one]),
  );
  return sets.map((set) => JSON.stringify(set));
}
