/** What `toHaveReceived` asks: a simulator, one of its worlds, or its `requests`. */
interface Requests {
  verify(asked: Readonly<Record<string, unknown>>): Promise<{ readonly passed: boolean; readonly message: string }>;
}

/** Which requests are meant, and how many: all that `requests.verify` takes, and `times`. Without any, at least one. */
export interface Expected extends Readonly<Record<string, unknown>> {
  readonly times?: number;
}

interface Result {
  readonly pass: boolean;
  message(): string;
}

/** What is called to add matchers to Jest or Vitest: `expect.extend(matchers)`. */
export const matchers = {
  /** That a world was asked for an operation: `await expect(world).toHaveReceived('resendFax', { times: 1 })`. */
  async toHaveReceived(received: unknown, operation: string, { times, ...query }: Expected = {}): Promise<Result> {
    const counts = ['exactly', 'at_least', 'at_most', 'none_after'].some((name) => name in query);
    const wanted = times === undefined ? (counts ? {} : { at_least: 1 }) : { exactly: times };
    const { passed, message } = await requestsOf(received).verify({ operation, ...query, ...wanted });
    return { pass: passed, message: () => message };
  },

  /**
   * That a fax failed: `expect(fax).toHaveFailedWith(17)`. Takes a fax as any version of the API shows it, or the answer
   * that it is in, and the id of the error, its type, or its message.
   */
  toHaveFailedWith(received: unknown, error: number | string): Result {
    const fax = faxOf(received);
    const told = [fax, ...listOf(fax['recipients'])].flatMap((one) => {
      const { error_id: id, error_code: code, error_type: type, error_message: message } = one;
      return [id, code, type, message].filter((value) => value !== undefined && value !== null);
    });
    const isFailure = ['failure', 'partialsuccess'].includes(String(fax['status']));
    const was = isFailure
      ? `it failed with ${[...new Set(told.map(String))].join(', ')}`
      : `its status is ${String(fax['status'])}`;
    const pass = isFailure && told.includes(error);
    return {
      pass,
      message: () => `expected fax ${String(fax['id'])} ${pass ? 'not ' : ''}to have failed with ${error}: ${was}`,
    };
  },
};

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
  if (isGroup(data) && 'status' in data) return data;
  throw new TypeError('toHaveFailedWith expects a fax, or an answer with one');
}

const listOf = (value: unknown): Group[] => (Array.isArray(value) ? value.filter(isGroup) : []);
