import { detailsOf } from './details.ts';
import type { Details } from './details.ts';
import { lintOf } from './lint.ts';
import type { Remark } from './lint.ts';
import type { ObservedRequest } from './observed-request.ts';

/** How much of a body the journal keeps once the history has lost it, in bytes. */
export const keptBodyBytes = 65_536;

/** A body in memory: a short one is a string with a letter for each byte. */
export type KeptBody = Buffer | string;

/** A request as the journal shows it. */
export interface JournalEntry {
  /** Id from 1 up, in the order of the responses; a request whose response waits for the clock has its place when it comes. */
  readonly id: number;
  readonly observed: ObservedRequest;
  /** Instant of the response that waits for it, in ms on the world's clock; undefined for an answered request. */
  readonly heldUntil?: number | undefined;
  /** The body as it came, or its beginning; undefined if it has none, or it was not read. */
  readonly body?: KeptBody | undefined;
  /** The costly parts of a large request, which are made at once: they outlive its parameters. */
  readonly made?: MadeParts | undefined;
}

interface MadeParts {
  readonly details: Details;
  readonly lint: readonly Remark[];
  /** The approximate size of the details in memory, in bytes. */
  readonly bytes: number;
}

/** The costly parts of an entry, computed on each read: a journal is written often and read seldom. */
export const detailsOfEntry = ({ observed, made }: JournalEntry): Details => made?.details ?? detailsOf(observed);

export const lintOfEntry = ({ observed, made }: JournalEntry): readonly Remark[] => made?.lint ?? lintOf(observed);

/** A larger request has its details at once, in bytes. */
const plainBytesMax = 1024;
/** A larger body is not kept as a whole, in bytes. */
const wholeBytesMax = 4 * 2 ** 20;

/** Whether all of a body is kept, for a replay. */
export const isKeptWhole = (body: KeptBody | undefined): boolean => body !== undefined && body.length <= wholeBytesMax;

/** A request with its body, as a new entry has them. The parameters of a body that is not kept would keep it alive. */
export function entryParts(observed: ObservedRequest, body: KeptBody | undefined): Omit<JournalEntry, 'id'> {
  if (observed.bodyBytes + observed.url.length <= plainBytesMax) return { observed, body };
  const details = detailsOf(observed);
  const made = { details, lint: lintOf(observed), bytes: JSON.stringify(details).length * 2 };
  if (observed.bodyBytes <= wholeBytesMax) return { observed, body, made };
  return { observed: { ...observed, params: null }, body: body && beginningOf(body), made };
}

/** The entry without all that only a replay needs. */
export function shortened({ id, observed, body, made, heldUntil }: JournalEntry): JournalEntry {
  if (made === undefined) return { id, observed, body, heldUntil };
  const { path: url } = made.details;
  const emptied = { ...observed, url, params: null, answer: { ...observed.answer, text: null } };
  return { id, observed: emptied, body: body && beginningOf(body), made, heldUntil };
}

/** A copy of its own of a long one, which would stay in memory as a whole. */
const beginningOf = (body: KeptBody): KeptBody =>
  body.length <= keptBodyBytes ? body : Buffer.from(body.slice(0, keptBodyBytes));
