import { faxStatuses } from '../domain/fax.ts';
import { nearestText } from '../nearest.ts';
import type { Expected } from './expected.ts';

/** What `toHaveReceived` asks: a simulator, one of its worlds, or its `requests`. */
interface Requests {
  verify(asked: Readonly<Record<string, unknown>>): Promise<{ readonly passed: boolean; readonly message: string }>;
}

interface Result {
  readonly pass: boolean;
  message(): string;
}

/**
 * What is called to add matchers to Jest or Vitest: `expect.extend(matchers)`. What cannot be meant is a TypeError: with
 * `.not`, it would pass.
 */
export const matchers = {
  /** That a world was asked for an operation: `await expect(world).toHaveReceived('resendFax', { times: 1 })`. */
  async toHaveReceived(received: unknown, operation: unknown, expected: unknown = {}): Promise<Result> {
    const asked = queryOf(operation, expected);
    const { passed, message } = await requestsOf(received).verify(asked);
    return { pass: passed, message: () => (passed ? message.replace(/^Expected/, 'Did not expect') : message) };
  },

  /**
   * That a fax failed: `expect(fax).toHaveFailedWith(17)`. Takes a fax as any version of the API or `faxes.show` shows it, or
   * the answer that it is in, and the id of the error, its type, or its message.
   */
  toHaveFailedWith(received: unknown, error: unknown): Result {
    if (typeof error !== 'string' && !Number.isInteger(error)) {
      throw new TypeError(`toHaveFailedWith expects the id, type or message of an error, and got ${shown(error)}`);
    }
    const fax = faxOf(received);
    const told = [fax, ...listOf(fax['recipients'])].flatMap(errorsOf);
    const isFailure = ['failure', 'partialsuccess'].includes(String(fax['status']));
    const was = isFailure
      ? `it failed with ${[...new Set(told)].map(shown).join(', ')}`
      : `its status is ${String(fax['status'])}`;
    const pass = isFailure && told.includes(error);
    return {
      pass,
      message: () =>
        `expected fax ${String(fax['id'])} ${pass ? 'not ' : ''}to have failed with ${shown(error)}: ${was}`,
    };
  },
};

/** What is asked of the journal. */
function queryOf(operation: unknown, expected: unknown): Readonly<Record<string, unknown>> {
  if (typeof operation !== 'string' || operation === '') {
    throw new TypeError(`toHaveReceived expects an operation such as 'sendFax', and got ${shown(operation)}`);
  }
  if (!isGroup(expected)) {
    throw new TypeError(
      `toHaveReceived expects { times: 2 } or the like after the operation, and got ${shown(expected)}`,
    );
  }
  refuseUnknown(expected);
  const { times, ...query } = expected as Expected;
  const counts = (['exactly', 'at_least', 'at_most'] as const).filter((name) => query[name] !== undefined);
  if (times === undefined) return { operation, ...query, ...(!counts[0] && !query.none_after && { at_least: 1 }) };
  if (!Number.isSafeInteger(times) || times < 0) {
    throw new TypeError(`toHaveReceived expects a whole number of times, and got ${shown(times)}`);
  }
  if (counts[0]) throw new TypeError(`times and ${counts[0]} exclude each other`);
  return { operation, ...query, exactly: times };
}

/** All that can be expected: `times` is none of the simulator's words, which could not tell of it. */
const expectable: Readonly<Record<keyof Expected, true>> = {
  ...{ times: true, exactly: true, at_least: true, at_most: true, none_after: true },
  ...{ version: true, method: true, path: true, status: true, rule: true, key: true, fax: true },
  ...{ params: true, lint: true, since: true },
};

function refuseUnknown(expected: Group): void {
  const strange = Object.keys(expected).find((name) => !Object.hasOwn(expectable, name));
  if (strange === undefined) return;
  const near = nearestText(strange, Object.keys(expectable)) || `; known are ${Object.keys(expectable).join(', ')}`;
  throw new TypeError(`toHaveReceived: ${strange} is not known here${near}`);
}

type Group = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function requestsOf(received: unknown): Requests {
  const requests = isGroup(received) && 'requests' in received ? received['requests'] : received;
  if (isGroup(requests) && typeof requests['verify'] === 'function') return requests as unknown as Requests;
  throw new TypeError('toHaveReceived expects a simulator, one of its worlds, or its requests');
}

function faxOf(received: unknown): Group {
  const data = isGroup(received) && 'data' in received ? received['data'] : received;
  if (isGroup(data) && faxStatuses.some((status) => status === data['status'])) return data;
  const hint = isGroup(received) && typeof received['json'] === 'function' ? ': await its .json() first' : '';
  throw new TypeError(`toHaveFailedWith expects a fax, or an answer with one, and got ${shown(received)}${hint}`);
}

/** The id, type and message of the error of a fax or recipient: as a version of the API has them, or the control surface. */
function errorsOf({ error, error_id, error_code, error_type, error_message }: Group): unknown[] {
  const { id, type, message } = isGroup(error) ? error : {};
  return [error_id, error_code, error_type, error_message, id, type, message].filter(
    (value) => value !== undefined && value !== null,
  );
}

const listOf = (value: unknown): Group[] => (Array.isArray(value) ? value.filter(isGroup) : []);

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (!isGroup(value)) return String(value);
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return kind === 'Object' ? `an object of ${Object.keys(value).join(', ') || 'nothing'}` : `a ${kind}`;
}
