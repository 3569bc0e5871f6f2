import { nearest } from '../did-you-mean.ts';
import * as v from 'valibot';
import { operationIds } from '../domain/operation.ts';
import { webhookEvents } from '../domain/webhook.ts';
import { patch, respond, wire } from './answer-schema.ts';
import { courseSchema } from './course-schema.ts';
import { expectationSchema } from './expectation-schema.ts';
import { faultOfFact, nestedFact } from './facts.ts';
import { mostRules } from './limits.ts';
import { countedPer } from './scenario.ts';
import { eventKinds, failures, signings, spoiltBodies } from './effects.ts';
import {
  atLeastOne,
  chance,
  comparison,
  count,
  delay,
  duration,
  exactly,
  flag,
  groupOf,
  noList,
} from './schema-primitives.ts';
import { oneOf, plainOr, positiveDuration, several, status, text, value, word } from './schema-primitives.ts';

/** What a key says, for the reference and for editors. */
const says = v.description;

const factGroup = groupOf(
  text,
  plainOr(value, [['', comparison]], 'must be a string, a number, true or false'),
  'must be a mapping of facts',
);

/** Facts are keys of one level, however natural it looks to nest them. */
const nestless = v.lazy((given): typeof factGroup => {
  const nested = nestedFact(given);
  if (nested === undefined) return factGroup;
  const message = `must have ${nested.fact} as one key, in place of ${nested.group}: {…}`;
  return v.never(message) as v.GenericSchema as typeof factGroup;
});

const where = v.pipe(
  nestless,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, given] of Object.entries(dataset.value)) {
      const message = faultOfFact(key);
      if (message === undefined) continue;
      addIssue({ message, path: [{ type: 'object', origin: 'key', input: dataset.value, key, value: given }] });
    }
  }),
);

const effects = exactly(
  {
    delay: v.pipe(v.optional(delay), says('delays the response or the delivery by this simulated time')),
    fail: v.pipe(
      v.optional(oneOf(failures, 'failures')),
      says('an error response of the service, in the form of the called version'),
    ),
    retry_after: v.pipe(
      v.optional(positiveDuration),
      says('with `fail`: adds the header Retry-After, in seconds, rounded up'),
    ),
    respond: v.pipe(v.optional(respond), says('replaces the response')),
    patch: v.pipe(v.optional(patch), says('a JSON merge patch (RFC 7396) of the usual response')),
    wire: v.pipe(v.optional(wire), says('breaks the TCP connection')),
    commit: v.pipe(
      v.optional(flag),
      says('with `fail`, `respond` or `wire`: `true` runs the operation first, `false` (the default) does not run it'),
    ),
    file: v.pipe(
      v.optional(oneOf(['missing', 'corrupt'])),
      says(
        "the state of the fax's stored file: the request for a missing file is refused, the resend of a corrupt one fails with error 4",
      ),
    ),
    rate_limit: v.pipe(
      v.optional(
        exactly({
          limit: v.pipe(atLeastOne, says('the number of requests per window')),
          window: v.pipe(positiveDuration, says('the length of the window')),
          punish_early_retry: v.pipe(
            v.optional(flag, false),
            says('`true`: a request before Retry-After has passed restarts the window'),
          ),
        }),
      ),
      says('a quota: further requests get 429 with Retry-After'),
    ),
    arrivals: v.pipe(
      v.optional(v.pipe(atLeastOne, v.maxValue(100, 'must not be above 100'))),
      says('receives this number of faxes just before the response'),
    ),
    course: v.pipe(
      v.optional(courseSchema),
      says('the statuses in order; without a final status the record stays in the last one'),
    ),
    drop: v.pipe(v.optional(flag), says('never delivers the webhook')),
    duplicate: v.pipe(
      v.optional(
        exactly({
          times: v.pipe(several, v.maxValue(100, 'must not be above 100'), says('the number of deliveries')),
          gap: v.pipe(v.optional(duration, 0), says('the time between two deliveries')),
        }),
      ),
      says('delivers the webhook several times'),
    ),
    hold_until: v.pipe(
      v.optional(oneOf(webhookEvents, 'events')),
      says('waits until that event of the same fax has been delivered'),
    ),
    sign: v.pipe(v.optional(oneOf(signings, 'signings')), says('signs it in this way')),
    body: v.pipe(v.optional(oneOf(spoiltBodies)), says('damages its body in this way')),
    receiver: v.pipe(
      v.optional(status),
      says('sends no request and records this status as the response of the application'),
    ),
  },
  'effects',
);

