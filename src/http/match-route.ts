import { Refusal } from '../domain/refusal.ts';
import type { Params } from '../wire/fields.ts';
import type { ApiCall } from './api-call.ts';
import type { Dependencies } from './dependencies.ts';
import { effectiveMethod, methods } from './method.ts';
import type { Route } from './route.ts';
import { firstPart } from './route-table.ts';

/** Finds the version and the rows of the path. Throws the Refusal `unknown_route`, and URIError for broken %-escapes. */
export function matchPath(call: ApiCall, { versions }: Dependencies): void {
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
  const params = call.params ?? {};
  const method = effectiveMethod(call.method, params);
  call.row = call.rows.find((row) => has(row, method) && isMeant(row, params));
  if (call.row !== undefined) return;
  const allowed = methods.filter((known) => call.rows.some((row) => has(row, known))).join(', ');
  call.setHeader('Allow', allowed);
  throw new Refusal('wrong_method', `${method} is not possible here, only ${allowed}`);
}

/** The row of the method alone, for a request that was refused before its parameters were known. */
export const likelyRow = ({ rows, method }: ApiCall): Route | undefined => rows.find((row) => has(row, method));

const has = (row: Route, method: string): boolean => row.methods.some((own) => own === method);

const isMeant = (row: Route, params: Params): boolean => row.when === undefined || row.when(params);

/** Text and status as recorded. */
export const unknownRoute = () => new Refusal('unknown_route', 'Not found');
