import type { OperationId } from '../domain/operation.ts';
import type { LintRule } from '../journal/lint/remark.ts';
import type { KeyMode, Version } from '../journal/seen.ts';

export type { OperationId };

type Value = string | number | boolean;

/** What a parameter is to be, besides a value. */
interface Comparison {
  readonly in?: readonly Value[];
  readonly not?: Value;
  readonly contains?: string;
  readonly exists?: boolean;
}

/**
 * Which requests are meant, and how many: all that `requests.verify` takes, and `times`. Without any, at least one. (Spelled
 * out, since the types of the control surface are many.)
 */
export interface Expected {
  /** Exactly so many. */
  readonly times?: number;
  readonly exactly?: number;
  readonly at_least?: number;
  readonly at_most?: number;
  /** An RFC 3339 time, or the id of a request, after which there are to be none. */
  readonly none_after?: string | number;
  readonly version?: Version;
  readonly method?: string;
  readonly path?: string;
  /** `422`, or `4xx`. */
  readonly status?: number | string;
  readonly rule?: string;
  readonly key?: KeyMode;
  readonly fax?: number;
  readonly params?: Readonly<Record<string, Value | Comparison>>;
  readonly lint?: LintRule | 'any';
  /** An RFC 3339 time. */
  readonly since?: string;
}
