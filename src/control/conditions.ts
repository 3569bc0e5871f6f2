import * as v from 'valibot';
import type { Comparison, Value } from '../scenarios/scenario.ts';
import * as wire from '../wire/fields.ts';
import { accepting } from './fields.ts';

const value = v.union([v.string(), v.number(), v.boolean()], 'must be text, a number, true or false');

const conditionValue = v.union(
  [
    value,
    v.strictObject({
      in: v.exactOptional(v.array(value)),
      not: v.exactOptional(value),
      contains: v.exactOptional(v.string()),
      exists: v.exactOptional(v.union([v.boolean(), wire.boolean])),
    }),
  ],
  'must be a value, or one of {in}, {not}, {contains} and {exists}',
);

type ConditionValues = Readonly<Record<string, Value | Omit<Comparison, 'matches' | 'gt' | 'lt'>>>;

/** Values or comparisons by name: `params[to]=+12025550123`; an unencoded plus arrives as a space. */
export const conditions = (group: string) =>
  accepting<ConditionValues>()(
    v.pipe(
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
