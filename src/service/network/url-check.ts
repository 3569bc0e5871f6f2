import type { LookupAddress } from 'node:dns';
import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectSecurely } from 'node:tls';
import { hasControlCharacter, readUrl } from '../../model/shared/urls.ts';
import { reasonOf } from '../../model/shared/errors.ts';
import { dockerHost } from './address-policy.ts';
import { foundAddresses } from './name-lookup.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { LookUp } from './name-lookup.ts';
import { hostname, pinnedTo } from './http-exchange.ts';

/** Whether a URL can be reached, with advice if it cannot. */
export interface UrlFinding {
  readonly isWell: boolean;
  readonly found: string;
  readonly advice?: string;
}

interface UrlCheckOptions {
  /** Whether this is a container, where localhost is another machine than the user expects. */
  readonly isInContainer: boolean;
  /** The ports of this machine at which the simulator itself listens. */
  readonly ownPorts: readonly number[];
  readonly policy: AddressPolicy;
  readonly lookUp: LookUp;
}

const timeoutMs = 3000;

/** Checks whether webhooks from here reach a URL: connects, and sends nothing. */
export async function checkUrl(
  url: string,
  { isInContainer, ownPorts, policy, lookUp }: UrlCheckOptions,
): Promise<UrlFinding> {
  const wrong = (found: string, advice: string): UrlFinding => ({ isWell: false, found, advice });
  const target = readUrl(url);
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    return wrong(
      `${printableUrl(url)} is no http or https URL`,
      'Webhooks go to URLs such as http://localhost:3000/fax.',
    );
  }
  const host = hostname(target);
  const isPublic = `Start faxsim with --allow-hosts ${host}: by itself it calls loopback and private addresses alone.`;
  if (!policy.mayLookUp(host)) return wrong(`${host} is a public name`, isPublic);
  const found = await foundAddresses(host, lookUp);
  if (found.length === 0) {
    return wrong(
      `${host} is not known here`,
      isInContainer ? adviceInContainer : 'Is it spelt right? A service of compose is known to its network alone.',
    );
  }
  const addresses = found.filter(({ address }) => policy.mayCall(host, address));
  if (addresses.length === 0)
    return wrong(`${host} is ${found.map(({ address }) => address).join(', ')}, no private address`, isPublic);
  const isSecure = target.protocol === 'https:';
  const port = Number(target.port) || (isSecure ? 443 : 80);
  const problem = await connectionProblem({ host, addresses, port, isSecure }, isInContainer);
  if (problem !== undefined) return wrong(...problem);
  if (ownPorts.includes(port) && addresses.some(isOfThisMachine))
    return wrong(`${host}, port ${port}, is this simulator itself`, 'Name the address of your application.');
  return { isWell: true, found: `${host} takes connections on port ${port}` };
}

function isOfThisMachine({ address }: LookupAddress): boolean {
  if (/^(?:127\.|::1$|0\.0\.0\.0$|::$)/.test(address)) return true;
  return Object.values(networkInterfaces()).some((found) => found?.some((one) => one.address === address) === true);
}

/** The URL, in JSON if a control character would break the line that shows it. */
const printableUrl = (url: string): string => (hasControlCharacter(url) ? JSON.stringify(url) : url);

interface Endpoint {
  readonly host: string;
  /** The checked addresses, all of which a webhook would try. */
  readonly addresses: readonly LookupAddress[];
  readonly port: number;
  readonly isSecure: boolean;
}

/** Returns the problem and the advice; undefined if the connection works. The certificate must be valid, as for a webhook. */
async function connectionProblem(
  { host, addresses, port, isSecure }: Endpoint,
  isInContainer: boolean,
): Promise<readonly [string, string] | undefined> {
  const endpoint = { host, port, timeout: timeoutMs, lookup: pinnedTo(addresses) };
  const failure = await failureOf(connect(endpoint), 'connect');
  if (failure !== undefined)
    return [`no connection to ${host}, port ${port}: ${failure}`, isInContainer ? adviceInContainer : outside];
  if (!isSecure) return undefined;
  const named = { ...endpoint, ...(isIP(host) === 0 && { servername: host }) };
  const tlsFailure = await failureOf(connectSecurely(named), 'secureConnect');
  if (tlsFailure === undefined) return undefined;
  return [`no TLS with ${host}, port ${port}: ${tlsFailure}`, isUntrusted(tlsFailure) ? untrusted : noTls];
}

const untrusted =
  'Set NODE_EXTRA_CA_CERTS, before faxsim starts, to the file of the authority that has signed its certificate.';
const noTls = 'Does the application speak HTTPS on that port? Otherwise write http: in place of https:.';

const adviceInContainer = `In a container, localhost is the container itself: name the application's service, or ${dockerHost}.`;
const outside = 'Does the application run, on that port, and does it listen on that address?';

function failureOf(socket: Socket, done: 'connect' | 'secureConnect'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (failure?: string) => {
      socket.destroy();
      resolve(failure);
    };
    socket.once(done, () => end());
    socket.once('timeout', () => end(`nothing within ${timeoutMs} ms`));
    socket.once('error', (error) => end(reasonOf(error)));
  });
}

/** Whether the reason is that node does not trust the signer of a certificate. */
export const isUntrusted = (reason: string): boolean =>
  /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?)$/.test(
    reason,
  );
