import { isAnswered } from '../../model/domain/course.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { isDone } from '../../model/domain/fax.ts';
import type { Due, Fax, FaxStep, Recipient } from '../../model/domain/fax.ts';
import { snakeCase } from '../../model/fields/names.ts';
import { pluralize } from '../../model/shared/words.ts';
import { verbOfDone } from '../../service/operations/agenda.ts';
import { errors, scriptedPage } from '../../model/domain/script.ts';
import type { FaxEnd } from './fax-end.ts';
import type { EventText } from './fax-event.ts';

/** The text about the creation of a fax. A received fax is stored when its call is over. */
export function creationText(fax: Fax): EventText {
  const { direction, resentFrom, options, error } = fax;
  if (direction === 'received') {
    const from = partnerOf(fax);
    if (error === null) return { summary: `arrives from ${from}${withPages(fax)}`, tone: 'good' };
    return { summary: `does not arrive from ${from}: ${faxErrorText(error)}`, tone: 'bad' };
  }
  const accepted = resentFrom === null ? 'is accepted' : `is accepted, as fax ${resentFrom} sent again`;
  return { summary: `${accepted}${batchText(options.batch)}`, tone: 'plain' };
}

const batchText = (batch: number | null): string => (batch === null ? '' : `, and waits in batch ${batch}`);

/** The cause of a change. */
interface Cause {
  /** The step that made the change; null if something else made it. */
  readonly due: Due | null;
  /** The page that the call transmitted at that time; null if there was none. */
  readonly page: number | null;
}

/** The texts about a change, with one for each recipient whose call ended. */
export function changeTexts(before: Fax, after: Fax, { due, page }: Cause): readonly EventText[] {
  const summary = due === null ? interventionText(before, after) : stepText(before, after, due);
  const failedPage = due === null ? page : scriptedPage(after);
  const ended = before.due !== null && after.due === null ? [endText(after, failedPage)] : [];
  return [
    ...(summary === undefined
      ? []
      : [{ summary, tone: 'plain' as const, page: due?.step === 'page' ? due.page : null }]),
    ...recipientTexts(before, after),
    ...ended,
  ];
}

/** The transmitted pages. */
const withPages = ({ pages }: Pick<Fax, 'pages'>): string => (pages === 0 ? '' : ` with ${pluralize(pages, 'page')}`);

/** The text about the deletion of the record. */
export const deletion: EventText = { summary: 'is deleted', tone: 'bad' };

/**
 * The text about the end of a fax. `page` is the page that was being transmitted when it failed; null if there was none. Default: that
 * of its script.
 */
export function endText(fax: Fax, page = scriptedPage(fax)): EventText {
  const { status, recipients, error } = fax;
  const reached = recipients.filter((to) => to.status === 'success').length;
  if (status === 'success') return { summary: `succeeds${withPages(fax)}`, tone: 'good' };
  const why = error === null ? '' : `: ${faxErrorText(error)}`;
  if (status === 'partialsuccess') {
    return { summary: `reaches ${reached} of ${recipients.length} numbers${why}`, tone: 'bad', page };
  }
  const place = page === null ? '' : ` on page ${page} of ${fax.pages}`;
  return { summary: `fails${place}${why}`, tone: 'bad', page };
}

/** How far the transmission of a fax is; with its record, this tells the pages that were sent. */
export interface Transmission {
  /** The page that the call transmits now; null if there is none. */
  readonly page: number | null;
  /** How the fax ended; undefined if that is not known. */
  readonly end: FaxEnd | undefined;
}

/**
 * The number of pages of a fax that were sent until now, in all and to each recipient. Null for a received fax, and after a fax error on
 * an unknown page, because the service tells of no page.
 */
export function pagesSent(fax: Fax, known: Transmission) {
  const toEach = fax.recipients.map((to) => pagesSentTo(to, fax, known));
  return { inAll: fax.direction === 'sent' ? mostPages(fax, toEach) : null, toEach };
}

function mostPages({ status, pages, recipients }: Fax, counts: readonly (number | null)[]): number | null {
  if (status === 'success' || recipients.some((to) => to.status === 'success')) return pages;
  const unknown = counts.includes(null) ? null : 0;
  return Math.max(...counts.map((count) => count ?? 0)) || unknown;
}

function pagesSentTo(to: Recipient, fax: Fax, { page, end }: Transmission): number | null {
  if (to.status === 'success') return fax.pages;
  if (to.error !== null) return sentBeforeFailure(fax, to.error, { to, end });
  return isAnswered(to) ? (page ?? 1) - 1 : 0;
}

/** The errors with which a fax is stopped from outside of its call. */
const stops = [errors.cancelled.id, errors.timedOut.id];

interface CallEnd {
  readonly to: Recipient;
  readonly end: FaxEnd | undefined;
}

