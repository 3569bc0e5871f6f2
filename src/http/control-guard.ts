import basicAuth from 'express-basic-auth';
import { Refusal } from '../domain/refusal.ts';
import type { ApiCall } from './api-call.ts';

/**
 * Admits programs on this machine, and programs elsewhere that send the token. A call that a proxy has passed on counts
 * as from elsewhere, even from a proxy on this machine. Pages of other origins are refused, since anyone can write one;
 * so are host names that DNS rebinding may have pointed here. Throws a Refusal.
 */
export function guardControl(call: ApiCall, { controlToken: token }: { controlToken: string | undefined }): void {
  const { headers } = call;
  assertOwnOrigin(call);
  const presented = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  // In constant time, so that the time reveals nothing.
  const hasToken = token !== undefined && presented !== undefined && basicAuth.safeCompare(presented, token);
  const proxyHeader = Object.keys(headers).find(isOfProxy);
  if (!hasToken && (proxyHeader !== undefined || !isLoopback(call.remoteAddress))) {
    call.setHeader('WWW-Authenticate', 'Bearer realm="faxsim"');
    throw refusalOf({ token, presented, proxyHeader });
  }
  // Over HTTPS a browser has checked the name: the certificate has only the names of --https.
  if (!hasToken && !call.isSecure && !isOwnName(headers.host))
    throw new Refusal('forbidden', foreignName(headers.host ?? ''));
  assertNoForm(call);
}

const setting = '--control-token (FAXSIM_CONTROL_TOKEN)';
const tokenRequired = `From another machine, the control API takes calls with "Authorization: Bearer" and the token of ${setting}`;
const wrongTokenMessage = `The token that came with the call is not that of ${setting}`;
const localOnlyMessage = `The control API is open to this machine alone, unless faxsim has a ${setting}`;

interface TokenCheck {
  readonly token: string | undefined;
  readonly presented: string | undefined;
  readonly proxyHeader: string | undefined;
}

function refusalOf({ token, presented, proxyHeader }: TokenCheck): Refusal {
  const cause =
    proxyHeader === undefined ? '' : `; a call with the header ${proxyHeader} counts as one from another machine`;
  if (token === undefined) return new Refusal('forbidden', localOnlyMessage + cause);
  return new Refusal('unauthorized', presented === undefined ? tokenRequired + cause : wrongTokenMessage);
}

const foreignName = (host: string): string =>
  `The control API is not called ${host.slice(0, 80)}: call it by localhost or an address, or with the token of ${setting}`;

/** Whether proxies add this header to calls that they pass on; local programs have no reason to send it. */
const isOfProxy = (header: string): boolean =>
  /^(?:x-)?(?:original-)?forwarded|^via$|^(?:x-real|cf-connecting|(?:x|true|fastly|x-cluster)-client)-ip$/.test(header);

/**
 * A connection without an address is one by a Unix socket. The machine's other addresses do not count: they change with
 * its networks, and within a container or behind NAT other machines have them too.
 */
function isLoopback(address: string | undefined): boolean {
  return address === undefined || address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

/** Browsers say where a page is from; nothing else does. */
function assertOwnOrigin({ headers, host }: ApiCall): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isForeignSite = site === 'cross-site' || site === 'same-site';
  const isForeignPage = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
  if (!isForeignSite && !isForeignPage) return;
  throw new Refusal(
    'forbidden',
    `Pages of other origins may not call the control API${origin ? `: ${origin.slice(0, 80)}` : ''}`,
  );
}

/** Browsers send one of the two headers with each request that is not a navigation by hand; a form cannot send a third. */
function assertNoForm({ method, headers }: ApiCall): void {
  if (method === 'GET' || method === 'HEAD' || headers[clientHeader] !== undefined) return;
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return;
  throw new Refusal(
    'forbidden',
    'A page that changes something must send the header X-Faxsim-Client, got none: add X-Faxsim-Client: console',
  );
}

const clientHeader = 'x-faxsim-client';

/** Refuses a page under a foreign name, which may stand for DNS rebinding. With a token, names are of no use to an attacker. */
export function assertOwnHost(call: ApiCall, { controlToken }: { controlToken: string | undefined }): void {
  const { host } = call.headers;
  if (controlToken === undefined && !call.isSecure && !isOwnName(host)) {
    throw new Refusal('forbidden', foreignName(host ?? ''));
  }
}

const ownEndings = ['.localhost', '.local', '.internal', '.test'];

/** Not a name that an attacker could register in public, and make lead here. */
function isOwnName(host: string | undefined): boolean {
  if (host === undefined) return true; // no browser leaves it out
  const name = host.replace(/:\d*$/, '').toLowerCase();
  const isAddress = /^\[[\da-f:.]+\]$|^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
  return isAddress || !name.includes('.') || ownEndings.some((ending) => name.endsWith(ending));
}
