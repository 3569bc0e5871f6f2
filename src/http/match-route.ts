import { Refusal } from '../domain/refusal.ts';
import type { BoundedMap } from '../shared/bounded-map.ts';
import type { Params } from '../wire/fields.ts';
import type { ApiCall } from './api-call.ts';
import { methods } from './route.ts';
import type { ReadUrl, Route, Version } from './route.ts';

/** The meanings of the latest URLs, without the world that they may name. */
export type ReadUrls = BoundedMap<string, ReadUrl>;

interface Deps {
  readonly versions: FindVersion;
  readonly readUrls: ReadUrls;
}

/** Longer URLs seldom come more than once. */
const longestUrl = 512;

/** Takes version, rows and parameters from an earlier request with the same URL. */
export function recallUrl(call: ApiCall, { readUrls }: Deps): void {
  const known = call.hasBody ? undefined : readUrls.get(call.url);
  if (known === undefined) return;
  call.readUrl = known;
  call.version = known.version;
  call.rows = known.rows;
  call.params = known.params;
}

/** Keeps version, rows and parameters for later requests with the same URL. */
export function keepUrl(call: ApiCall, { readUrls }: Deps): void {
  const { version, rows, params, url } = call;
  if (call.hasBody || version === null || params === null || url.length > longestUrl) return;
  call.readUrl = { version, rows, params, routes: new Map(), identities: new Map() };
  readUrls.set(url, call.readUrl);
}

/** Finds the version and the rows of the path. Throws the Refusal `unknown_route`, and URIError for broken %-escapes. */
export function matchPath(call: ApiCall, { versions }: Deps): void {
  const name = firstPart(call.path);
  const served = versions(name);
  if (served === undefined) throw unknownRoute();
  call.version = served.version;
  call.path = call.path.slice(name.length + 1);
  const match = served.table.match(call.path);
  if (match === undefined) throw unknownRoute();
  call.rows = match.rows;
  call.pathParams = match.params;
}

/**
 * Chooses the row by method and parameters. Throws the Refusals `wrong_method`, `invalid` for a wrong `_method`, and
 * `unavailable` when the world that the path names was deleted while the request arrived.
 */
export function matchRoute(call: ApiCall): void {
  call.hosted?.assertThere();
  call.row = call.readUrl?.routes.get(call.method);
  if (call.row !== undefined) return;
  const params = call.params ?? {};
  const method = effectiveMethod(call.method, params);
  const row = call.rows.find((candidate) => has(candidate, method) && isMeant(candidate, params));
  if (row !== undefined) {
    call.row = row;
    call.readUrl?.routes.set(call.method, row);
    return;
  }
  const allowed = methods.filter((known) => call.rows.some((other) => has(other, known))).join(', ');
  call.setHeader('Allow', allowed);
  const message = `${method} is not possible here, only ${allowed}`;
  throw new Refusal('wrong_method', message, message);
}

/** The row of the method alone, for a request that was refused before its parameters were known. */
export const likelyRow = ({ rows, method }: ApiCall): Route | undefined => rows.find((row) => has(row, method));

const has = (row: Route, method: string): boolean => row.methods.some((own) => own === method);

const isMeant = (row: Route, params: Params): boolean => row.when === undefined || row.when(params);

/** Text and status as recorded. */
export const unknownRoute = () => new Refusal('unknown_route', 'Not found');

/**
 * The effective method of a request: `_method` of a POST, and GET for HEAD. Throws the Refusal `invalid` for a
 * `_method` that is none of the five.
 */
function effectiveMethod(method: string, params: Params): string {
  if (method === 'HEAD') return 'GET';
  const simulated = params['_method'];
  if (method !== 'POST' || simulated === undefined || simulated === '') return method;
  const known = methods.find((candidate) => typeof simulated === 'string' && candidate === simulated.toUpperCase());
  if (known !== undefined) return known;
  throw new Refusal('invalid', `_method must be one of ${methods.join(', ')}, got ${JSON.stringify(simulated)}`);
}

/** The rows of a path, and the values of its parameters. */
export interface PathMatch {
  readonly rows: readonly Route[];
  readonly params: Params;
}

/** A version with its rows, by path. */
export interface ServedVersion {
  readonly version: Version;
  readonly table: RouteTable;
}

/** The version that is the first part of a path. */
export type FindVersion = (name: string) => ServedVersion | undefined;

interface Pattern {
  readonly path: RegExp;
  readonly names: readonly string[];
  readonly rows: readonly Route[];
}

const none: Params = {};

/** A version's rows by path: those without parameters by the path itself, the others by its first part. */
export class RouteTable {
  readonly #exact = new Map<string, PathMatch>();
  readonly #patterns = new Map<string, Pattern[]>();

  constructor(routes: readonly Route[]) {
    for (const path of new Set(routes.map((row) => row.path))) {
      const rows = routes.filter((row) => row.path === path);
      if (path.includes(':')) this.#addPattern(path, rows);
      else this.#exact.set(path, { rows, params: none });
    }
  }

  /** A slash may follow the path. Throws URIError for a parameter whose %-escapes make no text. */
  match(path: string): PathMatch | undefined {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    const exact = this.#exact.get(bare);
    if (exact !== undefined) return exact;
    for (const pattern of this.#patterns.get(firstPart(bare)) ?? []) {
      const found = pattern.path.exec(bare);
      if (found !== null) return { rows: pattern.rows, params: paramsIn(found, pattern.names) };
    }
    return undefined;
  }

  #addPattern(path: string, rows: readonly Route[]): void {
    const { regexp, names } = compiled(path);
    const first = firstPart(path);
    const known = this.#patterns.get(first) ?? [];
    this.#patterns.set(first, [...known, { path: regexp, names, rows }]);
  }
}

/** A path of a row (`/faxes/:id`) as a pattern of paths. */
function compiled(path: string): { regexp: RegExp; names: readonly string[] } {
  const names: string[] = [];
  const source = path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, (_param, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { regexp: new RegExp(`^${source}$`), names };
}

/** The values of a matched path's parameters. Throws URIError for one whose %-escapes make no text. */
function paramsIn(found: RegExpExecArray, names: readonly string[]): Params {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = decodeURIComponent(found[index + 1] ?? '');
  return params;
}

/** `faxes` of `/faxes/7`. */
function firstPart(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}
