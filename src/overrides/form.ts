import * as v from 'valibot';
import { operationIds } from '../domain/operation.ts';
import type { RefusalKind } from '../domain/refusal.ts';
import { refusalEvidence } from '../evidence/refusals.ts';

const kinds = Object.keys(refusalEvidence.v2) as RefusalKind[]; // all of them: it is a Record

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));
const status = v.pipe(
  v.number('must be a number'),
  v.integer('must be an integer'),
  v.minValue(200, 'must be from 200 to 599'),
  v.maxValue(599, 'must be from 200 to 599'),
);
const refusal = v.strictObject({ status: v.optional(status), message: v.optional(text) }, fieldsAre('status, message'));

/** A file of overrides. */
export const overridesForm = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'must be an object of refusals, messages'),
  v.strictObject(
    {
      refusals: v.optional(v.strictObject(entries(kinds, refusal), fieldsAre(kinds.join(', ')))),
      messages: v.optional(
        v.strictObject(entries(operationIds, text), fieldsAre('operations such as getBlockingRule')),
      ),
    },
    fieldsAre('refusals, messages'),
  ),
);

function entries<const N extends string, S extends v.GenericSchema>(
  names: readonly N[],
  schema: S,
): Record<N, v.OptionalSchema<S, undefined>> {
  return Object.fromEntries(names.map((name) => [name, v.optional(schema, undefined)])) as Record<
    N,
    v.OptionalSchema<S, undefined>
  >; // the names are all there
}

/** Says of an object what it may hold. */
function fieldsAre(known: string) {
  return (issue: v.StrictObjectIssue): string =>
    issue.expected === 'never' ? `is not known; known are ${known}` : `must be an object of ${known}`;
}
