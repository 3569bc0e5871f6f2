import type { WebhookAttempt } from '../domain/webhook.ts';
import type { AddressPolicy } from '../network/address-policy.ts';
import { addressesOf } from '../network/name-lookup.ts';
import type { LookUp } from '../network/name-lookup.ts';
import { exchange } from './post-exchange.ts';
import type { PostProgress, PostRequest } from './post-exchange.ts';
import { Deadline, hostname } from '../network/http-exchange.ts';
import { reasonOfError, reasonOfRefusal, reasonOfStatus, reasonOfTimeout } from './failure-reasons.ts';

export interface PostResult {
  /** As far as it came; null when nothing did. */
  readonly answer: WebhookAttempt['answer'];
  /** Null when the answer was 2xx. */
  readonly failure: string | null;
  /** Whether nothing may be posted there, so that there is no use in trying again. */
  readonly isRefused: boolean;
  /** In real ms. */
  readonly tookMs: number;
}

/** Posts once; redirects are not followed. Rejects only when the signal breaks it off. */
export type Post = (request: PostRequest, signal: AbortSignal) => Promise<PostResult>;

interface PostOptions {
  readonly policy: AddressPolicy;
  /** Looks up the names that the policy allows. */
  readonly lookUp: LookUp;
  /** For the whole of a post, in real ms. */
  readonly timeoutMs?: number;
}

/** How long the service waits is not known (assumed). */
const defaultTimeoutMs = 15_000;

/** Makes the function that posts over the network, to no other address than one that the policy has seen. */
export function createPost({ policy, lookUp, timeoutMs = defaultTimeoutMs }: PostOptions): Post {
  return async (request, signal) => {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const result = await post(request, { policy, lookUp, timeoutMs, signal });
    return { ...result, tookMs: Math.round(performance.now() - startedAt) };
  };
}

type UntimedResult = Omit<PostResult, 'tookMs'>;

async function post(
  request: PostRequest,
  { policy, lookUp, timeoutMs, signal }: Required<PostOptions> & { readonly signal: AbortSignal },
): Promise<UntimedResult> {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return refusedResult(`"${request.url}" is not an http, https or mailto URL`);
  }
  const name = hostname(url);
  if (!policy.mayLookUp(name)) return refusedResult(reasonOfPublicName(name));
  const deadline = new Deadline(signal, timeoutMs);
  const progress: PostProgress = { phase: 'resolving', answer: null };
  try {
    const addresses = await deadline.rejectAtDeadline(addressesOf(name, lookUp));
    const allowed = addresses.filter(({ address }) => policy.mayCall(name, address));
    if (allowed.length === 0) return refusedResult(reasonOfRefusal(url, addresses));
    const location = await exchange(request, { url, addresses: allowed, signal: deadline.signal }, progress);
    const { answer } = progress;
    return { answer, failure: reasonOfStatus(answer?.status ?? 0, location), isRefused: false };
  } catch (error) {
    signal.throwIfAborted();
    const { answer, phase } = progress;
    const failure = deadline.isTimedOut ? reasonOfTimeout(url, phase, timeoutMs) : reasonOfError(error, url, phase);
    return { answer, failure, isRefused: false };
  } finally {
    deadline.close();
  }
}

const refusedResult = (failure: string): UntimedResult => ({ answer: null, failure, isRefused: true });

const reasonOfPublicName = (name: string): string =>
  `${name} is not a local name: nothing is posted there unless it is allowed, as by --allow-hosts ${name}`;
