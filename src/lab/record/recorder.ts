import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { ApiCall, Dependencies } from '../../http/api-call.ts';
import { refusals } from '../../http/errors.ts';
import { readExchange } from '../../http/read-exchange.ts';
import type { OperationId } from '../../model/domain/operation.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { errorText } from '../../model/shared/errors.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { Connections, readBody, sendRequest } from '../../service/network/http-exchange.ts';
import type { Exchange, HeaderPair } from '../../worlds/journal/exchange.ts';
import { costOf } from './costs.ts';
import type { OwnAnswer } from './compare-answers.ts';
import { RecordIds } from './record-ids.ts';
import type { SecretTexts } from './secret-texts.ts';
import type { KeyKind, Outgoing, StandIns } from './stand-ins.ts';
import { TestKeyWatch } from './test-key-watch.ts';
import type { Upstream } from './upstream.ts';

/** A request with the answers of both sides. */
export interface RecordedPair {
  readonly call: ApiCall;
  readonly exchange: Exchange;
  /** The answer of the world, if any. */
  readonly own: OwnAnswer | undefined;
  /** Why the service did not answer; undefined if it did. */
  readonly failure?: string;
}

/** The world that gets a copy of each request. */
export interface ShadowWorld {
  readonly baseUrl: string;
  /** The refusal of the latest request; null if it was accepted. */
  readonly latestRefusal: () => OwnAnswer['refused'];
}

export interface RecorderParts {
  readonly upstream: Upstream;
  readonly standIns: StandIns;
  readonly secrets: SecretTexts;
  readonly world: ShadowWorld;
  readonly reader: Pick<Dependencies, 'findFace' | 'readBody' | 'onFault'>;
  /** Whether requests that may cost money are sent. */
  readonly mayCost: boolean;
  /** Called for each request that is not sent, with the reason. */
  readonly onRefused: (line: string) => void;
}

