import { judgeDuplicateFax } from './judges/duplicate-fax.ts';
import { judgeFired } from './judges/fired.ts';
import type { Finding, Judge, MadeFax, Seen, Told } from './judges/judge.ts';
import { judgeRejectedWebhook } from './judges/rejected-webhook.ts';
import { judgeRetries } from './judges/retries.ts';
import { judgeRetryAfter } from './judges/retry-after.ts';
import { retryAfterIn, retryAfterSeconds, waitOf } from './retry-after.ts';
import type { Expect, Rule } from './scenario.ts';

/** What became of one thing that a rule expects. */
export interface Verdict extends Finding {
  readonly scenario: string;
  readonly rule: string;
  /** As the file calls it. */
  readonly expectation: string;
}

/** Watches all that one rule expects of the client. */
export class Watch {
  readonly #scenario: string;
  readonly #rule: string;
  readonly #judges: readonly (readonly [name: string, judge: Judge])[];

  constructor(scenario: string, rule: string, expect: Expect) {
    this.#scenario = scenario;
    this.#rule = rule;
    this.#judges = judgesOf(expect);
  }

  saw(seen: Seen): void {
    for (const [, judge] of this.#judges) judge.saw?.(seen);
  }

  touched(seen: Seen, retryAfter: number | undefined): void {
    for (const [, judge] of this.#judges) judge.touched?.(seen, retryAfter);
  }

  made(fax: MadeFax): void {
    for (const [, judge] of this.#judges) judge.made?.(fax);
  }

  lost(fax: MadeFax): void {
    for (const [, judge] of this.#judges) judge.lost?.(fax);
  }

  told(webhook: Told): void {
    for (const [, judge] of this.#judges) judge.told?.(webhook);
  }

  verdicts(): Verdict[] {
    const [scenario, rule] = [this.#scenario, this.#rule];
    return this.#judges.map(([expectation, judge]) => ({ scenario, rule, expectation, ...judge.finding() }));
  }
}

function judgesOf({ fired, retries, honoursRetryAfter, noDuplicateFax, rejectsWebhook }: Expect): [string, Judge][] {
  return [
    ...(fired === undefined ? [] : [['fired', judgeFired(fired)] satisfies [string, Judge]]),
    ...(retries === undefined ? [] : [['retries', judgeRetries(retries)] satisfies [string, Judge]]),
    ...(honoursRetryAfter === undefined ? [] : [['honours_retry_after', judgeRetryAfter()] satisfies [string, Judge]]),
    ...(noDuplicateFax === undefined ? [] : [['no_duplicate_fax', judgeDuplicateFax()] satisfies [string, Judge]]),
    ...(rejectsWebhook === undefined ? [] : [['rejects_webhook', judgeRejectedWebhook()] satisfies [string, Judge]]),
  ];
}

/** How long an answer tells the client to wait, in ms; undefined: it does not. */
export function toldToWait(
  { do: { respond, retryAfter } }: Rule,
  quota: number | undefined,
  now: number,
): number | undefined {
  if (quota !== undefined) return quota * 1000;
  if (retryAfter !== undefined) return retryAfterSeconds(retryAfter) * 1000;
  const header = retryAfterIn(respond?.headers);
  const wait = header === undefined ? 0 : (waitOf(header, now) ?? 0);
  return wait > 0 ? wait : undefined;
}
