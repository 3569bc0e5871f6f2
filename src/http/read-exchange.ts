import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Exchange } from '../worlds/journal/exchange.ts';
import { ApiCall } from './api-call.ts';
import type { Dependencies } from './api-call.ts';
import { asRefusal } from './errors.ts';
import { matchPath, matchRoute } from './match-route.ts';
import { readParams } from './run.ts';

/** A request without a connection. */
export type PlainRequest = Pick<Exchange, 'method' | 'url' | 'headers' | 'body'>;

export type ReaderDependencies = Pick<Dependencies, 'findFace' | 'readBody' | 'onFault'>;

/**
 * Reads a request from elsewhere as the simulator would: its face, its parameters and its route. The call has the
 * refusal if the simulator would refuse it.
 */
export async function readExchange(request: PlainRequest, deps: ReaderDependencies): Promise<ApiCall> {
  const call = callOf(request);
  try {
    const located = matchPath(call, deps);
    const params = await readParams(located, deps);
    matchRoute(Object.assign(located, { params }));
  } catch (thrown) {
    call.refusal = asRefusal(thrown, deps.onFault);
    if (call.face === null || call.candidateRoutes.length === 0) await addParams(call, deps);
  }
  return call;
}

/** Reads the parameters of a request without a route; unreadable ones are left out. */
async function addParams(call: ApiCall, deps: ReaderDependencies): Promise<void> {
  try {
    call.params = await readParams(call, deps);
  } catch {
    call.params = null;
  }
}

function callOf({ method, url, headers, body }: PlainRequest): ApiCall {
  const pairs = [...headers.filter(isOfMessage), ...lengthOf(body)];
  // Maps the headers here, because node does so only for messages of its own parser. Of a repeated header, the first value counts,
  // as in node.
  const byName = Object.fromEntries(pairs.toReversed().map(([name, value]) => [name.toLowerCase(), value]));
  const req = Object.assign(new IncomingMessage(new Socket()), {
    method,
    url,
    originalUrl: url,
    headers: byName,
    rawHeaders: pairs.flat(),
  });
  if (body !== undefined) req.push(body);
  req.push(null);
  req.complete = true;
  return new ApiCall(req as Request, new ServerResponse(req) as Response);
}

/**
 * Whether a header belongs to the message itself. Headers about the transfer of the body do not, since the body is
 * complete here, nor do the pseudo-headers of HTTP/2 (`:path`).
 */
const isOfMessage = ([name]: readonly [string, string]): boolean =>
  !/^(?:content-length|transfer-encoding|content-encoding|expect|:.*)$/i.test(name);

const lengthOf = (body: Buffer | undefined): (readonly [string, string])[] =>
  body === undefined ? [] : [['Content-Length', String(body.length)]];
