import * as v from 'valibot';
import { count, exactly, plainOr } from './schema-primitives.ts';

const range = plainOr(
  count,
  [['', exactly({ min: v.optional(count), max: v.optional(count) })]],
  'must be an integer, or {min, max}',
);

const yes = v.literal(true, 'must be true, or be left out');

/** What a rule may expect of the client. Which of it goes with what the rule does stands in expectations.ts. */
export const expectationSchema = exactly({
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
});
