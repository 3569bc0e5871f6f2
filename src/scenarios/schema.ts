import * as v from 'valibot';
import { operationIds } from '../model/domain/operation.ts';
import { isDroppedName, camelKeys } from '../model/fields/names.ts';
import { nearest } from '../model/shared/words.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { effectsSchema } from './effects-schema.ts';
import { eventKinds } from './effects.ts';
import { faultOfFact, nestedFact } from './facts.ts';
import {
  atLeastOne,
  chance,
  condition,
  count,
  duration,
  exactly,
  flag,
  groupOf,
  noList,
  oneOf,
  optionalKey,
  plainOr,
  text,
  value,
  word,
} from './schema-primitives.ts';
import { asText } from '../model/shared/conversion.ts';

/** A range from `min` to `max`, including both. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The values of `per`: a rule counts separately for each of these. */
const countedPer = ['rule', 'account', 'fax', 'number'] as const;

/** Limit for the rules of a scenario, including extended ones. A request is compared with all of them. */
export const rulesMax = 5000;

type WrittenRange = number | { readonly min?: number | undefined; readonly max?: number | undefined };

/** A number, or a mapping with `min`, `max` or both. */
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
const expectationSchema = v.pipe(
  exactly({
    fired: optionalKey(
      range,
      'the rule fires this number of times; with a `min` of 0 the report does not list it as a rule that never fired',
    ),
    retries: optionalKey(range, 'the client repeats each affected request this number of times'),
    honours_retry_after: optionalKey(
      yes,
      'the next request of the client comes after Retry-After has passed on the simulated clock, not before',
    ),
    no_duplicate_fax: optionalKey(
      yes,
      'after a lost response, the client does not send the same document to the same recipients again',
    ),
    rejects_webhook: optionalKey(
      yes,
      'the application answers a webhook with a wrong signature, or with wrong credentials, with a status other than 2xx, and accepts a genuine one at the same URL if it got any',
    ),
  }),
  v.check((expectations) => Object.keys(expectations).length > 0, 'must expect something'),
  v.transform(camelKeys),
);

/** The description of a key, for the reference and for editors. */
const says = v.description;

const factGroup = v.pipe(
  groupOf(text, condition, 'must be a mapping of facts'),
  // Reads the raw keys, because the conditions may have faults, too.
  v.rawCheck(({ dataset: { value: facts }, addIssue }) => {
    if (!isPlainObject(facts)) return;
    for (const [key, condition] of Object.entries(facts)) {
      const message = isDroppedName(key) ? undefined : faultOfFact(key);
      if (message === undefined) continue;
      addIssue({ message, path: [{ type: 'object', origin: 'key', input: facts, key, value: condition }] });
    }
  }),
);

/** The facts of a rule. They are not nested, although that looks natural. */
const where = v.lazy((value) => {
  const nested = nestedFact(value);
  return nested === undefined
    ? factGroup
    : v.never(`must have ${nested.fact} as one key, in place of ${nested.group}: {…}`);
});

const listenedTo = ['*', ...operationIds, ...eventKinds] as const;
const listened = oneOf(listenedTo);

const on = v.union([listened, v.pipe(v.array(listened), v.minLength(1, 'must listen to something'))], (issue) => {
  const values: unknown[] = Array.isArray(issue.input) ? issue.input : [issue.input];
  const wrong = values.find((item) => !listenedTo.some((known) => known === item));
  const near = typeof wrong === 'string' ? nearest(wrong, listenedTo) : undefined;
  const to = Array.isArray(issue.input) ? ` to ${asText(wrong)}` : '';
  const hint = near === undefined ? '' : `; the nearest${to} is ${near}`;
  return `must be an operation, a list of them, "*", ${eventKinds.join(', ')}${hint}`;
});

const during = v.pipe(
  exactly({
    from: optionalKey(duration, 'time since the scenario was switched on; `0s` by default'),
    until: optionalKey(duration, 'time since the scenario was switched on'),
  }),
  v.check(({ from, until }) => from !== undefined || until !== undefined, 'must have from or until'),
);

