import { closest } from 'fastest-levenshtein';
import * as v from 'valibot';
import { readDuration } from '../domain/duration.ts';
import { operationIds } from '../domain/operation.ts';
import { faxErrorById } from '../domain/fax-error.ts';
import { scriptedStatuses } from '../domain/fax.ts';
import { webhookEvents } from '../domain/webhook.ts';
import { exactly, oneOf } from './closed.ts';
import { misplacedExpectations } from './expectations.ts';
import { brokenWires, countedPer, failures, signings, spoiltBodies } from './scenario.ts';

const word = v.pipe(
  v.string('must be a word'),
  v.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be of lower-case letters, digits and dashes'),
);
const text = v.string('must be text');
const count = v.pipe(
  v.number('must be a whole number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must not be negative'),
);
const atLeastOne = v.pipe(count, v.minValue(1, 'must be 1 or more'));
const share = v.pipe(
  v.number('must be a number from 0 to 1'),
  v.minValue(0, 'must be a number from 0 to 1'),
  v.maxValue(1, 'must be a number from 0 to 1'),
);
const value = v.union([v.string(), v.number(), v.boolean()], 'must be text, a number, true or false');

/** Ms, from `120ms`, `45m` or a number of ms. */
const duration = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, number>(({ dataset, addIssue, NEVER }) => {
    const { value: given } = dataset;
    const ms = typeof given === 'string' || typeof given === 'number' ? readDuration(String(given)) : undefined;
    if (ms !== undefined) return ms;
    addIssue({ message: 'must be a duration such as 45m, 2s or 250ms' });
    return NEVER;
  }),
);

const span = v.pipe(
  exactly({ min: duration, max: duration }),
  v.check(({ min, max }) => min <= max, 'must have a max that is not below its min'),
);

const delay = v.union(
  [duration, span, exactly({ median: duration, sigma: v.number(), max: duration })],
  'must be a duration, {min, max} or {median, sigma, max}',
);

const regex = v.pipe(
  text,
  v.rawTransform<string, RegExp>(({ dataset, addIssue, NEVER }) => {
    try {
      return new RegExp(dataset.value, 'u');
    } catch {
      addIssue({ message: 'is no regular expression' });
      return NEVER;
    }
  }),
);

const comparison = exactly({
  in: v.optional(v.array(value, 'must be a list')),
  not: v.optional(value),
  matches: v.optional(regex),
  contains: v.optional(text),
  gt: v.optional(v.number('must be a number')),
  lt: v.optional(v.number('must be a number')),
  exists: v.optional(v.boolean('must be true or false')),
});

/** The facts that rules can ask about; those with a dot at their end are followed by a name. */
const facts = [
  ...['version', 'account', 'params.', 'headers.', 'fax.', 'number.', 'rule.'],
  ...['to', 'from', 'event', 'attempt'],
] as const;

const fact = v.pipe(
  text,
  v.check((name) => facts.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known))),
);

const where = v.pipe(
  v.record(text, v.union([value, v.lazy(() => comparison)]), 'must be a group of facts'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, given] of Object.entries(dataset.value)) {
      if (v.is(fact, key)) continue;
      const near = closest(key, [...facts]);
      const message = `is no fact; the nearest is ${near.endsWith('.') ? `${near}NAME` : near}`;
      addIssue({ message, path: [{ type: 'object', origin: 'key', input: dataset.value, key, value: given }] });
    }
  }),
);

const wire = v.union(
  [
    oneOf(brokenWires),
    exactly({ truncate: count }),
    exactly({ dribble: exactly({ chunks: atLeastOne, over: duration }) }),
  ],
  `must be one of ${brokenWires.join(', ')}, {truncate: BYTES} or {dribble: {chunks, over}}`,
);

