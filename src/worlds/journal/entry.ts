import { asText } from '../../model/shared/conversion.ts';
import { detailsOf } from './details.ts';
import type { Details } from './details.ts';
import { lintOf } from './lint.ts';
import type { Remark } from './lint.ts';
import type { ObservedRequest } from './observed-request.ts';

/** How much of a body the journal keeps once the history has dropped it, in bytes. */
export const keptBodyBytes = 65_536;

/** A body in memory: a short one is a string with a letter for each byte. */
export type KeptBody = Buffer | string;

export const bytesOfBody = (body: KeptBody): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

/** A request of the journal. */
export interface JournalEntry {
  /** The id, ascending from 1 in the order of responses; a held request gets its id at its arrival. */
  readonly id: number;
  readonly observed: ObservedRequest;
  /** The time at which a held response is due, in ms on the world's clock; undefined for an answered request. */
  readonly heldUntil?: number | undefined;
  /** The raw body or its beginning; undefined if there was none, or it was not read. */
  readonly body?: KeptBody | undefined;
  /** The expensive details of a large request, which are computed at once, because its parameters are not kept. */
  readonly made?: MadeParts | undefined;
}

interface MadeParts {
  readonly details: Details;
  readonly lint: readonly Remark[];
  /** The approximate size of the details in memory, in bytes. */
  readonly bytes: number;
}

/** The expensive details of an entry, computed on each read, because a journal is written often and read seldom. */
export const detailsOfEntry = ({ observed, made }: JournalEntry): Details => made?.details ?? detailsOf(observed);

export const lintOfEntry = ({ observed, made }: JournalEntry): readonly Remark[] => made?.lint ?? lintOf(observed);

/** The batch that a request fires or closes, by the id of its first fax; null for other requests. */
export function batchIn({
  observed,
  details,
}: Pick<JournalEntry, 'observed'> & { readonly details: Pick<Details, 'params'> }): number | null {
  const { operation } = observed.profile;
  if (operation !== 'fireBatch' && operation !== 'closeBatch') return null;
  const { id, batchId, batch_id: snakeId } = observed.params ?? details.params ?? {};
  const text = asText(id ?? batchId ?? snakeId ?? '');
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** The size in bytes above which details are computed at once. */
const plainBytesMax = 1024;
/** The size in bytes above which a body is cut. */
const wholeBytesMax = 4 * 2 ** 20;

/** Whether a body is kept completely, for a replay. */
export const isKeptWhole = (body: KeptBody | undefined): boolean => body !== undefined && body.length <= wholeBytesMax;

/** The parts of a new entry. Parameters of a body that is not kept are dropped, because they would keep it in memory. */
export function entryParts(observed: ObservedRequest, body: KeptBody | undefined): Omit<JournalEntry, 'id'> {
  if (observed.bodyBytes + observed.url.length <= plainBytesMax) return { observed, body };
  const details = detailsOf(observed);
  const made = { details, lint: lintOf(observed), bytes: JSON.stringify(details).length * 2 };
  if (observed.bodyBytes <= wholeBytesMax) return { observed, body, made };
  return { observed: { ...observed, params: null }, body: body && beginningOf(body), made };
}

/** The entry without the parts that only a replay needs. */
export function shortened({ id, observed, body, made, heldUntil }: JournalEntry): JournalEntry {
  if (made === undefined) return { id, observed, body, heldUntil };
  const { path: url } = made.details;
  const emptied = { ...observed, url, params: null, answer: { ...observed.answer, text: null } };
  return { id, observed: emptied, body: body && beginningOf(body), made, heldUntil };
}

/** The beginning of a body, copied, because a slice would keep the whole body in memory. */
const beginningOf = (body: KeptBody): KeptBody =>
  body.length <= keptBodyBytes ? body : Buffer.from(body.slice(0, keptBodyBytes));
