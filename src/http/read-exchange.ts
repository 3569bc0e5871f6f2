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
 * Reads a request that came from elsewhere as the simulator would: its face, its parameters and its route. A request that it would
 * refuse has the refusal.
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
  // node itself reads no headers that a parser of its own has not counted. Of a repeated one, it keeps the first.
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

/** Headers that say how a body travelled: it is there as a whole now. Names with a colon are the first line of HTTP/2. */
const isOfMessage = ([name]: readonly [string, string]): boolean =>
  !/^(?:content-length|transfer-encoding|content-encoding|expect|:.*)$/i.test(name);

const lengthOf = (body: Buffer | undefined): (readonly [string, string])[] =>
  body === undefined ? [] : [['Content-Length', String(body.length)]];