function sentBeforeFailure(fax: Fax, error: FaxError, { to, end }: CallEnd): number | null {
  const isOfFax = error.id === fax.error?.id; // a call that ended before the fax has an error of its own
  const failedPage = isOfFax ? (end?.page ?? scriptedPage(fax)) : null;
  if (failedPage !== null) return failedPage - 1;
  const isStopped = (isOfFax && end?.isStopped === true) || stops.includes(error.id);
  return (error.type === 'faxError' || to.bitrate !== null) && !isStopped ? null : 0;
}

/** `error 17, Busy`, without the full stop of some messages, because the sentence goes on. */
export const faxErrorText = ({ message, id }: NonNullable<Fax['error']>): string =>
  `error ${id}, ${message.replace(/\.$/, '')}`;

/** The number at the other end of a fax: the caller, or the first recipient. */
export function partnerOf({ direction, recipients, fromNumber }: Pick<Fax, 'direction' | 'recipients' | 'fromNumber'>) {
  const numbers = direction === 'sent' ? recipients.map(({ number }) => number) : [fromNumber];
  const first = numbers[0] ?? 'an unknown number';
  return numbers.length < 2 ? first : `${first} and ${numbers.length - 1} more`;
}

/** The text about the end of one of several calls. For a single call, the end of the fax is enough. */
export function recipientEnd({ number, error }: Recipient): EventText {
  if (error === null) return { summary: `reaches ${number}`, tone: 'good' };
  return { summary: `does not reach ${number}: ${faxErrorText(error)}`, tone: 'bad' };
}

/** Steps without a text of their own. */
const silentSteps: readonly FaxStep[] = ['finish', 'convert', 'script', 'cancel'];

function stepText(before: Fax, after: Fax, due: Due): string | undefined {
  const isOver = after.due === null;
  if (due.step === 'fire') return firingText(before, after);
  if (due.step === 'convert' && !isOver) return `is converted into ${pluralize(after.documentPages, 'page')}`;
  if (due.step === 'script' && !isOver) return scriptedText(after);
  return silentSteps.includes(due.step) ? undefined : verbOfDone(due, after);
}

function firingText(before: Fax, after: Fax): string {
  if (after.due?.step === 'fire') return 'waits: another fax goes to the same number';
  return before.options.batch === null ? 'goes out' : `leaves batch ${before.options.batch}`;
}

const scriptedText = ({ status, due, recipients }: Fax): string => {
  if (due?.step === 'stuck') return 'stays as it is, as its rule has it';
  if (recipients.some((to) => to.status === 'willretry')) return 'is to be called again, as its rule has it';
  return `is ${status === 'inprogress' ? 'in progress' : status}, as its rule has it`;
};

type Reading = (before: Fax, after: Fax) => string | false | undefined;

/** The changes that requests and control calls make, the most informative first. */
const interventions: readonly Reading[] = [
  (before, after) => after.due?.step === 'cancel' && before.due?.step !== 'cancel' && 'is to be cancelled',
  (before, after) => after.file === 'deleted' && before.file !== 'deleted' && 'loses its file',
  (before, { options }) =>
    options.isBatchClosed && !before.options.isBatchClosed && `is in batch ${options.batch ?? ''}, which closes`,
  (before, { due, options }) =>
    due?.step === 'fire' && before.due?.step === 'fire' && `is in batch ${options.batch ?? ''}, which is fired`,
  (before, after) => before.due?.step === 'unread' && after.due?.step !== 'unread' && scriptedText(after),
  (before, after) => {
    const fields = changedFields(before, after);
    return fields.length > 0 && `is changed: ${fields.join(', ')}`;
  },
];

/**
 * The text about a change by a call. Undefined for an end, which has its own text, and for a counted read, whose request is shown.
 */
function interventionText(before: Fax, after: Fax): string | undefined {
  if (before.due !== null && after.due === null) return undefined;
  for (const read of interventions) {
    const text = read(before, after);
    if (text !== undefined && text !== false) return text;
  }
  return undefined;
}

/** The stored names of the fields that differ, without internal ones. */
function changedFields(before: Fax, after: Fax): string[] {
  const names = Object.keys(after) as (keyof Fax)[];
  const own: readonly (keyof Fax)[] = ['options', 'due', 'document', 'sources'];
  return names.filter((name) => !own.includes(name) && before[name] !== after[name]).map(snakeCase);
}

/** A text for each recipient whose call ended or will be retried. */
function recipientTexts(before: Fax, after: Fax): readonly EventText[] {
  const isOne = after.recipients.length === 1;
  return after.recipients.flatMap((to, index) => {
    const was = before.recipients[index];
    if (was === undefined || was.status === to.status) return [];
    if (to.status === 'willretry') {
      const place = isOne ? '' : ` to ${to.number}`;
      return [{ summary: `does not get through${place}: retry ${to.retryCount} follows`, tone: 'bad' as const }];
    }
    return isDone(to) && !isOne ? [recipientEnd(to)] : [];
  });
}
