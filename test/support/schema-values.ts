import * as fc from 'fast-check';

/** A JSON Schema as the OpenAPI documents have it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
}

/** The content of a field that is a file. */
const file = Buffer.from('A page of text.');

/** The content of a field that is a PDF. */
const pdf = Buffer.from('%PDF-1.4\ntrailer<</Root<</Pages<</Kids[<</MediaBox[0 0 9 9]>>]>>>>>>');

/** Any value that a schema allows; `values` draws those of a field that the schema alone does not know, such as ids of records. */
export function allowedBy(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) {
    const { anyOf, ...rest } = schema;
    return fc.oneof(...anyOf.map((one) => allowedBy({ ...rest, ...one })));
  }
  if (schema.contentMediaType === 'application/pdf') return fc.constant(pdf.toString('base64'));
  if (schema.contentMediaType !== undefined) return fc.constant(file);
  const types: readonly string[] = typeof schema.type === 'object' ? schema.type : [schema.type ?? 'string'];
  return fc.oneof(...types.map((type) => byType[type]!(schema)));
}

const byType: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum: min = Number.MIN_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER }) =>
    fc.integer({ min, max }),
  number: ({ minimum: min = -1e9, maximum: max = 1e9 }) => fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
  array: ({ items = {}, minItems = 0, maxItems = 3 }) =>
    fc.array(allowedBy(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }),
  object: (schema) => objects(schema),
  string: (schema) => texts(schema),
};

function objects(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, allowedBy(field)]);
    return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
      requiredKeys: [...required],
    });
  }
  const value = typeof additionalProperties === 'object' ? allowedBy(additionalProperties) : fc.string();
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 3 });
}

/** Made once for each form of text, since fast-check takes long to make one and thousands of fields have the same few. */
const knownTexts = new Map<string, fc.Arbitrary<string>>();

function texts(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength, contentEncoding, examples } = schema;
  const form = JSON.stringify([format, pattern, minLength, maxLength, contentEncoding, examples]);
  const made = knownTexts.get(form) ?? textsOfForm(schema);
  knownTexts.set(form, made);
  return made;
}

function textsOfForm(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 100, contentEncoding, examples = [] } = schema;
  const matches = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  if (contentEncoding === 'base64') return fc.constant(file.toString('base64'));
  if (format === 'date-time') return fc.date(dateRange).map((date) => date.toISOString());
  if (format === 'uri')
    return fc.oneof(fc.webUrl(), ...examples.map((one) => fc.constant(one as string))).filter(matches);
  if (pattern?.includes('(?!') === true || pattern?.includes('(?=') === true)
    return fc.constantFrom(...(examples as string[])).filter(matches);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).filter(matches);
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 100) });
}

const dateRange = { min: new Date('1900-01-01'), max: new Date('8999-01-01'), noInvalidDate: true };
