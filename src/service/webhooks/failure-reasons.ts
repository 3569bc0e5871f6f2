import { hostname } from '../network/http-exchange.ts';
import { errorCode, errorText } from '../../model/shared/errors.ts';

// Why a webhook did not arrive, in words that a developer can act on.

/** How far a post had come. */
export type Phase = 'resolving' | 'connecting' | 'answering' | 'reading';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'];
const dockerHost = 'host.docker.internal';

/** Null for a status of success. `location` is where a redirect leads. */
export function reasonOfStatus(status: number, location: string | undefined): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400 && location !== undefined) {
    return `answered ${status} to ${location.slice(0, longestShown)}; redirects are not followed: use the final URL`;
  }
  const hint = status >= 500 ? "the receiver's log should say why" : statusHints[status];
  return `answered ${status}${hint === undefined ? '' : `: ${hint}`}; only 2xx counts as delivered`;
}

const longestShown = 500;

const statusHints: Readonly<Record<number, string>> = {
  401: 'the receiver wants credentials, which the URL can carry (http://user:password@host/path)',
  403: 'the receiver may require a CSRF token: exempt its webhook route from the CSRF check',
  404: "the receiver has no such route: compare the URL's path",
  405: 'the receiver must take POST there',
  413: 'the receiver must take larger bodies',
  415: 'the receiver must take multipart/form-data',
};

export function reasonOfRefusal(url: URL, addresses: readonly { readonly address: string }[]): string {
  const found = addresses.map(({ address }) => address).join(', ');
  const place = found === hostname(url) ? url.hostname : `${url.hostname} (${found})`;
  return `${place} is neither a loopback nor a private address: nothing is posted there unless it is allowed, as by --allow-hosts ${hostname(url)}`;
}

export function reasonOfTimeout(url: URL, phase: Phase, timeoutMs: number): string {
  const { host } = url;
  const seconds = timeoutMs / 1000;
  const reasons: Readonly<Record<Phase, string>> = {
    resolving: `the name ${url.hostname} was not resolved within ${seconds} s: DNS does not answer`,
    connecting: `no connection to ${host} within ${seconds} s: is the address right, and no firewall in between?`,
    answering: `no answer from ${host} within ${seconds} s: it should answer first and work later`,
    reading: `the answer of ${host} did not end within ${seconds} s`,
  };
  return reasons[phase];
}

/** Of an error of node's own: DNS, TCP, TLS or HTTP. */
export function reasonOfError(error: unknown, url: URL, phase: Phase): string {
  const code = errorCode(error) ?? '';
  const known = connectionReasons[code] ?? (code.startsWith('HPE_') ? notHttp : undefined) ?? certificateReason(code);
  if (known !== undefined) return known(url, phase);
  const message = errorText(error);
  return `posting to ${url.host} failed: ${message}${code === '' ? '' : ` (${code})`}`;
}

type Reason = (url: URL, phase: Phase) => string;

const connectionReasons: Readonly<Record<string, Reason | undefined>> = {
  ECONNREFUSED: ({ host, hostname }) =>
    loopbackHosts.includes(hostname)
      ? `connection refused at ${host}: nothing listens there; inside a container localhost is the container itself: try ${dockerHost}`
      : `connection refused at ${host}: nothing listens there, or only on a loopback address of that machine`,
  ENOTFOUND: ({ hostname }) =>
    hostname === dockerHost
      ? `the name ${hostname} is unknown: start the container with --add-host=${dockerHost}:host-gateway`
      : `the name ${hostname} is unknown: DNS has no address for it`,
  EAI_AGAIN: ({ hostname }) => `the name ${hostname} was not resolved: DNS does not answer (EAI_AGAIN)`,
  ECONNRESET: ({ host }, phase) =>
    phase === 'reading'
      ? `${host} broke the connection in the midst of its answer`
      : `${host} broke the connection without an answer`,
  EPIPE: ({ host }) => `${host} closed the connection before it had read the webhook`,
  ETIMEDOUT: ({ host }) => `no connection to ${host}: is the address right, and no firewall in between?`,
  EHOSTUNREACH: ({ host }) => `no route to ${host}: is the machine up, and on this network?`,
  ENETUNREACH: ({ host }) => `no network leads to ${host}`,
  EPROTO: ({ host }) => `${host} does not speak TLS there: is the URL to begin with http://?`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, hostname }) => `the certificate of ${host} is not for the name ${hostname}`,
  CERT_HAS_EXPIRED: ({ host }) => `the certificate of ${host} has expired`,
};

const notHttp: Reason = ({ host }) => `${host} did not answer in HTTP: is the URL to begin with https://?`;

const untrustedReason: Reason = ({ host }) =>
  `the certificate of ${host} is not trusted, as it is self-signed or of an unknown authority: use http://, or name the authority's file in NODE_EXTRA_CA_CERTS`;

function certificateReason(code: string): Reason | undefined {
  const isOne = /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/.test(code);
  return isOne ? untrustedReason : undefined;
}
