import { namesInPath } from '../model/shared/urls.ts';
import { emptyParams } from '../wire/fields.ts';
import type { Params } from '../wire/fields.ts';
import type { Route } from './route.ts';

/** The routes of a path, and the values of its parameters. */
export interface PathMatch {
  readonly candidateRoutes: readonly Route[];
  readonly params: Params;
}

interface PathPattern {
  /** A pattern of the path, with a group for each parameter. */
  readonly path: RegExp;
  readonly names: readonly string[];
  readonly candidateRoutes: readonly Route[];
}

const none: Params = emptyParams();

/** The routes of a face. Paths without parameters are found by the whole path, the others by their first part. */
export class RouteTable {
  readonly #exact = new Map<string, PathMatch>();
  readonly #patterns = new Map<string, PathPattern[]>();

  constructor(routes: readonly Route[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      const candidateRoutes = routes.filter((route) => route.path === path);
      if (path.includes(':')) this.#addPattern(path, candidateRoutes);
      else this.#exact.set(path, { candidateRoutes, params: none });
    }
  }

  /** Finds the routes of a path, which may end in a slash. Throws URIError for a parameter with invalid %-escapes. */
  match(path: string): PathMatch | undefined {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    const exact = this.#exact.get(bare);
    if (exact !== undefined) return exact;
    for (const pattern of this.#patterns.get(firstPart(bare)) ?? []) {
      const found = pattern.path.exec(bare);
      if (found !== null) return { candidateRoutes: pattern.candidateRoutes, params: paramsIn(found, pattern) };
    }
    return undefined;
  }

  #addPattern(path: string, candidateRoutes: readonly Route[]): void {
    const source = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]+)');
    const first = firstPart(path);
    const known = this.#patterns.get(first) ?? [];
    this.#patterns.set(first, [
      ...known,
      // eslint-disable-next-line no-restricted-syntax -- a route of the source; each parameter ends at a slash
      { path: new RegExp(`^${source}$`), names: namesInPath(path), candidateRoutes },
    ]);
  }
}

/** The parameter values in a matched path. Throws URIError for invalid %-escapes. */
function paramsIn(found: RegExpExecArray, { names }: PathPattern): Params {
  const params = emptyParams();
  for (let at = 0; at < names.length; at++) params[names[at] ?? ''] = decoded(found[at + 1] ?? '');
  return params;
}

/** Decodes a part of a path. Most parts have no escape, and decodeURIComponent takes ten times as long as the search for one. */
const decoded = (part: string): string => (part.includes('%') ? decodeURIComponent(part) : part);

/** `faxes` of `/faxes/7`. */
export function firstPart(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}