const headerName = v.pipe(text, v.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header'));
const headerValue = v.pipe(text, v.regex(/^[\t -~\u00a0-\u00ff]*$/, 'is no value of a header'));

const status = v.pipe(
  v.number('must be a status'),
  v.integer(),
  v.minValue(200, 'must be a status from 200 to 599'),
  v.maxValue(599, 'must be a status from 200 to 599'),
);

const respond = exactly({
  status,
  headers: v.optional(v.record(headerName, headerValue, 'must be a group of headers'), {}),
  message: v.optional(text),
  body: v.optional(v.unknown()),
});

const courseStep = v.pipe(
  exactly({
    after: v.optional(delay),
    on_read: v.optional(atLeastOne),
    status: oneOf(scriptedStatuses),
    error: v.optional(
      v.pipe(
        v.number('must be the id of an error of the service'),
        v.check((id) => faxErrorById(id) !== undefined, 'is no id of an error of the service'),
      ),
    ),
  }),
  v.check(
    ({ status, error }) => (status === 'failure' || status === 'partialsuccess') === (error !== undefined),
    'must have an error when it fails, and else none',
  ),
  v.check(({ after, on_read: reads }) => (after === undefined) !== (reads === undefined), 'must have after or on_read'),
);

const effects = exactly({
  delay: v.optional(delay),
  fail: v.optional(oneOf(failures)),
  respond: v.optional(respond),
  patch: v.optional(v.unknown()),
  wire: v.optional(wire),
  commit: v.optional(v.boolean('must be true or false')),
  file: v.optional(oneOf(['missing', 'corrupt'])),
  rate_limit: v.optional(
    exactly({
      limit: atLeastOne,
      window: duration,
      punish_early_retry: v.optional(v.boolean('must be true or false'), false),
    }),
  ),
  arrivals: v.optional(v.pipe(atLeastOne, v.maxValue(100, 'must not be above 100'))),
  course: v.optional(v.pipe(v.array(courseStep, 'must be a list of steps'), v.minLength(1, 'must have a step'))),
  drop: v.optional(v.boolean('must be true or false')),
  duplicate: v.optional(exactly({ times: atLeastOne, gap: v.optional(duration, 0) })),
  hold_until: v.optional(oneOf(webhookEvents)),
  sign: v.optional(oneOf(signings)),
  body: v.optional(oneOf(spoiltBodies)),
  receiver: v.optional(status),
});

const range = v.union(
  [count, exactly({ min: v.optional(count), max: v.optional(count) })],
  'must be a whole number, or {min, max}',
);
const yes = v.literal(true, 'must be true, or be left out');
const expected = exactly({
  fired: v.optional(range),
  retries: v.optional(range),
  honours_retry_after: v.optional(yes),
  no_duplicate_fax: v.optional(yes),
  rejects_webhook: v.optional(yes),
});

const listenedTo = ['*', ...operationIds, 'fax', 'webhook'] as const;
const listened = oneOf(listenedTo);

/** Which effects go with what a rule listens to. */
const places = {
  answer: ['delay', 'fail', 'respond', 'patch', 'wire', 'commit', 'file', 'rate_limit', 'arrivals'],
  fax: ['course'],
  webhook: ['delay', 'drop', 'duplicate', 'hold_until', 'sign', 'body', 'receiver'],
} as const;

const placeOf = (on: string): keyof typeof places => (on === 'fax' || on === 'webhook' ? on : 'answer');

const rule = v.pipe(
  exactly({
    id: word,
    on: v.union([listened, v.pipe(v.array(listened), v.minLength(1))], (issue) => {
      const given: unknown[] = Array.isArray(issue.input) ? issue.input : [issue.input];
      const wrong = given.find((item) => !listenedTo.some((known) => known === item));
      const near = typeof wrong === 'string' ? `; the nearest to ${wrong} is ${closest(wrong, listenedTo)}` : '';
      return `must be an operation, a list of them, "*", fax or webhook${near}`;
    }),
    where: v.optional(where, {}),
    after: v.optional(count, 0),
    every: v.optional(atLeastOne, 1),
    times: v.optional(atLeastOne),
    per: v.optional(oneOf(countedPer), 'rule'),
    chance: v.optional(share, 1),
    during: v.optional(exactly({ from: v.optional(duration, 0), until: v.optional(duration) })),
    state: v.optional(word),
    then: v.optional(word),
    do: effects,
    expect: v.optional(expected),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { on, during, do: wanted } = dataset.value;
    const [place = 'answer', ...others] = new Set((typeof on === 'string' ? [on] : on).map(placeOf));
    const say = (key: string, message: string): void =>
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: wanted }] });
    if (others.length > 0) say('on', 'cannot listen to answers, faxes and webhooks at once');
    const known: readonly string[] = places[place];
    const keys = Object.keys(wanted);
    for (const key of keys)
      if (!known.includes(key)) say('do', `cannot have ${key} here: ${place} rules have ${known.join(', ')}`);
    const replacing = keys.filter((key) => key === 'fail' || key === 'respond' || key === 'wire');
    if (replacing.length > 1) say('do', `cannot have ${replacing.join(' and ')}: each is an answer of its own`);
    if (keys.length === 0) say('do', 'must do something');
    const { from, until = Infinity } = during ?? { from: 0 };
    if (from >= until) say('during', 'must end after it begins');
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    for (const message of misplacedExpectations(input)) {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key: 'expect', value: input.expect }] });
    }
  }),
);

/** The form of a scenario file. Everything that a file may say stands here, and nowhere else. */
export const scenarioForm = exactly({
  name: word,
  description: text,
  rules: v.pipe(v.array(rule, 'must be a list of rules'), v.minLength(1, 'must have a rule')),
});

export type ScenarioFile = v.InferOutput<typeof scenarioForm>;
