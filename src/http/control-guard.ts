import basicAuth from 'express-basic-auth';
import type { SimulatorParts } from '../control/simulator-parts.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { isForCaller } from '../service/network/caller-requests.ts';
import type { ApiCall } from './api-call.ts';
import { assertOwnHost, assertOwnPage } from './page-guard.ts';

type GuardRules = Pick<SimulatorParts, 'allowOrigins' | 'controlToken'>;

/**
 * Admits programs on this machine, and programs elsewhere that send the token. A call that a proxy has passed on counts
 * as from elsewhere, even from a proxy on this machine. Pages of other origins are refused as by the API. So is what faxsim itself
 * requests for a caller, who could read the answer on the pages of a fax. Throws a Refusal.
 */
export function guardControl(call: ApiCall, rules: GuardRules): void {
  const { headers } = call;
  const { controlToken: token } = rules;
  if (isForCaller(call.req)) throw new Refusal('forbidden', forCallerMessage);
  assertOwnPage(call, rules);
  const presented = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  // Compares in constant time, so that the time reveals nothing.
  const hasToken = token !== undefined && presented !== undefined && basicAuth.safeCompare(presented, token);
  const proxyHeader = Object.keys(headers).find(isOfProxy);
  if (!hasToken && (proxyHeader !== undefined || !isLoopback(call.req.socket.remoteAddress))) {
    call.res.setHeader('WWW-Authenticate', 'Bearer realm="faxsim"');
    throw refusalOf(token, presented, proxyHeader);
  }
  if (!hasToken) assertOwnHost(call, rules);
  assertNoForm(call);
}

/** Tells if the control API would admit a call that is answered in any case. */
export function isAdmitted(call: ApiCall, rules: GuardRules): boolean {
  try {
    guardControl(call, rules);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    call.res.removeHeader('WWW-Authenticate');
    return false;
  }
}

const setting = '--control-token (FAXSIM_CONTROL_TOKEN)';
const tokenRequired = `From another machine, the control API takes calls with "Authorization: Bearer" and the token of ${setting}`;
const wrongTokenMessage = `The token that came with the call is not that of ${setting}`;
const forCallerMessage =
  'The control API takes no request that faxsim makes for a fax or a webhook (User-Agent: faxsim): call it from a program';
const localOnlyMessage = `The control API is open to this machine alone, unless faxsim has a ${setting}`;

function refusalOf(token: string | undefined, presented: string | undefined, proxyHeader: string | undefined): Refusal {
  const cause =
    proxyHeader === undefined ? '' : `; a call with the header ${proxyHeader} counts as one from another machine`;
  if (token === undefined) return new Refusal('forbidden', localOnlyMessage + cause);
  return new Refusal('unauthorized', presented === undefined ? tokenRequired + cause : wrongTokenMessage);
}

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

/**
 * Checks the name that a file for the browser is called by. The check is left out with a token, since names are then
 * of no use to an attacker.
 */
export function guardFiles(call: ApiCall, rules: GuardRules): void {
  if (rules.controlToken === undefined) assertOwnHost(call, rules);
}
