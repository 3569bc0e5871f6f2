import { hash } from 'node:crypto';
import basicAuth from 'express-basic-auth';
import type { KeyPair } from '../model/domain/account.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { canonicalText } from '../control/request-facts.ts';
import type { Params } from '../wire/fields.ts';
import { failureMessages } from '../wire/messages.ts';
import type { HostedWorld } from '../worlds/hosted-world.ts';
import type { World } from '../worlds/world.ts';
import type { Caller, KeyOwner, Worlds } from '../worlds/worlds.ts';
import { pathOf } from './api-call.ts';
import type { AdmittedCall, ApiCall, CallerCall, RoutedCall, Dependencies } from './api-call.ts';
import type { SimulatorParts } from '../control/simulator-parts.ts';
import { isLocalName } from '../service/network/address-policy.ts';

type CallerDeps = Pick<Dependencies, 'worlds'>;

const worldInPath = /^\/w\/([^/]+)/i;

/** `/w/{id}` in any escaping, with any slashes, also after scheme and host (absolute-form request target). */
const worldInUrl = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?]*)?\/+w\/+[^/?]*/i;

/**
 * Finds the world that the path names, as `/w/{id}` at its start. Throws the Refusal `misdirected` where there is none with
 * that id, and URIError for an id whose %-escapes make no text.
 */
export function locateWorld(call: ApiCall, { worlds }: CallerDeps): void {
  const [start, escaped = ''] = worldInPath.exec(call.path) ?? [];
  if (start === undefined) return;
  const id = decodeURIComponent(escaped);
  const hosted = worlds.find(id);
  call.hostedWorld = hosted;
  call.path = call.path.slice(start.length);
  call.url = call.url.replace(worldInUrl, '');
  trackUsage(call, hosted);
}

/**
 * Marks the world of the path or the key as used, and a request that has to wait as a use under way. A world with one is
 * not idle.
 */
function trackUsage(call: ApiCall, hosted: HostedWorld): void {
  if (call.usedWorld === hosted) return;
  call.usedWorld = hosted;
  hosted.noteUse();
  if (call.isWaiting) call.holdWorld();
}

/** The world that the path names, as it is now; the default one where it names none. */
export const worldOf = ({ hostedWorld }: ApiCall, { worlds }: CallerDeps): World =>
  hostedWorld?.world ?? worlds.default;

/** The caller where only the world is known. */
export const anyoneIn = (world: World): Caller => ({ world, isTest: false });

/** Keeps the world of the key in the header in use from the start: the body, which is read first, may take long to come. */
export function trackKeyedWorld(call: ApiCall, { worlds }: CallerDeps): void {
  const { authorization } = call.headers;
  if (authorization === undefined) return;
  const owner = worlds.ownerByHeader(authorization) ?? worlds.ownerOf(basicPairOf(call)?.key ?? '');
  if (owner) trackUsage(call, owner.hosted);
}

/**
 * Finds the caller. A public route is open to anyone: credentials are not looked at, even wrong ones. A world that the path
 * names is open to its own keys alone. Throws the Refusal `unauthorized`.
 */
export function authenticate(call: RoutedCall, deps: CallerDeps): CallerCall {
  const { world, isTest } = call.route.isPublic === true ? anyoneIn(worldOf(call, deps)) : keyHolder(call, deps);
  call.world = world;
  call.isTest = isTest;
  call.scripting = world.scripting;
  return call as CallerCall;
}

function keyHolder(call: RoutedCall, deps: CallerDeps): Caller {
  const caller = keyOwner(call, deps, call.version.basicOnly);
  if (call.hostedWorld !== undefined && call.hostedWorld.world !== caller.world) {
    throw new Refusal('unauthorized', `The API key is not one of the world ${call.hostedWorld.id}`);
  }
  return caller;
}

/**
 * The caller of a refused request in the journal, the first of these: the authenticated one, that of the world in the
 * path, that of the world of a valid key, that of the default world.
 */
