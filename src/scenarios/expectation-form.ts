import * as v from 'valibot';
import { count, exactly, plainOr } from './words.ts';

const range = plainOr(
  count,
  [['', exactly({ min: v.optional(count), max: v.optional(count) })]],
  'must be a whole number, or {min, max}',
);

const yes = v.literal(true, 'must be true, or be left out');

/** What a rule may expect of the client. Which of it goes with what the rule does stands in expectations.ts. */
export const expectationForm = exactly({
  fired: v.pipe(
    v.optional(range),
    v.description('the rule fires so often; with a `min` of 0 it is not told as one that never fired'),
  ),
  retries: v.pipe(
    v.optional(range),
    v.description('the client sends each request that the rule touched so often again'),
  ),
  honours_retry_after: v.pipe(
    v.optional(yes),
    v.description('it does not come back before Retry-After has passed on the simulated clock'),
  ),
  no_duplicate_fax: v.pipe(
    v.optional(yes),
    v.description('it does not send a fax of the same recipients and document again whose answer was lost'),
  ),
  rejects_webhook: v.pipe(
    v.optional(yes),
    v.description('it answers what is not rightly signed with another status than 2xx'),
  ),
});
