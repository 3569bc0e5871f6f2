import type { FaxRecord } from '../../control/client/named-types.ts';
import { consoleUrl } from '../../model/shared/urls.ts';
import { describeValue, nearestText } from '../../model/shared/words.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { Expected, ExpectedFax, ExpectedWebhook } from './expected.ts';
import { bundleText } from './failed-bundle.ts';
import { historyText } from './history-text.ts';
import { verdictText } from '../../control/client/verdict-text.ts';
import type { VerifyResult } from '../../control/client/verdict-text.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A log that a matcher reads: the `requests` or `webhooks` of a simulator or of one of its worlds. */
interface MatcherLog {
  verify(query: Mapping): Promise<VerifyResult>;
}

export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/**
 * The matchers for Jest and Vitest: `expect.extend(matchers)`. An impossible expectation throws a TypeError: with
 * `.not`, it would pass.
 */
export const matchers = {
  /** Expects that a world received an operation: `await expect(world).toHaveReceived('resendFax', { times: 1 })`. */
  async toHaveReceived(
    this: unknown,
    received: unknown,
    operation: unknown,
    expected: unknown = {},
  ): Promise<MatcherResult> {
    return resultOf('toHaveReceived', requestQuery(operation, expected), { runner: this, world: received });
  },

  /**
   * Expects that a world has delivered a webhook: `await expect(world).toHaveDelivered({ event: 'fax_completed', fax:
   * 7 })`.
   */
  async toHaveDelivered(this: unknown, received: unknown, expected: unknown = {}): Promise<MatcherResult> {
    return resultOf('toHaveDelivered', webhookQuery(expected), { runner: this, world: received });
  },

  /**
   * Expects that a world has a fax with these fields: `await expect(world).toHaveFax(7, { status: 'failure', error: 17
   * })`. The message has the history of the fax.
   */
  async toHaveFax(this: unknown, received: unknown, fax: unknown, expected: unknown = {}): Promise<MatcherResult> {
    return resultOf('toHaveFax', faxQuery(fax, expected), { runner: this, world: received });
  },

  /**
   * Expects that a fax failed: `expect(fax).toHaveFailedWith(17)`. Accepts a fax in the form of any version of the API
   * or of `faxes.show`, or the response that contains it. The error is an id, a type or a message. If the world of the
   * fax is given after the error, the message also has the address of the fax in the console and the command that
   * prints its history, provided that both work after the test.
   */
  toHaveFailedWith(received: unknown, error: unknown, world?: unknown): MatcherResult {
    if (typeof error !== 'string' && !Number.isInteger(error)) {
      throw new TypeError(
        `toHaveFailedWith expects the id, type or message of an error, and got ${describeValue(error)}`,
      );
    }
    if (world !== undefined && baseUrlOf(world) === undefined) {
      throw new TypeError(
        `toHaveFailedWith expects a simulator or one of its worlds after the error, and got ${describeValue(world)}`,
      );
    }
    const fax = faxOf(received);
    const errors = [fax, ...listOf(fax['recipients'])].flatMap(errorsOf);
    const isFailure = isFailed.get(fax['status']) ?? false;
    const was = isFailure
      ? `it failed with ${[...new Set(errors)].map(describeValue).join(', ')}`
      : `its status is ${asText(fax['status'])}`;
    const pass = isFailure && errors.includes(error);
    const id = asText(fax['id']);
    return {
      pass,
      message: () =>
        `expected fax ${id} ${pass ? 'not ' : ''}to have failed with ${describeValue(error)}: ${was}${placesOf(id, world)}`,
    };
  },
};

/** The page of a fax and the command that prints its history. If the simulator ends with the tests, how to see the fax again. */
function placesOf(id: string, world: unknown): string {
  const url = lastingUrlOf(world);
  if (url === undefined) return keptBy(world);
  return `\n  ${consoleUrl(url, `faxes/${id}`)}\n  its history: npx faxsim faxes history ${id} --url ${url}`;
}

