import basicAuth from 'express-basic-auth';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../domain/refusal.ts';
import type { Params } from '../wire/fields.ts';
import type { Caller, Worlds } from '../worlds/worlds.ts';

/** Tells who is calling. Throws the Refusal `unauthorized`. */
export type Authenticate = (req: Request, res: Response, params: Params) => Caller;

/**
 * Both ways to authenticate: HTTP Basic, which wins where both are used, and the parameters `api_key` and `api_secret`,
 * unless `basicOnly`. Source: the reference's page on authentication.
 */
export function authenticator(worlds: Worlds, { basicOnly }: { basicOnly: boolean }): Authenticate {
  return (req, res, params) => {
    if (req.headers.authorization !== undefined) {
      void readHeader(req, res, () => undefined); // synchronous: it has thrown, or set `auth`
      const { auth } = req as basicAuth.IBasicAuthedRequest;
      return find(worlds, auth.user, auth.password);
    }
    const { api_key: key, api_secret: secret } = params;
    if (basicOnly || typeof key !== 'string' || typeof secret !== 'string') throw missing(basicOnly);
    return find(worlds, key, secret);
  };
}

/** Only reads the header: whose key it is, and whether the secret fits, is asked in one place for both ways. */
const readHeader: RequestHandler = basicAuth({
  authorizer: () => true,
  // It would answer in a form of its own what it cannot read; thrown, the refusal gets that of the called version.
  unauthorizedResponse: () => {
    throw new Refusal('unauthorized', 'The Authorization header is not that of HTTP Basic authentication');
  },
});

function find(worlds: Worlds, key: string, secret: string): Caller {
  const owner = worlds.ownerOf(key);
  // In constant time, and for an unknown key as for a wrong secret, so that the time taken tells nothing.
  const isSame = basicAuth.safeCompare(secret, owner?.secret ?? key);
  if (owner === undefined || !isSame) throw new Refusal('unauthorized', 'The API key or the API secret is wrong');
  return owner;
}

function missing(basicOnly: boolean): Refusal {
  const ways = basicOnly ? '' : ', or as the parameters api_key and api_secret';
  return new Refusal(
    'unauthorized',
    `Credentials are missing: send API key and secret by HTTP Basic authentication${ways}`,
  );
}
