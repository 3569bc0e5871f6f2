import { CliError } from '../../model/shared/errors.ts';
import { isThisMachine, parseUrl, withoutFinalSlashes } from '../../model/shared/urls.ts';
import { isHostOfService } from '../../control/har/service-hosts.ts';

/** The server that a recording forwards to. */
export interface Upstream {
  /** Scheme, host and port. A path is not allowed, because the cost check knows a version by its path. */
  readonly base: URL;
  /** The base URL for a path: access tokens have a separate host. */
  readonly originFor: (path: string) => string;
}

/**
 * The server that `--to` names. Throws a CliError for a URL with more than scheme, host and port, without TLS, or with an unknown
 * host: allowed are those of the service, this machine, and `--trust-host`. Messages never contain userinfo.
 */
export function upstreamOf(to: string, trusted: readonly string[]): Upstream {
  const base = parseUrl(withoutFinalSlashes(to));
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    const got = to.includes('@') ? '' : `, got ${JSON.stringify(to)}`;
    throw new CliError(`--to must be a URL such as https://api.phaxio.com${got}`);
  }
  const further = partsBeside(base);
  if (further.length > 0)
    throw new CliError(`--to must have no ${further.join(' and no ')}: scheme, host and port, such as ${base.origin}`);
  const { hostname, host, protocol } = base;
  const isLocal = isThisMachine(base);
  const isTrusted = trusted.some((name) => name === hostname || name === host);
  if (!isLocal && !isTrusted && !isHostOfService(hostname)) {
    throw new CliError(
      `--to: ${host} is no host of the service, such as api.phaxio.com or fax.api.sinch.com; --trust-host ${host} allows it`,
    );
  }
  if (protocol !== 'https:' && !isLocal)
    throw new CliError(`--to must begin with https:, since it gets keys, got ${protocol}`);
  const own = base.origin;
  const isSinch = /fax\.api\.sinch\.com$/i.test(hostname);
  return {
    base,
    originFor: (path) => (isSinch && /^\/+oauth2\//i.test(path) ? 'https://auth.sinch.com' : own),
  };
}

/** Words for the parts of a URL other than scheme, host and port. */
function partsBeside({ username, password, pathname, href }: URL): string[] {
  return [
    ...(username + password === '' ? [] : ['name or password']),
    ...(pathname === '/' ? [] : ['path']),
    ...(href.includes('?') ? ['query'] : []),
    ...(href.includes('#') ? ['fragment'] : []),
  ];
}
