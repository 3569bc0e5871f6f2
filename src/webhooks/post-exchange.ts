import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { WebhookAttempt } from '../domain/webhook.ts';
import { Deadline, readBody, sendRequest } from '../network/http-exchange.ts';
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

interface Limits {
  /** For the whole exchange, in real ms. */
  readonly timeoutMs: number;
  /** Breaks the exchange off. */
  readonly signal: AbortSignal;
}

const longestBody = 2000;
/** UTF-8 needs at most four bytes for a character. */
const keptBytes = 4 * longestBody;
const mostBytesRead = 1_000_000;

/** One POST and its response, with the phase that it has reached. */
export class PostExchange {
  readonly #url: URL;
  readonly #request: PostRequest;
  readonly #deadline: Deadline;
  #phase: Phase = 'resolving';
  #answer: WebhookAttempt['answer'] = null;

  constructor(url: URL, request: PostRequest, { timeoutMs, signal }: Limits) {
    this.#url = url;
    this.#request = request;
    this.#deadline = new Deadline(signal, timeoutMs);
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** The response as far as it came, with the beginning of its body. */
  get answer(): WebhookAttempt['answer'] {
    return this.#answer;
  }

  get isTimedOut(): boolean {
    return this.#deadline.isTimedOut;
  }

  close(): void {
    this.#deadline.close();
  }

  untilBrokenOff<T>(work: Promise<T>): Promise<T> {
    return this.#deadline.untilBrokenOff(work);
  }

  /** Posts to one of these addresses and reads the response; resolves with its `Location`. */
  async run(addresses: readonly LookupAddress[]): Promise<string | undefined> {
    this.#phase = 'connecting';
    const { headers, chunks } = this.#request;
    const response = await sendRequest({
      method: 'POST',
      url: this.#url,
      addresses,
      headers: { 'User-Agent': 'faxsim', ...headers, 'Content-Length': String(lengthOf(chunks)) },
      chunks,
      signal: this.#deadline.signal,
      onConnect: () => (this.#phase = 'answering'),
    });
    await this.#read(response);
    return response.headers.location;
  }

  /** Reads to the end, so that the receiver can write to the end, but keeps only the beginning. */
  async #read(response: IncomingMessage): Promise<void> {
    const status = response.statusCode ?? 0;
    this.#phase = 'reading';
    this.#answer = { status, body: '' };
    let kept = Buffer.alloc(0);
    await readBody(response, mostBytesRead, (chunk) => {
      if (kept.length >= keptBytes) return;
      kept = Buffer.concat([kept, chunk.subarray(0, keptBytes - kept.length)]);
      this.#answer = { status, body: kept.toString().slice(0, longestBody) };
    });
  }
}

const lengthOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
