import type * as v from 'valibot';
import type { Pattern } from './schema-primitives.ts';
import type { ruleSchema } from './schema.ts';

/** A comparison of one fact of a subject. All given conditions must match. */
export interface FactComparison {
  readonly in?: readonly Value[];
  readonly not?: Value;
  readonly matches?: Pattern;
  readonly contains?: string;
  readonly gt?: number;
  readonly lt?: number;
  readonly exists?: boolean;
}

export type Value = string | number | boolean;

/** The behaviour that a rule expects of a client after it affected it. */
export type Expect = NonNullable<Rule['expect']>;

/** A rule of a file; the schema describes its parts. */
export type Rule = Readonly<v.InferOutput<typeof ruleSchema>>;

/** The valid parts of a rule in a file. */
export interface CheckedRule {
  /** Index of the rule in the list. */
  readonly index: number;
  /** The rule without its faulty parts. */
  readonly rule: Rule;
  /** The keys of parts with a fault: `times`, `do.fail`. */
  readonly faulty: ReadonlySet<string>;
}

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
  /**
   * The text of an equivalent file without `extends` and parameters, which needs no other file. Undefined for library
   * scenarios, since every simulator has them by name.
   */
  readonly source: string | undefined;
  /** The text as its author wrote it, with its parameters and comments. Undefined for library scenarios. */
  readonly written: string | undefined;
}

/** Limit for the bytes of a scenario's text with all files that it extends. While it is read, no request is answered. */
export const scenarioBytesMax = 512 * 1024;