export function attributedCaller(call: ApiCall, deps: CallerDeps): Caller {
  if (call.world !== undefined && call.admittedAt !== undefined) return { world: call.world, isTest: call.isTest };
  if (call.hostedWorld !== undefined) return anyoneIn(call.hostedWorld.world);
  try {
    return keyOwner(call, deps, false);
  } catch {
    return anyoneIn(deps.worlds.default);
  }
}

/**
 * Both ways to authenticate: HTTP Basic, which wins where both are used, and the parameters `api_key` and `api_secret`,
 * unless `basicOnly`. Throws the Refusal `unauthorized`. Source: the reference's page on authentication.
 */
function keyOwner(call: ApiCall, { worlds }: CallerDeps, basicOnly: boolean): Caller {
  const owner = worlds.ownerByHeader(call.headers.authorization ?? '') ?? ownerOfPair(pairOf(call, basicOnly), worlds);
  trackUsage(call, owner.hosted);
  return { world: owner.hosted.world, isTest: owner.isTest };
}

function ownerOfPair({ key, secret }: KeyPair, worlds: Worlds): KeyOwner {
  const owner = worlds.ownerOf(key);
  // In constant time, and for an unknown key as for a wrong secret, so that the time reveals nothing.
  const isSame = basicAuth.safeCompare(secret, owner?.secret ?? key);
  if (owner === undefined || !isSame) throw new Refusal('unauthorized', failureMessages.unauthorized);
  return owner;
}

function pairOf(call: ApiCall, basicOnly: boolean): KeyPair {
  const pair = basicPairOf(call);
  if (pair === null)
    throw new Refusal('unauthorized', 'The Authorization header is not that of HTTP Basic authentication');
  if (pair !== undefined) return pair;
  const key = call.params?.['api_key'];
  const secret = call.params?.['api_secret'];
  if (!basicOnly && typeof key === 'string' && typeof secret === 'string') return { key, secret };
  const ways = `by HTTP Basic authentication${basicOnly ? '' : ', or as the parameters api_key and api_secret'}`;
  throw new Refusal('unauthorized', `Credentials are missing: send API key and secret ${ways}`);
}

/** The pair in the header. Null: the header holds something else; undefined: there is no header. */
const basicPairOf = ({ headers: { authorization } }: ApiCall): KeyPair | null | undefined =>
  authorization === undefined ? undefined : readBasic(authorization);

/** The characters of credentials in a header. Source: RFC 7235, token68. */
const token68 = /^[\w.~+/-]+=*$/;

