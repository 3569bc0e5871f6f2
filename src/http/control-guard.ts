import basicAuth from 'express-basic-auth';
import type { SimulatorParts } from '../control/simulator-parts.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { isForCaller } from '../service/network/caller-requests.ts';
import type { ApiCall } from './api-call.ts';
import { clientHeader } from '../worlds/journal/observed-request.ts';
import { assertOwnHost, assertOwnPage } from './page-guard.ts';

type GuardRules = Pick<SimulatorParts, 'allowOrigins' | 'controlToken'>;

/**
 * Admits programs on this machine, and programs elsewhere that send the token. A call through a proxy counts as one
 * from elsewhere, even if the proxy runs on this machine. Refuses pages of other origins, as the API does. Also refuses
 * requests that faxsim itself makes, since their caller could read the answer on the pages of a fax. Throws a Refusal.
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

/** Whether the control API would admit a call. For calls that get an answer in any case, but a fuller one if admitted. */
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

/** Whether this is a header that proxies add. Local programs have no reason to send it. */
const isOfProxy = (header: string): boolean =>
  /^(?:x-)?(?:original-)?forwarded|^via$|^(?:x-real|cf-connecting|(?:x|true|fastly|x-cluster)-client)-ip$/.test(header);

/**
 * Whether the address is a loopback address, or missing as for a Unix socket. The machine's other addresses do not
 * count: they change with its networks, and a container or NAT shares them with other machines.
 */
function isLoopback(address: string | undefined): boolean {
  return address === undefined || address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

/**
 * Refuses changes by forms. Browsers send at least one of the first two headers, except for a navigation by hand; a
 * form cannot send the third one, X-Faxsim-Client.
 */
function assertNoForm({ method, headers }: ApiCall): void {
  if (method === 'GET' || method === 'HEAD' || headers[clientHeader] !== undefined) return;
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return;
  throw new Refusal(
    'forbidden',
    'A page that changes something must send the header X-Faxsim-Client, got none: add X-Faxsim-Client: console',
  );
}

/**
 * Checks the host name of a request for a file that a browser shows. With a token, the check is left out, since a host
 * name then does not help an attacker.
 */
export function guardFiles(call: ApiCall, rules: GuardRules): void {
  if (rules.controlToken === undefined) assertOwnHost(call, rules);
}
