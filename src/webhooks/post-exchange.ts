import type { LookupAddress } from 'node:dns';
import type { WebhookAttempt } from '../domain/webhook.ts';
import { readBody, sendRequest } from '../network/http-exchange.ts';
import type { Phase } from './failure-reasons.ts';

/** The HTTP request of a delivery attempt. */
export interface PostRequest {
  /** The id of the delivery, and the number of the attempt from 1 up. */
  readonly delivery: number;
  readonly attempt: number;
  /** May carry credentials, which become Basic authentication. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, in pieces. */
  readonly chunks: readonly Uint8Array[];
}

/** How far a post has come. */
export interface PostProgress {
  phase: Phase;
  /** The response as far as it came, with the beginning of its body. */
  answer: WebhookAttempt['answer'];
}

const longestBody = 2000;
/** UTF-8 needs at most four bytes for a character. */
const keptBytes = 4 * longestBody;
const mostBytesRead = 1_000_000;

/**
 * Posts to one of the addresses, notes the progress, and resolves with the `Location` of the response. Reads the response to
 * the end, so that the receiver can write to the end, but keeps only the beginning.
 */
export async function exchange(
  { headers, chunks }: PostRequest,
  target: { readonly url: URL; readonly addresses: readonly LookupAddress[]; readonly signal: AbortSignal },
  progress: PostProgress,
): Promise<string | undefined> {
  progress.phase = 'connecting';
  const response = await sendRequest({
    ...target,
    method: 'POST',
    headers: { 'User-Agent': 'faxsim', ...headers, 'Content-Length': String(lengthOf(chunks)) },
    chunks,
    onConnect: () => (progress.phase = 'answering'),
  });
  const { statusCode: status = 0 } = response;
  progress.phase = 'reading';
  progress.answer = { status, body: '' };
  let body = Buffer.alloc(0);
  await readBody(response, mostBytesRead, (chunk) => {
    if (body.length >= keptBytes) return;
    body = Buffer.concat([body, chunk.subarray(0, keptBytes - body.length)]);
    progress.answer = { status, body: body.toString().slice(0, longestBody) };
  });
  return response.headers.location;
}

const lengthOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
