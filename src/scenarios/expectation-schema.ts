import * as v from 'valibot';
import type { Range } from './scenario.ts';
import { camelKeys, count, exactly, plainOr } from './schema-primitives.ts';

type WrittenRange = number | { readonly min?: number | undefined; readonly max?: number | undefined };

/** A number, or a mapping of `min` and `max`: one of them may be absent. */
const range = v.pipe(
  plainOr(
    count,
    [['', exactly({ min: v.optional(count), max: v.optional(count) })]],
    'must be an integer, or {min, max}',
  ),
  v.check((written) => typeof written === 'number' || Object.keys(written).length > 0, 'must have min or max'),
  v.transform((written: WrittenRange): Range =>
    typeof written === 'number'
      ? { min: written, max: written }
      : { min: written.min ?? 0, max: written.max ?? Infinity },
  ),
  v.check(({ min, max }) => min <= max, 'must have a max that is not below its min'),
);

const yes = v.literal(true, 'must be true, or be left out');

/** The expectations of a rule. contradictions.ts checks whether they fit its effects. */
export const expectationSchema = v.pipe(
  exactly({
    fired: v.pipe(
      v.optional(range),
      v.description(
        'the rule fires this number of times; with a `min` of 0 the report does not list it as a rule that never fired',
      ),
    ),
    retries: v.pipe(v.optional(range), v.description('the client repeats each affected request this number of times')),
    honours_retry_after: v.pipe(
      v.optional(yes),
      v.description('the client does not retry before Retry-After has passed on the simulated clock'),
    ),
    no_duplicate_fax: v.pipe(
      v.optional(yes),
      v.description('after a lost response, the client does not send the same document to the same recipients again'),
    ),
    rejects_webhook: v.pipe(
      v.optional(yes),
      v.description('the application answers a webhook with a wrong signature with a status other than 2xx'),
    ),
  }),
  v.check((expectations) => Object.keys(expectations).length > 0, 'must expect something'),
  v.transform(camelKeys),
);
