import * as v from 'valibot';
import { describedBy } from './json-schema.ts';

/** The shape of a successful response, for the documentation and for the compiler. */
export type Shape = JsonShape | FileShape;

export interface JsonShape {
  readonly kind: 'json';
  readonly body: v.GenericSchema;
  /** Those that no other answer has. */
  readonly headers: readonly HeaderName[];
  /** Of a file that it may be instead. */
  readonly types?: readonly string[];
}

interface FileShape {
  readonly kind: 'file';
  readonly types: readonly string[];
  /** The record may be there without it. */
  readonly mayBeMissing?: true;
}

type HeaderName = 'X-Total' | 'X-Per-Page' | 'X-Page';

/** A value of a schema, as a function that writes it returns it. */
export type OutputOf<S extends v.GenericSchema> = Frozen<v.InferOutput<S>>;

type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** A record with a name; it has no other fields than these. */
export const record = <const E extends v.ObjectEntries>(title: string, entries: E) =>
  v.pipe(v.strictObject(entries), v.title(title));

export const wholeNumber = v.pipe(v.number(), v.integer());

/** US cents. */
export const cents = v.pipe(wholeNumber, describedBy<number>({ description: 'US cents' }));

/** US Central time with its offset. */
export const centralTimeText = v.pipe(
  v.string(),
  describedBy<string>({
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000[+-]\d\d:\d\d$`,
    examples: ['2021-11-04T16:28:30.000-05:00'],
  }),
);

/** E.164 with its plus. */
export const numberInE164 = v.pipe(
  v.string(),
  describedBy<string>({ pattern: String.raw`^\+\d{3,15}$`, examples: ['+12025550123'] }),
);

const head = { success: v.literal(true), message: v.string() };

/** An answer with a message and, it may be, more. */
export const envelope = (further: v.ObjectEntries = {}): JsonShape => ({
  kind: 'json',
  body: v.strictObject({ ...head, ...further }),
  headers: [],
});

/** An answer with the message alone. */
export const noData = envelope();

/** An answer with one record, or several that are not paged. */
export const withData = (data: v.GenericSchema): JsonShape => envelope({ data });

/** An answer with several records that are not paged. */
export const withList = (item: v.GenericSchema): Shape => withData(v.array(item));

export const file = (...types: readonly string[]): FileShape => ({ kind: 'file', types });

/** JSON, or the file itself, as was asked. */
export const orFile = (shape: JsonShape, ...types: readonly string[]): Shape => ({ ...shape, types });

/** An answer that lists nothing. */
export const withNothing = withData(v.pipe(v.array(v.string()), v.maxLength(0)));

/** The body of a refusal in every version. */
export const failureBody = record('Failure', { success: v.literal(false), message: v.string() });
