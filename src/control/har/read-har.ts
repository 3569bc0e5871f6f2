import { parseUrl } from '../../model/shared/urls.ts';
import { pluralize } from '../../model/shared/words.ts';
import { headerIn } from '../../worlds/journal/exchange.ts';
import type { Exchange, HeaderPair } from '../../worlds/journal/exchange.ts';
import { bodyOf, contentOf, pairsOf } from './har-body.ts';
import type { HarDocument, HarEntry } from './har-document.ts';
import { targetOfService } from './service-hosts.ts';
import { isWebhook, webhookIn } from './har-webhooks.ts';
import type { HarWebhook } from './har-webhooks.ts';

/** The traffic with the service that a HAR has. */
export interface HarTraffic {
  /** Requests with their answers, in the order in which the answers came. */
  readonly exchanges: readonly Exchange[];
  /** Webhooks of the service to a program, in their order. */
  readonly webhooks: readonly HarWebhook[];
  /** The parts that are left out, or that the HAR lacks, in words. */
  readonly leftOut: readonly string[];
}

/** Reads the traffic with the service. `hosts` are further hosts of it, such as that of a proxy. */
export function readHar({ log: { entries, creator } }: HarDocument, hosts: readonly string[] = []): HarTraffic {
  const gaps = new Gaps();
  const found: { readonly ended: number; readonly exchange: Exchange }[] = [];
  const webhooks: HarWebhook[] = [];
  // faxsim writes its entries in the order of its journal.
  const isOwn = creator?.name === 'faxsim';
  for (const [index, entry] of entries.entries()) {
    const url = parseUrl(entry.request.url);
    const target = url && (isOwnRequest(entry) ? withoutWorld(url.pathname) + url.search : targetOfService(url, hosts));
    if (isWebhook(entry, target)) webhooks.push(webhookIn(entry));
    else if (target === undefined) gaps.other(url?.host ?? 'URLs that are none');
    else if (entry.request.method === 'OPTIONS') gaps.preflights += 1;
    else {
      const exchange = exchangeOf(entry, target, gaps);
      found.push({ exchange, ended: isOwn ? index : exchange.at + exchange.tookMs });
    }
  }
  const exchanges = found.toSorted((one, other) => one.ended - other.ended).map(({ exchange }) => exchange);
  return { exchanges, webhooks: webhooks.toSorted((one, other) => one.at - other.at), leftOut: gaps.texts };
}

/** Whether faxsim itself wrote the entry for a request: also one to a path that no version has. */
const isOwnRequest = ({ _faxsim: own }: HarEntry): boolean => own?.kind === 'request';

const withoutWorld = (path: string): string => path.replace(/^\/w\/[^/]+(?=\/)/, '');

function exchangeOf(entry: HarEntry, url: string, gaps: Gaps): Exchange {
  const { time, request, response } = entry;
  const body = bodyOf(entry);
  const { bytes, type } = body;
  const content = contentOf(entry);
  const named = pairsOf(request.headers);
  const headers = type === undefined ? named : withType(named, type);
  gaps.note({ body, isAnswered: response.status > 0, hasContent: content !== undefined });
  if (!hasCredentials(headers, url, bytes)) gaps.anonymous += 1;
  const answer = {
    status: response.status > 0 ? response.status : null,
    headers: answerHeaders(entry),
    body: content,
    bytes: response.content.size >= 0 ? response.content.size : (content?.length ?? 0),
  };
  const method = request.method.toUpperCase();
  return { at: timeOf(entry, gaps), tookMs: Math.max(time ?? 0, 0), method, url, headers, body: bytes, answer };
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

/** Whether a request says who sends it, or need not. */
const hasCredentials = (headers: Exchange['headers'], url: string, body: Buffer | undefined): boolean =>
  headerIn(headers, 'authorization') !== undefined ||
  publicPath.test(url) ||
  /[?&]api_key=/.test(url) ||
  body?.includes('api_key') === true;

const hostsMax = 20;

interface SeenParts {
  readonly body: ReturnType<typeof bodyOf>;
  readonly isAnswered: boolean;
  readonly hasContent: boolean;
}

/** Counts the parts that a HAR lacks. */
class Gaps {
  bodies = 0;
  files = 0;
  answers = 0;
  unanswered = 0;
  anonymous = 0;
  preflights = 0;
  times = 0;
  readonly #others = new Map<string, number>();

  note({ body: { lacks }, isAnswered, hasContent }: SeenParts): void {
    if (lacks === 'body') this.bodies += 1;
    if (lacks === 'file') this.files += 1;
    if (!isAnswered) this.unanswered += 1;
    else if (!hasContent) this.answers += 1;
  }

  other(host: string): void {
    this.#others.set(host, (this.#others.get(host) ?? 0) + 1);
  }

  get texts(): string[] {
    const requests = (count: number): string => pluralize(count, 'request');
    const texts: readonly (readonly [count: number, text: string])[] = [
      [this.preflights, `${pluralize(this.preflights, 'question')} of a browser before requests (OPTIONS)`],
      [this.bodies, `the bodies of ${requests(this.bodies)}: the HAR lacks them`],
      [this.files, `the files in ${requests(this.files)}: the HAR lacks their bytes`],
      [this.answers, `the answers to ${requests(this.answers)}: the HAR was saved without their content`],
      [this.unanswered, `the answers to ${requests(this.unanswered)}, which were broken off`],
      [this.anonymous, `the credentials of ${requests(this.anonymous)}: the HAR was saved without sensitive data`],
      [this.times, `the times of ${requests(this.times)}: startedDateTime is no time`],
    ];
    return [...this.#otherHosts, ...texts.filter(([count]) => count > 0).map(([, text]) => text)];
  }

  /** `12 entries of other hosts: fonts.example (10), cdn.example (2)`. */
  get #otherHosts(): string[] {
    const all = [...this.#others].toSorted(([, one], [, other]) => other - one);
    if (all.length === 0) return [];
    const count = all.reduce((sum, [, some]) => sum + some, 0);
    const names = all.slice(0, hostsMax).map(([host, some]) => `${host} (${some})`);
    const more = all.length > hostsMax ? ` and ${pluralize(all.length - hostsMax, 'more host')}` : '';
    return [`${pluralize(count, 'entry', 'entries')} of other hosts: ${names.join(', ')}${more}`];
  }
}
