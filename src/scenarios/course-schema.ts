import * as v from 'valibot';
import { faxErrorById } from '../domain/fax-error.ts';
import { scriptedStatuses } from '../domain/fax.ts';
import { mostScriptedSteps } from '../domain/port-course.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import { atLeastOne, camelKeys, delay, exactly, numeric, oneOf, text } from './schema-primitives.ts';

const courseStep = v.pipe(
  exactly({
    after: v.pipe(v.optional(delay), v.description('the time since the step before')),
    on_read: v.pipe(
      v.optional(atLeastOne),
      v.description('of a fax, in place of `after`: the number of reads by id since the step before'),
    ),
    status: v.pipe(
      oneOf([...scriptedStatuses, ...portOrderStatuses], 'statuses'),
      v.description(
        'the status of the fax or the port order; `partialsuccess` reaches the first recipient only; `willretry` is the status of a recipient',
      ),
    ),
    error: v.pipe(
      v.optional(
        v.pipe(
          numeric('must be the id of an error of the service'),
          v.check((id) => faxErrorById(id) !== undefined, 'must be the id of an error of the service'),
        ),
      ),
      v.description('of a fax: the id of an error of the service; type and message follow from it'),
    ),
    note: v.pipe(v.optional(text), v.description('of a port order: the note of the porting team')),
  }),
  v.check(
    ({ status, error }) => (status === 'failure' || status === 'partialsuccess') === (error !== undefined),
    'must have an error when the status is failure or partialsuccess, and no error otherwise',
  ),
  v.check(({ after, on_read: reads }) => after !== undefined || reads !== undefined, 'must have after or on_read'),
  v.check(
    ({ after, on_read: reads }) => after === undefined || reads === undefined,
    'cannot have after and on_read: they exclude each other',
  ),
  v.transform(camelKeys),
);

/** The steps of a fax or a port order. contradictions.ts checks whether they fit the scope of the rule. */
export const courseSchema = v.pipe(
  v.array(courseStep, 'must be a list of steps'),
  v.minLength(1, 'must have a step'),
  v.maxLength(mostScriptedSteps, `must have at most ${mostScriptedSteps} steps`),
);
