import type { LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { WebhookAttempt } from '../domain/webhook.ts';
import { hostname } from './failure-reasons.ts';
import type { Phase } from './failure-reasons.ts';

/** What is posted. */
export interface PostRequest {
  /** May carry credentials, which become Basic authentication. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, in pieces. */
  readonly chunks: readonly Uint8Array[];
}

interface Limits {
  /** For the whole of it, in real ms. */
  readonly timeoutMs: number;
  /** Breaks it off, too. */
  readonly signal: AbortSignal;
}

const longestBody = 2000;
/** UTF-8 needs at most four bytes for a character. */
const keptBytes = 4 * longestBody;
const mostBytesRead = 1_000_000;

/** One request and its answer, and how far they have come. */
export class Exchange {
  readonly #url: URL;
  readonly #request: PostRequest;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal;
  #phase: Phase = 'resolving';
  #answer: WebhookAttempt['answer'] = null;
  #isTimedOut = false;

  constructor(url: URL, request: PostRequest, { timeoutMs, signal }: Limits) {
    this.#url = url;
    this.#request = request;
    this.#outer = signal;
    signal.addEventListener('abort', this.#breakOff);
    // The network lives in real time, whatever the world's clock shows.
    this.#timer = setTimeout(() => {
      this.#isTimedOut = true;
      this.#breakOff();
    }, timeoutMs).unref();
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** As far as it came; its body's beginning only. */
  get answer(): WebhookAttempt['answer'] {
    return this.#answer;
  }

  get isTimedOut(): boolean {
    return this.#isTimedOut;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#breakOff);
  }

  /** For work that cannot be broken off itself, such as the system's DNS. */
  untilBrokenOff<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#abort.signal.addEventListener('abort', () => {
        reject(new Error('broken off'));
      });
      work.then(resolve, reject);
    });
  }

  /** Posts to one of these addresses and reads the answer; resolves with its `Location`. */
  run(addresses: readonly LookupAddress[]): Promise<string | undefined> {
    this.#phase = 'connecting';
    return new Promise((resolve, reject) => {
      const outgoing = this.#begin(addresses);
      outgoing.on('error', reject);
      outgoing.on('socket', (socket) => {
        socket.on('connect', () => (this.#phase = 'answering'));
      });
      outgoing.on('response', (incoming) => {
        this.#read(incoming).then(() => {
          resolve(incoming.headers.location);
        }, reject);
      });
      for (const chunk of this.#request.chunks) outgoing.write(chunk);
      outgoing.end();
    });
  }

  #begin(addresses: readonly LookupAddress[]): ClientRequest {
    const { headers, chunks } = this.#request;
    const url = this.#url;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return send({
      method: 'POST',
      hostname: hostname(url),
      port: url.port,
      path: url.pathname + url.search,
      headers: { 'User-Agent': 'faxsim', ...authorization(url), ...headers, 'Content-Length': lengthOf(chunks) },
      agent: false, // a new connection each: one that was kept may be closing at the other side
      lookup: pinnedTo(addresses),
      signal: this.#abort.signal,
    });
  }

  /** Reads to the end, so that the receiver can write to the end, but keeps only the beginning. */
  async #read(incoming: IncomingMessage): Promise<void> {
    const status = incoming.statusCode ?? 0;
    this.#phase = 'reading';
    this.#answer = { status, body: '' };
    let kept = Buffer.alloc(0);
    let size = 0;
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (kept.length < keptBytes) {
        kept = Buffer.concat([kept, chunk.subarray(0, keptBytes - kept.length)]);
        this.#answer = { status, body: kept.toString().slice(0, longestBody) };
      }
      if (size > mostBytesRead) break;
    }
  }

  readonly #breakOff = (): void => {
    this.#abort.abort();
  };
}

/** Answers node's own lookup with what was checked: a name could resolve to something else a moment later. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % that escapes nothing stands for itself
  }
}

const lengthOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