const listenedTo = ['*', ...operationIds, ...eventKinds] as const;
const listened = oneOf(listenedTo);

const on = v.union([listened, v.pipe(v.array(listened), v.minLength(1, 'must listen to something'))], (issue) => {
  const given: unknown[] = Array.isArray(issue.input) ? issue.input : [issue.input];
  const wrong = given.find((item) => !listenedTo.some((known) => known === item));
  const near = typeof wrong === 'string' ? nearest(wrong, listenedTo) : undefined;
  const hint = near === undefined ? '' : `; the nearest to ${String(wrong)} is ${near}`;
  return `must be an operation, a list of them, "*", ${eventKinds.join(', ')}${hint}`;
});

const during = v.pipe(
  exactly({
    from: v.pipe(v.optional(duration), says('time since the scenario was switched on; `0s` by default')),
    until: v.pipe(v.optional(duration), says('time since the scenario was switched on')),
  }),
  v.check(({ from, until }) => from !== undefined || until !== undefined, 'must have from or until'),
);

/** The schema of a rule. rule-checks.ts checks whether its parts go together. */
export const ruleSchema = exactly(
  {
    id: v.pipe(word, says('the name of the rule in logs, headers and counters; unique in the file')),
    on: v.pipe(on, says('the operations that the rule matches, `"*"` for all, or `fax`, `portOrder`, `webhook`')),
    where: v.pipe(v.optional(where, {}), says('the facts that must all match')),
    after: v.pipe(v.optional(count, 0), says('skips the first n matches')),
    every: v.pipe(
      v.optional(atLeastOne, 1),
      says('fires on every nth match after the skipped ones: `3` fires on matches 3, 6, 9'),
    ),
    times: v.pipe(v.optional(atLeastOne), says('fires at most this number of times; without it, always')),
    per: v.pipe(
      v.optional(oneOf(countedPer), 'rule'),
      says('the scope of the counts: one count for the rule, or one for each fax or number'),
    ),
    chance: v.pipe(
      v.optional(chance, 1),
      says(
        'the probability of firing, drawn from the seed, the rule, the request and its repetition; 0 switches the rule off',
      ),
    ),
    during: v.pipe(v.optional(during), says("a window on the world's clock")),
    state: v.pipe(v.optional(word), says('the required state of the scenario, which starts without a state')),
    then: v.pipe(
      v.optional(word),
      says('the next state of the scenario, after the last of `times`; without `times`, after each firing'),
    ),
    do: v.pipe(effects, says('the effects, which combine')),
    expect: v.pipe(
      v.optional(expectationSchema),
      says('the expected behaviour of the client after the rule has fired'),
    ),
  },
  'rule',
);

const paramName = v.pipe(
  text,
  v.regex(/^[a-z][a-z0-9_-]*$/, 'must be of lower-case letters, digits, _ and -, a letter first'),
);

/** What stands before the rules, and is worked in before they are looked at. */
const head = {
  extends: v.pipe(
    v.optional(v.pipe(v.array(text, 'must be a list of scenarios'), v.minLength(1, 'must name a scenario'))),
    says(
      'the scenarios to inherit rules from, by name, or files beside this one as `./FILE.yaml`; a rule with the same id here replaces the keys that it sets, and removes keys that it sets to `null`',
    ),
  ),
  params: v.pipe(
    v.optional(groupOf(paramName, value, 'must be a mapping of names to defaults')),
    says('the parameters of the scenario, with defaults; `${name}` in a value stands for a parameter'),
  ),
};

const noFile = 'must be a mapping with the keys name, description, rules';

export const headSchema = noList(v.looseObject(head, noFile), `${noFile}; and not a list`);

/** The schema of a scenario file: the one place that lists what a file may contain. */
export const scenarioFileSchema = exactly(
  {
    name: v.pipe(word, says('the name of the scenario; in the library also the name of its file')),
    description: v.pipe(text, says('one line about the failure')),
    ...head,
    rules: v.pipe(
      v.array(ruleSchema, 'must be a list of rules'),
      v.minLength(1, 'must have a rule'),
      v.maxLength(
        mostRules,
        ({ received }) => `must have at most ${mostRules} rules, got ${received}; split the scenario into several`,
      ),
      says('the rules; the first that fires wins, separately for responses, faxes, port orders and webhooks'),
    ),
  },
  'file',
);

export type ScenarioFile = v.InferOutput<typeof scenarioFileSchema>;
