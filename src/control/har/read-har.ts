import { parseUrl } from '../../model/shared/urls.ts';
import { headerIn } from '../../worlds/journal/exchange.ts';
import type { Exchange, HeaderPair } from '../../worlds/journal/exchange.ts';
import { bodyOf, responseContentOf, pairsOf } from './har-body.ts';
import { Gaps } from './har-gaps.ts';
import { readEntry } from './har-document.ts';
import type { HarDocument, HarEntry } from './har-document.ts';
import { targetOfService } from './service-hosts.ts';
import { isWebhook, webhookIn } from './har-webhooks.ts';
import type { HarWebhook } from './har-webhooks.ts';

/** The traffic with the service in a HAR file. */
export interface HarTraffic {
  /** Requests with their answers, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
  /** Webhooks of the service to a program, in their order. */
  readonly webhooks: readonly HarWebhook[];
  /** Words for the parts that are left out, or that the HAR file lacks. */
  readonly leftOut: readonly string[];
}

/** Reads the traffic with the service. `hosts` are additional hosts of the service, such as a proxy. */
export function readHar({ log }: HarDocument, hosts: readonly string[] = []): HarTraffic {
  const gaps = new Gaps(log.version);
  const found: { readonly ended: number; readonly exchange: Exchange }[] = [];
  const webhooks: HarWebhook[] = [];
  // A file of faxsim has its entries in the order of the answers. In other files, only the times tell that order.
  const isOwn = log.creator?.name === 'faxsim';
  for (const [index, value] of log.entries.entries()) {
    const entry = readEntry(value, index);
    if (typeof entry === 'string') {
      gaps.faulty(entry);
      continue;
    }
    const url = parseUrl(entry.request.url);
    const target = url && (isOwnRequest(entry) ? withoutWorld(url.pathname) + url.search : targetOfService(url, hosts));
    if (isWebhook(entry, target)) webhooks.push(webhookIn(entry));
    else if (target === undefined) gaps.other(url);
    else if (entry.request.method === 'OPTIONS') gaps.preflights += 1;
    else {
      const exchange = exchangeOf(entry, target, gaps);
      found.push({ exchange, ended: isOwn ? index : exchange.at + exchange.tookMs });
    }
  }
  const exchanges = found.toSorted((one, other) => one.ended - other.ended).map(({ exchange }) => exchange);
  return { exchanges, webhooks: webhooks.toSorted((one, other) => one.at - other.at), leftOut: gaps.texts };
}

/** Whether faxsim wrote the entry for a request, even one to an unknown path. */
const isOwnRequest = ({ _faxsim: own }: HarEntry): boolean => own?.kind === 'request';

const withoutWorld = (path: string): string => path.replace(/^\/w\/[^/]+(?=\/)/, '');

function exchangeOf(entry: HarEntry, url: string, gaps: Gaps): Exchange {
  const { time, request, response } = entry;
  const body = bodyOf(entry);
  const { bytes, type } = body;
  const content = responseContentOf(entry);
  const named = pairsOf(request.headers);
  const headers = type === undefined ? named : withType(named, type);
  gaps.note({ body, isAnswered: response.status > 0, hasContent: content !== undefined });
  if (!isOwnRequest(entry) && !hasCredentials(headers, url, bytes)) gaps.anonymous += 1;
  const answer = {
    status: response.status > 0 ? response.status : null,
    headers: answerHeaders(entry),
    body: content,
    bytes: response.content.size >= 0 ? response.content.size : (content?.length ?? 0),
  };
  const method = request.method.toUpperCase();
  return { at: timeOf(entry, gaps), tookMs: Math.max(time, 0), method, url, headers, body: bytes, answer };
}

const withType = (headers: readonly HeaderPair[], type: string): HeaderPair[] => [
  ...headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  ['Content-Type', type],
];

function timeOf({ startedDateTime }: HarEntry, gaps: Gaps): number {
  const at = Date.parse(startedDateTime);
  if (!Number.isNaN(at)) return at;
  gaps.times += 1;
  return 0;
}

function answerHeaders({ response: { headers, content } }: HarEntry): Exchange['headers'] {
  const pairs = pairsOf(headers);
  const { mimeType } = content;
  return headerIn(pairs, 'content-type') !== undefined || mimeType === '' ? pairs : withType(pairs, mimeType);
}

const publicPath = /\/(?:public\/|oauth2\/|areaCodes|supportedCountries)/i;

/** Whether a request has credentials, or needs none. */
const hasCredentials = (headers: Exchange['headers'], url: string, body: Buffer | undefined): boolean =>
  isAuthorization(headerIn(headers, 'authorization') ?? '') ||
  publicPath.test(url) ||
  /[?&]api_key=/.test(url) ||
  body?.includes('api_key') === true;

/** Whether the header contains credentials. Programs that save HAR files may replace them by `REDACTED`, stars or nothing. */
function isAuthorization(header: string): boolean {
  const [, scheme = '', token = ''] = /^\s*(\w+) +([\w.~+/-]+=*)\s*$/.exec(header) ?? [];
  if (/^bearer$/i.test(scheme)) return !/^\W*(?:redacted|masked|hidden|removed|x+)\W*$/i.test(token);
  return /^basic$/i.test(scheme) && Buffer.from(token, 'base64').includes(':');
}
