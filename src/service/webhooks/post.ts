import type { LookupAddress } from 'node:dns';
import { maxHeaderSize } from 'node:http';
import type { Account } from '../../model/domain/account.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import type { WebhookAttempt } from '../../model/domain/webhook.ts';
import { addressesOf, dockerHost } from '../network/address-policy.ts';
import type { AddressPolicy, LookUp } from '../network/address-policy.ts';
import { hostname, readBody, sendRequest, startDeadline, UpgradeError } from '../network/http-exchange.ts';
import { isUntrusted } from '../network/url-check.ts';
import { errorCode, errorText } from '../../model/shared/errors.ts';

export interface PostResult {
  /** Response as far as it came; null if none did. */
  readonly answer: WebhookAttempt['answer'];
  /** Reason of the failure: `HTTP status 500`; null if the status was 2xx. */
  readonly failure: string | null;
  /** Whether nothing may be posted there, so that there is no use in trying again. */
  readonly isRefused: boolean;
  /** Duration in real ms. */
  readonly tookMs: number;
}

/** Posts once; redirects are not followed. Rejects only when the signal breaks it off. */
export type Post = (request: PostRequest, signal: AbortSignal) => Promise<PostResult>;

interface PostOptions {
  readonly policy: AddressPolicy;
  /** Looks up the names that the policy allows. */
  readonly lookUp: LookUp;
  /** Limit of a whole post, in real ms. */
  readonly timeoutMs?: number;
}

/** How long the service waits is not known (assumed). */
const defaultTimeoutMs = 15_000;

/** Makes the function that posts over the network, to no other address than one that the policy has seen. */
export function createPost({ policy, lookUp, timeoutMs = defaultTimeoutMs }: PostOptions): Post {
  return async (request, signal) => {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const result = await post(request, { policy, lookUp, timeoutMs, signal });
    return { ...result, tookMs: Math.round(performance.now() - startedAt) };
  };
}

type UntimedResult = Omit<PostResult, 'tookMs'>;

async function post(
  request: PostRequest,
  { policy, lookUp, timeoutMs, signal }: Required<PostOptions> & { readonly signal: AbortSignal },
): Promise<UntimedResult> {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return refusedResult(`"${request.url}" is not an http, https or mailto URL`);
  }
  const name = hostname(url);
  if (!policy.mayLookUp(name)) return refusedResult(reasonOfPublicName(name));
  const deadline = startDeadline(signal, timeoutMs);
  const progress: PostProgress = { phase: 'resolving', answer: null };
  try {
    const addresses = await deadline.rejectAtDeadline(addressesOf(name, lookUp));
    const allowed = addresses.filter(({ address }) => policy.mayCall(name, address));
    if (allowed.length === 0) return refusedResult(reasonOfRefusal(url, addresses));
    const target = { url, addresses: allowed, signal: deadline.signal };
    const failure = await deadline.rejectAtDeadline(exchange(request, target, progress));
    return { answer: progress.answer, failure, isRefused: false };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UpgradeError) {
      const failure = `${error.message}; only 2xx counts as delivered`;
      return { answer: { status: error.status, body: '' }, failure, isRefused: false };
    }
    const { answer, phase } = progress;
    const failure = deadline.signal.aborted ? reasonOfTimeout(url, phase, timeoutMs) : reasonOfError(error, url, phase);
    return { answer, failure, isRefused: false };
  } finally {
    deadline.close();
  }
}

const refusedResult = (failure: string): UntimedResult => ({ answer: null, failure, isRefused: true });

const reasonOfPublicName = (name: string): string =>
  `${name} is not a local name: nothing is posted there unless it is allowed, as by --allow-hosts ${name}`;

/** The HTTP request of a delivery attempt. */
interface PostRequest {
  /** The id of the delivery, and the number of the attempt from 1 up. */
  readonly delivery: number;
  readonly attempt: number;
  /** May carry credentials, which become Basic authentication. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, in pieces. */
  readonly chunks: readonly Uint8Array[];
}

/** How far a post has come. */
interface PostProgress {
  phase: Phase;
  /** The response as far as it came, with the beginning of its body. */
  answer: WebhookAttempt['answer'];
}

const longestBody = 2000;
/** UTF-8 needs at most four bytes for a character. */
const keptBytes = 4 * longestBody;
const bodyBytesMax = 1_000_000;

/**
 * Posts to one of the addresses, notes the progress, and resolves with the reason of a failure; null if it is delivered. Reads the
 * response to its end, so that the receiver can write to the end, but keeps only the beginning.
 */
async function exchange(
  { headers, chunks }: PostRequest,
  target: { readonly url: URL; readonly addresses: readonly LookupAddress[]; readonly signal: AbortSignal },
  progress: PostProgress,
): Promise<string | null> {
  progress.phase = 'connecting';
  const response = await sendRequest({
    ...target,
    method: 'POST',
    headers: {
      'User-Agent': 'faxsim',
      ...headers,
      'Content-Length': String(chunks.reduce((sum, { length }) => sum + length, 0)),
    },
    chunks,
    onConnect: () => (progress.phase = 'answering'),
  });
  const { statusCode: status = 0 } = response;
  progress.phase = 'reading';
  progress.answer = { status, body: '' };
  let body = Buffer.alloc(0);
  const isWhole = await readBody(response, bodyBytesMax, (chunk) => {
    if (body.length >= keptBytes) return;
    body = Buffer.concat([body, chunk.subarray(0, keptBytes - body.length)]);
    progress.answer = { status, body: body.toString().slice(0, longestBody) };
  });
  const { body: text } = progress.answer;
  if (isWhole)
    return reasonOfStatus({ status, body: text, location: response.headers.location, isSigned: isSigned(headers) });
  return `answered ${status} with more than ${bodyBytesMax / 1000} kB, and the rest was not read: answer with a short body`;
}

