import type { Memory } from '../store/memory/memory.ts';
import { expectFirings, expectNoDuplicate, expectRejection, expectRetries, expectWaiting } from './expectations.ts';
import type { Expectation, ExpectationResult } from './expectations.ts';
import { retryAfterIn, retryAfterSeconds, waitOf } from './effects.ts';
import type { Expect, Rule } from './scenario.ts';

/** The result of one expectation of a rule. */
export interface Verdict extends ExpectationResult {
  readonly scenario: string;
  readonly rule: string;
  /** Name of the expectation: its key in the file. */
  readonly expectation: string;
}

/** Checks the client against all expectations of one rule. */
export class ExpectationMonitor {
  readonly #subject: Pick<Verdict, 'scenario' | 'rule'>;
  readonly #expectations: ReadonlyMap<string, Expectation>;
  readonly #known = new Map<string, Verdict['verdict']>();
  #onChange: ((verdict: Verdict) => void) | undefined;

  constructor(subject: Pick<Verdict, 'scenario' | 'rule'>, expect: Expect, memory: Memory) {
    this.#subject = subject;
    this.#expectations = new Map(expectationsOf(expect, memory));
  }

  /** Calls the watcher when a verdict changes. Without a watcher, verdicts are only computed on request. */
  watch(watcher: (verdict: Verdict) => void): void {
    if (this.#onChange === undefined)
      for (const { expectation, verdict } of this.verdicts()) this.#known.set(expectation, verdict);
    this.#onChange = watcher;
  }

  /** Notifies each expectation of an event. */
  notify(tell: (expectation: Expectation) => void): void {
    for (const expectation of this.#expectations.values()) tell(expectation);
    if (this.#onChange === undefined) return;
    for (const verdict of this.verdicts()) {
      if (this.#known.get(verdict.expectation) === verdict.verdict) continue;
      this.#known.set(verdict.expectation, verdict.verdict);
      this.#onChange(verdict);
    }
  }

  verdicts(): Verdict[] {
    return [...this.#expectations].map(([name, expected]) => ({
      ...this.#subject,
      expectation: name,
      ...expected.result(),
    }));
  }
}

function* expectationsOf(expect: Expect, memory: Memory): Generator<[string, Expectation]> {
  if (expect.fired !== undefined) yield ['fired', expectFirings(expect.fired, memory)];
  if (expect.retries !== undefined) yield ['retries', expectRetries(expect.retries, memory)];
  if (expect.honoursRetryAfter) yield ['honours_retry_after', expectWaiting(memory)];
  if (expect.noDuplicateFax) yield ['no_duplicate_fax', expectNoDuplicate(memory)];
  if (expect.rejectsWebhook) yield ['rejects_webhook', expectRejection(memory)];
}

/** The wait that the response's Retry-After has, in ms; undefined without that header. */
export function retryAfterOf(
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
