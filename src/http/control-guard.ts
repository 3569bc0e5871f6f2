import basicAuth from 'express-basic-auth';
import type { Request, RequestHandler } from 'express';
import { Refusal } from '../domain/refusal.ts';

/**
 * Who may call the control surface: whoever is on this machine, and from elsewhere whoever has the token. Pages that a browser
 * has from somewhere else may not, since anyone can write one; nor may those whose host name was made to lead here.
 */
export function controlGuard(token: string | undefined): RequestHandler {
  return (req, res, next) => {
    assertOwnOrigin(req);
    const given = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    // In constant time, so that the time taken tells nothing.
    const hasToken = token !== undefined && given !== undefined && basicAuth.safeCompare(given, token);
    if (!hasToken && !isLocal(req.socket.remoteAddress)) {
      res.setHeader('WWW-Authenticate', 'Bearer realm="faxsim"');
      throw refusalOf(token, given);
    }
    // Over HTTPS a browser has made sure of the name: the certificate has none but those that were asked for.
    if (!hasToken && !req.secure && !isOwnName(req.headers.host))
      throw new Refusal('forbidden', foreignName(req.headers.host ?? ''));
    next();
  };
}

const setting = '--control-token (FAXSIM_CONTROL_TOKEN)';
const wanted = `From another machine, the control API takes calls with "Authorization: Bearer" and the token of ${setting}`;
const wrong = `The token that came with the call is not that of ${setting}`;
const closed = new Refusal(
  'forbidden',
  `The control API is open to this machine alone, unless faxsim has a ${setting}`,
);
function refusalOf(token: string | undefined, given: string | undefined): Refusal {
  if (token === undefined) return closed;
  return new Refusal('unauthorized', given === undefined ? wanted : wrong);
}

const foreignName = (host: string): string =>
  `The control API is not called ${host.slice(0, 80)}: call it by localhost or an address, or with the token of ${setting}`;

/** A connection without an address is one by a Unix socket. */
function isLocal(address: string | undefined): boolean {
  return address === undefined || address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

/** Browsers say where a page is from; nothing else does. */
function assertOwnOrigin({ headers }: Request): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeignSite = site === 'cross-site' || site === 'same-site';
  const isForeignPage = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
  if (!isForeignSite && !isForeignPage) return;
  throw new Refusal(
    'forbidden',
    `Pages of other origins may not call the control API${origin ? `: ${origin.slice(0, 80)}` : ''}`,
  );
}

const ownEndings = ['.localhost', '.local', '.internal', '.test'];

/** Not a name that somebody could have registered in public, and made to lead here. */
function isOwnName(host: string | undefined): boolean {
  if (host === undefined) return true; // no browser leaves it out
  const name = host.replace(/:\d*$/, '').toLowerCase();
  const isAddress = /^\[[\da-f:.]+\]$|^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
  return isAddress || !name.includes('.') || ownEndings.some((ending) => name.endsWith(ending));
}
