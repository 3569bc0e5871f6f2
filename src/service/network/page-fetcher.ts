import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { errorCode, reasonOf } from '../../model/shared/errors.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { foundAddresses } from './name-lookup.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { LookUp } from './name-lookup.ts';
import { hostname, readBody, sendRequest, startDeadline } from './http-exchange.ts';
import type { Abortable } from './http-exchange.ts';

/** The content of a URL: a file, the URL itself if a page with its text replaces the content, or the error of the fax. */
export type FetchedPage =
  | { readonly kind: 'file'; readonly filename: string; readonly type: string | null; readonly bytes: Uint8Array }
  | { readonly kind: 'url'; readonly url: string }
  | PageFailure;

export interface PageFailure {
  readonly errorId: number;
  /** Reason for people: the service has the same error for all causes. */
  readonly reason: string;
}

/** A content URL, and the fax that needs its content. */
export interface ContentRequest {
  readonly url: string;
  readonly faxId: number;
}

interface FetcherOptions {
  readonly policy: AddressPolicy;
  /** Looks up the names that the policy allows. */
  readonly lookUp: LookUp;
  /** If true, a URL that may not be called fails the fax. Otherwise a page that names the URL replaces its content. */
  readonly isStrict: boolean;
  /** Limit for each request, in real ms. */
  readonly timeoutMs?: number;
  readonly bytesMax?: number;
}

/** "Could not access the url you provided." */
export const unreachable = (reason: string): PageFailure => ({ errorId: 54, reason });

const redirectsMax = 5;

/**
 * Makes the function that fetches pages for faxes. It calls only hosts that the policy allows, and only at the address
 * that the policy has checked, also after a redirect. Other URLs get a page that names them, so tests written against
 * the real service pass without a network. Rejects only when the signal aborts, with its reason. Returns a promise only
 * if it calls a host.
 */
export function pageFetcher({ timeoutMs = 10_000, bytesMax = 50_000_000, ...options }: FetcherOptions) {
  const mayLookUp = (url: URL): boolean => options.policy.mayLookUp(hostname(url));
  const uncalled = ({ host }: URL): PageFailure | undefined =>
    options.isStrict ? unreachable(`${host} is not allowed`) : undefined;
  /** Resolves to the content, to the target of a redirect, or to undefined if a page that names the URL is enough. */
  const fetchOnce = async (url: URL, signal: Abortable): Promise<FetchedPage | URL | undefined> => {
    const addresses = await permittedAddresses(url, options);
    if (addresses.length === 0) return uncalled(url);
    const response = await sendRequest({ method: 'GET', url, addresses, signal });
    const { statusCode: status = 0, headers } = response;
    if (status >= 200 && status < 300) return fileOf(url, response, bytesMax);
    response.destroy();
    if (status < 300 || status >= 400 || headers.location === undefined) return unreachable(`answered ${status}`);
    return new URL(headers.location, url);
  };
  const fetchInTime = async (url: URL, signal: AbortSignal): Promise<FetchedPage | URL | undefined> => {
    signal.throwIfAborted();
    if (!mayLookUp(url)) return uncalled(url);
    const deadline = startDeadline(signal, timeoutMs);
    try {
      return await deadline.rejectAtDeadline(fetchOnce(url, deadline.signal));
    } finally {
      deadline.close();
    }
  };
  const fetchPage = async (url: string, signal: AbortSignal): Promise<FetchedPage> => {
    try {
      let target = new URL(url);
      for (let hop = 0; hop <= redirectsMax; hop++) {
        const found = await fetchInTime(target, signal);
        if (!(found instanceof URL)) return found ?? { kind: 'url', url };
        target = found;
      }
      return unreachable(`more than ${redirectsMax} redirects`);
    } catch (error) {
      signal.throwIfAborted();
      const isTimedOut = errorCode(error) === 'ABORT_ERR';
      return unreachable(isTimedOut ? `no whole answer within ${timeoutMs / 1000} s` : reasonOf(error));
    }
  };
  return ({ url }: ContentRequest, signal: AbortSignal): FetchedPage | Promise<FetchedPage> => {
    const target = parseUrl(url);
    if (target === undefined || signal.aborted || mayLookUp(target)) return fetchPage(url, signal);
    return uncalled(target) ?? { kind: 'url', url };
  };
}

/** The addresses of a host that may be called; empty if the host has none, or none is allowed. */
async function permittedAddresses(url: URL, { policy, lookUp }: FetcherOptions): Promise<readonly LookupAddress[]> {
  const host = hostname(url);
  const addresses = await foundAddresses(host, lookUp);
  return addresses.filter(({ address }) => policy.mayCall(host, address));
}

async function fileOf(url: URL, response: IncomingMessage, bytesMax: number): Promise<FetchedPage> {
  const chunks: Buffer[] = [];
  if (!(await readBody(response, bytesMax, (chunk) => chunks.push(chunk))))
    return unreachable(`more than ${bytesMax} bytes`);
  const filename = url.pathname.split('/').at(-1) ?? '';
  return { kind: 'file', filename, type: response.headers['content-type'] ?? null, bytes: Buffer.concat(chunks) };
}
