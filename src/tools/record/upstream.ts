import { CliError } from '../../model/shared/errors.ts';
import { isThisMachine, parseUrl, withoutFinalSlashes } from '../../model/shared/urls.ts';
import { isHostOfService } from '../../control/har/service-hosts.ts';

/** The server that a recording forwards to. */
export interface Upstream {
  /** Base URL without a final slash. */
  readonly base: URL;
  /** The base URL of a request by its path: access tokens have a host of their own. */
  readonly originFor: (path: string) => string;
}

/**
 * The server that `--to` names. Throws a CliError for a URL without TLS, and for a host that is neither one of the service, nor this
 * machine, nor named by `--trust-host`.
 */
export function upstreamOf(to: string, trusted: readonly string[]): Upstream {
  const base = parseUrl(withoutFinalSlashes(to));
  if (base === undefined) throw new CliError(`--to must be a URL, got ${JSON.stringify(to)}`);
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
  const own = withoutFinalSlashes(base.href);
  const isSinch = /fax\.api\.sinch\.com$/i.test(hostname);
  return {
    base,
    originFor: (path) => (isSinch && /^\/+oauth2\//i.test(path) ? 'https://auth.sinch.com' : own),
  };
}
