import { nearest } from '../nearest.ts';
import * as v from 'valibot';
import { operationIds } from '../domain/operation.ts';
import { webhookEvents } from '../domain/webhook.ts';
import { patch, respond, wire } from './answer-form.ts';
import { courseForm } from './course-form.ts';
import { expectationForm } from './expectation-form.ts';
import { faultOfFact, nestedFact } from './facts.ts';
import { mostRules } from './limits.ts';
import { countedPer, eventKinds, failures, signings, spoiltBodies } from './scenario.ts';
import { atLeastOne, chance, comparison, count, delay, duration, exactly, flag, groupOf, noList } from './words.ts';
import { oneOf, plainOr, positiveDuration, several, status, text, value, word } from './words.ts';

/** What a key says, for the reference and for editors. */
const says = v.description;

const factGroup = groupOf(
  text,
  plainOr(value, [['', comparison]], 'must be text, a number, true or false'),
  'must be a group of facts',
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
    delay: v.pipe(v.optional(delay), says('the answer or the webhook comes so late, in simulated time')),
    fail: v.pipe(
      v.optional(oneOf(failures, 'failures')),
      says("the service's own answer, in the called version's form"),
    ),
    retry_after: v.pipe(
      v.optional(positiveDuration),
      says('with `fail`: the header Retry-After, in seconds, rounded up'),
    ),
    respond: v.pipe(v.optional(respond), says('any answer')),
    patch: v.pipe(v.optional(patch), says('a JSON merge patch (RFC 7396) on the answer that would have been given')),
    wire: v.pipe(v.optional(wire), says('a really broken connection')),
    commit: v.pipe(
      v.optional(flag),
      says('with `fail`, `respond` or `wire`: do the work first (`true`) or not (`false`, the default)'),
    ),
    file: v.pipe(
      v.optional(oneOf(['missing', 'corrupt'])),
      says(
        "as if the fax's stored file were so: a missing one is refused, of a corrupt one a resend fails with error 4",
      ),
    ),
    rate_limit: v.pipe(
      v.optional(
        exactly({
          limit: v.pipe(atLeastOne, says('so many calls')),
          window: v.pipe(positiveDuration, says('in so long')),
          punish_early_retry: v.pipe(
            v.optional(flag, false),
            says('whether a call that comes before Retry-After begins the window anew'),
          ),
        }),
      ),
      says('a quota: beyond it 429 with Retry-After'),
    ),
    arrivals: v.pipe(
      v.optional(v.pipe(atLeastOne, v.maxValue(100, 'must not be above 100'))),
      says('so many faxes are received just before the answer'),
    ),
    course: v.pipe(v.optional(courseForm), says('the statuses in order; a course without an end stays as it is')),
    drop: v.pipe(v.optional(flag), says('it is never told')),
    duplicate: v.pipe(
      v.optional(
        exactly({
          times: v.pipe(several, v.maxValue(100, 'must not be above 100'), says('told so often')),
          gap: v.pipe(v.optional(duration, 0), says('so long after each other')),
        }),
      ),
      says('it is told several times'),
    ),
    hold_until: v.pipe(
      v.optional(oneOf(webhookEvents, 'events')),
      says("it waits until the fax's news of that event was told"),
    ),
    sign: v.pipe(v.optional(oneOf(signings, 'signings')), says('how it is signed')),
    body: v.pipe(v.optional(oneOf(spoiltBodies)), says('how its body is spoilt')),
    receiver: v.pipe(
      v.optional(status),
      says('the application is not asked, but taken to have answered with this status'),
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
    from: v.pipe(v.optional(duration), says('since it was switched on; `0s` if left out')),
    until: v.pipe(v.optional(duration), says('since it was switched on')),
  }),
  v.check(({ from, until }) => from !== undefined || until !== undefined, 'must have from or until'),
);

/** The form of a rule. Whether its parts go together stands in rule-checks.ts. */
export const ruleForm = exactly(
  {
    id: v.pipe(word, says('names it in logs, headers and counters; unique in the file')),
    on: v.pipe(on, says('what it listens to: operations, `"*"` for all of them, or what happens by itself')),
    where: v.pipe(v.optional(where, {}), says('which of them: facts, and what each must be; all must hold')),
    after: v.pipe(v.optional(count, 0), says('skips the first n matches')),
    every: v.pipe(
      v.optional(atLeastOne, 1),
      says('fires on every nth match, after those skipped: `3` fires on matches 3, 6, 9'),
    ),
    times: v.pipe(v.optional(atLeastOne), says('fires so often at most; without it, always')),
    per: v.pipe(v.optional(oneOf(countedPer), 'rule'), says('what is counted by itself')),
    chance: v.pipe(
      v.optional(chance, 1),
      says(
        'dice: a draw of the seed, the rule, the request, and how often this very one came; 0 switches the rule off',
      ),
    ),
    during: v.pipe(v.optional(during), says("a window on the world's clock")),
    state: v.pipe(v.optional(word), says('the state that the scenario must be in; it begins in none')),
    then: v.pipe(
      v.optional(word),
      says('the state that it goes to when the rule is used up; without `times`, when it fires'),
    ),
    do: v.pipe(effects, says('the effects, which combine')),
    expect: v.pipe(v.optional(expectationForm), says('what the client must show where the rule has touched it')),
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
      'scenarios whose rules this one begins with, by name, or files beside this one as `./FILE.yaml`; a rule of the same id here replaces the parts that it gives, and drops those that it says `null` of',
    ),
  ),
  params: v.pipe(
    v.optional(groupOf(paramName, value, 'must be a group of names with their defaults')),
    says('what can be given where the scenario is named, with defaults; `${name}` in a value stands for it'),
  ),
};

const noFile = 'must be a group of keys: name, description, rules';

export const headForm = noList(v.looseObject(head, noFile), `${noFile}; and not a list`);

/** The form of a scenario file. Everything that a file may say stands here, and nowhere else. */
export const scenarioForm = exactly(
  {
    name: v.pipe(word, says('names it; in the library also its file')),
    description: v.pipe(text, says('a line that says what goes wrong')),
    ...head,
    rules: v.pipe(
      v.array(ruleForm, 'must be a list of rules'),
      v.minLength(1, 'must have a rule'),
      v.maxLength(
        mostRules,
        ({ received }) => `must have at most ${mostRules} rules, got ${received}; split the scenario into several`,
      ),
      says('the first that fires wins, for answers, faxes, port orders and webhooks each'),
    ),
  },
  'file',
);

export type ScenarioFile = v.InferOutput<typeof scenarioForm>;
