import type { RateLimit } from '../model/domain/account.ts';
import { Table } from '../store/memory/memory.ts';
import type { Memory } from '../store/memory/memory.ts';
import type { RateLimitEffect } from './effects-schema.ts';

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
  use(key: string, limit: RateLimit, now: number): number {
    const known = this.#quotas.get(key);
    const quota = { limit: limit.calls, window: limit.windowMs, punishEarlyRetry: false };
    const { state, wait } = useQuota(quota, known?.limit === limit ? known.state : undefined, now);
    this.#quotas.set(key, { limit, state });
    return wait;
  }
}
