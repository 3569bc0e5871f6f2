/**
 * Why the service refuses a request, named without any HTTP. The status and the response body of a kind
 * belong to the version that was called (`http/errors.ts`).
 */
export const refusalKinds = [
  'malformed', // the request cannot be read at all: broken JSON, multipart or encoding
  'broken_off', // the client went away before all of its body had come
  'unauthorized',
  'payment_required', // v3: the balance is 0
  'forbidden', // the control surface, from where it is not open
  'not_found', // the record does not exist
  'file_missing', // the record exists, but not its file
  'unknown_route',
  'misdirected', // the path names a world that this process does not have
  'wrong_method',
  'timed_out', // the request began to arrive, and did not go on; or it waited for work that did not end
  'too_large',
  'unsupported_media_type',
  'invalid', // a parameter is missing or wrong
  'not_allowed', // the record's state, or a rule of the account, does not allow it
  'rate_limited',
  'unavailable',
  'storage_failed',
  'fault', // a mistake of the simulator's own
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** The `field` of a refusal for the headers that name the host: a replay must send that header as it came. */
export const hostFields = { own: 'Host', forwarded: 'X-Forwarded-Host' } as const;
export type HostField = (typeof hostFields)[keyof typeof hostFields];

/** The message of a refusal for a key pair that is right in another world: a replay needs such a world. */
export const otherWorldMessage = 'The API key is not one of the world that the URL names';

/** The optional parts of a refusal. */
interface RefusalDetails {
  readonly field?: string | undefined;
  readonly hint?: string | undefined;
  readonly diagnosis?: string | undefined;
}

/** The only error that is thrown on purpose. Its message is meant for the developer who wrote the client. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** The wrong parameter as the request names it, such as `tag[case]`, or the first one missing; undefined if no single one is wrong. */
  readonly field: string | undefined;
  /** The remedy in ASCII, for a header beside the body; undefined if the message says everything. */
  readonly hint: string | undefined;
  /** More of the cause for the journal alone, because the response must not reveal it; undefined if the message says everything. */
  readonly diagnosis: string | undefined;

  constructor(kind: RefusalKind, message: string, { field, hint, diagnosis }: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.field = field;
    this.hint = hint;
    this.diagnosis = diagnosis;
  }
}

/**
 * A fault of the simulator or of its installation. The message contains all that a developer needs. It is always logged, and its
 * answer is one that the service itself never gives.
 */
export class SimulatorFault extends Refusal {
  constructor(message: string) {
    super('fault', message);
    this.name = 'SimulatorFault';
  }
}

/** Whether the disk refused a change, which was rolled back, so that the work can be retried. */
export const isRefusedByDisk = (error: unknown): boolean => error instanceof Refusal && error.kind === 'storage_failed';