/** A proxy in front of the real service. It returns the service's answers, and sends a copy of each request to a world. */
export class Recorder {
  readonly pairs: RecordedPair[] = [];
  /** Requests that were not sent, each with the reason. */
  readonly refused: string[] = [];
  readonly #parts: RecorderParts;
  readonly #ids = new RecordIds();
  readonly #connections = new Connections();
  readonly #server: Server;
  /** The work of the world, one request after the other. */
  #shadow: Promise<unknown> = Promise.resolve();
  readonly #pending: Promise<void>[] = [];
  readonly #watch = new TestKeyWatch();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        const text = this.#parts.secrets.clean(`no answer from ${parts.upstream.base.host}: ${errorText(error)}`);
        if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'application/json; charset=utf-8' });
        response.end(JSON.stringify({ success: false, message: text }));
      });
    });
  }

  /** Resolves to the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    const at = this.#server.address();
    if (at === null || typeof at === 'string') throw new Error('listens on no port');
    return at.port;
  }

  /** Waits for the world's pending requests, then closes the server. */
  async close(): Promise<void> {
    await this.#shadow;
    await Promise.all(this.#pending);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#connections.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const began = performance.now();
    const { method = 'GET', url = '/' } = request;
    const body = await bodyOf(request);
    const came: Outgoing = { url, headers: pairsOf(request.rawHeaders), body };
    const call = await readExchange({ method, ...came }, this.#parts.reader);
    const { standIns, upstream } = this.#parts;
    const { kind, isUnknown } = standIns.identify(came);
    const reason = isUnknown ? 'its keys are in no file that --keys names' : this.#costReason(call, kind, came);
    if (reason !== undefined) {
      this.#refuse(call, reason, response);
      return;
    }
    const outgoing = standIns.forService(came, kind);
    const sent = this.#send(method, outgoing, upstream.originFor(url));
    const own = this.#inWorld(
      method,
      came,
      kind,
      sent.then(
        ({ bytes }) => bytes,
        () => undefined,
      ),
    );
    const answer = await sent.catch((error: unknown) => {
      const none = { status: null, headers: [], bytes: Buffer.alloc(0) };
      const exchange = exchangeOf({ method, at, tookMs: performance.now() - began, outgoing, answer: none });
      this.#pending.push(
        own.then((known) => void this.pairs.push({ call, exchange, own: known, failure: errorText(error) })),
      );
      throw error;
    });
    response.writeHead(answer.status, answer.headers.filter(isEndToEnd).flat());
    response.end(answer.bytes);
    // Must happen at once, because the program's next request may use a token of this answer.
    this.#learn(answer.bytes, kind, call);
    const exchange = exchangeOf({ method, at, tookMs: performance.now() - began, outgoing, answer });
    this.#pending.push(own.then((known) => void this.pairs.push({ call, exchange, own: known })));
  }

  #costReason(call: ApiCall, kind: KeyKind | undefined, came: Outgoing): string | undefined {
    if (/^\/+(?:w\/[^/]+\/+)?_faxsim(?:\/|$)/.test(call.url))
      return 'a recording has no control API: the service is the real one';
    if (this.#parts.mayCost) return undefined;
    const caller = {
      readBody: () => came.body?.toString('latin1') ?? '',
      findDoubt: () => this.#parts.standIns.doubtOf(came),
    };
    const reason = costOf(call, { kind, ...caller });
    if (reason !== undefined) return `${reason}; --allow-cost sends it all the same`;
    const isFree = call.method === 'GET' && costOf(call, { kind: undefined, ...caller }) === undefined;
    return this.#watch.isLive && kind === 'test' && !isFree
      ? 'an earlier fax with this test key was no test, so the key may be a live one'
      : undefined;
  }

  #refuse({ face, method, url }: ApiCall, reason: string, response: ServerResponse): void {
    const [path = ''] = url.split('?', 1);
    const text = this.#parts.secrets.clean(`${method} ${path}: not sent, since ${reason}`);
    this.refused.push(text);
    this.#parts.onRefused(text);
    const form = face?.refusals ?? refusals;
    const refusal = new Refusal('forbidden', `faxsim record: ${reason}`);
    response.writeHead(form.statuses.forbidden, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(form.bodyOf(refusal));
  }

  async #send(method: string, { url, headers, body }: Outgoing, origin: string) {
    const base = new URL(origin);
    const incoming = await sendRequest({
      method,
      url: base,
      target: base.pathname.replace(/\/$/, '') + url,
      headers: headersFor(headers, body),
      chunks: body === undefined ? [] : [body],
      sharing: { connections: this.#connections, staysOpen: () => true, isRepeatable: method === 'GET' },
      isOwn: true,
    });
    const chunks: Buffer[] = [];
    await readBody(incoming, Infinity, (chunk) => chunks.push(chunk));
    return { status: incoming.statusCode ?? 0, headers: pairsOf(incoming.rawHeaders), bytes: Buffer.concat(chunks) };
  }

  /** Sends a request to the world, after earlier ones and in parallel with the real service. */
  #inWorld(
    method: string,
    came: Outgoing,
    kind: KeyKind | undefined,
    real: Promise<Buffer | undefined>,
  ): Promise<OwnAnswer | undefined> {
    const { standIns, world } = this.#parts;
    const work = this.#shadow.then(async (): Promise<OwnAnswer | undefined> => {
      await setImmediate(); // the real request is on its way first
      const request = this.#ids.forWorld(standIns.forWorld(came, kind));
      const answer = await this.#send(method, request, world.baseUrl);
      const refused = answer.status >= 400 ? world.latestRefusal() : null;
      const text = answer.bytes.toString();
      this.#ids.learn((await real)?.toString() ?? '', text);
      const message = parseMapping(text)?.['message'];
      return {
        status: answer.status,
        refused,
        message: typeof message === 'string' ? this.#ids.forAccount(message) : null,
      };
    });
    const safe = work.catch(() => undefined);
    this.#shadow = safe;
    return safe;
  }

  #learn(bytes: Buffer, kind: KeyKind | undefined, { route }: ApiCall): void {
    const json = parseMapping(bytes.toString());
    if (json === undefined) return;
    const token = json['access_token'];
    if (typeof token === 'string') {
      this.#parts.standIns.addToken(token);
      this.#parts.secrets.add(token);
    }
    const isTest = kind === 'test';
    if (isTest && route !== undefined && makesFax.has(route.operation)) this.#watch.addSent(json);
    this.#watch.look(json, isTest && route?.operation === 'getFax');
  }
}

const makesFax: ReadonlySet<OperationId> = new Set(['sendFax', 'resendFax', 'receiveFax']);

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const pairsOf = (list: readonly string[]): HeaderPair[] =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));

/** Whether a header is forwarded. Hop-by-hop headers are not, nor one that could change the method after the cost check. */
const isEndToEnd = ([name]: HeaderPair): boolean =>
  !/^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|x-http-method-override)$/i.test(
    name,
  );

function headersFor(
  headers: readonly HeaderPair[],
  body: Buffer | undefined,
): Record<string, string | readonly string[]> {
  const found: Record<string, string | readonly string[]> = {};
  for (const [name, value] of headers.filter(isEndToEnd)) {
    const key = name.toLowerCase();
    if (key === 'host' || key === 'content-length' || key === 'accept-encoding') continue;
    found[key] = key in found ? [found[key] ?? '', value].flat() : value;
  }
  // Asks for an uncompressed answer, because a compressed one could not be compared.
  return {
    ...found,
    'accept-encoding': 'identity',
    ...(body !== undefined && { 'content-length': String(body.length) }),
  };
}

interface Sent {
  readonly method: string;
  readonly at: number;
  readonly tookMs: number;
  readonly outgoing: Outgoing;
  readonly answer: { readonly status: number | null; readonly headers: readonly HeaderPair[]; readonly bytes: Buffer };
}

const exchangeOf = ({ method, at, tookMs, outgoing, answer }: Sent): Exchange => ({
  at,
  tookMs,
  method,
  ...outgoing,
  answer: { status: answer.status, headers: answer.headers, body: answer.bytes, bytes: answer.bytes.length },
});
