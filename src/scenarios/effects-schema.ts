import * as v from 'valibot';
import { errorIdHint, faxErrorById, faxErrors } from '../model/domain/fax-error.ts';
import { scriptedStatuses } from '../model/domain/send-options.ts';
import { scriptedStepsMax, portOrderStatuses } from '../model/domain/port-order.ts';
import { webhookEvents } from '../model/domain/webhook.ts';
import { bodiless, brokenWires, failures, faultyBodies, signings, wrongCredentials } from './effects.ts';
import { camelKeys } from '../model/fields/names.ts';
import {
  atLeastOne,
  condition,
  count,
  delay,
  duration,
  exactly,
  flag,
  groupOf,
  headerName,
  headerValue,
  quotedHint,
  oneOf,
  optionalKey,
  plainOr,
  positiveDuration,
  several,
  status,
  text,
} from './schema-primitives.ts';

const pace = v.literal('pace');
/** Chooses the schema by the value. Without a value, for the JSON Schema, it is the union of both. */
const delayOrPace = v.lazy((value) => (value === 'pace' ? pace : value === undefined ? v.union([pace, delay]) : delay));

const courseStep = v.pipe(
  exactly({
    after: optionalKey(
      delayOrPace,
      'the time since the previous step; `pace`: as long as the step usually takes at `--pace`, so no time at `instant`',
    ),
    on_read: optionalKey(
      atLeastOne,
      'for faxes, in place of `after`: the number of reads by id since the previous step',
    ),
    status: v.pipe(
      oneOf([...scriptedStatuses, ...portOrderStatuses], 'statuses'),
      v.description(
        'the status of the fax or the port order; `partialsuccess` reaches the first recipient only; `willretry` is the status of a recipient',
      ),
    ),
    error: optionalKey(
      v.pipe(
        v.number(({ input }) => `must be the id of an error of the service${wrongIdHint(input)}`),
        v.check((id) => faxErrorById(id) !== undefined, 'must be the id of an error of the service'),
      ),
      'for faxes: the id of an error of the service; type and message follow from the id',
    ),
    to: optionalKey(
      condition,
      'for `failure` of a fax: a number, or a comparison as in `where`; only recipients with such a number fail, and the others are reached',
    ),
    page: optionalKey(
      atLeastOne,
      'for `failure` of a sent fax: the page on which its call breaks, after the pages before it were sent',
    ),
    note: optionalKey(text, 'for port orders: the note of the porting team'),
  }),
  v.check(
    ({ status, error }) => (status === 'failure' || status === 'partialsuccess') === (error !== undefined),
    'must have an error when the status is failure or partialsuccess, and no error otherwise',
  ),
  v.check(({ status, to }) => to === undefined || status === 'failure', 'can have to only when the status is failure'),
  v.check(
    ({ status, page }) => page === undefined || status === 'failure',
    'can have page only when the status is failure',
  ),
  v.check(({ after, on_read: reads }) => after !== undefined || reads !== undefined, 'must have after or on_read'),
  v.check(
    ({ after, on_read: reads }) => after === undefined || reads === undefined,
    'cannot have after and on_read: they exclude each other',
  ),
  v.transform(camelKeys),
);

/** The steps of a fax or a port order. contradictions.ts checks whether they fit the scope of the rule. */
const courseSchema = v.pipe(
  v.array(courseStep, 'must be a list of steps'),
  v.minLength(1, 'must have a step'),
  v.maxLength(scriptedStepsMax, `must have at most ${scriptedStepsMax} steps`),
);

/** The description of a key, for the reference and for editors. */
const says = v.description;

/** The ways to break a connection. */
const wire = plainOr(
  oneOf(brokenWires, 'wires'),
  [
    ['truncate', exactly({ truncate: v.pipe(count, says('closes the connection after this number of bytes')) })],
    [
      'dribble',
      exactly({
        dribble: v.pipe(
          exactly({ chunks: several, over: duration }),
          says('sends the response in this number of chunks, over this time'),
        ),
      }),
    ],
  ],
  `must be one of ${brokenWires.join(', ')}, {truncate: BYTES} or {dribble: {chunks, over}}`,
);

/** Headers that only the simulator sets: where the response ends, and which rule made it. */
const ownHeaders = /^(?:content-length|transfer-encoding|x-faxsim-rule)$/i;

const ownedName = v.pipe(
  headerName,
  v.check((name) => !ownHeaders.test(name), 'is set by the simulator itself; wire breaks a response off'),
);

/** A response that replaces the service's own. */
const respond = v.pipe(
  exactly({
    status: v.pipe(status, says('the HTTP status')),
    headers: v.pipe(
      v.optional(groupOf(ownedName, headerValue, 'must be a mapping of headers'), {}),
      says("headers in addition to the service's own"),
    ),
    message: optionalKey(text, "the message in the service's envelope; without it, the reason phrase of the status"),
    body: optionalKey(
      v.unknown(),
      'the body in place of an envelope: a string is sent as it is, any other value as JSON',
    ),
  }),
  v.check(
    ({ message, body }) => message === undefined || body === undefined,
    'cannot have message and body: the message is part of an envelope, which the body replaces',
  ),
  v.check(
    ({ status: code, message, body }) => !bodiless.includes(code) || (message === undefined && body === undefined),
    `cannot have message or body with ${bodiless.join(', ')}: in HTTP such a response ends with its headers`,
  ),
  v.transform(camelKeys),
);

