import { typos } from '../did-you-mean.ts';
import { fillPath, templateOf } from '../shared/path-params.ts';
import type { Route } from './route.ts';

type Table = Readonly<Record<string, readonly Pick<Route, 'methods' | 'path'>[]>>;

interface Known {
  readonly method: string;
  readonly path: string;
  /** With `ID` in place of what differs from record to record. */
  readonly form: string;
}

/** What another method costs, in letters. */
const otherMethod = 2;

/** Finds the route that was probably meant by a method and a path: `GET /v2.1/faxes/{id}`; null: none is near. */
export function nearestRoute(versions: Table): (method: string, path: string) => string | null {
  let all: Known[] | undefined; // not before it is needed: a start does not wait for it
  return (method, path) => {
    all ??= knownIn(versions);
    const form = path.slice(0, longestPath).split('/').map(formOf).join('/');
    const cost = (route: Known): number =>
      typos(form.toLowerCase(), route.form.toLowerCase()) + (route.method === method ? 0 : otherMethod);
    const costs = all.map(cost);
    const least = Math.min(...costs);
    const nearest = least === Infinity ? undefined : all[costs.indexOf(least)];
    return nearest === undefined ? null : `${nearest.method} ${nearest.path}`;
  };
}

const longestPath = 200;

const knownIn = (versions: Table): Known[] =>
  Object.entries(versions).flatMap(([version, routes]) =>
    routes.flatMap(({ methods, path }) => methods.map((method) => knownRoute(method, `/${version}${path}`))),
  );

const knownRoute = (method: string, path: string): Known => ({
  method,
  path: templateOf(path),
  form: fillPath(path, () => 'ID'),
});

const formOf = (part: string): string => (/^(?:\+|%2B)?\d+$/i.test(part) ? 'ID' : part);