const ruleParts = exactly(
  {
    id: v.pipe(word, says('the name of the rule in logs, headers and counters; unique in the file')),
    on: v.pipe(on, says('the operations that the rule matches, `"*"` for all, or `fax`, `portOrder`, `webhook`')),
    where: v.pipe(v.optional(where, {}), says('the facts that must all match')),
    after: v.pipe(v.optional(count, 0), says('skips the first n matches')),
    every: v.pipe(
      v.optional(atLeastOne, 1),
      says('fires on every nth match after the skipped ones: `3` fires on matches 3, 6, 9'),
    ),
    times: optionalKey(atLeastOne, 'fires at most this number of times; without it, always'),
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
    during: optionalKey(during, "a window on the world's clock"),
    on_top: v.pipe(
      v.optional(flag, false),
      says(
        '`true`: the rule adds its effects to those of the other rules: one of these may fire as well, as without this rule, and both have their effects',
      ),
    ),
    state: optionalKey(word, 'the required state of the scenario, which starts without a state'),
    then: optionalKey(
      word,
      'the next state of the scenario, after the last of `times`; without `times`, after each firing',
    ),
    do: effectsSchema,
    expect: optionalKey(expectationSchema, 'the expected behaviour of the client after the rule has fired'),
  },
  'rule',
);

function toRule(parts: v.InferOutput<typeof ruleParts>) {
  const { on, where: facts, times = Infinity, during: window, state, then, expect, on_top: isOnTop, ...others } = parts;
  return {
    ...others,
    on: typeof on === 'string' ? [on] : on,
    where: new Map(Object.entries(facts)),
    times,
    during: { from: window?.from ?? 0, until: window?.until ?? Infinity },
    state,
    then,
    expect,
    isOnTop,
  };
}

export const ruleSchema = v.pipe(ruleParts, v.transform(toRule));

/** An item of valibot's paths, of which only the key is used. */
const pathItem = (key: unknown): v.UnknownPathItem => ({
  type: 'unknown',
  origin: 'value',
  input: undefined,
  key,
  value: undefined,
});

/** Reads the raw list, because rules may have other faults, too. */
const uniqueIds = v.rawCheck<v.InferOutput<typeof ruleSchema>[]>(({ dataset, addIssue }) => {
  const rules: readonly unknown[] = Array.isArray(dataset.value) ? dataset.value : [];
  const known = new Set<unknown>([undefined]);
  for (const [index, rule] of rules.entries()) {
    const id = isPlainObject(rule) ? rule['id'] : undefined;
    if (id !== undefined && known.has(id)) {
      addIssue({ message: 'is used by an earlier rule too', path: [pathItem(index), pathItem('id')] });
    }
    known.add(id);
  }
});

const paramName = v.pipe(
  text,
  v.regex(/^[a-z][a-z0-9_-]*$/, 'must be of lower-case letters, digits, _ and -, a letter first'),
);

/** The keys other than the rules. They are resolved before the rules are checked. */
const head = {
  extends: optionalKey(
    v.pipe(v.array(text, 'must be a list of scenarios'), v.minLength(1, 'must name a scenario')),
    'the scenarios to inherit rules from, by name, or files beside this one as `./FILE.yaml`; a rule with the same id here replaces the keys that it sets, and removes keys that it sets to `null`',
  ),
  params: optionalKey(
    groupOf(paramName, value, 'must be a mapping of names to defaults'),
    'the parameters of the scenario, with defaults; `${name}` in a value stands for a parameter',
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
        rulesMax,
        ({ received }) => `must have at most ${rulesMax} rules, got ${received}; split the scenario into several`,
      ),
      uniqueIds,
      says('the rules; the first that fires wins, separately for responses, faxes, port orders and webhooks'),
    ),
  },
  'file',
);