/** Whether a patch changes anything. An empty mapping does not, and an empty string comes from a forgotten parameter. */
const changesSomething = (patch: unknown): boolean =>
  patch !== '' &&
  (typeof patch !== 'object' || patch === null || Object.keys(patch).length > 0 || Array.isArray(patch));

/**
 * Whether a patch does not try to set the HTTP status, as a numeric `status` would. The JSON of a response has `status`
 * only in records, and as text.
 */
const isNoStatus = (patch: unknown): boolean =>
  typeof patch !== 'object' || patch === null || !('status' in patch) || typeof patch.status !== 'number';

/** A JSON merge patch. */
const patch = v.pipe(
  v.unknown(),
  v.check(changesSomething, 'must change something'),
  v.check(isNoStatus, 'changes the JSON of a response, not its status; for the status, use respond: {status}'),
);

/** The effects of a rule. contradictions.ts checks which of them fit the scope of the rule. */
export const effectsSchema = v.pipe(
  exactly(
    {
      delay: optionalKey(
        delay,
        'delays the response, the delivery, or the first step of the fax by this simulated time; the operation runs before the wait, and the fax takes its usual course after the wait',
      ),
      fail: optionalKey(
        oneOf(failures, 'failures'),
        'an error response of the service, in the form of the called version',
      ),
      retry_after: optionalKey(positiveDuration, 'with `fail`: adds the header Retry-After, in seconds, rounded up'),
      respond: optionalKey(respond, 'replaces the response'),
      patch: optionalKey(
        patch,
        'a JSON merge patch (RFC 7396) of the usual response, or of the fields of a webhook before it is signed: in a field with JSON text, a mapping patches the fields inside',
      ),
      wire: optionalKey(wire, 'breaks the TCP connection'),
      commit: optionalKey(
        flag,
        'with `fail`, `respond` or `wire`: `true` runs the operation first, `false` (the default) does not run it; with `delay` alone, the operation always runs first',
      ),
      file: optionalKey(
        oneOf(['missing', 'corrupt']),
        "the state of the fax's stored file: the request for a missing file is refused, the resend of a corrupt file fails with error 4",
      ),
      rate_limit: optionalKey(
        v.pipe(
          exactly({
            limit: v.pipe(atLeastOne, says('the number of requests per window')),
            window: v.pipe(positiveDuration, says('the length of the window')),
            punish_early_retry: v.pipe(
              v.optional(flag, false),
              says('`true`: a request before Retry-After has passed restarts the window'),
            ),
          }),
          v.transform(camelKeys),
        ),
        'a quota: further requests get 429 with Retry-After',
      ),
      arrivals: optionalKey(
        v.pipe(atLeastOne, v.maxValue(100, 'must not be above 100')),
        'receives this number of faxes just before the operation runs',
      ),
      course: optionalKey(
        courseSchema,
        'the statuses in order; without a final status, the record stays in the last status',
      ),
      drop: optionalKey(flag, 'never delivers the webhook'),
      duplicate: optionalKey(
        exactly({
          times: v.pipe(several, v.maxValue(100, 'must not be above 100'), says('the number of deliveries')),
          gap: v.pipe(v.optional(duration, 0), says('the time between two deliveries')),
        }),
        'delivers the webhook several times',
      ),
      hold_until: optionalKey(
        oneOf(webhookEvents, 'events'),
        'waits until this event of the same fax has been delivered',
      ),
      sign: optionalKey(oneOf(signings, 'signings'), 'signs it in this way'),
      credentials: optionalKey(
        oneOf(wrongCredentials),
        'posts it without the credentials of its URL, or with a wrong password',
      ),
      body: optionalKey(oneOf(faultyBodies), 'damages its body in this way'),
      receiver: optionalKey(status, 'sends no request and records this status as the response of the application'),
    },
    'effects',
  ),
  says('the effects, which combine'),
  v.check((effects) => Object.keys(effects).length > 0, 'must do something'),
  v.transform(camelKeys),
);

/** All effects of a rule, with durations in ms. The schema describes them. The loader checks whether they fit the rule's scope. */
export type Effects = Readonly<v.InferOutput<typeof effectsSchema>>;
export type CourseStep = NonNullable<Effects['course']>[number];
export type RateLimitEffect = NonNullable<Effects['rateLimit']>;
export type BrokenWire = NonNullable<Effects['wire']>;

/** The hint for a value that is no id: `; the nearest is 17 (Busy)`. */
const wrongIdHint = (given: unknown): string =>
  quotedHint(given) || (typeof given === 'string' ? errorIdHint(given, faxErrors) : '');
