import { apiVersions, operationIds } from '../domain/operation.ts';
import { lintRules } from '../journal/lint/remark.ts';
import { keyModes } from '../journal/observed-request.ts';
import { conditions, status } from './conditions.ts';
import { expectationEntries } from './expectation.ts';
import { input, instant, integer, maybe, oneOf, text } from './fields.ts';

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

export const listForm = input({ ...queryEntries, after: maybe(count), limit: maybe(integer({ min: 1, max: 1000 })) });
export const queryForm = input({ ...queryEntries, after: maybe(count) });
export const pageForm = input({ after: maybe(count), limit: maybe(integer({ min: 1, max: 1000 })) });

export const verifyForm = input({
  ...queryEntries,
  ...expectationEntries('the id of a request'),
});
