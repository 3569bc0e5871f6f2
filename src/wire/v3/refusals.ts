import * as v from 'valibot';
import type { SinchErrorForm } from '../../model/domain/sinch-options.ts';
import { describedBy } from '../json-schema.ts';

export interface ShownRefusal {
  readonly status: number;
  readonly message: string;
  /** The invalid parameter, `to`; undefined if there is none, or it is unknown. */
  readonly field: string | undefined;
}

const violation = v.pipe(v.strictObject({ field: v.string(), description: v.string() }), v.title('FieldViolation'));
const violations = v.pipe(v.strictObject({ fieldViolations: v.array(violation) }), v.title('ErrorDetails'));

/** Source: the samples of the API reference. The texts of 405 and 429 are HTTP's. */
const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  413: 'Content too large',
  421: 'Misdirected request',
  422: 'Invalid parameters',
  429: 'Too many requests',
  500: 'Internal service error',
  503: 'Service unavailable',
};

/** The texts of the samples. For 400 and 422 they do not explain the fault, so the message does. */
const texts: Readonly<Record<number, string>> = {
  402: 'You have reached 0 balance on your account please make a payment.',
  404: 'The resource is not found, not available, or does not exist.',
};

/** Source: google.rpc.Code, which the examples of the schema use. */
const codes: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  413: 'OUT_OF_RANGE',
  421: 'NOT_FOUND',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const shapes = {
  docs: v.pipe(
    v.strictObject({
      code: v.pipe(v.string(), describedBy<string>({ pattern: String.raw`^\d{3}$` })),
      error: v.string(),
      message: v.string(),
      details: v.optional(violations),
    }),
    v.title('Error'),
  ),
  schema: v.pipe(
    v.strictObject({
      code: v.number(),
      status: v.string(),
      message: v.string(),
      details: v.array(v.looseObject({ type: v.string() })),
    }),
    v.title('Error'),
  ),
} as const;

type Writers = { readonly [Form in SinchErrorForm]: (refusal: ShownRefusal) => v.InferOutput<(typeof shapes)[Form]> };

const writers: Writers = {
  docs: ({ status, message, field }) => ({
    code: String(status),
    error: names[status] ?? String(status),
    message: texts[status] ?? message,
    ...(status === 422 && { details: violationsOf(field, message) }),
  }),
  schema: ({ status, message, field }) => ({
    code: status,
    status: codes[status] ?? 'UNKNOWN',
    message: texts[status] ?? message,
    details: status === 422 ? [{ type: 'BadRequest', ...violationsOf(field, message) }] : [],
  }),
};

const violationsOf = (field: string | undefined, description: string) => ({
  fieldViolations: field === undefined ? [] : [{ field, description }],
});

/** The body of a refusal; a 401 has none. Source: the API reference. */
export const refusalBody = (form: SinchErrorForm, refusal: ShownRefusal): string =>
  refusal.status === 401 ? '' : JSON.stringify(writers[form](refusal));

export const refusalShape = (form: SinchErrorForm, status: number): v.GenericSchema | null =>
  status === 401 ? null : shapes[form];
