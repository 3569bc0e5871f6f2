import * as v from 'valibot';
import { brokenWires } from './effects.ts';
import {
  count,
  duration,
  exactly,
  groupOf,
  headerName,
  headerValue,
  oneOf,
  plainOr,
  several,
  status,
  text,
} from './schema-primitives.ts';

/** What a key says, for the reference and for editors. */
const says = v.description;

/** How a connection breaks. */
export const wire = plainOr(
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

/** An answer that a rule gives. */
export const respond = exactly({
  status: v.pipe(status, says('the HTTP status')),
  headers: v.pipe(
    v.optional(groupOf(headerName, headerValue, 'must be a mapping of headers'), {}),
    says("headers in addition to the service's own"),
  ),
  message: v.pipe(
    v.optional(text),
    says("the message in the service's envelope; without it, the reason phrase of the status"),
  ),
  body: v.pipe(
    v.optional(v.unknown()),
    says('the body in place of an envelope: a string is sent as it is, any other value as JSON'),
  ),
});

/** Merged into anything, an empty group leaves it as it is; an empty text is what a forgotten parameter leaves. */
const changesSomething = (patch: unknown): boolean =>
  patch !== '' &&
  (typeof patch !== 'object' || patch === null || Object.keys(patch).length > 0 || Array.isArray(patch));

/** No answer has a status in its JSON but those of records, which are words and deeper. */
const isNoStatus = (patch: unknown): boolean =>
  typeof patch !== 'object' || patch === null || !('status' in patch) || typeof patch.status !== 'number';

/** A JSON merge patch. */
export const patch = v.pipe(
  v.unknown(),
  v.check(changesSomething, 'must change something'),
  v.check(isNoStatus, 'changes the JSON of a response, not its status; for the status, use respond: {status}'),
);
