import { Quota } from '../scenarios/quota.ts';
import type { RateLimit } from '../domain/account.ts';
import { UndoableMap } from '../domain/undo.ts';
import type { Undo } from '../domain/undo.ts';

/** Counts the calls with each API key of a world against the limit that its account has. */
export class RateLimits {
  readonly #undo: Undo;
  readonly #quotas: UndoableMap<string, { readonly limit: RateLimit; readonly quota: Quota }>;

  constructor(undo: Undo) {
    this.#undo = undo;
    this.#quotas = new UndoableMap(undo);
  }

  /** Uses one call; 0 when it may be made, else the seconds until one may. A changed limit begins a new count. */
  use(key: string, limit: RateLimit | null, now: number): number {
    if (limit === null) return 0;
    const known = this.#quotas.get(key);
    const current = known?.limit === limit ? known : { limit, quota: quotaOf(limit, this.#undo) };
    if (current !== known) this.#quotas.set(key, current);
    return current.quota.use(now);
  }
}

const quotaOf = ({ calls, windowMs }: RateLimit, undo: Undo): Quota =>
  new Quota({ limit: calls, window: windowMs, punishEarlyRetry: false }, undo);
