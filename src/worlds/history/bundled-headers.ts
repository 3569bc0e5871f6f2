import { hostFields } from '../../model/domain/refusal.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { headerOf } from '../journal/observed-request.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import type { BundledRequest } from './bundle.ts';
import { placeholders } from './bundled-secrets.ts';
import type { RequestStep } from './step.ts';

const bodyHeaders = ['content-length', 'transfer-encoding'] as const;

/** The headers that announce a body; empty without a body. */
const announcedIn = (observed: ObservedRequest): string[] =>
  bodyHeaders.filter((name) => (headerOf(observed, name) ?? '0') !== '0');

/** The refusals after which the body was not read. */
const unread: readonly (RefusalKind | undefined)[] = ['malformed', 'timed_out', 'too_large', 'unsupported_media_type'];

/** Whether the body is missing, and its announcement alone would get a different answer. */
export function isBodyLeftOut({ observed, replayData }: RequestStep): boolean {
  if (replayData?.hasBody === true || isAnnouncementEnough(observed)) return false;
  return observed.bodyBytes > 0 || (unread.includes(observed.refusal?.kind) && announcedIn(observed).length > 0);
}

/** The refusals that do not depend on the content of the body. */
const withoutBody: readonly (RefusalKind | undefined)[] = ['broken_off', 'unknown_route', 'forbidden'];

/** Whether the answer depends only on the announced length of the body. */
function isAnnouncementEnough(observed: ObservedRequest): boolean {
  const kind = observed.refusal?.kind;
  const [length, encoding] = ['content-length', 'content-encoding'].map((name) => headerOf(observed, name));
  return (
    withoutBody.includes(kind) ||
    isRefusedForHost(observed) ||
    (kind === 'too_large' && length !== undefined && encoding === undefined)
  );
}

/**
 * Headers that are left out: hop-by-hop headers, and those that the replaying client sets itself. A bundle contains the
 * decompressed body.
 */
const ofConnection =
  /^(?:connection|content-encoding|content-length|transfer-encoding|expect|accept-encoding|cookie|keep-alive|te|upgrade)$/;

/** Headers about the page that sent a request. They are repeated only if they caused its refusal. */
const ofPage = /^(?:host|origin|sec-fetch-site)$/;

/** Headers that influence every answer, that developers look for, or that tell the console from a program. */
const always = /^(?:authorization|content-type|user-agent|x-faxsim-client)$/;

/** Whether other headers may have influenced the answer: those in conditions of rules, faxsim's own, or those of a refused page. */
const mayDependOnHeaders = ({ observed, settings }: RequestStep): boolean =>
  settings.scenarios.length > 0 ||
  isOfRefusedPage(observed) ||
  observed.profile.headers.some((text, at) => at % 2 === 0 && /^x-faxsim-(?!client$)/i.test(text));

const isOfRefusedPage = ({ refusal }: ObservedRequest): boolean => refusal?.kind === 'forbidden';

/** The header with an invalid host, for a request refused because of it before its body was read. */
const wrongHostOf = ({ refusal }: ObservedRequest) =>
  refusal?.kind === 'malformed' ? Object.values(hostFields).find((name) => name === refusal.field) : undefined;

const isRefusedForHost = (observed: ObservedRequest): boolean => wrongHostOf(observed) !== undefined;

/** The unchanged header that caused a refusal of the host; it may be missing or come twice. */
function hostsOf(observed: ObservedRequest): Readonly<Record<string, string[]>> {
  const wrong = wrongHostOf(observed)?.toLowerCase();
  if (wrong === undefined) return {};
  const { headers } = observed.profile;
  return { [wrong]: headers.filter((_text, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === wrong) };
}

/** The headers of a request that a replay needs, and some that developers look for. */
export function bundledHeadersOf(step: RequestStep): BundledRequest['headers'] {
  const { observed, replayData } = step;
  const announced = replayData?.hasBody !== true && isAnnouncementEnough(observed) ? announcedIn(observed) : [];
  const hasOthers = mayDependOnHeaders(step);
  const isKept = (name: string): boolean => {
    if (ofConnection.test(name)) return announced.includes(name);
    return always.test(name) || (hasOthers && (!ofPage.test(name) || isOfRefusedPage(observed)));
  };
  const headers = new Map<string, string>();
  for (let at = 0; at < observed.profile.headers.length; at += 2) {
    const name = (observed.profile.headers[at] ?? '').toLowerCase();
    if (!isKept(name)) continue;
    const [known, value = ''] = [headers.get(name), observed.profile.headers[at + 1]];
    // Joins the values of a repeated header, as Node does. Of the headers in `always`, the first value counts.
    if (known === undefined) headers.set(name, value);
    else if (!always.test(name)) headers.set(name, `${known}, ${value}`);
  }
  const { authorization, ...others } = Object.fromEntries(headers);
  return {
    ...(authorization !== undefined && { authorization: plainAuthorization(authorization, observed) }),
    ...others,
    ...hostsOf(observed),
  };
}

/**
 * Basic authentication in plain text, in which a replay can replace the key. A valid access token becomes the live key
 * pair, because the token is proved by a secret that a replay does not have. A request for a token gets the pair too,
 * because its own may be form-encoded.
 */
function plainAuthorization(header: string, { profile, refusal }: ObservedRequest): string {
  const [, scheme = '', token = ''] = /^(Basic|Bearer) +(\S+)$/i.exec(header) ?? [];
  const isOfLiveKey = profile.key === 'live' && refusal?.kind !== 'unauthorized';
  const isBasic = /^basic$/i.test(scheme);
  if (isBasic && !(isOfLiveKey && profile.operation === 'createToken'))
    return `Basic ${Buffer.from(token, 'base64').toString()}`;
  if (scheme === '' || !isOfLiveKey) return header;
  return `Basic ${placeholders.live.key}:${placeholders.live.secret}`;
}
