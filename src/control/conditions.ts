import * as v from 'valibot';
import { apiVersions, operationIds } from '../model/domain/operation.ts';
import { ownEntries, refuseDroppedNames } from '../model/fields/names.ts';
import type { FactComparison, Value } from '../scenarios/scenario.ts';
import * as wire from '../wire/fields.ts';
import { lintRules } from '../worlds/journal/lint.ts';
import { keyModes } from '../worlds/journal/observed-request.ts';
import { faxId } from './fax-id.ts';
import { input, instant, moment, integer, maybe, numberOrPart, oneOf, text } from './fields.ts';
import { Refusal } from '../model/domain/refusal.ts';
import type { CountBounds } from '../worlds/journal/query.ts';

const value = v.union([v.string(), v.number(), v.boolean()], 'must be text, a number, true or false');

const conditionValue = v.union(
  [
    value,
    v.strictObject(
      ownEntries({
        in: v.exactOptional(v.array(value)),
        not: v.exactOptional(value),
        contains: v.exactOptional(v.string()),
        exists: v.exactOptional(v.union([v.boolean(), wire.boolean])),
      }),
    ),
  ],
  'must be a value, or one of {in}, {not}, {contains} and {exists}',
);

type ConditionValues = Readonly<Record<string, Value | Omit<FactComparison, 'matches' | 'gt' | 'lt'>>>;

/** Values or comparisons by name: `params[to]=+12025550123`; an unencoded plus arrives as a space. */
export const conditions = (group: string) =>
  v.pipe(
    wire.given<ConditionValues>(),
    refuseDroppedNames,
    v.record(v.string(), conditionValue, `must be a group: ${group}[NAME]=VALUE`),
    v.transform((value) =>
      Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          typeof one === 'string' ? one.replace(/^ (?=\d)/, '+') : one,
        ]),
      ),
    ),
  );

/** A status of a response, a class of statuses, or any refusal. */
export const statusOrClass = wire.single<string, string | number>(
  'a status such as 422, a class of them such as 4xx, or refused',
  (given) => (/^(?:[1-5](?:\d\d|xx)|refused)$/.test(given) ? given : undefined),
  { type: 'string', pattern: String.raw`^([1-5](\d\d|xx)|refused)$`, examples: ['422', '4xx', 'refused'] },
);

/** The number of relevant items in a verdict. */
export const inVerdictMax = 20;

const count = integer({ min: 0 });

type NoneAfter = Pick<CountBounds, 'noneAfterId' | 'noneAfter'>;

const momentOf = (id: string) =>
  wire.single<NoneAfter, string | number>(`an RFC 3339 time, or ${id}`, (value) => {
    if (/^\d{1,15}$/.test(value)) return { noneAfterId: Number(value) };
    const read = v.safeParse(instant, value);
    return read.success ? { noneAfter: read.output } : undefined;
  });

/** The expected number of items, and the time or id after which none may come. `id` names that id in messages. */
export const expectationEntries = (id: string) => ({
  exactly: maybe(count),
  at_least: maybe(count),
  at_most: maybe(count),
  none_after: maybe(momentOf(id)),
});

type ExpectationInput = v.InferOutput<ReturnType<typeof input<ReturnType<typeof expectationEntries>>>>;

/** The bounds in an input. Throws the Refusal `invalid` if they exclude each other. */
export function expectationOf(input: ExpectationInput): CountBounds {
  const { exactly, at_least: atLeast, at_most: atMost, none_after: late } = input;
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined) {
    throw new Refusal('invalid', 'exactly excludes at_least and at_most');
  }
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    throw new Refusal('invalid', 'at_least must not be more than at_most');
  }
  return { exactly, atLeast, atMost, ...late };
}

/** The conditions of a search for requests. */
const queryEntries = {
  operation: maybe(oneOf(operationIds)),
  version: maybe(oneOf(apiVersions)),
  method: maybe(text),
  path: maybe(text),
  status: maybe(statusOrClass),
  rule: maybe(text),
  key: maybe(oneOf(keyModes)),
  number: maybe(numberOrPart),
  fax: maybe(faxId),
  params: maybe(conditions('params')),
  lint: maybe(oneOf([...lintRules, 'any'])),
  since: maybe(moment),
  until: maybe(moment),
};

const paging = { after: maybe(count), before: maybe(count), limit: maybe(integer({ min: 1, max: 1000 })) };

export const listSchema = input({ ...queryEntries, ...paging });
export const querySchema = input({ ...queryEntries, after: maybe(count) });
export const pagingSchema = input(paging);

export const verifySchema = input({
  ...queryEntries,
  ...expectationEntries('the id of a request'),
});
