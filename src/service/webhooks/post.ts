import type { LookupAddress } from 'node:dns';
import type { TaskPlace } from '../../model/domain/concurrency-limit.ts';
import type { WebhookAttempt } from '../../model/domain/webhook.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { addressesOf } from '../network/name-lookup.ts';
import type { AddressPolicy } from '../network/address-policy.ts';
import type { LookUp } from '../network/name-lookup.ts';
import { headOf, hostname, readBody, sendRequest, startDeadline, UpgradeError } from '../network/http-exchange.ts';
import type { Abortable, Connections, Sharing } from '../network/http-exchange.ts';
import {
  reasonOfError,
  reasonOfPublicName,
  reasonOfRefusal,
  reasonOfStatus,
  reasonOfTimeout,
} from './failure-reasons.ts';
import type { Phase } from './failure-reasons.ts';
import { KeptAnswer } from './kept-answer.ts';
import type { SentForm } from './refusal-advice.ts';

export interface PostResult {
  /** The received part of the response; null if none arrived. */
  readonly answer: WebhookAttempt['answer'];
  /** Reason of the failure: `HTTP status 500`; null if the status was 2xx. */
  readonly failure: string | null;
  /** True if the URL must not be called, so a retry is useless. */
  readonly isRefused: boolean;
  /** Duration in real ms. */
  readonly tookMs: number;
  /** The head of the request as it was sent; undefined if no connection took the request. */
  readonly head?: string | undefined;
}

/** Sends one POST without following redirects. Rejects only when the signal aborts it. */
export type Post = (request: PostRequest, signal: AbortSignal) => Promise<PostResult>;

interface PostOptions {
  readonly policy: AddressPolicy;
  /** Looks up the names that the policy allows. */
  readonly lookUp: LookUp;
  /** Limit of a whole post, in real ms. */
  readonly timeoutMs?: number;
}

/** The service's own limit is unknown (assumed). */
const defaultTimeoutMs = 15_000;

/** Makes the function that posts over the network, only to addresses that the policy has checked. */
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
  const url = parseUrl(request.url);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return refusedResult(`"${request.url}" is not an http, https or mailto URL`);
  }
  const name = hostname(url);
  if (!policy.mayLookUp(name)) return refusedResult(reasonOfPublicName(name));
  const deadline = startDeadline(signal, timeoutMs);
  const progress: PostProgress = { phase: 'resolving', answer: null, head: undefined };
  try {
    const found = addressesOf(name, lookUp);
    const addresses = 'then' in found ? await deadline.rejectAtDeadline(found) : found;
    const allowed = addresses.filter(({ address }) => policy.mayCall(name, address));
    if (allowed.length === 0) return refusedResult(reasonOfRefusal(url, addresses));
    const target = { url, addresses: allowed, signal: deadline.signal };
    const failure = await deadline.rejectAtDeadline(exchange(request, target, progress));
    return { answer: progress.answer, failure, isRefused: false, head: progress.head };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UpgradeError) {
      const failure = `${error.message}; only 2xx counts as delivered`;
      return { answer: { status: error.status, body: '' }, failure, isRefused: false, head: progress.head };
    }
    const { answer, phase, head } = progress;
    const failure = deadline.signal.aborted ? reasonOfTimeout(url, phase, timeoutMs) : reasonOfError(error, url, phase);
    return { answer, failure, isRefused: false, head };
  } finally {
    deadline.close();
  }
}

const refusedResult = (failure: string): UntimedResult => ({ answer: null, failure, isRefused: true });

/** The HTTP request of a delivery attempt. */
interface PostRequest {
  /** The id of the delivery; `attempt` is the number of the attempt, counted from 1. */
  readonly delivery: number;
  readonly attempt: number;
  /** May carry credentials, which become Basic authentication. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The form of the webhook. The advice about a refusal depends on it. */
  readonly form: SentForm;
  /** The body, in pieces. */
  readonly chunks: readonly Uint8Array[];
  /** The post's position in the queue of the receiver. */
  readonly place?: Pick<TaskPlace<Connections>, 'isLate' | 'isAwaited' | 'overtakes' | 'shared'> | undefined;
}

/** The progress of a post. */
interface PostProgress {
  phase: Phase;
  /** The part of the response that came, with the beginning of its body. */
  answer: WebhookAttempt['answer'];
  /** The head of the request, once a connection takes it. */
  head: string | undefined;
}

interface PostTarget {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
  readonly signal: Abortable;
}

const bodyBytesMax = 1_000_000;

/**
 * Posts that queue for a receiver share its connections, if the receiver says how long it keeps them. A receiver that
 * serves only one connection at a time seldom says this. In case it does, a connection is closed while an earlier post
 * may still wait for its own. It is also closed if no post is queued.
 */
function sharingOf(place: PostRequest['place']): Sharing | undefined {
  if (place === undefined || !(place.isLate || place.isAwaited) || place.shared === undefined) return undefined;
  return {
    connections: place.shared,
    staysOpen: ({ headers }) => place.isAwaited && !place.overtakes && keepsConnection(String(headers['keep-alive'])),
    isRepeatable: false,
  };
}

/** Whether a Keep-Alive header promises that the connection accepts another request: `timeout=5, max=100`. */
const keepsConnection = (header: string): boolean => /\btimeout=\d/i.test(header) && !/\bmax=0\b/i.test(header);

/** The request of a webhook. */
export const postOf = (url: URL, headers: PostRequest['headers'], chunks: PostRequest['chunks']) => ({
  url,
  method: 'POST',
  headers: { ...headers, 'Content-Length': String(chunks.reduce((sum, { length }) => sum + length, 0)) },
  chunks,
});

/**
 * Posts to one of the addresses and notes the progress. Resolves to the reason of a failure; null if the webhook was
 * delivered. It reads the whole response, so that the receiver can finish writing, but keeps little of a long one.
 */
async function exchange(
  { headers, chunks, place, form }: PostRequest,
  { url, addresses, signal }: PostTarget,
  progress: PostProgress,
): Promise<string | null> {
  progress.phase = 'connecting';
  const order = { ...postOf(url, headers, chunks), sharing: sharingOf(place) };
  const response = await sendRequest({
    ...order,
    addresses,
    signal,
    onConnect: () => (progress.phase = 'answering'),
    onReady: () => (progress.head = headOf(order)),
  });
  const { statusCode: status = 0 } = response;
  progress.phase = 'reading';
  progress.answer = { status, body: '' };
  const body = new KeptAnswer();
  const isWhole = await readBody(response, bodyBytesMax, (chunk) => {
    body.add(chunk);
    progress.answer = { status, body: body.beginning };
  });
  progress.answer = { status, body: body.text };
  const text = body.beginning;
  if (isWhole) return reasonOfStatus({ status, body: text, location: response.headers.location, ...form });
  return `answered ${status} with more than ${bodyBytesMax / 1000} kB, and the rest was not read: answer with a short body`;
}
