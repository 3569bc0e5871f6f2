import { fillPath, templateOf } from '../model/shared/urls.ts';
import { typos } from '../model/shared/words.ts';
import type { Route } from './route.ts';

/** The part of a face that is compared with a path. */
interface NamedRoutes {
  /** The first part of the paths. */
  readonly name: string;
  readonly routes: readonly Pick<Route, 'methods' | 'path'>[];
}

/** The distance between two different methods, as a number of letters. */
const otherMethodCost = 2;

/** Returns the route that a method and a path probably meant: `GET /v2.1/faxes/{id}`; null if no route is similar. */
export type FindNearest = (method: string, path: string) => string | null;

/**
 * Makes a search in a list of faces. For a path without a known face, such as `/v9/faxes` or `/faxes`, earlier faces of
 * the list have precedence.
 */
export function nearestRouteFinder(faces: readonly NamedRoutes[]): FindNearest {
  let all: readonly RouteCandidate[] | undefined; // made on first use, so the start does not wait for it
  return (method, path) => {
    all ??= candidatesIn(faces);
    const [first = '', ...rest] = path.slice(1, pathCharactersMax).split('/').map(formOf);
    const isKnown = faces.some(({ name }) => name === first);
    const below = isKnown || looksLikeVersion.test(first) ? rest : [first, ...rest];
    const cost = (route: RouteCandidate): number =>
      typos(['', isKnown ? first : route.faceName, ...below].join('/'), route.form) +
      (route.method === method ? 0 : otherMethodCost);
    const costs = all.map(cost);
    const least = Math.min(...costs);
    const nearest = least === Infinity ? undefined : all[costs.indexOf(least)];
    return nearest === undefined ? null : `${nearest.method} ${nearest.path}`;
  };
}

const looksLikeVersion = /^v\d/;

const pathCharactersMax = 200;

type RouteCandidate = ReturnType<typeof candidatesIn>[number];

const candidatesIn = (faces: readonly NamedRoutes[]) =>
  faces.flatMap(({ name, routes }) =>
    routes.flatMap(({ methods, path: ownPath }) => {
      const path = templateOf(`/${name}${ownPath}`);
      // The path in lower case, with `id` in place of each parameter.
      const form = fillPath(`/${name}${ownPath}`, () => 'id').toLowerCase();
      return methods.map((method) => ({ method, path, faceName: name, form }));
    }),
  );

const formOf = (part: string): string => (/^(?:\+|%2B)?\d+$/i.test(part) ? 'id' : part.toLowerCase());
