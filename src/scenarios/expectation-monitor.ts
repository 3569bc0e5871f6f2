import { expectFirings, expectNoDuplicate, expectRejection, expectWaiting } from './expectations.ts';
import { expectRetries } from './expected-retries.ts';
import type { Expectation, ExpectationContext, ExpectationResult } from './expectations.ts';
import { retryAfterIn, retryAfterSeconds, waitOf } from './effects.ts';
import type { Expect, Rule } from './scenario.ts';

/** The result of one expectation of a rule. */
export interface Verdict extends Omit<ExpectationResult, 'until'> {
  readonly scenario: string;
  readonly rule: string;
  /** Name of the expectation: its key in the file. */
  readonly expectation: string;
}

/** A verdict that has become another one. */
export interface ChangedVerdict extends Verdict {
  /** Whether it is news for the history of the world: a failure, or a pass after one. */
  readonly isNews: boolean;
  /** Instant of the change, in ms on the world's clock. */
  readonly at: number;
}

/** Follows the verdicts of a world. */
interface VerdictWatcher {
  readonly now: () => number;
  readonly onChange: (verdict: ChangedVerdict) => void;
  /** Calls for `check` at a time in ms on the world's clock: a verdict that waits then fails. */
  readonly onWait: (until: number) => void;
}

/** Checks the client against all expectations of one rule. */
export class ExpectationMonitor {
  readonly #subject: Pick<Verdict, 'scenario' | 'rule'>;
  readonly #expectations: ReadonlyMap<string, Expectation>;
  readonly #known = new Map<string, Verdict['verdict']>();
  /** The expectations that have failed and not passed since. */
  readonly #failed = new Set<string>();
  #watcher: VerdictWatcher | undefined;

  constructor(subject: Pick<Verdict, 'scenario' | 'rule'>, expect: Expect, context: ExpectationContext) {
    this.#subject = subject;
    this.#expectations = new Map(expectationsOf(expect, context));
  }

  /** Tells the watcher of changed verdicts. Without a watcher, verdicts are only computed on request. */
  watch(watcher: VerdictWatcher): void {
    if (this.#watcher === watcher) return;
    this.#watcher = watcher;
    this.#failed.clear();
    for (const [name, expectation] of this.#expectations) {
      const { verdict, until } = expectation.result(watcher.now());
      this.#known.set(name, verdict);
      if (verdict === 'failed') this.#failed.add(name);
      if (until !== undefined) watcher.onWait(until);
    }
  }

  /** Notifies each expectation of an event. `tell` returns false if the event says nothing to the expectation. */
  notify(tell: (expectation: Expectation) => unknown): void {
    for (const [name, expectation] of this.#expectations) {
      if (tell(expectation) !== false && this.#watcher !== undefined) this.#compare(name, expectation, this.#watcher);
    }
  }

  /** Finds the verdicts that have changed with the time. */
  check(): void {
    if (this.#watcher === undefined) return;
    for (const [name, expectation] of this.#expectations) this.#compare(name, expectation, this.#watcher);
  }

  verdicts(now: number): Verdict[] {
    return [...this.#expectations].map(([name, expected]) => this.#verdictOf(name, expected.result(now)));
  }

  #compare(name: string, expectation: Expectation, { now, onChange, onWait }: VerdictWatcher): void {
    const at = now();
    const result = expectation.result(at);
    if (result.until !== undefined) onWait(result.until);
    const { verdict } = result;
    if (this.#known.get(name) === verdict) return;
    this.#known.set(name, verdict);
    const isNews = verdict === 'failed' || (verdict === 'passed' && this.#failed.delete(name));
    if (verdict === 'failed') this.#failed.add(name);
    onChange({ ...this.#verdictOf(name, result), isNews, at });
  }

  #verdictOf(expectation: string, { verdict, because }: ExpectationResult): Verdict {
    return { ...this.#subject, expectation, verdict, because };
  }
}

function* expectationsOf(expect: Expect, context: ExpectationContext): Generator<[string, Expectation]> {
  const { memory } = context;
  if (expect.fired !== undefined) yield ['fired', expectFirings(expect.fired, context)];
  if (expect.retries !== undefined) yield ['retries', expectRetries(expect.retries, context)];
  if (expect.honoursRetryAfter) yield ['honours_retry_after', expectWaiting(memory)];
  if (expect.noDuplicateFax) yield ['no_duplicate_fax', expectNoDuplicate(memory)];
  if (expect.rejectsWebhook) yield ['rejects_webhook', expectRejection(context)];
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