const isSigned = (headers: Readonly<Record<string, string>>): boolean => 'X-Phaxio-Signature' in headers;

/** The configured URLs that the choice of a webhook URL depends on. */
interface CallbackConfig {
  readonly account: Account;
  readonly phoneNumbers: { get(number: string): PhoneNumber | undefined };
}

/**
 * The URL for the events of a fax: that in its request (a resend: in that request or the original's), that of its
 * number, or the account's; null if there is none. Source: the pages on callbacks of all versions.
 */
export function receiverOf(fax: Fax, { account, phoneNumbers }: CallbackConfig): string | null {
  if (fax.direction === 'sent') return fax.callbackUrl ?? account.sendCallbackUrl;
  const number = fax.toNumber === null ? undefined : phoneNumbers.get(fax.toNumber);
  return number?.callbackUrl ?? account.receiveCallbackUrl;
}

/** A mail is sent instead of a post. Source: the v2.1 page on webhooks. */
export const isMail = (url: string): boolean => /^mailto:/i.test(url);

/** Host and port; empty for a URL without a host. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

// Why a webhook did not arrive, in words that a developer can act on.

/** How far a post had come. */
type Phase = 'resolving' | 'connecting' | 'answering' | 'reading';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'];

/** The response to a webhook, as far as the reason of a failure depends on it. */
interface ReceivedResponse {
  readonly status: number;
  /** The beginning of its body. */
  readonly body: string;
  /** The target of a redirect. */
  readonly location: string | undefined;
  /** The webhook had a signature. */
  readonly isSigned: boolean;
}

/** Reason of a failed status; null for a status of success. */
function reasonOfStatus({ status, body, location, isSigned }: ReceivedResponse): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400 && location !== undefined) {
    return `answered ${status} to ${location.slice(0, longestShown)}; redirects are not followed: use the final URL`;
  }
  const hint = hintOf(status, isSigned);
  const quoted = body.trim() === '' ? '' : ` with ${JSON.stringify(body.trim().slice(0, quotedCharactersMax))}`;
  return `answered ${status}${quoted}${hint === undefined ? '' : `: ${hint}`}; only 2xx counts as delivered`;
}

const quotedCharactersMax = 120;

/** A program that answers 401 or 403 has mostly refused the webhook itself. */
function hintOf(status: number, isSigned: boolean): string | undefined {
  if (status >= 500) return "the receiver's log should say why";
  const refusal = refusalHints[status];
  if (refusal === undefined) return statusHints[status];
  const signature = `if it checks X-Phaxio-Signature, compare the string that it signs with the attempt's signature`;
  return `the receiver refused the webhook: ${isSigned ? `${signature}; ` : ''}${refusal}`;
}

const refusalHints: Readonly<Record<number, string>> = {
  401: 'if it wants credentials, the URL can carry them (http://user:password@host/path)',
  403: 'if it wants a CSRF token, exempt its webhook route from the CSRF check',
};

const longestShown = 500;

const statusHints: Readonly<Record<number, string>> = {
  404: "the receiver has no such route: compare the URL's path",
  405: 'the receiver must take POST there',
  413: 'the receiver must take larger bodies',
  415: 'the receiver must take multipart/form-data',
};

function reasonOfRefusal(url: URL, addresses: readonly { readonly address: string }[]): string {
  const found = addresses.map(({ address }) => address).join(', ');
  const place = found === hostname(url) ? url.hostname : `${url.hostname} (${found})`;
  return `${place} is neither a loopback nor a private address: nothing is posted there unless it is allowed, as by --allow-hosts ${hostname(url)}`;
}

function reasonOfTimeout(url: URL, phase: Phase, timeoutMs: number): string {
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

/** Reason of an error of node's own: DNS, TCP, TLS or HTTP. */
function reasonOfError(error: unknown, url: URL, phase: Phase): string {
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

/**
 * An answer that node's parser refuses. A response that begins as HTTP does is HTTP, so that another scheme would not
 * help.
 */
function unreadableReason(error: object): Reason {
  const rawPacket = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.of();
  if (errorCode(error) === 'HPE_HEADER_OVERFLOW') {
    return ({ host }) =>
      `${host} answered with headers of more than ${maxHeaderSize} bytes, which are not read: send fewer`;
  }
  const [line = ''] = rawPacket.subarray(0, 60).toString('latin1').split('\r\n', 1);
  if (!('reason' in error) || !line.startsWith('HTTP/')) return notHttp;
  const reason = String(error.reason);
  return ({ host }) => `${host} answered ${JSON.stringify(line)}, which cannot be read as HTTP/1.1: ${reason}`;
}

const notHttp: Reason = ({ host }) => `${host} did not answer in HTTP: is the URL to begin with https://?`;

const untrustedReason: Reason = ({ host }) =>
  `the certificate of ${host} is not trusted, as it is self-signed or of an unknown authority: use http://, or name the authority's file in NODE_EXTRA_CA_CERTS`;
