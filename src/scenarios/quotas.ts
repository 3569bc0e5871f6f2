import type { RateLimit } from '../model/domain/account.ts';
import { Table } from '../store/memory/memory.ts';
import type { Memory } from '../store/memory/memory.ts';
import type { RateLimitEffect } from './effects-schema.ts';

/** The present window of time in which calls are counted. */
export interface QuotaState {
  readonly windowEnds: number;
  readonly left: number;
}

/**
 * Uses one call of a rate limit, like a service that counts calls. `wait` is 0 if a call was left, otherwise the
 * seconds until the next one, rounded up.
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

/** Counts the calls with each API key of a world against the account's limit. */
export class RateLimits {
  readonly #quotas: Table<string, { readonly limit: RateLimit; readonly state: QuotaState }>;

  constructor(memory: Memory) {
    this.#quotas = new Table(memory);
  }

  /**
   * Uses one call. Returns 0 if it is allowed, otherwise the seconds until a call is allowed. A changed limit starts a
   * new count.
   */
  use(key: string, limit: RateLimit, now: number): number {
    const known = this.#quotas.get(key);
    const quota = { limit: limit.calls, window: limit.windowMs, punishEarlyRetry: false };
    const { state, wait } = useQuota(quota, known?.limit === limit ? known.state : undefined, now);
    this.#quotas.set(key, { limit, state });
    return wait;
  }
}
