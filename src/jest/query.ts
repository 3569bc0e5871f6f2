import { nearestText } from '../did-you-mean.ts';
import type { Expected, ExpectedWebhook } from './expected.ts';
import { isPlainObject } from '../shared/objects.ts';
import { describeValue } from '../shared/words.ts';
import type { Mapping } from '../shared/objects.ts';

const bounds = { times: true, exactly: true, at_least: true, at_most: true, none_after: true, since: true } as const;

/** The names that each matcher takes; the simulator knows all of them but `times`. */
const expectable = {
  toHaveReceived: {
    ...bounds,
    version: true,
    method: true,
    path: true,
    status: true,
    rule: true,
    key: true,
    fax: true,
    params: true,
    lint: true,
  } satisfies Readonly<Record<keyof Expected, true>>,
  toHaveDelivered: {
    ...bounds,
    event: true,
    fax: true,
    state: true,
    url: true,
    status: true,
    attempts: true,
    fields: true,
  } satisfies Readonly<Record<keyof ExpectedWebhook, true>>,
};

export type LogMatcher = keyof typeof expectable;

/**
 * The query of `verify` for the expectation of a test. Without a bound, at least one match is expected. Throws a
 * TypeError for an impossible expectation: with `.not`, it would pass.
 */
export function queryOf(matcher: LogMatcher, expected: unknown, place: string): Mapping {
  if (!isPlainObject(expected)) {
    throw new TypeError(`${matcher} expects { times: 2 } or the like${place}, and got ${describeValue(expected)}`);
  }
  refuseUnknown(matcher, expected);
  const { times, ...query } = expected as Expected & ExpectedWebhook;
  const counts = (['exactly', 'at_least', 'at_most'] as const).filter((name) => query[name] !== undefined);
  if (times === undefined) return { ...query, ...(!counts[0] && query.none_after === undefined && { at_least: 1 }) };
  if (!Number.isSafeInteger(times) || times < 0) {
    throw new TypeError(`${matcher} expects an integer of times, and got ${describeValue(times)}`);
  }
  if (counts[0]) throw new TypeError(`times and ${counts[0]} exclude each other`);
  return { ...query, exactly: times };
}

function refuseUnknown(matcher: LogMatcher, expected: Mapping): void {
  const known = Object.keys(expectable[matcher]);
  const strange = Object.keys(expected).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const near = nearestText(strange, known) || `; known are ${known.join(', ')}`;
  throw new TypeError(`${matcher}: ${strange} is not known here${near}`);
}
