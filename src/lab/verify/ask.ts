import { faceOf } from '../../http/faces/faces.ts';
import type { Route } from '../../http/route.ts';
import { dialects } from './dialects.ts';
import type { KeyPair } from '../../model/domain/account.ts';
import type { PhaxioVersion, OperationId } from '../../model/domain/operation.ts';
import { reasonOf } from '../../model/shared/errors.ts';
import { fillPath, withoutFinalSlashes } from '../../model/shared/urls.ts';
import type { OwnCall } from '../../service/network/own-calls.ts';

/** A call of a route, with its path in Express's form, or of a path that does not exist. */
export interface AskedCall {
  readonly version: PhaxioVersion;
  readonly operation: OperationId | 'unknownRoute';
  readonly path: string;
  /** The values of the path's parameters. */
  readonly values?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly credentials: 'right' | 'wrong' | 'none';
}

/** An answer as it came. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export type RequestParams = NonNullable<AskedCall['params']>;

/** Makes a read-only call; refuses others. */
export type Ask = (call: AskedCall) => Promise<ServerResponse>;

/** Sends a request, as `fetch` does. */
export type Send = (url: string, request: OwnCall) => Promise<Response>;

export interface ServerAccess {
  readonly against: string;
  readonly keys: KeyPair;
  /** The ms between the starts of two requests. */
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** The maximum number of requests. */
  readonly requestsMax: number;
  readonly send: Send;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The server does not answer, or no longer does. */
export class Unreachable extends Error {}

/** The maximum number of requests is used up. */
export class TooManyRequests extends Error {}

/** A path that no version has. */
export const unknownPath = '/faxsim_asks_for_what_is_not_there';

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
const unknownKeys: KeyPair = { key: '0'.repeat(40), secret: '0'.repeat(40) };

/** The only way from here to a server. Sends only read-only requests: others are refused before, and redirects are not followed. */
export function readOnlyAsk(asking: ServerAccess): Ask {
  let count = 0;
  let earliest = 0;
  return async (call) => {
    const { url, request } = requestOf(call, asking);
    if (count >= asking.requestsMax) throw new TooManyRequests(`no more than ${asking.requestsMax} requests are made`);
    count += 1;
    const wait = earliest - performance.now();
    if (wait > 0) await asking.sleep(wait);
    earliest = performance.now() + asking.intervalMs;
    try {
      const signal = AbortSignal.timeout(asking.timeoutMs);
      const response = await asking.send(url, { ...request, redirect: 'manual', signal });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      // The error of fetch only says that it failed; the cause of that error has the reason.
      const reason = reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
      const what = `${call.version} ${call.operation}`;
      throw new Unreachable(`no answer from ${new URL(url).origin} to ${what}: ${reason}`, { cause: error });
    }
  };
}

/** Throws if the call could do more than read. */
function requestOf(call: AskedCall, { against, keys }: ServerAccess): { url: string; request: OwnCall } {
  const { version, operation, params = {}, credentials } = call;
  const path = fillPath(call.path, (name) => encodeURIComponent(call.values?.[name] ?? ''));
  assertOnlyReads(call, path);
  const { key, secret } = credentials === 'wrong' ? unknownKeys : keys;
  const hasKeys = credentials !== 'none';
  const url = `${withoutFinalSlashes(against)}/${version}${path}`;
  const plain = { 'Accept-Encoding': 'identity' };
  if (operation !== 'unknownRoute' && dialects[version].readMethod === 'POST') {
    const body = new URLSearchParams({ ...params, ...(hasKeys && { api_key: key, api_secret: secret }) }).toString();
    return { url, request: { method: 'POST', headers: { ...plain, ...formType }, body } };
  }
  const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const headers = { ...plain, ...(hasKeys && { Authorization: basic }) };
  const query = new URLSearchParams(params).toString();
  return { url: query === '' ? url : `${url}?${query}`, request: { method: 'GET', headers } };
}

function assertOnlyReads({ version, operation, path: template, params = {} }: AskedCall, path: string): void {
  const refuse = (why: string): never => {
    throw new Error(`${version} ${operation} is not asked for: ${why}`);
  };
  if (Object.keys(params).some((name) => name.toLowerCase().includes('_method'))) refuse('it names another method');
  if (/\/\.{0,2}(?:\/|$)/.test(path)) refuse(`its path is ${path}`);
  const found = faceOf(version).routes.filter(
    (route) => matches(route.path, path) && route.methods.includes(dialects[version].readMethod),
  );
  if (operation === 'unknownRoute') {
    if (path !== unknownPath || found.length > 0) refuse('there is such a route');
    return;
  }
  if (!found.some((route) => route.operation === operation && route.path === template))
    refuse('there is no such route');
  if (!found.every((route) => onlyReads(version, route))) refuse('it does more than read');
}

/** Whether Express would match a path with a route. It ignores a slash at the end. */
function matches(route: string, path: string): boolean {
  const parts = partsOf(path.endsWith('/') ? path.slice(0, -1) : path);
  const known = partsOf(route);
  const isMatch = (part: string, at: number): boolean => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]);
  return parts.length === known.length && known.every(isMatch);
}

const partsOf = (path: string): readonly string[] => path.toLowerCase().split('/');

/** The parts of a route that are needed to call and to judge it. */
export type VersionRoute = Pick<Route, 'methods' | 'path' | 'isPublic' | 'schema' | 'shape' | 'operation'>;

const isGet = ({ methods }: VersionRoute): boolean => methods.every((method) => method === 'GET');

/**
 * Whether a route costs nothing and changes nothing. v1 also reads with POST; there, the same operation must be GET in v2.1. An
 * operation that v2.1 lacks counts as changing.
 */
export function onlyReads(version: PhaxioVersion, route: VersionRoute): boolean {
  const latest = faceOf('v2.1').routes.filter(({ operation }) => operation === route.operation);
  return latest.length > 0 && latest.every(isGet) && (dialects[version].readMethod === 'POST' || isGet(route));
}
