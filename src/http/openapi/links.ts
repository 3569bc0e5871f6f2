import { isPlainObject } from '../../model/shared/objects.ts';
import { namesInPath } from '../../model/shared/urls.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { operationId } from './documented.ts';
import type { DocumentedRoute } from './documented.ts';

/** The field of a record that repeats the value of a path parameter. */
const fieldOfParameter: Readonly<Record<string, string>> = {
  id: 'id',
  coverPageId: 'id',
  number: 'phone_number',
  phoneNumber: 'phoneNumber',
  identifier: 'identifier',
  email: 'email',
};

/** The relation of a path to a collection: `/faxes/:id/file` is below `/faxes`, whose records `id` names. */
interface Below {
  readonly collection: string;
  readonly parameter: string;
}

/** The collections around a path, the innermost last: `/faxes` for `/faxes/:id/file`. */
const collectionsOf = (path: string): readonly Below[] =>
  Array.from(path.matchAll(/\/:(\w+)/g), (match) => ({
    collection: path.slice(0, match.index),
    parameter: match[1] ?? '',
  }));

/** The links from a route's response to the operations on the same record, by operation; undefined if there are none. */
export function linksOf(route: DocumentedRoute, all: readonly DocumentedRoute[]): JsonSchema | undefined {
  const { shape, path, methods } = route;
  // The record is gone after a DELETE.
  if (shape.kind !== 'json' || methods.includes('DELETE')) return undefined;
  const own = collectionIn(path, all);
  if (own === undefined) return undefined;
  const place = placeOf(jsonSchemaOf(shape.body), fieldOfParameter[own.parameter] ?? '');
  // A list that is not a collection, such as the notes of a number, contains other records than the one in its path.
  if (place === undefined || (place.isListed && own.collection !== path)) return undefined;
  const links = all.flatMap((target) => {
    const isOther = target.operation !== route.operation && isBelow(target.path, own);
    const parameters = isOther ? parametersOf(target, { own, path, pointer: place.pointer }) : undefined;
    if (parameters === undefined) return [];
    return target.methods
      .filter((method) => !place.isListed || method === 'GET')
      .map((method) => operationId(target, method))
      .map((id) => [id, { operationId: id, parameters, ...(place.isListed && { description: firstOfList }) }] as const);
  });
  return links.length === 0 ? undefined : Object.fromEntries(links);
}

const firstOfList = 'The first record of the list.';

/** The collection of the record in a route's response: the path itself, or the innermost collection around it. */
function collectionIn(path: string, all: readonly DocumentedRoute[]): Below | undefined {
  const known = all.flatMap((route) => collectionsOf(route.path));
  const exact = known.find(({ collection }) => collection === path);
  const around = known
    .filter(({ collection }) => path.startsWith(`${collection}/`))
    .sort((a, b) => b.collection.length - a.collection.length);
  return exact ?? around[0];
}

/** `/faxes/:id`, `/faxes/:id/file` and `/phax_codes/:identifier.png` are below their collections. */
function isBelow(path: string, { collection, parameter }: Below): boolean {
  const head = `${collection}/:${parameter}`;
  return path === head || path.startsWith(`${head}/`) || path.startsWith(`${head}.`);
}

/** The expressions for the parameters of a target; undefined if one of them is unknown. */
function parametersOf(
  { path: targetPath }: DocumentedRoute,
  { own, path, pointer }: { own: Below; path: string; pointer: string },
): JsonSchema | undefined {
  const asked = namesInPath(path);
  const entries = namesInPath(targetPath).map((name) => {
    if (name === own.parameter) return [name, `$response.body#${pointer}`] as const;
    return [name, asked.includes(name) ? `$request.path.${name}` : undefined] as const;
  });
  return entries.some(([, expression]) => expression === undefined) ? undefined : Object.fromEntries(entries);
}

interface Place {
  /** A JSON pointer. */
  readonly pointer: string;
  /** True if the pointer leads into the first record of a list. */
  readonly isListed: boolean;
}

/** The place of a record's field in a body: at the top, in `data`, or in the first record of a list. */
function placeOf(body: JsonSchema, field: string): Place | undefined {
  const { anyOf = [], properties } = body;
  const alternatives = (anyOf as readonly JsonSchema[]).map((one) => placeOf(one, field));
  if (!isPlainObject(properties)) return alternatives.find((place) => place !== undefined);
  if (field in properties) return { pointer: `/${field}`, isListed: false };
  const { data, ...others } = properties;
  if (hasField(data, field)) return { pointer: `/data/${field}`, isListed: false };
  const lists = Object.entries({ data, ...others }) as [string, JsonSchema | undefined][];
  const list = lists.find(([, schema]) => hasField(schema?.['items'], field));
  return list && { pointer: `/${list[0]}/0/${field}`, isListed: true };
}

/** Whether the schema of a record, or one of its alternatives, has a field. */
function hasField(schema: unknown, field: string): boolean {
  if (!isPlainObject(schema)) return false;
  const { anyOf, properties } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((one) => hasField(one, field));
  return isPlainObject(properties) && field in properties;
}
