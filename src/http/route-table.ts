import type { Params } from '../wire/fields.ts';
import type { Version } from './api-version.ts';
import type { Route } from './route.ts';

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
export function firstPart(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}
