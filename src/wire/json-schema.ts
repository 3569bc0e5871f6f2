import * as v from 'valibot';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A file within a form. Source of the form: OpenAPI 3.1, "Considerations for File Uploads". */
export const fileSchema: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

const jsonForm = 'x-in-json';

/** Says of a file that JSON can hold it too, and how. */
export const inJson = (schema: JsonSchema): JsonSchema => ({ [jsonForm]: schema });

/** How JSON holds what a schema describes, if it does so otherwise than a form; the rest of the schema. */
export function parted(schema: JsonSchema): { inJson: JsonSchema | undefined; rest: JsonSchema } {
  const { [jsonForm]: own, ...rest } = schema;
  return { inJson: own as JsonSchema | undefined, rest };
}

export const textsSchema: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };

/** Says in a schema's pipe what documentation tells of it, where the schema is code that JSON Schema cannot tell. */
export const shownAs = <T>(jsonSchema: JsonSchema) => v.metadata<T, { jsonSchema: JsonSchema }>({ jsonSchema });

type Schema = v.GenericSchema | v.SchemaWithPipe<readonly [v.GenericSchema, ...v.PipeItem<unknown, unknown, never>[]]>;

/** Gets the schemas that have a title, and says what stands in their place: a reference. */
export type Name = (title: string, make: () => JsonSchema) => JsonSchema;

const inPlace: Name = (_title, make) => make();

/** What a schema reads, as JSON Schema. Titled schemas are handed to `name`. */
export function jsonSchemaOf(schema: Schema, name: Name = inPlace): JsonSchema {
  const title = titleOf(schema);
  return title === undefined ? plain(schema, name) : name(title, () => ({ title, ...plain(schema, name) }));
}

function titleOf(schema: Schema): string | undefined {
  return 'pipe' in schema ? v.getTitle(schema) : undefined;
}

function plain(schema: Schema, name: Name): JsonSchema {
  if (!('pipe' in schema)) return byType(schema, name);
  const [root, ...items] = schema.pipe as unknown as [v.GenericSchema, ...Item[]];
  return items.reduce<JsonSchema>((known, item) => ({ ...known, ...ofItem(item, name) }), plain(root, name));
}

interface Item {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly metadata?: { readonly jsonSchema?: JsonSchema };
}

function ofItem(item: Item, name: Name): JsonSchema {
  if (item.kind === 'schema') return jsonSchemaOf(item as unknown as Schema, name);
  switch (item.type) {
    case 'metadata':
      return item.metadata?.jsonSchema ?? {};
    case 'integer':
      return { type: 'integer' };
    case 'iso_timestamp':
      return { format: 'date-time' };
    case 'min_length':
      return { minItems: item.requirement };
    case 'max_length':
      return { maxItems: item.requirement };
    default:
      return {};
  }
}

/** The parts of a valibot schema that hold others. */
interface Parts {
  readonly type: string;
  readonly entries: Readonly<Record<string, Schema>>;
  readonly item: Schema;
  readonly wrapped: Schema;
  readonly value: Schema;
  readonly options: readonly unknown[];
  readonly literal: unknown;
}

type Reader = (parts: Parts, name: Name) => JsonSchema;

const objectOf: Reader = (parts, name) => objectSchema(parts, name);
const wrappedOf: Reader = ({ wrapped }, name) => jsonSchemaOf(wrapped, name);
const typeOf: Reader = ({ type }) => ({ type });

const byTypes: Readonly<Record<string, Reader>> = {
  object: objectOf,
  strict_object: objectOf,
  loose_object: objectOf,
  array: ({ item }, name) => ({ type: 'array', items: jsonSchemaOf(item, name) }),
  record: ({ value }, name) => ({ type: 'object', additionalProperties: jsonSchemaOf(value, name) }),
  optional: wrappedOf,
  exact_optional: wrappedOf,
  nullable: ({ wrapped }, name) => ({ anyOf: [jsonSchemaOf(wrapped, name), { type: 'null' }] }),
  union: ({ options }, name) => ({ anyOf: options.map((option) => jsonSchemaOf(option as Schema, name)) }),
  variant: ({ options }, name) => ({ anyOf: options.map((option) => jsonSchemaOf(option as Schema, name)) }),
  picklist: ({ options }) => ({ type: 'string', enum: options }),
  literal: ({ literal }) => ({ const: literal }),
  string: typeOf,
  number: typeOf,
  boolean: typeOf,
};

/** Empty for `unknown`, and for schemas that `shownAs` describes. */
const byType = (schema: Schema, name: Name): JsonSchema =>
  byTypes[schema.type]?.(schema as unknown as Parts, name) ?? {};

function objectSchema({ type, entries }: Parts, name: Name): JsonSchema {
  const fields = Object.entries(entries);
  const required = fields.flatMap(([field, schema]) => (isOptional(schema) ? [] : [field]));
  return {
    type: 'object',
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([field, schema]) => [field, jsonSchemaOf(schema, name)])),
    }),
    ...(required.length > 0 && { required }),
    ...(type === 'strict_object' && { additionalProperties: false }),
  };
}

export const isOptional = ({ type }: Schema): boolean => type === 'optional' || type === 'exact_optional';

/** The fields that a form, or a record, names. */
export function entriesOf(schema: Schema): Readonly<Record<string, Schema>> {
  if (!('pipe' in schema)) return 'entries' in schema ? (schema as unknown as Parts).entries : {};
  const [root] = schema.pipe;
  return root === schema ? (schema as unknown as Parts).entries : entriesOf(root);
}
