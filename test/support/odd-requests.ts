import { documentNamed } from '../once/documents.ts';
import type { Schema } from './schema-values.ts';

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** A field that an operation reads, in one encoding. */
export interface FieldPlace {
  readonly method: string;
  /** With `{names}` in it. */
  readonly path: string;
  /** The media type of the body, or the place of a parameter: `query`, `path`. */
  readonly encoding: string;
  readonly field: string;
  /** The schemas of all fields in that place, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** The parameters of the path. */
  readonly pathNames: readonly string[];
}

/** Every field of every operation in a document, once for each encoding. */
export function fieldPlaces(name: string): readonly FieldPlace[] {
  const paths = documentNamed(name).paths as unknown as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [], requestBody }]) => {
      const pathNames = parameters.filter((one) => one.in === 'path').map((one) => one.name);
      const groups = [
        ...['query', 'path'].map((place) => {
          const own = parameters.filter((one) => one.in === place);
          const required = own.filter((one) => one.required).map((one) => one.name);
          return { encoding: place, required, schemas: Object.fromEntries(own.map((one) => [one.name, one.schema])) };
        }),
        ...Object.entries(requestBody?.content ?? {}).map(([encoding, { schema }]) => ({
          encoding,
          required: schema.required ?? [],
          schemas: propertiesOf(schema),
        })),
      ];
      return groups.flatMap((group) =>
        Object.keys(group.schemas).map((field) => ({ method, path, pathNames, field, ...group })),
      );
    }),
  );
}

const propertiesOf = ({ properties = {}, anyOf = [] }: Schema): Record<string, Schema> =>
  Object.assign({}, ...anyOf.map(propertiesOf), properties) as Record<string, Schema>;

/** JSON texts of values that no field expects, or that break a program which trusts them. */
export const oddJson: readonly string[] = [
  '{"toString":1}',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":1}}',
  '{"length":1000000000}',
  '{"0":"a","length":1}',
  '{"then":1,"toJSON":1}',
  '{"number":{"toString":1},"permissions":{"toString":1},"file":{"toString":1},"fileType":{"toString":1}}',
  '{"file":"QQ==","fileType":{"toString":1},"fileContent":[],"filename":{"toString":1},"base64":"QQ=="}',
  '{"a":{"toString":1}}',
  '[]',
  '[null]',
  '[{"toString":1}]',
  '[{"file":"QQ==","fileType":{"toString":1}}]',
  '[{"number":{"toString":1}}]',
  '[[["a"]]]',
  '[1e999,-0]',
  'null',
  'true',
  '1e999',
  '-1e308',
  '9007199254740993',
  '0.1',
  '""',
  '" "',
  '"NaN"',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
];

/** Endings of a field's name in a form, with their values. */
export const oddPairs: readonly (readonly [string, string])[] = [
  ['[toString]', '1'],
  ['[__proto__]', '1'],
  ['[length]', '1000000000'],
  ['[0][a]', '1'],
  ['[]', ''],
  ['[', '1'],
  ['', 'NaN'],
  ['', '1e999'],
  ['', '\0'],
  ['', '9007199254740993'],
  ['', 'undefined'],
];
