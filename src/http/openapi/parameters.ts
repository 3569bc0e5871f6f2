import { groupBy, isPlainObject } from '../../model/shared/objects.ts';
import type { ParamsSchema } from '../../wire/fields.ts';
import { schemaEntriesOf, isOptional, jsonSchemaOf, splitJsonForm, splitNeeded } from '../../wire/json-schema.ts';
import type { JsonSchema, SchemaNamer } from '../../wire/json-schema.ts';
import type { MediaType } from '../face.ts';
import type { DocumentedBodies, DocumentedFace } from './documented.ts';

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** The group of the field: a request needs at least one field of the group. Undefined without a group. */
  readonly group?: unknown;
}

/** The fields of a form in order, with their descriptions where `meanings` has one. */
export const fieldsOf = (form: ParamsSchema<unknown>, meanings: DocumentedFace['meanings'] = {}): readonly Field[] =>
  Object.entries(schemaEntriesOf(form)).map(([name, entry]) => {
    const { [name]: description } = meanings;
    const { group, rest } = splitNeeded(jsonSchemaOf(entry));
    const schema = { ...rest, ...(description !== undefined && { description }) };
    return { name, schema, isRequired: !isOptional(entry), group };
  });

export const pathParameter = ({ name, schema }: Field): JsonSchema => ({ name, in: 'path', required: true, schema });

/**
 * The parameters of a query, without files. A list is `name` or `name[]`, so neither name is required. A group is
 * `name[KEY]`.
 */
export function queryParameters(fields: readonly Field[]): readonly JsonSchema[] {
  return fields
    .filter(hasNoFile)
    .flatMap(formNames)
    .map(({ name, schema, isRequired }) => ({
      name,
      in: 'query',
      ...(isRequired && { required: true }),
      ...(schema['type'] === 'object' && { style: 'deepObject', explode: true }),
      schema,
    }));
}

/** The body of a request, in each encoding that can contain its parameters; undefined without parameters. */
export function requestBodyDocument(
  forms: readonly (readonly Field[])[],
  { types, repeatsAreLists }: DocumentedBodies,
): JsonSchema | undefined {
  const isRequired = forms.every((fields) => fields.some((field) => field.isRequired));
  const content = Object.fromEntries(
    Object.entries(repeatsAreLists ? encodingsWithRepeats : encodings).flatMap(([type, { canHold, encode }]) => {
      if (!types.some((taken) => taken === type)) return [];
      const possible = forms.filter((fields) => fields.every((field) => !field.isRequired || canHold(field)));
      const schemas = possible.map((fields) => encode(fields.filter(canHold)));
      return schemas.length === 0
        ? []
        : [
            [
              type,
              {
                schema: alternatives(schemas),
                ...partEncoding(type, possible.flat().filter(canHold), repeatsAreLists),
              },
            ],
          ];
    }),
  );
  return forms.flat().length === 0 ? undefined : { ...(isRequired && { required: true }), content };
}

const hasNoFile = ({ schema }: Field): boolean => !holdsFile(schema);

const fitsJson = (field: Field): boolean => hasNoFile(field) || splitJsonForm(field.schema).inJson !== undefined;

interface Encoding {
  readonly canHold: (field: Field) => boolean;
  readonly encode: (fields: readonly Field[]) => JsonSchema;
}

const encodings: Readonly<Record<MediaType, Encoding>> = {
  'application/x-www-form-urlencoded': { canHold: hasNoFile, encode: asForm },
  'multipart/form-data': { canHold: () => true, encode: asForm },
  'application/json': { canHold: fitsJson, encode: asJson },
};

const holdsObjects = ({ schema: { items } }: Field): boolean => isPlainObject(items) && items['type'] === 'object';

/** The encodings of v3. If a repeated name makes a list, names have no brackets. Only JSON can contain a list of objects. */
const encodingsWithRepeats: typeof encodings = {
  ...encodings,
  'multipart/form-data': { canHold: (field) => !holdsObjects(field), encode: objectWithRules },
  'application/json': { canHold: fitsJson, encode: asJsonOfV3 },
};

/** The schema of a form. `to[]=A&to[]=B` is a list, and `to=A` a list of one; a request must not mix the two names. */
function asForm(fields: readonly Field[]): JsonSchema {
  const named = fields.flatMap(formNames);
  const eitherName = fields
    .filter((field) => field.isRequired && formNames(field).length > 1)
    .map((field) => ({ anyOf: formNames(field).map(({ name }) => ({ required: [name] })) }));
  const notBoth = fields
    .map((field) => formNames(field).map(({ name }) => name))
    .filter((names) => names.length > 1)
    .map((names) => ({ not: { required: names } }));
  const rules = [
    ...eitherName,
    ...neededRules(fields, (field) => formNames(field).map(({ name }) => name)),
    ...notBoth,
  ];
  return { ...objectOf(named), ...allOf(rules) };
}

