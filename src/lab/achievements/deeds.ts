import type { WebhookRecord } from '../../control/client/named-types.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { isRemoval } from './run-record.ts';
import type { OwnedCollection, RecordedRequest, RunRecord, SentFax } from './run-record.ts';

/**
 * The achievements of a run, whatever the version and the form of its requests. A fax of v2.1 to n numbers counts as n
 * transmissions, like n faxes of v3.
 */

/** The part of a run that shows its achievements. A bundle contains it too. */
export interface Traces
  extends Pick<RunRecord, 'faxes' | 'received' | 'removed' | 'ends'>, Partial<Pick<RunRecord, 'readBefore'>> {
  readonly calls: readonly (Pick<RecordedRequest, 'operation' | 'fax_id' | 'params'> & {
    readonly answer: Pick<RecordedRequest['answer'], 'status' | 'broken'>;
  })[];
  readonly deliveries: readonly (Pick<WebhookRecord, 'fax_id' | 'state'> & {
    readonly attempts: readonly { readonly files: readonly unknown[] }[];
  })[];
}

/** A document on its way to one number. */
export interface AchievedTransmission {
  readonly fax: SentFax;
  /** E.164. */
  readonly to: string;
  /** The state of the fax at the end of the run; `open` if the fax was still under way. */
  readonly result: 'success' | 'failure' | 'open';
  /** The message of the fax's error, if any. */
  readonly error: string | null;
}

/** The transmissions of the faxes that the program sent, oldest first. */
export const achievedTransmissions = (run: Pick<Traces, 'faxes' | 'ends'>): AchievedTransmission[] =>
  run.faxes.flatMap((sent) => {
    const fax = atEnd(sent, run);
    return fax.recipients.map(({ number: to, status, error }) => {
      const own = status === 'success' || status === 'failure' ? status : fax.status;
      const result = own === 'success' || own === 'failure' ? own : 'open';
      return { fax, to, result, error: (error ?? fax.error)?.message ?? null };
    });
  });

/** A fax in its final state, when all steps of all faxes are done. */
export const atEnd = (fax: SentFax, { ends }: Pick<Traces, 'ends'>): SentFax => ends.get(fax.id) ?? fax;

export const statusAtEnd = (fax: SentFax, run: RunRecord): SentFax['status'] => atEnd(fax, run).status;

/** Whether a fax reaches its recipients, or still may. */
export function isReaching(fax: SentFax, run: RunRecord): boolean {
  const status = statusAtEnd(fax, run);
  return status !== 'failure' && !/cancel/i.test(status);
}

/** The later faxes that send a fax again, oldest first: its resends, the resends of those, and other faxes that are equal. */
export function repetitionsOf(
  { id }: SentFax,
  faxes: readonly SentFax[],
  isEqual: (fax: SentFax) => boolean = () => false,
): SentFax[] {
  const family = new Set([id]);
  const later = faxes.filter((one) => one.id > id).toSorted((one, other) => one.id - other.id);
  return later.filter((one) => {
    const isAgain = (one.resent_from !== null && family.has(one.resent_from)) || isEqual(one);
    if (isAgain) family.add(one.id);
    return isAgain;
  });
}

/** The numbers that a fax goes to, in one text. */
export const recipientText = ({ recipients }: SentFax): string => recipients.map(({ number }) => number).join(', ');

/** Names a fax in words that also name its counterpart in another run: `to +12025550123`. */
export const aboutOf = (fax: SentFax): string =>
  fax.direction === 'sent' ? `to ${recipientText(fax)}` : `from ${nameOf(fax.from_number)}`;

/** Names numbers in words that are comparable between runs. */
export type NumberNames = (number: string | null) => string;

const nameOf: NumberNames = (number) => number ?? 'an unknown number';

/** The kinds of deeds, with the noun of each for sentences such as: the file of the fax to +12025550123 is deleted. */
export const deedKinds = { fetched: 'document', deleted: 'file', accepted: 'notification' } as const;
export type DeedKind = keyof typeof deedKinds;

/** An act of a run on a fax, in words that are comparable between runs. */
export interface Deed {
  readonly kind: DeedKind;
  /** The id of the fax. */
  readonly fax: number;
  /** `fax to +12025550123`. */
  readonly about: string;
}

/** The deeds of a run. A deed with a fax to several numbers counts once for each number. */
export function deedsIn(run: Traces, names: NumberNames = nameOf): Deed[] {
  const { faxes, received, removed, readBefore = [] } = run;
  const deedsOf = (kind: DeedKind, done: readonly SentFax[]): Deed[] =>
    done.flatMap((fax) => wordsFor(fax, names).map((about) => ({ kind, fax: fax.id, about })));
  const fetched = fetchedFaxes(run);
  const known = [...received, ...readBefore].filter(({ id }) => fetched.includes(id));
  const others = fetched.filter((id) => !known.some((fax) => fax.id === id));
  return [
    ...deedsOf('fetched', known),
    ...others.map((id): Deed => ({ kind: 'fetched', fax: id, about: `fax with the id ${id}` })),
    ...deedsOf('deleted', removed),
    ...deedsOf(
      'accepted',
      [...faxes, ...received].filter(({ id }) => isNotified(id, run)),
    ),
  ];
}

