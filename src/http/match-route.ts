import { Refusal } from '../model/domain/refusal.ts';
import type { Params } from '../wire/fields.ts';
import { pathOf } from './api-call.ts';
import type { ApiCall, Dependencies, LocatedCall, ReadCall, RoutedCall } from './api-call.ts';
import type { FindNearest } from './nearest-route.ts';
import { firstPart } from './route-table.ts';
import { methods } from './route.ts';
import type { Method, Route } from './route.ts';

/** Finds the face and the routes of the path. Throws the Refusal `unknown_route`, and URIError for broken %-escapes. */
export function matchPath(call: ApiCall, { findFace }: Pick<Dependencies, 'findFace'>): LocatedCall {
  const name = firstPart(call.path);
  const served = findFace(name);
  if (served === undefined) throw unknownRoute();
  call.face = served.face;
  call.path = call.path.slice(name.length + 1);
  const match = served.table.match(call.path);
  if (match === undefined) throw unknownRoute();
  call.candidateRoutes = match.candidateRoutes;
  call.pathParams = match.params;
  return call as LocatedCall;
}

/**
 * Chooses the route by method and parameters. Throws the Refusals `wrong_method`, `invalid` for a wrong `_method`, and
 * `unavailable` when the world that the path names was deleted while the request arrived.
 */
export function matchRoute(call: ReadCall): RoutedCall {
  call.hostedWorld?.assertThere();
  const { params } = call;
  const method = effectiveMethod(call);
  const route = call.candidateRoutes.find((candidate) => has(candidate, method) && isMeant(candidate, params));
  if (route === undefined) {
    const possible = methods.filter((known) => call.candidateRoutes.some((other) => has(other, known)));
    throw wrongMethod(call, method, possible);
  }
  call.route = route;
  return call as RoutedCall;
}

/** The refusal of a method for which the path has no route. */
export function wrongMethod({ res }: ApiCall, method: string, possible: readonly Method[]): Refusal {
  // HEAD is a method of its own in RFC 9110, and works wherever GET does.
  const allowed = possible.flatMap((own) => (own === 'GET' ? ['GET', 'HEAD'] : [own]));
  res.setHeader('Allow', allowed.join(', '));
  const message = `${method} is not possible here, only ${possible.join(', ')}`;
  return new Refusal('wrong_method', message, { hint: message });
}

/** The route of the method that needs no parameters. It serves requests that were refused before their parameters were read. */
export const likelyRoute = ({ candidateRoutes, method }: ApiCall): Route | undefined =>
  candidateRoutes.find((route) => has(route, method) && isMeant(route, {}));

const has = (route: Route, method: string): boolean => route.methods.some((own) => own === method);

const isMeant = (route: Route, params: Params): boolean => route.when === undefined || route.when(params);

/** Text and status as recorded. */
export const unknownRoute = () => new Refusal('unknown_route', 'Not found');

/**
 * The effective method of a request: `_method` of a POST if the face supports it, and GET for HEAD. Throws the Refusal
 * `invalid` for a `_method` that is not in `methods`.
 */
function effectiveMethod({ method, params, face }: ReadCall): string {
  if (method === 'HEAD') return 'GET';
  const simulated = params['_method'];
  if (method !== 'POST' || !face.overridesMethod || simulated === undefined || simulated === '') return method;
  const known = methods.find((candidate) => typeof simulated === 'string' && candidate === simulated.toUpperCase());
  if (known !== undefined) return known;
  const complaint = `_method must be one of ${methods.join(', ')}, got ${JSON.stringify(simulated)}`;
  throw new Refusal('invalid', complaint, { field: '_method' });
}

/** The route that was probably meant by a request without a route. Searched once, for the message, the hint and the journal. */
export function nearestTo(call: ApiCall, find: FindNearest): string | null {
  if (call.nearestRoute === undefined) call.nearestRoute = find(call.method, pathOf(call.url));
  return call.nearestRoute;
}
