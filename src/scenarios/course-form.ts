import * as v from 'valibot';
import { faxErrorById } from '../domain/fax-error.ts';
import { scriptedStatuses } from '../domain/fax.ts';
import { mostScriptedSteps } from '../domain/port-course.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import { atLeastOne, delay, exactly, numeric, oneOf, text } from './words.ts';

const courseStep = v.pipe(
  exactly({
    after: v.pipe(v.optional(delay), v.description('so long after the step before')),
    on_read: v.pipe(
      v.optional(atLeastOne),
      v.description('of a fax, instead of `after`: when it is read by its id for so many times since the step before'),
    ),
    status: v.pipe(
      oneOf([...scriptedStatuses, ...portOrderStatuses], 'statuses'),
      v.description(
        'of a fax, of which `partialsuccess` reaches the first recipient only and `willretry` is one of its recipients, or of a port order',
      ),
    ),
    error: v.pipe(
      v.optional(
        v.pipe(
          numeric('must be the id of an error of the service'),
          v.check((id) => faxErrorById(id) !== undefined, 'is no id of an error of the service'),
        ),
      ),
      v.description("of a fax: an id of the service's errors; type and message follow from it"),
    ),
    note: v.pipe(v.optional(text), v.description('of a port order: what the porting team writes')),
  }),
  v.check(
    ({ status, error }) => (status === 'failure' || status === 'partialsuccess') === (error !== undefined),
    'must have an error when it fails, and else none',
  ),
  v.check(({ after, on_read: reads }) => after !== undefined || reads !== undefined, 'must have after or on_read'),
  v.check(
    ({ after, on_read: reads }) => after === undefined || reads === undefined,
    'cannot have after and on_read: they exclude each other',
  ),
);

/** The steps of a fax or a port order. Which of it goes with what the rule listens to stands in course-faults.ts. */
export const courseForm = v.pipe(
  v.array(courseStep, 'must be a list of steps'),
  v.minLength(1, 'must have a step'),
  v.maxLength(mostScriptedSteps, `must have at most ${mostScriptedSteps} steps`),
);
