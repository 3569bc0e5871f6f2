import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Occurrences } from '../domain/occurrences.ts';
import type { Params } from '../wire/fields.ts';
import { canonicalText } from './canonical-params.ts';

/** What a request's id is drawn from. */
interface Drawn {
  readonly caller: { readonly world: Counted; readonly isTest: boolean };
  /** Without the world that it may name. */
  readonly url: string;
  readonly params?: Params | undefined;
}

interface Counted {
  readonly seed: number;
  readonly requests: Occurrences;
}

/**
 * The id of an answer: a UUID of version 4 in form, drawn from the seed, the request itself, and how often this very
 * request has come. So a second run gives the same ones, in whatever order its requests come; and so does another world
 * with that seed, whatever its name and its keys.
 */
export function requestId(req: Request, drawn: Drawn): string {
  const { seed, requests } = drawn.caller.world;
  const asked = hash('sha1', textOf(req, drawn), 'hex');
  const digits = hash('sha1', `${seed} ${asked} ${requests.next(asked)}`, 'hex');
  const variant = variants[digits.charCodeAt(16) % variants.length] ?? '8';
  const [a, b, c] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
  return `${a}-${b}-4${c}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

const variants = ['8', '9', 'a', 'b'];

/**
 * What tells a request from others: method, path, which of the keys, and the parameters in whatever order and notation. The
 * parameters of a request that was refused before they were read are those of its query.
 */
function textOf({ method }: Request, { caller, url, params }: Drawn): string {
  const [path = '', query = ''] = url.split('?', 2);
  const said = params === undefined ? sortedQuery(query) : canonicalText(withoutCredentials(params));
  return `${method} ${path}\n${caller.isTest ? 'test' : 'live'}\n${said}`;
}

const sortedQuery = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !/^api_(?:key|secret)=/.test(pair))
    .sort()
    .join('&');

const withoutCredentials = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'api_key' && name !== 'api_secret'));

/**
 * The same for requests that ask for the same, whoever asks: a hash of what, and of the parameters but for credentials, in
 * whatever order and notation.
 */
export function identityOf(what: string, params: Params): string {
  return hash('sha1', `${what} ${canonicalText(withoutCredentials(params))}`, 'hex');
}
