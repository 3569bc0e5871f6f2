import type { SimulatorParts } from '../control/simulator-parts.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { isLocalName, parseUrl } from '../model/shared/urls.ts';
import type { ApiCall } from './api-call.ts';

type PageRules = Pick<SimulatorParts, 'allowOrigins'>;

const setting = '--allow-origins (FAXSIM_ALLOW_ORIGINS)';

/**
 * Refuses requests that a page of another origin makes its browser send, since anyone can write such a page. Other
 * programs send none of these headers, and use a local host name. Throws a Refusal.
 */
export function guardPages(call: ApiCall, rules: PageRules): void {
  assertOwnPage(call, rules);
  assertOwnHost(call, rules);
}

/** Checks the origin of a page. Browsers send it; other programs do not. */
export function assertOwnPage(call: ApiCall, { allowOrigins }: PageRules): void {
  const { origin, 'sec-fetch-site': site } = call.headers;
  if (origin === undefined && site === undefined) return;
  const isForeignSite = site === 'cross-site' || site === 'same-site';
  if (!isForeignSite && (origin === undefined || origin === call.origin)) return;
  const from = origin ?? originOf(call.headers.referer);
  if (allowOrigins.some((allowed) => allowed === '*' || allowed === from)) return;
  const got = from?.slice(0, 80) ?? `a page that the browser calls ${String(site)}`;
  const message = `A page that calls the simulator must be of its own origin, got ${got}`;
  throw new Refusal('forbidden', `${message}: name the origin of the page in ${setting}`);
}

/**
 * Origin of a page whose link was followed: such a request has no Origin, but mostly a Referer, which no page can
 * forge.
 */
const originOf = (url = ''): string | undefined => parseUrl(url)?.origin;

/**
 * Refuses a host name that DNS rebinding may have pointed here. Names over HTTPS pass: the browser has checked them
 * itself.
 */
export function assertOwnHost(call: ApiCall, { allowOrigins }: PageRules): void {
  const { host } = call.headers;
  if (host === undefined || isOwnHost(host) || call.req.secure) return; // browsers always send it
  if (allowOrigins.some((origin) => origin === '*' || origin.endsWith(`://${host.toLowerCase()}`))) return;
  const name = host.slice(0, 80);
  const message = `The host must be localhost, an address or a local name, got ${name}`;
  throw new Refusal('forbidden', `${message}: call it by one of these, or name http://${name} in ${setting}`);
}

/**
 * Whether the host is an address, or a name that no attacker can register in public and point here. The service's own
 * names count as such.
 */
function isOwnHost(host: string): boolean {
  const name = host
    .replace(/:\d*$/, '')
    .replace(/\.$/, '') // the root of all names: localhost. is localhost
    .toLowerCase();
  const isAddress = /^\[[\da-f:.]+\]$|^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
  return isAddress || isLocalName(name) || /^(?:[\w-]+\.)*phaxio\.com$/.test(name);
}
