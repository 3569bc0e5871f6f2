/** The keywords of JSON schema that a form follows. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly examples?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The schema of one value. All alternatives have the type of the first; its range reaches over theirs. */
export function oneOf(schema: Schema, list: Schema | undefined): Schema {
  const { anyOf: [first, ...others] = [], description } = schema;
  if (first === undefined) return { ...schema, ...list?.items, ...(description !== undefined && { description }) };
  const range = others.reduce(
    ({ minimum, maximum }, { minimum: low, maximum: high }) => ({
      ...(minimum !== undefined && low !== undefined && { minimum: Math.min(minimum, low) }),
      ...(maximum !== undefined && high !== undefined && { maximum: Math.max(maximum, high) }),
    }),
    { minimum: first.minimum, maximum: first.maximum } as Pick<Schema, 'minimum' | 'maximum'>,
  );
  return { ...schema, ...first, ...(others.length > 0 && range), ...(description !== undefined && { description }) };
}

/** Converts a text to a type. An invalid text stays unchanged, so that the service can refuse it. */
export function typed({ type }: Schema, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