function allOf(rules: readonly JsonSchema[]): JsonSchema {
  const [only = {}, ...others] = rules;
  return others.length === 0 ? only : { allOf: rules };
}

/** One rule for each group: a request needs at least one of its fields, by any of its names. */
function neededRules(fields: readonly Field[], namesOf: (field: Field) => readonly string[]): JsonSchema[] {
  const ofGroups = fields.filter(({ group }) => group !== undefined);
  return [...groupBy(ofGroups, ({ group }) => group).values()].map((group) => ({
    anyOf: group.flatMap(namesOf).map((name) => ({ required: [name] })),
  }));
}

/** An object schema in which each field has one name, with the rules of its groups. */
function objectWithRules(fields: readonly Field[]): JsonSchema {
  return { ...objectOf(fields), ...allOf(neededRules(fields, ({ name }) => [name])) };
}

/** The field once for each of its names in a form. */
function formNames(field: Field): readonly Field[] {
  const { name, schema, isRequired } = field;
  const { rest } = splitJsonForm(schema);
  const list = { name: asNamed(name, schema), schema: rest, isRequired };
  const { items } = rest;
  if (!isPlainObject(items) || items['type'] === 'object') return [list];
  const { description = items['description'] } = rest;
  const one = { name, schema: { ...items, ...(description !== undefined && { description }) }, isRequired: false };
  return [one, { ...list, isRequired: false }];
}

/** The schema of JSON, which may have a single value in place of a list. */
function asJson(fields: readonly Field[]): JsonSchema {
  return jsonOf(fields, () => true);
}

/** The schema of v3's JSON, which may have a single value in place of a list, except of a list of objects. */
function asJsonOfV3(fields: readonly Field[]): JsonSchema {
  return jsonOf(fields, (field) => !holdsObjects(field));
}

function jsonOf(fields: readonly Field[], takesOne: (field: Field) => boolean): JsonSchema {
  return objectWithRules(
    fields.map((field) => {
      const { inJson, rest } = splitJsonForm(field.schema);
      const { items } = rest;
      const isListOnly = items === undefined || !takesOne(field);
      return { ...field, schema: inJson ?? (isListOnly ? rest : { anyOf: [items, rest] }) };
    }),
  );
}

function objectOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

/**
 * The notation of lists and groups in a form. Tools read `to[]=A` as a list only if the document says so. Parts of
 * multipart are not escaped.
 */
function partEncoding(type: string, fields: readonly Field[], repeatsAreLists: boolean): JsonSchema {
  const styles = { array: 'form', object: 'deepObject' } as const;
  const unescaped = type === 'multipart/form-data' ? { allowReserved: true } : {};
  const parts = fields.flatMap(({ name, schema }) => {
    const kind = splitJsonForm(schema).rest['type'];
    const isPart = kind === 'array' || kind === 'object';
    return isPart
      ? [
          [
            repeatsAreLists ? name : asNamed(name, schema),
            { style: styles[kind], explode: true, ...unescaped },
          ] as const,
        ]
      : [];
  });
  return type === 'application/json' || parts.length === 0 ? {} : { encoding: Object.fromEntries(parts) };
}

/** Alternative schemas, together with the properties of all: some tools read a body before they choose an alternative. */
function alternatives(schemas: readonly JsonSchema[]): JsonSchema {
  const choice = anyOf(schemas);
  if (!('anyOf' in choice) || schemas.length < 2) return choice;
  const properties = groupBy(schemas.flatMap(propertiesOf), ([name]) => name);
  const united = [...properties].map(([name, all]) => [name, anyOf(all.map(([, schema]) => schema))]);
  const neverBoth = schemas.flatMap(rulesOf).filter((rule) => 'not' in rule);
  return {
    type: 'object',
    properties: Object.fromEntries(united),
    ...choice,
    ...(neverBoth.length > 0 && { allOf: neverBoth }),
  };
}

/** The rules in a form's object schema. */
const rulesOf = ({ allOf: rules, not }: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(rules) ? (rules as JsonSchema[]) : not === undefined ? [] : [{ not }];

const propertiesOf = ({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  isPlainObject(properties) ? (Object.entries(properties) as [string, JsonSchema][]) : [];

const asNamed = (name: string, { type }: JsonSchema): string => (type === 'array' ? `${name}[]` : name);

const holdsFile = (schema: JsonSchema): boolean =>
  'contentMediaType' in schema || (isPlainObject(schema['items']) && holdsFile(schema['items']));

/** Returns a single schema as it is, several as alternatives. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = {}, ...others] = different;
  return others.length === 0 ? only : { anyOf: different };
}

/** The named parts of a document, gathered while it is made. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, JsonSchema> = {};

  /** Stores a named schema once, and returns a reference. */
  readonly schema: SchemaNamer = (title, make) => {
    this.schemas[title] ??= make();
    return { $ref: `#/components/schemas/${title}` };
  };

  response(name: string, make: () => JsonSchema): JsonSchema {
    this.responses[name] ??= make();
    return { $ref: `#/components/responses/${name}` };
  }
}
