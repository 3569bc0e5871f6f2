import { hash } from 'node:crypto';
import { canonicalText } from '../control/canonical-params.ts';
import type { Params } from '../wire/fields.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/hosting/worlds.ts';
import { pathOf } from './api-call.ts';
import type { AdmittedCall, ApiCall, CallerCall } from './api-call.ts';

/** Assigns an id to an admitted request. */
export function assignRequestId(call: CallerCall): AdmittedCall {
  call.requestId = requestIdOf(call, call, call.params);
  return call as AdmittedCall;
}

/**
 * Assigns an id to a request once, whether it succeeds or is refused. The id is a UUID of version 4, drawn from the
 * seed, the request, and the number of earlier identical requests. A second run therefore draws the same ids, whatever
 * the order of different requests. All worlds with that seed draw the same ids, whatever their names and keys.
 */
export function requestIdOf(call: ApiCall, caller: Caller, params?: Params): string {
  call.historyMark ??= caller.world.history.mark;
  call.requestId ??= drawRequestId(caller.world, textOf(call, caller, params));
  return call.requestId;
}

function drawRequestId({ seed, memory: { requests } }: World, text: string): string {
  const identity = text.length > identityCharactersMax ? hash('sha1', text, 'hex') : text;
  const digits = hash('sha1', `${seed} ${requests.next(identity)} ${identity}`, 'hex');
  const variant = variants[digits.charCodeAt(16) % variants.length] ?? '8';
  const [third, fourth] = [`4${digits.slice(13, 16)}`, `${variant}${digits.slice(17, 20)}`];
  // Joined because the journal keeps the id: a string made by operators would keep all its pieces in memory.
  return [digits.slice(0, 8), digits.slice(8, 12), third, fourth, digits.slice(20, 32)].join('-');
}

const variants = ['8', '9', 'a', 'b'];

/** Limit in characters. A world remembers thousands of requests, so a longer text is replaced by its hash. */
const identityCharactersMax = 200;

/**
 * The text that identifies equal requests: method, path, key pair, and sorted parameters. A request refused before its
 * body was read has only the parameters of its query. For a GET with the live key and without query or body, the URL is
 * enough, which the journal keeps anyway.
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