/** Reads `Basic` and the base64 of `key:secret`. Null: the header holds something else. Source: RFC 7617. */
function readBasic(authorization: string): KeyPair | null {
  const [scheme = '', token = '', ...rest] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'basic' || rest.length > 0 || !token68.test(token)) return null;
  const pair = Buffer.from(token, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? null : { key: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

/**
 * Counts the call for its API key, and lets it in. Throws the Refusal `rate_limited`. Source of the status: the official
 * clients. That a limit counts for each key, and its header, are assumed.
 */
export function limitRate(call: CallerCall): void {
  const { world, isTest, route } = call;
  const { rateLimit } = world.store.account;
  call.historyMark = world.history.mark;
  if (rateLimit !== null && route.isPublic !== true) {
    const retryAfter = world.memory.rates.use(isTest ? 'test' : 'live', rateLimit, world.clock.now());
    if (retryAfter > 0) {
      call.res.setHeader('Retry-After', retryAfter);
      const limit = `${rateLimit.calls} in ${rateLimit.windowMs / 1000} s for an API key`;
      throw new Refusal('rate_limited', `${failureMessages.rate_limited}: ${limit}`);
    }
  }
  call.admittedAt = world.clock.now();
}

/** Gives a request that was let in its id. */
export function assignRequestId(call: CallerCall): AdmittedCall {
  call.requestId = requestIdOf(call, call, call.params);
  return call as AdmittedCall;
}

/**
 * Gives a request its id once, whether it succeeds or is refused. The id has the form of a UUID of version 4, drawn
 * from the seed, the request, and the number of the same requests before. So a second run gives the same ids, in
 * whatever order its requests come. Another world with that seed does too, with any name and keys.
 */
export function requestIdOf(call: ApiCall, caller: Caller, params?: Params): string {
  call.historyMark ??= caller.world.history.mark;
  call.requestId ??= drawRequestId(caller.world, textOf(call, caller, params));
  return call.requestId;
}

function drawRequestId({ seed, memory: { requests } }: World, text: string): string {
  const identity = text.length > longestIdentity ? hash('sha1', text, 'hex') : text;
  const digits = hash('sha1', `${seed} ${requests.next(identity)} ${identity}`, 'hex');
  const variant = variants[digits.charCodeAt(16) % variants.length] ?? '8';
  const [third, fourth] = [`4${digits.slice(13, 16)}`, `${variant}${digits.slice(17, 20)}`];
  // Joined, since the journal keeps the id: a text that is put together by operators keeps its pieces.
  return [digits.slice(0, 8), digits.slice(8, 12), third, fourth, digits.slice(20, 32)].join('-');
}

const variants = ['8', '9', 'a', 'b'];

/** In characters. A world remembers thousands of requests, and a longer one by its hash. */
const longestIdentity = 200;

/**
 * The text that distinguishes a request from others: method, path, key pair, and the parameters in canonical order and
 * notation. A request that was refused before its body was read has the parameters of its query. A read by the live key
 * whose path has all of its parameters is known by its URL, which the journal keeps anyway.
 */
function textOf(call: ApiCall, { isTest }: Caller, params: Params | undefined): string {
  const { method, url } = call;
  const path = pathOf(url);
  if (method === 'GET' && !isTest && path === url && call.bodyBytes === 0) return url;
  const paramsText = params === undefined ? sortedQuery(url.slice(path.length + 1)) : canonicalText(params);
  return `${method} ${path}\n${isTest ? 'test' : 'live'}\n${paramsText}`;
}

const isCredential = (pair: string): boolean => /^api_(?:key|secret)=/.test(pair);
const sortedQuery = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !isCredential(pair))
    .sort()
    .join('&');

type PageRules = Pick<SimulatorParts, 'allowOrigins'>;

const setting = '--allow-origins (FAXSIM_ALLOW_ORIGINS)';

/**
 * Refuses the requests that a page of another origin makes its browser send, since anyone can write such a page. Other programs
 * send none of these headers, and call by a local name. Throws a Refusal.
 */
export function guardPages(call: ApiCall, rules: PageRules): void {
  assertOwnPage(call, rules);
  assertOwnHost(call, rules);
}

/** Browsers say where a page is from; programs do not. */
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

/** Of a page whose link was followed: such a request has no Origin, but mostly a Referer, which no page can forge. */
const originOf = (url = ''): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Refuses a host name that DNS rebinding may have pointed here. Over HTTPS a browser has checked the name itself. */
export function assertOwnHost(call: ApiCall, { allowOrigins }: PageRules): void {
  const { host } = call.headers;
  if (host === undefined || isOwnHost(host) || call.req.secure) return; // browsers always send it
  if (allowOrigins.some((origin) => origin === '*' || origin.endsWith(`://${host.toLowerCase()}`))) return;
  const name = host.slice(0, 80);
  const message = `The host must be localhost, an address or a local name, got ${name}`;
  throw new Refusal('forbidden', `${message}: call it by one of these, or name http://${name} in ${setting}`);
}

/** Not a name that an attacker could register in public, and make lead here. Those of the service belong to the service. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  const isAddress = /^\[[\da-f:.]+\]$|^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
  return isAddress || isLocalName(name) || /^(?:[\w-]+\.)*phaxio\.com$/.test(name);
}
