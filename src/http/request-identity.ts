import { hash } from 'node:crypto';
import { canonicalText, withoutCredentials } from '../journal/canonical-params.ts';
import type { Params } from '../wire/fields.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { ApiCall } from './api-call.ts';

/** Gives a request that was let in its id. */
export function assignRequestId(call: ApiCall): void {
  call.requestId ??= drawnId(call.world, requestIdentity(call));
}

/**
 * Gives a request its id once, whether it is answered or refused in the end: a UUID of version 4 in form, drawn from the seed,
 * the request itself, and how often this very request has come. So a second run gives the same ones, in whatever order its
 * requests come; and so does another world with that seed, whatever its name and its keys.
 */
export function requestIdOf(call: ApiCall, caller: Caller, params?: Params): string {
  call.changesBefore ??= caller.world.history.mark;
  call.requestId ??= drawnId(caller.world, hash('sha1', textOf(call, caller, params), 'hex'));
  return call.requestId;
}

/** What tells a request that was let in from others. */
function requestIdentity(call: ApiCall): string {
  const key = call.isTest ? `${call.method} test` : call.method;
  const known = call.readUrl?.identities.get(key);
  if (known !== undefined) return known;
  const identity = hash('sha1', textOf(call, call, call.params ?? {}), 'hex');
  call.readUrl?.identities.set(key, identity);
  return identity;
}

function drawnId({ seed, requests }: World, identity: string): string {
  const digits = hash('sha1', `${seed} ${identity} ${requests.next(identity)}`, 'hex');
  const variant = variants[digits.charCodeAt(16) % variants.length] ?? '8';
  const [a, b, c] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
  return `${a}-${b}-4${c}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

const variants = ['8', '9', 'a', 'b'];

/**
 * What tells a request from others: method, path, which of the keys, and the parameters in whatever order and notation. The
 * parameters of a request that was refused before they were read are those of its query.
 */
function textOf({ method, url }: ApiCall, { isTest }: Caller, params: Params | undefined): string {
  const [path = '', query = ''] = url.split('?', 2);
  const said = params === undefined ? sortedQuery(query) : canonicalText(withoutCredentials(params));
  return `${method} ${path}\n${isTest ? 'test' : 'live'}\n${said}`;
}

const sortedQuery = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !/^api_(?:key|secret)=/.test(pair))
    .sort()
    .join('&');
