import type { OperationId } from '../model/domain/operation.ts';
import { eventKinds } from './effects.ts';
import type { RuleEventKind } from './effects.ts';

/** The request, fax, port order or webhook that rules are matched against. */
export interface RuleSubject {
  readonly on: OperationId | RuleEventKind;
  /** The value of a fact; undefined if the subject lacks it. */
  fact(name: string): unknown;
  /** The keys of `per: fax` and `per: number`; undefined if the subject has none. */
  readonly fax: string | undefined;
  readonly number: string | undefined;
  /** A digest of the content: equal subjects have equal digests. */
  identity(): string;
  /** The name in messages. */
  label(): string;
  /** Whether it has only the facts that a person gave. */
  readonly isOfFacts?: boolean;
  /** Whether the console caused it, so that no verdict on a program counts it. */
  readonly isOfConsole?: boolean;
}

/** Whether the subject is a call of the API, not an event. */
export const isRequest = ({ on }: Pick<RuleSubject, 'on'>): boolean => !eventKinds.some((kind) => kind === on);

/** The reason why a rule does not fire: the first of its parts that does not match. */
export type Miss =
  | { readonly part: 'on' | 'during' | 'state' | 'per' | 'turn' | 'rate_limit' }
  | { readonly part: 'where'; readonly fact: string }
  | { readonly part: 'chance'; readonly drawn: number };

/**
 * The value at a path of keys; undefined if there is none. If a key of a list is not an index, the values of all items
 * are collected: `order.port_numbers.status` is the list of all statuses.
 */
export function dig(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  const own = Object.getOwnPropertyDescriptor(value, key);
  if (own !== undefined || !Array.isArray(value)) return dig(own?.value, rest);
  const found = value.map((item: unknown) => dig(item, path)).filter((item) => item !== undefined);
  return found.length > 0 ? found : undefined;
}
