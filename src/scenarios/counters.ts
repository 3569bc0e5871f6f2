import type { RateLimit } from '../model/domain/account.ts';
import { Table } from '../store/memory/memory.ts';
import type { Memory, Occurrences } from '../store/memory/memory.ts';
import type { RateLimitEffect } from './effects.ts';
import type { RuleSubject } from './rule-subject.ts';
import type { Rule } from './scenario.ts';

/** Matches and firings of a rule for one key. */
export interface Count {
  readonly matches: number;
  readonly fired: number;
}

export type Counts = Table<string, Count>;

export const noCount: Count = { matches: 0, fired: 0 };

/** The counts of a scenario. A change that is taken back gives back only what it has counted itself. */
export function countTable(memory: Memory): Counts {
  return new Table(memory, (current = noCount, { before = noCount, record = noCount }) => ({
    matches: current.matches - record.matches + before.matches,
    fired: current.fired - record.fired + before.fired,
  }));
}

/** Counts one more match or firing. */
export function countMore(counts: Counts, key: string, what: keyof Count): Count {
  const before = counts.get(key) ?? noCount;
  const count = { ...before, [what]: before[what] + 1 };
  counts.set(key, count);
  return count;
}

/** The key that a rule counts by; undefined for a request without one. */
export function countKeyOf({ per }: Rule, { fax, number }: RuleSubject): string | undefined {
  if (per === 'fax') return fax;
  if (per === 'number') return number;
  return ''; // a world has one account
}

/** Under which name a rule keeps its counts. */
export const keyOf = ({ id }: Rule, counted: string | undefined): string => `${id} ${counted ?? ''}`;

/** Whether the order in which requests come decides for which of them a rule fires. */
export function isByOrder({ after, every, times, state, do: { rateLimit } }: Rule): boolean {
  return after > 0 || every > 1 || times < Infinity || state !== undefined || rateLimit !== undefined;
}

export function isTurn({ after, every, times }: Rule, { matches, fired }: Count): boolean {
  return matches > after && (matches - after) % every === 0 && fired < times;
}

/** The request and how often this very one has come to a scenario; costs nothing before it is read. */
export function sameRequest({ same }: { readonly same: Occurrences }, subject: RuleSubject) {
  let known: string | undefined;
  return (): string => (known ??= `${subject.identity()} ${same.next(subject.identity())}`);
}

/** The window of time that calls are counted in. */
export interface QuotaState {
  readonly windowEnds: number;
  readonly left: number;
}

/**
 * Uses one call, as a service that limits the rate of calls counts them. `wait` is 0 when there was one left, else the seconds until
 * there will be, rounded up.
 */
export function useQuota(
  { limit, window, punishEarlyRetry }: RateLimitEffect,
  before: QuotaState | undefined,
  now: number,
): { readonly state: QuotaState; readonly wait: number } {
  const current = before === undefined || now >= before.windowEnds ? { windowEnds: now + window, left: limit } : before;
  if (current.left > 0) return { state: { ...current, left: current.left - 1 }, wait: 0 };
  const windowEnds = punishEarlyRetry ? now + window : current.windowEnds;
  return { state: { ...current, windowEnds }, wait: Math.max(1, Math.ceil((windowEnds - now) / 1000)) };
}

/** Counts the calls with each API key of a world against the limit that its account has. */
export class RateLimits {
  readonly #quotas: Table<string, { readonly limit: RateLimit; readonly state: QuotaState }>;

  constructor(memory: Memory) {
    this.#quotas = new Table(memory);
  }

  /** Uses one call; 0 when it may be made, else the seconds until one may. A changed limit begins a new count. */
  use(key: string, limit: RateLimit | null, now: number): number {
    if (limit === null) return 0;
    const known = this.#quotas.get(key);
    const quota = { limit: limit.calls, window: limit.windowMs, punishEarlyRetry: false };
    const { state, wait } = useQuota(quota, known?.limit === limit ? known.state : undefined, now);
    this.#quotas.set(key, { limit, state });
    return wait;
  }
}
