import type { OperationId } from '../model/domain/operation.ts';
import { isSingle } from '../model/shared/objects.ts';
import { eventKinds } from './effects.ts';
import type { RuleEventKind } from './effects.ts';
import type { Effects } from './effects-schema.ts';
import type { ExpectationMonitor } from './expectation-monitor.ts';
import type { Comparison, Value } from './scenario.ts';
import type { Pattern } from './schema-primitives.ts';

/** A request, a fax, a port order or a webhook that rules are held against. */
export interface RuleSubject {
  readonly on: OperationId | RuleEventKind;
  /** The value of a fact; undefined where the subject does not have it. */
  fact(name: string): unknown;
  /** The keys of `per: fax` and `per: number`; undefined where the subject has none. */
  readonly fax: string | undefined;
  readonly number: string | undefined;
  /** A digest of the content: equal subjects have equal digests. */
  identity(): string;
  /** The name in messages. */
  label(): string;
}

/** Whether it is a call of the API, and nothing that happens by itself. */
export const isRequest = ({ on }: Pick<RuleSubject, 'on'>): boolean => !eventKinds.some((kind) => kind === on);

/** A rule that fires. */
export interface Fired {
  /**
   * `scenario/rule#n`: the nth firing for the key of the rule. A rule that fires whatever the order of requests
   * counts the firings for this same request.
   */
  readonly label: string;
  /** Key for the draws of its effects: the same, whatever else happens. */
  readonly key: string;
  readonly do: Effects;
  /** Seconds until there is a new quota, when a quota is used up. */
  readonly retryAfter: number | undefined;
  /** Watches the expectation of the rule. */
  readonly monitor: ExpectationMonitor | undefined;
  /** The rule that fires beneath this one, which is on top of it. */
  readonly under?: Fired | undefined;
}

/** A rule that fires, and the one beneath it. */
export const layersOf = (fired: Fired | undefined): readonly Fired[] =>
  fired === undefined ? [] : [fired, ...layersOf(fired.under)];

/** Why a rule does not fire: the first of its parts that is not as it should be. */
export type Miss =
  | { readonly part: 'on' | 'during' | 'state' | 'per' | 'turn' | 'rate_limit' }
  | { readonly part: 'where'; readonly fact: string }
  | { readonly part: 'chance'; readonly drawn: number };

/** Whether a fact is as a rule wants it. Facts are text where they come from a request: `1` and "1" are the same. */
export function holds(condition: Value | Comparison, fact: unknown): boolean {
  if (typeof condition !== 'object') return isSame(condition, fact);
  return Object.entries(condition).every(
    ([test, argument]) => argument === undefined || tests[test]?.(fact, argument) === true,
  );
}

type Test = (fact: unknown, argument: unknown) => boolean;

const tests: Readonly<Record<string, Test>> = {
  in: (fact, values) => Array.isArray(values) && values.some((value) => isSame(value, fact)),
  not: (fact, value) => !isSame(value, fact),
  matches: (fact, pattern) => isPattern(pattern) && isSingle(fact) && pattern.test(String(fact)),
  contains: (fact, part) => contains(fact, String(part)),
  gt: (fact, limit) => isSingle(fact) && Number(fact) > Number(limit),
  lt: (fact, limit) => isSingle(fact) && Number(fact) < Number(limit),
  exists: (fact, expected) => expected === (fact !== undefined && fact !== null),
};

/** An item of a list counts as well: a fax has several recipients. */
function isSame(expected: unknown, fact: unknown): boolean {
  if (Array.isArray(fact)) return fact.some((item) => isSame(expected, item));
  return isSingle(fact) && isSingle(expected) && String(fact) === String(expected);
}

function contains(fact: unknown, part: string): boolean {
  if (Array.isArray(fact)) return fact.some((item) => contains(item, part));
  return isSingle(fact) && String(fact).includes(part);
}

/**
 * The value at a path of keys; undefined where there is none. A key that is no index gives the values of all items of
 * a list: `order.port_numbers.status` is the list of all statuses.
 */
export function dig(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  const own = Object.getOwnPropertyDescriptor(value, key);
  if (own !== undefined || !Array.isArray(value)) return dig(own?.value, rest);
  const found = value.map((item: unknown) => dig(item, path)).filter((item) => item !== undefined);
  return found.length > 0 ? found : undefined;
}

const isPattern = (value: unknown): value is Pattern => typeof value === 'object' && value !== null && 'test' in value;
