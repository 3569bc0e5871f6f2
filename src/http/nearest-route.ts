import { typos } from '../did-you-mean.ts';
import { fillPath, templateOf } from '../shared/path-params.ts';
import { pathOf } from './api-call.ts';
import type { ApiCall } from './api-call.ts';
import type { Route } from './route.ts';

type RoutesByVersion = Readonly<Record<string, readonly Pick<Route, 'methods' | 'path'>[]>>;

interface RouteCandidate {
  readonly method: string;
  readonly path: string;
  readonly version: string;
  /** In lower case, with `id` in place of values that differ from record to record. */
  readonly form: string;
}

/** The distance between two methods, in letters. */
const otherMethodCost = 2;

/** The route that was probably meant by a method and a path: `GET /v2.1/faxes/{id}`; null: none is near. */
export type FindNearest = (method: string, path: string) => string | null;

/**
 * Finds routes in a table. For a path of no known version, `/v3/faxes` or `/faxes`, the first version of the table that has
 * such a route goes before the others.
 */
export function nearestRouteFinder(versions: RoutesByVersion): FindNearest {
  let all: RouteCandidate[] | undefined; // not before it is needed: a start does not wait for it
  return (method, path) => {
    all ??= knownIn(versions);
    const [first = '', ...rest] = path.slice(1, longestPath).split('/').map(formOf);
    const isVersion = Object.hasOwn(versions, first);
    const below = isVersion || looksLikeVersion.test(first) ? rest : [first, ...rest];
    const cost = (route: RouteCandidate): number =>
      typos(['', isVersion ? first : route.version, ...below].join('/'), route.form) +
      (route.method === method ? 0 : otherMethodCost);
    const costs = all.map(cost);
    const least = Math.min(...costs);
    const nearest = least === Infinity ? undefined : all[costs.indexOf(least)];
    return nearest === undefined ? null : `${nearest.method} ${nearest.path}`;
  };
}

/** The route that a request without one probably meant. Found once, for the message, the hint and the journal. */
export function nearestTo(call: ApiCall, find: FindNearest): string | null {
  if (call.nearestRoute === undefined) call.nearestRoute = find(call.method, pathOf(call.url));
  return call.nearestRoute;
}

const looksLikeVersion = /^v\d/;

const longestPath = 200;

const knownIn = (versions: RoutesByVersion): RouteCandidate[] =>
  Object.entries(versions).flatMap(([version, routes]) =>
    routes.flatMap(({ methods, path }) => methods.map((method) => knownRoute(method, version, path))),
  );

const knownRoute = (method: string, version: string, path: string): RouteCandidate => ({
  method,
  path: templateOf(`/${version}${path}`),
  version,
  form: fillPath(`/${version}${path}`, () => 'id').toLowerCase(),
});

const formOf = (part: string): string => (/^(?:\+|%2B)?\d+$/i.test(part) ? 'id' : part.toLowerCase());
