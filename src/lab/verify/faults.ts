import type { JsonSchema } from '../../wire/json-schema.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { asText } from '../../model/shared/conversion.ts';

interface FieldPlace {
  /** `data[].recipients[].status`. */
  readonly field: string;
  /** The title of the record that the field belongs to. */
  readonly record: string;
  readonly name: string;
}

/** The place at which a value differs from its schema. */
interface SchemaFault extends FieldPlace {
  readonly expected: string;
  readonly seen: string;
}

interface NamedSchema extends JsonSchema {
  readonly title?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly NamedSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: NamedSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, NamedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | NamedSchema;
}

/** The faults of an answer's body. A fault of several records is reported once. */
export function faultsOf(body: unknown, schema: JsonSchema): SchemaFault[] {
  const faults = walk(body, schema, { field: '', record: 'Answer', name: '' });
  const known = new Set<string>();
  return faults.filter(({ field, expected }) => {
    const key = `${field}\n${expected}`;
    return !known.has(key) && known.add(key);
  });
}

function walk(value: unknown, schema: NamedSchema, place: FieldPlace): SchemaFault[] {
  if (schema.anyOf !== undefined) return best(value, schema.anyOf, place);
  if (!fits(value, schema)) return [{ ...place, expected: describe(schema), seen: valueAsJson(value) }];
  const inside = schema.title === undefined ? place : { ...place, record: schema.title };
  if (isList(value))
    return value.flatMap((item) => walk(item, schema.items ?? {}, { ...inside, field: `${inside.field}[]` }));
  return isPlainObject(value) ? fields(value, schema, inside) : [];
}

/** The faults against the schema that fits best. */
function best(value: unknown, options: readonly NamedSchema[], place: FieldPlace): SchemaFault[] {
  const alike = options.filter((option) => kindOf(option, value));
  if (alike.length === 0) return [{ ...place, expected: options.map(describe).join(' or '), seen: valueAsJson(value) }];
  const tries = alike.map((option) => walk(value, option, place));
  return tries.reduce((least, one) => (one.length < least.length ? one : least));
}

const kindOf = ({ type, const: only }: NamedSchema, value: unknown): boolean =>
  type === undefined ? only === undefined || only === value : isOfType(value, type);

function fits(value: unknown, schema: NamedSchema): boolean {
  const { type, const: only, enum: known, pattern, maxItems = Infinity } = schema;
  if (only !== undefined && value !== only) return false;
  if (type !== undefined && !isOfType(value, type)) return false;
  if (known !== undefined && !known.includes(value)) return false;
  // eslint-disable-next-line no-restricted-syntax -- a pattern of a schema in the source
  if (pattern !== undefined && !new RegExp(pattern).test(asText(value))) return false;
  return hasFormat(value, schema) && (!Array.isArray(value) || value.length <= maxItems);
}

const hasFormat = (value: unknown, { format }: NamedSchema): boolean =>
  format !== 'date-time' || typeof value !== 'string' || rfc3339.test(value);

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  integer: Number.isInteger,
  array: isList,
  object: isPlainObject,
};

const isOfType = (value: unknown, type: string): boolean => typeTests[type]?.(value) ?? typeof value === type;

function fields(value: Mapping, schema: NamedSchema, place: FieldPlace): SchemaFault[] {
  const { properties, required = [], additionalProperties: more } = schema;
  const at = (name: string): FieldPlace => ({
    ...place,
    name,
    field: place.field === '' ? name : `${place.field}.${name}`,
  });
  if (properties === undefined) {
    const each = typeof more === 'object' ? more : {};
    return Object.values(value).flatMap((item) => walk(item, each, { ...place, field: `${place.field}.*` }));
  }
  const entries = Object.entries(value);
  const names = entries.map(([name]) => name);
  const missing = required.filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => ({ ...at(name), expected: describe(properties[name] ?? {}), seen: 'no such field' })),
    ...orderFaults(names, Object.keys(properties), at),
    ...entries.flatMap(([name, item]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known !== undefined) return walk(item, known, at(name));
      return more === false ? [{ ...at(name), expected: 'no such field', seen: valueAsJson(item) }] : [];
    }),
  ];
}

/** The first common field that is out of order. */
function orderFaults(
  names: readonly string[],
  known: readonly string[],
  at: (name: string) => FieldPlace,
): SchemaFault[] {
  const actualOrder = names.filter((name) => known.includes(name));
  const expectedOrder = known.filter((name) => names.includes(name));
  const index = actualOrder.findIndex((name, place) => name !== expectedOrder[place]);
  const [moved, expected] = [actualOrder[index], expectedOrder[index]];
  if (moved === undefined || expected === undefined) return [];
  const after = index === 0 ? 'first' : `after ${expectedOrder[index - 1] ?? ''}`;
  return [{ ...at(expected), expected: `to stand ${after}`, seen: `${moved} there` }];
}

function describe({ type, const: only, enum: known, anyOf, pattern, examples }: NamedSchema): string {
  if (anyOf !== undefined) return anyOf.map(describe).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (known !== undefined) return known.map((value) => JSON.stringify(value)).join(' or ');
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  if (example !== undefined) return `${type ?? 'a value'} such as ${JSON.stringify(example)}`;
  return pattern === undefined ? (type ?? 'a value') : `${type ?? 'a value'} like ${pattern}`;
}

/** A value as JSON. */
export const valueAsJson = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
