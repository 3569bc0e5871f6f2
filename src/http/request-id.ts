import { hash } from 'node:crypto';
import { canonicalText } from '../control/canonical-params.ts';
import type { Params } from '../wire/fields.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/hosting/worlds.ts';
import { pathOf } from './api-call.ts';
import type { AdmittedCall, ApiCall, CallerCall } from './api-call.ts';

/** Gives a request that was let in its id. */
export function assignRequestId(call: CallerCall): AdmittedCall {
  call.requestId = requestIdOf(call, call, call.params);
  return call as AdmittedCall;
}

/**
 * Gives a request its id once, whether it succeeds or is refused. The id has the form of a UUID of version 4, drawn
 * from the seed, the request, and the number of the same requests before. A second run therefore gives the same ids,
 * in whatever order its requests come. All worlds with that seed draw the same ids, with any name and keys.
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
  // Joined, since the journal keeps the id: a text that is put together by operators keeps its pieces.
  return [digits.slice(0, 8), digits.slice(8, 12), third, fourth, digits.slice(20, 32)].join('-');
}

const variants = ['8', '9', 'a', 'b'];

/** Limit in characters: a world remembers thousands of requests, and a longer one by its hash. */
const identityCharactersMax = 200;

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
