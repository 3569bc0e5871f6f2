import type { OperationId } from '../domain/operation.ts';
import { eventKinds } from './effects.ts';
import type { Effects, RuleEventKind } from './effects.ts';
import type { ExpectationMonitor } from './expectation-monitor.ts';

/** A request, a fax, a port order or a webhook that rules are held against. */
export interface RuleSubject {
  readonly on: OperationId | RuleEventKind;
  /** The value of a fact; undefined where the subject does not have it. */
  fact(name: string): unknown;
  /** The keys of `per: fax` and `per: number`; undefined where the subject has none. */
  readonly fax: string | undefined;
  readonly number: string | undefined;
  /** The same for all that ask for, or are, the same; costs a hash. */
  identity(): string;
  /** Its name in messages. */
  label(): string;
}

/** Whether it is a call of the API, and nothing that happens by itself. */
export const isRequest = ({ on }: Pick<RuleSubject, 'on'>): boolean => !eventKinds.some((kind) => kind === on);

/** A rule that fires. */
export interface Fired {
  /**
   * `scenario/rule#n`: the nth firing for the key of the rule. Where the order of requests does not decide whether it
   * fires, the nth firing for this same request.
   */
  readonly label: string;
  /** The same, whatever else happens; for the draws of its effects. */
  readonly key: string;
  readonly do: Effects;
  /** When a quota is used up: seconds until there is a new one. */
  readonly retryAfter: number | undefined;
  /** Watches the expectation of the rule. */
  readonly monitor: ExpectationMonitor | undefined;
}

/** Why a rule does not fire: the first of its parts that is not as it should be. */
export type Miss =
  | { readonly part: 'on' | 'during' | 'state' | 'per' | 'turn' | 'rate_limit' }
  | { readonly part: 'where'; readonly fact: string }
  | { readonly part: 'chance'; readonly drawn: number };
