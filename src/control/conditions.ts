import * as v from 'valibot';
import { apiVersions, operationIds } from '../model/domain/operation.ts';
import { ownEntries, refuseDroppedNames } from '../model/fields/names.ts';
import type { Comparison, Value } from '../scenarios/scenario.ts';
import * as wire from '../wire/fields.ts';
import { lintRules } from '../worlds/journal/lint.ts';
import { keyModes } from '../worlds/journal/observed-request.ts';
import { expectationEntries } from './expectation.ts';
import { accepting, input, instant, integer, maybe, oneOf, text } from './fields.ts';

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

type ConditionValues = Readonly<Record<string, Value | Omit<Comparison, 'matches' | 'gt' | 'lt'>>>;

/** Values or comparisons by name: `params[to]=+12025550123`; an unencoded plus arrives as a space. */
export const conditions = (group: string) =>
  accepting<ConditionValues>()(
    v.pipe(
      v.unknown(),
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
    ),
  );

/** A status of a response, or a class of them. */
export const status = accepting<string | number>()(
  wire.single('a status such as 422, or a class of them such as 4xx', (given) =>
    /^[1-5](?:\d\d|xx)$/.test(given) ? given : undefined,
  ),
);

/** The conditions of a search for requests. */
const queryEntries = {
  operation: maybe(oneOf(operationIds)),
  version: maybe(oneOf(apiVersions)),
  method: maybe(text),
  path: maybe(text),
  status: maybe(status),
  rule: maybe(text),
  key: maybe(oneOf(keyModes)),
  fax: maybe(integer({ min: 1 })),
  params: maybe(conditions('params')),
  lint: maybe(oneOf([...lintRules, 'any'])),
  since: maybe(instant),
};

const count = integer({ min: 0 });

const paging = { after: maybe(count), before: maybe(count), limit: maybe(integer({ min: 1, max: 1000 })) };

export const listForm = input({ ...queryEntries, ...paging });
export const queryForm = input({ ...queryEntries, after: maybe(count) });
export const pageForm = input(paging);

export const verifyForm = input({
  ...queryEntries,
  ...expectationEntries('the id of a request'),
});
