import type { OperationId } from '../model/domain/operation.ts';
import type { Effects, RuleEventKind } from './effects.ts';

/** A comparison of one fact of a subject. All given conditions must match. */
export interface Comparison {
  readonly in?: readonly Value[];
  readonly not?: Value;
  readonly matches?: Pattern;
  readonly contains?: string;
  readonly gt?: number;
  readonly lt?: number;
  readonly exists?: boolean;
}

/** A regular expression. */
export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

export type Value = string | number | boolean;

/** `*` is every operation. */
export type RuleTarget = OperationId | '*' | RuleEventKind;

/** The scopes in which a rule counts separately. */
export const countedPer = ['rule', 'account', 'fax', 'number'] as const;
type CountedPer = (typeof countedPer)[number];

/** From `min` to `max`, both included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The behaviour that a rule expects of a client that it has affected. */
export interface Expect {
  /** How often the rule fires. */
  readonly fired?: Range;
  /** How often the client sends a request again that the rule has touched. */
  readonly retries?: Range;
  /** It does not come again before Retry-After has passed. */
  readonly honoursRetryAfter?: true;
  /** It does not send again the fax of which it never heard. */
  readonly noDuplicateFax?: true;
  /** It answers a badly signed webhook with no success. */
  readonly rejectsWebhook?: true;
}

export interface Rule {
  /** Unique in its scenario. */
  readonly id: string;
  /** `*` is every operation. */
  readonly on: readonly RuleTarget[];
  readonly where: ReadonlyMap<string, Value | Comparison>;
  /** Skips the first so many matches; then fires on every nth (3: the third, the sixth), so often at most. */
  readonly after: number;
  readonly every: number;
  readonly times: number;
  readonly per: CountedPer;
  /** From 0 to 1. */
  readonly chance: number;
  /** Ms since the scenario was switched on. */
  readonly during: { readonly from: number; readonly until: number };
  /** The state that the scenario must be in, and the one that it goes to. */
  readonly state: string | undefined;
  readonly then: string | undefined;
  readonly do: Effects;
  readonly expect: Expect | undefined;
}

/** A rule of a file, as far as it can be read. */
export interface CheckedRule {
  /** Its place in the list. */
  readonly index: number;
  /** Without its faulty parts. */
  readonly rule: Rule;
  /** The keys of parts with a fault: `times`, `do.fail`. */
  readonly faulty: ReadonlySet<string>;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
  /**
   * A file with the same meaning that needs no other file: its `extends` and parameters are resolved. Undefined for
   * library scenarios, which every simulator has by name.
   */
  readonly source: string | undefined;
}

/** The most rules of a scenario, with those that it extends. A request is compared with all of them. */
export const mostRules = 5000;

/** The most bytes of a scenario's text, with all that it extends: no request is answered while it is read. */
export const mostBytes = 512 * 1024;

/**
 * The largest number of steps of a pattern: about one per character, and n for a part that is repeated n times. Each
 * character of a fact may cost as many.
 */
export const mostPatternSteps = 2000;
