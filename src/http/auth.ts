import basicAuth from 'express-basic-auth';
import type { Request, RequestHandler, Response } from 'express';
import type { KeyPair } from '../domain/credentials.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Params } from '../wire/fields.ts';
import { failureMessages } from '../wire/messages.ts';
import type { Caller, Worlds } from '../worlds/worlds.ts';
import { use } from './addressed.ts';

/** Tells who is calling. Throws the Refusal `unauthorized`. */
export type Authenticate = (req: Request, res: Response, params: Params) => Caller;

/**
 * Both ways to authenticate: HTTP Basic, which wins where both are used, and the parameters `api_key` and `api_secret`,
 * unless `basicOnly`. Source: the reference's page on authentication.
 */
export function authenticator(worlds: Worlds, { basicOnly }: { basicOnly: boolean }): Authenticate {
  return (req, res, params) => {
    if (req.headers.authorization !== undefined) return callerOf(worlds, res, pairInHeader(req, res));
    const { api_key: key, api_secret: secret } = params;
    if (basicOnly || typeof key !== 'string' || typeof secret !== 'string') throw missing(basicOnly);
    return callerOf(worlds, res, { key, secret });
  };
}

/** Has a request use the world of the key in its header at once: its body, which is read first, may take long to come. */
export function useKeyedWorld(worlds: Worlds): RequestHandler {
  return (req, res, next) => {
    const owner = req.headers.authorization === undefined ? undefined : ownerInHeader(worlds, req, res);
    if (owner !== undefined) use(owner.hosted, res);
    next();
  };
}

function ownerInHeader(worlds: Worlds, req: Request, res: Response): ReturnType<Worlds['ownerOf']> {
  try {
    return worlds.ownerOf(pairInHeader(req, res).key);
  } catch {
    return undefined; // the version that was called refuses it, in its own form
  }
}

/** Reads the header of a request, which has one, but once. Throws the Refusal `unauthorized`. */
function pairInHeader(req: Request, res: Response): KeyPair {
  const asked = req as Request & Partial<basicAuth.IBasicAuthedRequest>;
  if (asked.auth === undefined) void readHeader(req, res, () => undefined); // synchronous: it has thrown, or set `auth`
  const { auth } = req as basicAuth.IBasicAuthedRequest;
  return { key: auth.user, secret: auth.password };
}

/** Only reads the header: whose key it is, and whether the secret fits, is asked in one place for both ways. */
const readHeader: RequestHandler = basicAuth({
  authorizer: () => true,
  // It would answer in a form of its own what it cannot read; thrown, the refusal gets that of the called version.
  unauthorizedResponse: () => {
    throw new Refusal('unauthorized', 'The Authorization header is not that of HTTP Basic authentication');
  },
});

function callerOf(worlds: Worlds, res: Response, { key, secret }: KeyPair): Caller {
  const owner = worlds.ownerOf(key);
  // In constant time, and for an unknown key as for a wrong secret, so that the time taken tells nothing.
  const isSame = basicAuth.safeCompare(secret, owner?.secret ?? key);
  if (owner === undefined || !isSame) throw new Refusal('unauthorized', failureMessages.unauthorized);
  use(owner.hosted, res);
  return { world: owner.hosted.world, isTest: owner.isTest };
}

function missing(basicOnly: boolean): Refusal {
  const ways = basicOnly ? '' : ', or as the parameters api_key and api_secret';
  return new Refusal(
    'unauthorized',
    `Credentials are missing: send API key and secret by HTTP Basic authentication${ways}`,
  );
}
