import * as v from 'valibot';
import { operationIds } from '../domain/operation.ts';
import { lintRules } from '../journal/lint/remark.ts';
import type { RequestQuery } from '../journal/query.ts';
import { keyModes, versions } from '../journal/seen.ts';
import type { Comparison, Value } from '../scenarios/scenario.ts';
import * as wire from '../wire/fields.ts';
import { input, instant, integer, maybe, oneOf, text } from './fields.ts';

const value = v.union([v.string(), v.number(), v.boolean()], 'must be text, a number, true or false');

const wanted = v.union(
  [
    value,
    v.strictObject({
      in: v.optional(v.array(value)),
      not: v.optional(value),
      contains: v.optional(v.string()),
      exists: v.optional(v.union([v.boolean(), wire.boolean])),
    }),
  ],
  'must be a value, or one of {in}, {not}, {contains} and {exists}',
);

type Wanted = Readonly<Record<string, Value | Omit<Comparison, 'matches' | 'gt' | 'lt'>>>;

/** `params[to]=+12025550123`; a plus that nobody encoded comes as a space. */
const params = v.pipe(
  v.record(v.string(), wanted, 'must be a group: params[NAME]=VALUE'),
  v.transform((given) =>
    Object.fromEntries(
      Object.entries(given).map(([name, one]) => [name, typeof one === 'string' ? one.replace(/^ (?=\d)/, '+') : one]),
    ),
  ),
) as unknown as v.GenericSchema<Wanted, Wanted>;

const status = wire.single('a status such as 422, or a class of them such as 4xx', (given) =>
  /^[1-5](?:\d\d|xx)$/.test(given) ? given : undefined,
) as unknown as v.GenericSchema<string | number, string>;

/** What requests are looked for by. */
const queryEntries = {
  operation: maybe(oneOf(operationIds)),
  version: maybe(oneOf(versions)),
  method: maybe(text),
  path: maybe(text),
  status: maybe(status),
  rule: maybe(text),
  key: maybe(oneOf(keyModes)),
  fax: maybe(integer({ min: 1 })),
  params: maybe(params),
  lint: maybe(oneOf([...lintRules, 'any'])),
  since: maybe(instant),
};

const count = integer({ min: 0 });

export const listForm = input({ ...queryEntries, after: maybe(count), limit: maybe(integer({ min: 1, max: 1000 })) });
export const queryForm = input({ ...queryEntries, after: maybe(count) });
export const pageForm = input({ after: maybe(count), limit: maybe(integer({ min: 1, max: 1000 })) });

/** A moment, or the id of a request. */
const moment = wire.single('an RFC 3339 time, or the id of a request', (given) => {
  if (/^\d{1,15}$/.test(given)) return { noneAfterId: Number(given) };
  const read = v.safeParse(instant, given);
  return read.success ? { noneAfter: read.output } : undefined;
}) as unknown as v.GenericSchema<string | number, { noneAfterId?: number; noneAfter?: number }>;

export const verifyForm = input({
  ...queryEntries,
  exactly: maybe(count),
  at_least: maybe(count),
  at_most: maybe(count),
  none_after: maybe(moment),
});

/** The part of an input that says which requests are meant. */
export function queryOf(asked: Asked): RequestQuery {
  const names = Object.keys(queryEntries);
  return Object.fromEntries(Object.entries(asked).filter(([name]) => names.includes(name)));
}

type Asked = { readonly [Name in keyof typeof queryEntries]?: v.InferOutput<(typeof queryEntries)[Name]> };
