import type { Details } from '../details.ts';
import type { ObservedRequest } from '../observed-request.ts';

/** The lint rules for requests, successful or not. */
export const lintRules = [
  'unknown-parameter',
  'no-effect',
  'plus-as-space',
  'empty-range',
  'page-size',
  'not-e164',
  'credentials-as-parameters',
  'credentials-in-query',
  'credentials-twice',
  'basic-in-v1',
  'json-body',
  'late',
] as const;
export type LintRule = (typeof lintRules)[number];

/**
 * `warning`: the real service does not do the thing that the client seems to want. `hint`: it may not, or there is a
 * better way.
 */
export const lintLevels = ['warning', 'hint'] as const;

/** Something that the developer of a client may want to know. */
export interface Remark {
  readonly rule: LintRule;
  readonly level: (typeof lintLevels)[number];
  readonly parameter: string | null;
  readonly message: string;
}

export interface LintedRequest {
  readonly observed: ObservedRequest;
  readonly details: Details;
  /** None of a request whose parameters could not be read. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** One or more lint rules, with their remarks. */
export type Check = (request: LintedRequest) => readonly Remark[];

export const warning = (rule: LintRule, parameter: string | null, message: string): Remark => ({
  rule,
  level: 'warning',
  parameter,
  message,
});

export const hint = (rule: LintRule, parameter: string | null, message: string): Remark => ({
  rule,
  level: 'hint',
  parameter,
  message,
});