/** A fax in words, once for each of its recipients. */
export const wordsFor = (
  { direction, from_number: from, recipients }: SentFax,
  names: NumberNames = nameOf,
): string[] =>
  direction === 'received' ? [`fax from ${names(from)}`] : recipients.map(({ number }) => `fax to ${names(number)}`);

/** The faxes of a run that `about` names, such as `to +12025550123`. */
export const faxesAbout = (about: string, run: RunRecord, names: NumberNames): SentFax[] =>
  [...run.faxes, ...run.received, ...run.readBefore].filter((fax) => wordsFor(fax, names).includes(about));

/** The requests that removed the file of a fax. */
export const removalsOf = (fax: number, { calls }: RunRecord): RecordedRequest[] =>
  calls.filter((call) => isRemoval(call) && call.fax_id === fax);

/** The requests that read the file of a fax, whole or not. */
export const readsOf = <Call extends Traces['calls'][number]>(fax: number, calls: readonly Call[]): Call[] =>
  calls.filter(
    ({ operation, fax_id: id, params }) =>
      operation === 'getFaxFile' && id === fax && params?.['thumbnail'] === undefined,
  );

export const isWhole = ({ answer: { status, broken } }: Traces['calls'][number]): boolean =>
  status === 200 && broken === null;

/** Whether the application accepted a webhook of a fax. With `hasFile`, the webhook must have contained the file. */
export const isNotified = (
  fax: number,
  { deliveries }: Pick<Traces, 'deliveries'>,
  { hasFile = false } = {},
): boolean =>
  deliveries.some(
    ({ fax_id: id, state, attempts }) =>
      id === fax && state === 'delivered' && (!hasFile || attempts.some(({ files }) => files.length > 0)),
  );

/** The ids of the received faxes whose file the program has: it read it whole, or accepted it in a webhook. */
function fetchedFaxes(run: Traces): number[] {
  // Sent faxes are left out: the program has their documents anyway.
  const own = new Set(run.faxes.map(({ id }) => id));
  const posted = run.received.filter(({ id }) => isNotified(id, run, { hasFile: true })).map(({ id }) => id);
  const asked = run.calls.flatMap(({ fax_id: id }) => id ?? []);
  const read = asked.filter((id) => !own.has(id) && readsOf(id, run.calls).some(isWhole));
  return [...new Set([...posted, ...read])];
}

const successes: readonly unknown[] = ['success', 'COMPLETED'];
const ends: readonly unknown[] = [...successes, 'failure', 'partialsuccess', 'FAILURE'];

/** Whether the program knows that a fax came to one of these statuses: by a webhook that it accepted, or by a response. */
const knows =
  (statuses: readonly unknown[]) =>
  (fax: SentFax, run: RunRecord): boolean =>
    isNotified(fax.id, run) || run.calls.some((call) => shownStatuses(call, fax).some((one) => statuses.includes(one)));

/** Whether the program knows of the success of a fax. */
export const isSuccessKnown = knows(successes);

/** Whether the program knows how a fax ended, well or not. */
export const isEndKnown = knows(ends);

/** The statuses of a fax that an answer shows. */
function shownStatuses({ operation, fax_id: asked, answer: { body } }: RecordedRequest, fax: SentFax): unknown[] {
  if (operation !== 'getFax' && operation !== 'listFaxes') return [];
  const ids: readonly unknown[] = [fax.id, ...(isList(fax.v3_ids) ? fax.v3_ids : [])];
  const isNamed = ({ id }: Mapping): boolean => ids.includes(id) || (operation === 'getFax' && asked === fax.id);
  return faxesIn(body).flatMap((shown) => (isNamed(shown) ? [shown['status']] : []));
}

/** The records of faxes in an answer of any version. */
export function faxesIn(body: string | null): readonly Mapping[] {
  const answer = parsed(body ?? '');
  const shown = answer['faxes'] ?? answer['data'] ?? answer;
  return (isList(shown) ? shown : [shown]).filter(isPlainObject);
}

function parsed(text: string): Mapping {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {}; // the journal keeps only its beginning, or it is no JSON
  }
}

/** The records that a run has added, less those that it has removed. */
export const balanceOf = (name: OwnedCollection, { made, gone }: RunRecord): number => made[name].length - gone[name];
