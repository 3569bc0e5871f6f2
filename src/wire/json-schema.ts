import * as v from 'valibot';
import { isPlainObject } from '../model/shared/objects.ts';

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A file within a form. Source of the form: OpenAPI 3.1, "Considerations for File Uploads". */
export const fileSchema: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

const jsonForm = 'x-in-json';

/** Marks a file that JSON can hold, too, with its JSON form. */
export const inJson = (schema: JsonSchema): JsonSchema => ({ [jsonForm]: schema });

/** The JSON form of a schema if it differs from the form in multipart, and the rest of the schema. */
export function splitJsonForm(schema: JsonSchema): { inJson: JsonSchema | undefined; rest: JsonSchema } {
  const { [jsonForm]: own, ...rest } = schema;
  return { inJson: isPlainObject(own) ? own : undefined, rest };
}

const neededGroup = 'x-needed-of';

/** Marks a field of a group, such as a file and a URL: a request needs at least one field of the group. */
export const neededOf = (group: string): JsonSchema => ({ [neededGroup]: group });

/** The group that needs one of its fields, if the schema has such a mark, and the rest of the schema. */
export function splitNeeded(schema: JsonSchema): { group: unknown; rest: JsonSchema } {
  const { [neededGroup]: group, ...rest } = schema;
  return { group, rest };
}

export const textsSchema: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };

/** Attaches a JSON Schema to a schema that is code. */
export const describedBy = <T>(jsonSchema: JsonSchema) => v.metadata<T, { jsonSchema: JsonSchema }>({ jsonSchema });

/**
 * A valibot schema, or a step of a pipe. Its type decides which optional fields it has. valibot's own converter
 * supports neither `describedBy` nor named parts, and would be another package to load.
 */
interface SchemaPart {
  readonly kind: string;
  readonly type: string;
  /** The schema itself, then its steps. */
  readonly pipe?: readonly SchemaPart[];
  readonly entries?: Readonly<Record<string, SchemaPart>>;
  readonly item?: SchemaPart;
  readonly wrapped?: SchemaPart;
  readonly value?: SchemaPart;
  readonly options?: readonly (SchemaPart | string | number | bigint)[];
  readonly literal?: unknown;
  readonly requirement?: unknown;
  readonly metadata?: { readonly jsonSchema?: JsonSchema };
  readonly title?: string;
  readonly description?: string;
}

/** Receives a schema with a title, and returns a reference to it. */
export type SchemaNamer = (title: string, make: () => JsonSchema) => JsonSchema;

const inPlace: SchemaNamer = (_title, make) => make();

/** The JSON Schema of a valibot schema's input. `name` receives the schemas with titles. */
export function jsonSchemaOf(schema: SchemaPart, name: SchemaNamer = inPlace): JsonSchema {
  const title = schema.pipe?.find(({ type }) => type === 'title')?.title;
  return title === undefined ? plain(schema, name) : name(title, () => ({ title, ...plain(schema, name) }));
}

function plain(schema: SchemaPart, name: SchemaNamer): JsonSchema {
  const [root, ...steps] = schema.pipe ?? [];
  if (root === undefined) return byType(schema, name);
  const first = root === schema ? byType(root, name) : plain(root, name);
  return steps.reduce<JsonSchema>((known, step) => ({ ...known, ...stepKeywords(step, name) }), first);
}

const stepKeywords: Reader = (step, name) =>
  step.kind === 'schema' ? jsonSchemaOf(step, name) : (byStep[step.type]?.(step) ?? {});

const byStep: Readonly<Record<string, (step: SchemaPart) => JsonSchema>> = {
  metadata: ({ metadata }) => metadata?.jsonSchema ?? {},
  description: ({ description }) => ({ description }),
  integer: () => ({ type: 'integer' }),
  iso_timestamp: () => ({ format: 'date-time' }),
  min_length: ({ requirement }) => ({ minItems: requirement }),
  max_length: ({ requirement }) => ({ maxItems: requirement }),
};

type Reader = (schema: SchemaPart, name: SchemaNamer) => JsonSchema;

const wrappedOf: Reader = ({ wrapped }, name) => inner(wrapped, name);
const typeOf: Reader = ({ type }) => ({ type });
const alternatives: Reader = ({ options = [] }, name) => ({
  anyOf: options.flatMap((option) => (typeof option === 'object' ? [jsonSchemaOf(option, name)] : [])),
});

const byTypes: Readonly<Record<string, Reader>> = {
  object: objectSchema,
  strict_object: objectSchema,
  loose_object: objectSchema,
  array: ({ item }, name) => ({ type: 'array', items: inner(item, name) }),
  record: ({ value }, name) => ({ type: 'object', additionalProperties: inner(value, name) }),
  optional: wrappedOf,
  exact_optional: wrappedOf,
  nullable: ({ wrapped }, name) => ({ anyOf: [inner(wrapped, name), { type: 'null' }] }),
  union: alternatives,
  variant: alternatives,
  picklist: ({ options }) => ({ type: 'string', enum: options }),
  literal: ({ literal }) => ({ const: literal }),
  string: typeOf,
  number: typeOf,
  boolean: typeOf,
};

/** Empty for `unknown`, and for schemas that `describedBy` describes. */
const byType: Reader = (schema, name) => byTypes[schema.type]?.(schema, name) ?? {};

const inner = (schema: SchemaPart | undefined, name: SchemaNamer): JsonSchema =>
  schema === undefined ? {} : jsonSchemaOf(schema, name);

function objectSchema({ type, entries = {} }: SchemaPart, name: SchemaNamer): JsonSchema {
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

export const isOptional = ({ type }: SchemaPart): boolean => type === 'optional' || type === 'exact_optional';

/** The named fields of a form or a record. */
export function schemaEntriesOf(schema: SchemaPart): Readonly<Record<string, SchemaPart>> {
  const [root] = schema.pipe ?? [];
  return root === undefined || root === schema ? (schema.entries ?? {}) : schemaEntriesOf(root);
}

/** The names of the parameters that a form reads. */
export const namesIn = (form: SchemaPart): readonly string[] => Object.keys(schemaEntriesOf(form));

/** The fields around the records of a body; none if the body is itself a record with a title. */
export const envelopeOf = (body: v.GenericSchema): readonly string[] =>
  v.getTitle(body) === undefined ? namesIn(body) : [];
