import type * as v from 'valibot';
import { Refusal, SimulatorFault } from '../model/domain/refusal.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import { failure, failureBody } from '../wire/reply.ts';

/**
 * The status of each kind of refusal. 401, 404, 422 and 503 come from the official clients; the others are those of
 * HTTP.
 */
const statuses: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  broken_off: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  file_missing: 404,
  unknown_route: 404,
  wrong_method: 405,
  timed_out: 408,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  not_allowed: 422,
  rate_limited: 429,
  unavailable: 503,
  storage_failed: 503,
  fault: 500,
};

/** The form of refusals. */
export interface RefusalForm {
  readonly statuses: Readonly<Record<RefusalKind, number>>;
  /** The refusal in the words of the version, which the journal repeats. Default: the words of the service in all versions. */
  readonly inOwnWords?: (refusal: Refusal) => Refusal;
  /** Writes the body of a refusal; empty text: the response has no body. */
  readonly bodyOf: (refusal: Refusal) => string;
  /** The hint for a refusal that has no hint of its own, if the service's text does not tell the reason; null for no hint. */
  readonly hintOf?: (refusal: Refusal) => string | null;
  /** The schema of the body of refusals with a status; null if they have no body. */
  readonly body: (status: number) => v.GenericSchema | null;
}

/** The refusals of v2 and v2.1, and of paths without a version. */
export const refusals: RefusalForm = {
  statuses,
  bodyOf: ({ message }) => failure(message),
  body: () => failureBody,
};

/** The message of a fault of the simulator. */
export const faultMessage = 'Something went wrong in the simulator; its log says what';

/** Converts a thrown value to a Refusal. Errors of Express, its router and the simulator get a new one. */
export function asRefusal(thrown: unknown, onFault: (fault: unknown) => void): Refusal {
  if (thrown instanceof Refusal && !(thrown instanceof SimulatorFault)) return thrown;
  // Express itself throws only for a path whose %-escapes cannot be decoded.
  if (thrown instanceof URIError) return new Refusal('malformed', 'The path has %-escapes that do not make UTF-8 text');
  onFault(thrown);
  // A new refusal: a fault is logged once, however many handlers see it.
  return new Refusal('fault', thrown instanceof SimulatorFault ? thrown.message : faultMessage);
}
