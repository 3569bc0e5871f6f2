import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isThisMachine } from '../../model/shared/urls.ts';
import { Connections, sendRequest } from './http-exchange.ts';
import type { Sharing } from './http-exchange.ts';

/** The part of `fetch` that calls to a simulator use. */
export interface OwnCall {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly signal?: AbortSignal | null;
  /** Only `manual` is possible: redirects are never followed. */
  readonly redirect?: 'manual';
  /** Keeps the connection to this machine open for later calls. Default: each call opens a new one. */
  readonly keepsConnection?: boolean;
}

const shared: Sharing = { connections: new Connections(), staysOpen: () => true, isRepeatable: true };

/** Sends a request as `callServer` does, and resolves with the raw response. It loads fewer modules, for the health check. */
export function sendCall(url: string, call: OwnCall = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal, keepsConnection = false } = call;
  const target = new URL(url);
  const isKept = keepsConnection && isThisMachine(target);
  const content = Buffer.from(body ?? '');
  const hasContent = typeof body === 'string' || !['GET', 'HEAD', 'DELETE'].includes(method);
  return sendRequest({
    method,
    url: target,
    headers: {
      ...headers,
      ...(hasContent && { 'content-length': String(content.length) }),
      ...(!isKept && { connection: 'close' }),
    },
    chunks: content.length > 0 ? [content] : [],
    mayUseProxy: !isThisMachine(target),
    sharing: isKept ? shared : undefined,
    isOwn: true,
    signal,
  });
}

/**
 * Sends a request to a simulator, or to a server that is compared with one. Resolves with a response as `fetch` does.
 * It replaces `fetch`, which would use the environment's proxy (NODE_USE_ENV_PROXY, --use-env-proxy) even for this
 * machine.
 */
export const callServer = async (url: string, call: OwnCall = {}): Promise<Response> =>
  responseOf(await sendCall(url, call));

/** The statuses whose Response must not have a body. */
const withoutBody = [204, 205, 304];

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  if (!withoutBody.includes(status))
    return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers });
  incoming.resume();
  return new Response(null, { status, headers });
}