/**
 * The matchers, which also bundle the world when an expectation about it fails. `expect.extend(matchersWith({ bundles:
 * 'failures' }))` writes a file for `faxsim replay` into that folder, and the message names it.
 */
export function matchersWith({ bundles }: { readonly bundles: string }): typeof matchers {
  return {
    ...matchers,
    async toHaveReceived(this: unknown, world, operation, expected = {}) {
      return resultOf('toHaveReceived', requestQuery(operation, expected), { runner: this, world, bundles });
    },
    async toHaveDelivered(this: unknown, world, expected = {}) {
      return resultOf('toHaveDelivered', webhookQuery(expected), { runner: this, world, bundles });
    },
    async toHaveFax(this: unknown, world, fax, expected = {}) {
      return resultOf('toHaveFax', faxQuery(fax, expected), { runner: this, world, bundles });
    },
  };
}

function requestQuery(operation: unknown, expected: unknown): Mapping {
  if (typeof operation !== 'string' || operation === '') {
    throw new TypeError(`toHaveReceived expects an operation such as 'sendFax', and got ${describeValue(operation)}`);
  }
  return { operation, ...queryOf('toHaveReceived', expected, ' after the operation') };
}

function webhookQuery(expected: unknown): Mapping {
  const webhook = queryOf('toHaveDelivered', expected, '');
  return { ...webhook, state: webhook['state'] ?? 'delivered' };
}

function faxQuery(fax: unknown, expected: unknown): Mapping {
  if (typeof fax !== 'string' && !Number.isInteger(fax)) {
    throw new TypeError(`toHaveFax expects the id of a fax, and got ${describeValue(fax)}`);
  }
  if (!isPlainObject(expected)) {
    throw new TypeError(
      `toHaveFax expects { status: 'success' } or the like after the id, and got ${describeValue(expected)}`,
    );
  }
  refuseUnknown('toHaveFax', expected);
  return { fax, ...expected };
}

interface Matched {
  /** The `this` of the matcher. */
  readonly runner: unknown;
  readonly world: unknown;
  /** The folder for bundles of worlds whose expectations fail; undefined for no bundles. */
  readonly bundles?: string;
}

/** The result of a matcher. Its world gets a note of a failure, so that the console shows which world had it. */
async function resultOf(
  matcher: LogMatcher,
  query: Mapping,
  { runner, world, bundles }: Matched,
): Promise<MatcherResult> {
  const verdict = await logOf(matcher, world).verify(query);
  const { isNot } = isPlainObject(runner) ? runner : {};
  if (verdict.passed !== (isNot === true)) return { pass: verdict.passed, message: () => verdict.message };
  const test = testOf(runner);
  const worlds = isPlainObject(world) ? world['worlds'] : undefined;
  if (canFail(worlds)) {
    const plain = verdictText(verdict, query, { runner: undefined, baseUrl: undefined });
    const message = typeof test === 'string' ? `${test}\n${plain}` : plain;
    await worlds.fail({ message }).catch(() => undefined); // the message of the test counts, not the note
  }
  const history = await historyText(world, query, verdict);
  const again = bundles === undefined ? keptBy(world) : await bundleText(world, { folder: bundles, test });
  const context = { runner, baseUrl: lastingUrlOf(world) };
  return { pass: verdict.passed, message: () => `${verdictText(verdict, query, context)}${history}${again}` };
}

/** The name of the test that makes the expectation. Jest has another field for concurrent tests. */
function testOf(runner: unknown): unknown {
  const { currentConcurrentTestName: nameOfConcurrent, currentTestName } = isPlainObject(runner) ? runner : {};
  const name = typeof nameOfConcurrent === 'function' ? (nameOfConcurrent as () => unknown)() : undefined;
  return name ?? currentTestName;
}

const canFail = (worlds: unknown): worlds is { fail(input: { message: string }): Promise<unknown> } =>
  isPlainObject(worlds) && typeof worlds['fail'] === 'function';

/**
 * The base URL of a simulator whose console still answers when the message is read; undefined if the simulator ends
 * with the tests.
 */
