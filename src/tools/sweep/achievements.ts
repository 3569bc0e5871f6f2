import { isRemoval, recipientsOf } from './observation.ts';
import type { OwnedCollection, RecordedRequest, RunRecord, SentFax } from './observation.ts';

/**
 * The achievements of a run, whatever the version and the form of its requests. A fax of v2.1 to n numbers is n transmissions, as are n faxes
 * of v3 with a recipient each.
 */

/** A document on its way to one number. */
export interface Transmission {
  readonly fax: SentFax;
  /** E.164. */
  readonly to: string;
  /** State of the fax at the end of the run; `open` without an end. */
  readonly result: 'success' | 'failure' | 'open';
  /** The message of its error; null: there is none. */
  readonly error: string | null;
}

/** The transmissions of the faxes that the program sent, oldest first. */
export const transmissionsOf = (run: RunRecord): Transmission[] =>
  run.faxes.flatMap((sent) => {
    const fax = atEnd(sent, run);
    return fax.recipients.map(({ number: to, status, error }) => {
      const own = status === 'success' || status === 'failure' ? status : fax.status;
      const result = own === 'success' || own === 'failure' ? own : 'open';
      return { fax, to, result, error: (error ?? fax.error)?.message ?? null };
    });
  });

/** A fax as it is when the steps of all faxes are done. */
export const atEnd = (fax: SentFax, { ends }: RunRecord): SentFax => ends.get(fax.id) ?? fax;

export const statusAtEnd = (fax: SentFax, run: RunRecord): SentFax['status'] => atEnd(fax, run).status;

/** Whether a fax reaches its recipients, or still may. */
export function isReaching(fax: SentFax, run: RunRecord): boolean {
  const status = statusAtEnd(fax, run);
  return status !== 'failure' && !/cancel/i.test(status);
}

/** A fax in words that hold for the same one in another run: `to +12025550123`. */
export const aboutOf = (fax: SentFax): string =>
  fax.direction === 'sent' ? `to ${recipientsOf(fax)}` : `from ${fax.from_number ?? 'an unknown number'}`;

/** A file that the program removed, and the request that did it. */
export interface Removal {
  readonly fax: SentFax;
  readonly call: RecordedRequest;
}

export const removalsIn = ({ removed, calls }: RunRecord): Removal[] =>
  removed.flatMap((fax) => {
    const call = calls.find((one) => isRemoval(one) && one.fax_id === fax.id);
    return call === undefined ? [] : [{ fax, call }];
  });

/** The requests that read the file of a fax, whole or not. */
export const readsOf = (fax: number, { calls }: RunRecord): RecordedRequest[] =>
  calls.filter(
    ({ operation, fax_id: id, params }) =>
      operation === 'getFaxFile' && id === fax && params?.['thumbnail'] === undefined,
  );

export const isWhole = ({ answer: { status, broken } }: RecordedRequest): boolean => status === 200 && broken === null;

/** Whether the application accepted a webhook of a fax; with its file, if `hasFile`. */
export const isNotified = (fax: number, { deliveries }: RunRecord, { hasFile = false } = {}): boolean =>
  deliveries.some(
    ({ fax_id: id, state, attempts }) =>
      id === fax && state === 'delivered' && (!hasFile || attempts.some(({ files }) => files.length > 0)),
  );

/** Whether the program knows of the success of a fax: by a webhook that it accepted, or by a response. */
export const isSuccessKnown = (fax: SentFax, run: RunRecord): boolean =>
  isNotified(fax.id, run) || run.calls.some((call) => showsSuccess(call, fax));

function showsSuccess({ operation, fax_id: asked, answer: { body } }: RecordedRequest, { id }: SentFax): boolean {
  if (operation !== 'getFax' && operation !== 'listFaxes') return false;
  const isNamed = asked === id || body?.includes(`"id":${id},`) === true;
  return isNamed && /"status":"(?:success|COMPLETED)"/.test(body ?? '');
}

/** The ids of the received faxes whose file the program has: it read it whole, or accepted it in a webhook. */
export function fetchedFaxes(run: RunRecord): number[] {
  // The document of a sent fax is the program's own.
  const own = new Set(run.faxes.map(({ id }) => id));
  const posted = run.received.filter(({ id }) => isNotified(id, run, { hasFile: true })).map(({ id }) => id);
  const asked = run.calls.flatMap(({ fax_id: id }) => id ?? []);
  const read = asked.filter((id) => !own.has(id) && readsOf(id, run).some(isWhole));
  return [...new Set([...posted, ...read])];
}

/** A fax that was received, in words; one of the fixture by its id. */
export function receivedText(id: number, { received }: RunRecord): string {
  const fax = received.find((one) => one.id === id);
  return fax === undefined ? `with the id ${id}` : aboutOf(fax);
}

/** The records that a run has added, less those that it has removed. */
export const balanceOf = (name: OwnedCollection, { made, gone }: RunRecord): number => made[name].length - gone[name];
