import { hostFields } from '../../model/domain/refusal.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { headerOf } from '../journal/observed-request.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import type { BundledRequest } from './bundle.ts';
import { placeholders } from './bundled-secrets.ts';
import type { RequestStep } from './step.ts';

const bodyHeaders = ['content-length', 'transfer-encoding'] as const;

/** The headers that announce a body; empty: there is none. */
const announcedIn = (observed: ObservedRequest): string[] =>
  bodyHeaders.filter((name) => (headerOf(observed, name) ?? '0') !== '0');

/** Why a request has a body that was not read. */
const unread: readonly (RefusalKind | undefined)[] = ['malformed', 'timed_out', 'too_large', 'unsupported_media_type'];

/** The body was not kept, and its announcement alone would have another answer. */
export function isBodyLeftOut({ observed, replayData }: RequestStep): boolean {
  if (replayData?.hasBody === true || isAnnouncementEnough(observed)) return false;
  return observed.bodyBytes > 0 || (unread.includes(observed.refusal?.kind) && announcedIn(observed).length > 0);
}

/** Why a request is refused whatever its body is, or since that was broken off. */
const withoutBody: readonly (RefusalKind | undefined)[] = ['broken_off', 'unknown_route', 'forbidden'];

/** Whether the answer depends on no more of the body than its announced length. */
function isAnnouncementEnough(observed: ObservedRequest): boolean {
  const kind = observed.refusal?.kind;
  const [length, encoding] = ['content-length', 'content-encoding'].map((name) => headerOf(observed, name));
  return (
    withoutBody.includes(kind) ||
    isRefusedForHost(observed) ||
    (kind === 'too_large' && length !== undefined && encoding === undefined)
  );
}

/** Hop-by-hop headers, and those that the replaying client sets itself: a bundle has the body as it was decompressed. */
const ofConnection =
  /^(?:connection|content-encoding|content-length|transfer-encoding|expect|accept-encoding|cookie|keep-alive|te|upgrade)$/;

/** Headers about the page that a request is of. They are repeated only where they caused its refusal. */
const ofPage = /^(?:host|origin|sec-fetch-site)$/;

/** Headers that decide on each answer, or that a developer looks for. */
const always = /^(?:authorization|content-type|user-agent)$/;

/** Whether others may have decided on the answer too: those that rules ask for, faxsim's own, or those of a refused page. */
const mayDependOnHeaders = ({ observed, settings }: RequestStep): boolean =>
  settings.scenarios.length > 0 ||
  isOfRefusedPage(observed) ||
  observed.profile.headers.some((text, at) => at % 2 === 0 && /^x-faxsim-/i.test(text));

const isOfRefusedPage = ({ refusal }: ObservedRequest): boolean => refusal?.kind === 'forbidden';

/** The header that named no host, before the body was read; undefined for other requests. */
const wrongHostOf = ({ refusal }: ObservedRequest) =>
  refusal?.kind === 'malformed' ? Object.values(hostFields).find((name) => name === refusal.field) : undefined;

const isRefusedForHost = (observed: ObservedRequest): boolean => wrongHostOf(observed) !== undefined;

/** The header that caused the refusal for a host, as it came, also twice or not at all. */
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
    // Node joins the values of a header that comes twice. The first value counts for a header that every bundle
    // keeps.
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
 * Basic authentication in plain text, where a key can be replaced. An access token that held becomes the pair that it stands for: it
 * is proved by a secret that a replay does not have. So does the pair for a token, which may be encoded.
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
