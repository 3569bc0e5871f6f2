import { maxHeaderSize } from 'node:http';
import { errorCode, errorText } from '../../model/shared/errors.ts';
import { isThisMachine } from '../../model/shared/urls.ts';
import { dockerHost } from '../network/address-policy.ts';
import { hostname } from '../network/http-exchange.ts';
import { isUntrusted } from '../network/url-check.ts';
import { asText } from '../../model/shared/conversion.ts';
import { adviceFor } from './refusal-advice.ts';
import type { RefusedWebhook } from './refusal-advice.ts';

// Reasons why a webhook did not arrive, in words that help a developer.

/** The phase that a post reached. */
export type Phase = 'resolving' | 'connecting' | 'answering' | 'reading';

/** The parts of a webhook's response that determine the reason of a failure. */
interface ReceivedResponse extends RefusedWebhook {
  /** The target of a redirect. */
  readonly location: string | undefined;
}

/** The reason of a failure by status; null for a successful status. */
export function reasonOfStatus(response: ReceivedResponse): string | null {
  const { status, body, location } = response;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400 && location !== undefined) {
    return `answered ${status} to ${location.slice(0, shownCharactersMax)}; redirects are not followed: use the final URL`;
  }
  const hint = adviceFor(response);
  const quoted = body.trim() === '' ? '' : ` with ${JSON.stringify(body.trim().slice(0, quotedCharactersMax))}`;
  return `answered ${status}${quoted}${hint === undefined ? '' : `: ${hint}`}; only 2xx counts as delivered`;
}

const quotedCharactersMax = 120;

const shownCharactersMax = 500;

export const reasonOfPublicName = (name: string): string =>
  `${name} is not a local name: nothing is posted there unless it is allowed, as by --allow-hosts ${name}`;

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

/** Reason of an error that Node throws: DNS, TCP, TLS or HTTP. */
export function reasonOfError(error: unknown, url: URL, phase: Phase): string {
  const code = errorCode(error) ?? '';
  const known =
    connectionReasons[code] ??
    (code.startsWith('HPE_') && error instanceof Error ? unreadableReason(error) : undefined) ??
    (isUntrusted(code) ? untrustedReason : undefined);
  if (known !== undefined) return known(url, phase);
  const message = errorText(error);
  return `posting to ${url.host} failed: ${message}${code === '' ? '' : ` (${code})`}`;
}

type Reason = (url: URL, phase: Phase) => string;

const connectionReasons: Readonly<Record<string, Reason | undefined>> = {
  ECONNREFUSED: (url) =>
    isThisMachine(url)
      ? `connection refused at ${url.host}: nothing listens there; inside a container localhost is the container itself: try ${dockerHost}`
      : `connection refused at ${url.host}: nothing listens there, or only on a loopback address of that machine`,
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

/** The reason for a response that node's parser refuses. If it begins like HTTP, it is HTTP, and another scheme would not help. */
function unreadableReason(error: object): Reason {
  const rawPacket = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.of();
  if (errorCode(error) === 'HPE_HEADER_OVERFLOW') {
    return ({ host }) =>
      `${host} answered with headers of more than ${maxHeaderSize} bytes, which are not read: send fewer`;
  }
  const [line = ''] = rawPacket.subarray(0, 60).toString('latin1').split('\r\n', 1);
  if (!('reason' in error) || !line.startsWith('HTTP/')) return notHttp;
  const reason = asText(error.reason);
  return ({ host }) => `${host} answered ${JSON.stringify(line)}, which cannot be read as HTTP/1.1: ${reason}`;
}

const notHttp: Reason = ({ host }) => `${host} did not answer in HTTP: is the URL to begin with https://?`;

const untrustedReason: Reason = ({ host }) =>
  `the certificate of ${host} is not trusted, as it is self-signed or of an unknown authority: use http://, or name the authority's file in NODE_EXTRA_CA_CERTS`;
