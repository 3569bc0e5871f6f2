import { isThisMachine } from '../../model/shared/urls.ts';

/** The hosts of the service: of the Phaxio API, of the Sinch Fax API with its former regions, and of its access tokens. */
const hostsOfService = /^(?:api\.phaxio\.com|(?:[\w-]+\.)?fax\.api\.sinch\.com|(?:[\w-]+\.)?auth\.sinch\.com)$/i;

export const isHostOfService = (hostname: string): boolean => hostsOfService.test(hostname);

/** The first parts of the service's paths. */
const beginning = /\/(?:v1|v2|v2\.1|v3|oauth2)(?=[/?]|$)/i;

/**
 * The path and query of a request to the service, or to a stand-in for it. A stand-in is this machine or one of `hosts`; a prefix of
 * its paths is left out. Undefined for other URLs, and for calls of the control API.
 */
export function targetOfService(url: URL, hosts: readonly string[]): string | undefined {
  const { protocol, hostname, host, pathname, search } = url;
  if (!/^https?:$/.test(protocol)) return undefined;
  if (isHostOfService(hostname)) return pathname + search;
  const isKnown = hosts.some((known) => known.toLowerCase() === hostname || known.toLowerCase() === host);
  if (!isKnown && !isThisMachine(url)) return undefined;
  const at = pathname.search(beginning);
  if (at < 0 || /^\/+(?:w\/[^/]+\/+)?_faxsim(?:\/|$)/.test(pathname)) return undefined;
  return pathname.slice(at) + search;
}