const lastingUrlOf = (received: unknown): string | undefined =>
  isPlainObject(received) && received['endsWithProgram'] !== true ? baseUrlOf(received) : undefined;

/** How to see a world again if its simulator ends with the tests; empty for other worlds. */
const keptBy = (world: unknown): string =>
  isPlainObject(world) && world['endsWithProgram'] === true ? `\n\n${wayToKeep}` : '';

const wayToKeep =
  "To see it again after the tests: expect.extend(matchersWith({ bundles: 'failures' })), then npx faxsim replay FILE";

/** The base URL of the simulator; undefined if only its log is given. */
const baseUrlOf = (received: unknown): string | undefined =>
  isPlainObject(received) && typeof received['baseUrl'] === 'string' ? received['baseUrl'] : undefined;

function logOf(matcher: LogMatcher, received: unknown): MatcherLog {
  const name = logs[matcher];
  const log = isPlainObject(received) && name in received ? received[name] : received;
  if (isMatcherLog(log)) return log;
  throw new TypeError(`${matcher} expects a simulator, one of its worlds, or its ${name}`);
}

const logs = { toHaveReceived: 'requests', toHaveDelivered: 'webhooks', toHaveFax: 'faxes' } as const;

const isMatcherLog = (log: unknown): log is MatcherLog => isPlainObject(log) && typeof log['verify'] === 'function';

/** The statuses of a fax, and whether it, or a part of it, failed. */
const isFailed = new Map<unknown, boolean>(
  Object.entries({
    queued: false,
    pendingbatch: false,
    inprogress: false,
    success: false,
    failure: true,
    partialsuccess: true,
  } satisfies Record<FaxRecord['status'], boolean>),
);

function faxOf(received: unknown): Mapping {
  const data = isPlainObject(received) && 'data' in received ? received['data'] : received;
  if (isPlainObject(data) && isFailed.has(data['status'])) return data;
  const hint = isPlainObject(received) && typeof received['json'] === 'function' ? ': await its .json() first' : '';
  throw new TypeError(
    `toHaveFailedWith expects a fax, or an answer with one, and got ${describeValue(received)}${hint}`,
  );
}

/** The id, type and message of the error of a fax or recipient, in the form of any version of the API or of the control surface. */
function errorsOf({ error, error_id, error_code, error_type, error_message }: Mapping): unknown[] {
  const { id, type, message } = isPlainObject(error) ? error : {};
  return [error_id, error_code, error_type, error_message, id, type, message].filter(
    (value) => value !== undefined && value !== null,
  );
}

const listOf = (value: unknown): Mapping[] => (Array.isArray(value) ? value.filter(isPlainObject) : []);

const bounds = ['times', 'exactly', 'at_least', 'at_most', 'none_after', 'since', 'until'] as const;

/** The names that each matcher accepts. The simulator knows all of them except `times`. */
const expectable = {
  toHaveReceived: [...bounds, 'version', 'method', 'path', 'status', 'number', 'rule', 'key', 'fax', 'params', 'lint'],
  toHaveDelivered: [...bounds, 'event', 'fax', 'state', 'url', 'status', 'attempts', 'fields'],
  toHaveFax: ['status', 'error', 'direction', 'number', 'pages', 'tags'],
} as const satisfies Readonly<Record<string, readonly (keyof Expected | keyof ExpectedWebhook | keyof ExpectedFax)[]>>;

type LogMatcher = keyof typeof expectable;

/**
 * The query of `verify` for the expectation of a test. A query without a bound expects at least one match. Throws a
 * TypeError for an impossible expectation: with `.not`, it would pass.
 */
function queryOf(matcher: LogMatcher, expected: unknown, place: string): Mapping {
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
  const known: readonly string[] = expectable[matcher];
  const strange = Object.keys(expected).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const near = nearestText(strange, known) || `; known are ${known.join(', ')}`;
  throw new TypeError(`${matcher}: ${strange} is not known here${near}`);
}
