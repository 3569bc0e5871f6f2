import { Refusal } from '../domain/refusal.ts';
import { failureMessages } from '../wire/messages.ts';
import type { ApiCall } from './api-call.ts';

/**
 * Counts the call for its API key, and lets it in. Throws the Refusal `rate_limited`. Source of the status: the official
 * clients. That a limit counts for each key, and its header, are assumed.
 */
export function limitRate(call: ApiCall): void {
  const { world, isTest, row } = call;
  if (row?.isPublic !== true) assertRate(call, isTest ? 'test' : 'live');
  call.admittedAt = world.clock.now();
}

function assertRate(call: ApiCall, mode: 'live' | 'test'): void {
  const { world } = call;
  const { rateLimit } = world.store.account;
  if (rateLimit === null) return;
  const retryAfter = world.rates.use(mode, rateLimit, world.clock.now());
  if (retryAfter === 0) return;
  call.setHeader('Retry-After', retryAfter);
  const { calls, windowMs } = rateLimit;
  throw new Refusal('rate_limited', `${failureMessages.rate_limited}: ${calls} in ${windowMs / 1000} s for an API key`);
}
