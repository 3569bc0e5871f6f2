import type { Fax } from '../../model/domain/fax.ts';
import { numbersOf, openStatuses, resentCopy } from '../../model/domain/fax.ts';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { awaitsRead } from '../../model/domain/script.ts';
import { labels } from '../../store/memory/labels.ts';
import type { Label } from '../../store/memory/labels.ts';
import { assertMayCall } from './calls.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { Order } from '../../store/memory/query-result.ts';
import { isOwned } from './phone-numbers.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import { fileMissing, orNotFound } from './missing-records.ts';
import { firstStep, withScriptedCourse } from './new-fax.ts';
import { nextId } from './ids.ts';
import { createdRange } from './created-range.ts';
import type { MsRange } from './created-range.ts';
import type { Stored } from './commits.ts';

/** Conditions that an index answers. All of them hold together. */
interface FaxConditions extends Wanted<Pick<Fax, 'direction' | 'status'>> {
  /** A number that the fax was sent to, from, or received on; E.164. */
  readonly number?: string | undefined;
  /** Tags that the fax must have, all of them. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** The fax that they send again. */
  readonly resentFrom?: number | undefined;
}

/** One page of the faxes that were created in a range of time; by default in the week that ends now. */
export function listFaxes(
  context: OperationContext,
  query: FaxConditions & PageRequest & MsRange,
  order: Order,
): Page<Fax> {
  const { from, to } = createdRange(context, query);
  const found = context.store.faxes.find({ from, to, labels: faxLabels(query) });
  return takePage(found, query, order);
}

/** The labels of the faxes that a query asks for. */
const faxLabels = ({ number, tags = {}, resentFrom, ...kind }: FaxConditions): Label[] => [
  ...kindLabels(kind),
  ...(resentFrom === undefined ? [] : [labels.fax(resentFrom)]),
  ...(number === undefined ? [] : [labels.number(number)]),
  ...Object.entries(tags).map(([name, value]) => labels.tag(name, value)),
];

function kindLabels({ direction, status }: FaxConditions): Label[] {
  if (direction !== undefined && status !== undefined) return [labels.directionStatus(direction, status)];
  if (direction !== undefined) return [labels.direction(direction)];
  return status === undefined ? [] : [labels.status(status)];
}

/** All faxes on their way. */
export const unfinishedFaxes = ({ faxes }: OperationContext['store']): readonly Fax[] =>
  openStatuses.flatMap((status) => faxes.find({ labels: [labels.status(status)] }).slice());

/** Throws `not_found`. */
export function getFax({ store }: Pick<OperationContext, 'store'>, { id }: { id: number }): Fax {
  return orNotFound(store.faxes.get(id));
}

/** Reads a fax for a client; a scripted course can wait for such reads. Throws `not_found`. */
export function readFax(context: OperationContext, { id }: { id: number }): Stored<Fax> {
  const fax = getFax(context, { id });
  if (fax.options.script.length === 0) return fax;
  return awaitsRead(fax) ? context.recordRead(fax).then(() => getFax(context, { id })) : fax;
}

interface Resend {
  readonly id: number;
  /** For the new fax; without one it has the original's. */
  readonly callbackUrl?: string | undefined;
  /** Whether the test key pair asks for it; the new fax is a test then, whatever the original was. */
  readonly isTest: boolean;
}

/**
 * Queues the document of a fax to its recipients again, as a new fax; a caller id that was released since is left out. Throws `not_found`, and `not_allowed` where there
 * is no stored file, the fax was a received one, or a blocking rule stops a call.
 */
export function resendFax(context: OperationContext, { id, callbackUrl, isTest }: Resend): Stored<Fax> {
  const original = getFax(context, { id });
  if (original.direction === 'received') throw new Refusal('not_allowed', 'A received fax cannot be resent');
  if (context.scripting.fileStateOf(original) !== 'stored' || !context.store.account.fileStorage)
    throw fileMissing(context, original, 'not_allowed');
  const callerId = original.callerId !== null && isOwned(context, original.callerId) ? original.callerId : null;
  for (const { number } of original.recipients) assertMayCall(context, callerId, number);
  return context.store.commit(() => {
    const again = resentCopy(original, {
      id: nextId(context, 'faxes'),
      isTest,
      createdAt: currentSecond(context),
      callerId,
      callbackUrl: callbackUrl ?? original.callbackUrl,
      due: firstStep(context, { isTest }),
    });
    const fax = withScriptedCourse(context, again, original);
    context.store.faxes.put(fax);
    context.plan(fax);
    return fax;
  });
}

/**
 * Has a fax cancelled that is on its way; it fails a moment later. Throws `not_found`, and `not_allowed` for one that is
 * done.
 */
export function cancelFax(context: OperationContext, { id }: { id: number }): Stored<Fax> {
  const fax = getFax(context, { id });
  // The text is that of fax error 79, the only one known to say this.
  if (fax.due === null) throw new Refusal('not_allowed', "Can't cancel the fax, it's already complete!");
  return context.store.commit(() => {
    const cancelled: Fax = { ...fax, due: { at: context.clock.now(), step: 'cancel', page: 0 } };
    context.store.faxes.put(cancelled);
    context.plan(cancelled);
    return cancelled;
  });
}

/**
 * Deletes a fax that was made with the test keys. Throws `not_found`, and `not_allowed` for any other, or while it is on
 * its way.
 */
export async function deleteFax(context: OperationContext, { id }: { id: number }): Promise<void> {
  const fax = getFax(context, { id });
  if (!fax.isTest) {
    throw new Refusal('not_allowed', 'Only faxes made with test credentials can be deleted; of others, only the file');
  }
  if (fax.due !== null) throw new Refusal('not_allowed', 'A fax can be deleted once it is complete');
  await context.store.commit(() => context.store.faxes.delete(id));
}

/**
 * Has the faxes of a batch go out now; the id is that of any fax in it. Throws `not_found`, and `not_allowed` when none waits
 * in it any more.
 */
export function fireBatch(context: OperationContext, { id }: { id: number }): Stored<void> {
  const waiting = waitingIn(context, id);
  const { store, clock, plan } = context;
  return store.commit(() => {
    for (const fax of waiting) {
      const fired: Fax = { ...fax, due: { at: clock.now(), step: 'fire', page: 0 } };
      store.faxes.put(fired);
      plan(fired);
    }
  });
}

/** Keeps further faxes from joining a batch, which still goes out at its time. Throws as `fireBatch` does. */
export function closeBatch(context: OperationContext, { id }: { id: number }): Stored<void> {
  const waiting = waitingIn(context, id);
  const { store } = context;
  return store.commit(() => {
    for (const fax of waiting) store.faxes.put({ ...fax, options: { ...fax.options, isBatchClosed: true } });
  });
}

function waitingIn(context: OperationContext, id: number): readonly Fax[] {
  const { batch } = getFax(context, { id }).options;
  const waiting = context.store.faxes
    .find({ labels: [labels.status('pendingbatch')] })
    .slice()
    .filter(({ options, due }) => batch !== null && options.batch === batch && due?.step === 'fire');
  if (waiting.length === 0) throw new Refusal('not_allowed', `The fax ${id} does not wait in a batch`);
  return waiting;
}

/** Which faxes are searched for. All conditions hold together. */
interface FaxSearch extends FaxConditions, MsRange {
  readonly isTest?: boolean | undefined;
  /** The id of the error that the fax, or a recipient of it, failed with. */
  readonly error?: number | undefined;
  /** The id of the fax that opened their batch. */
  readonly batch?: number | undefined;
  /** A part of an id, a number, a status, a tag such as `case: 7`, a caller name, a header, a URL, a barcode, `error 17: Busy` or `batch 12`; case does not count. */
  readonly text?: string | undefined;
  /** How many to leave out, and how many to return at most. */
  readonly offset: number;
  readonly limit: number;
}

interface FoundFaxes {
  /** Newest first. */
  readonly faxes: readonly Fax[];
  /** Of all pages. */
  readonly total: number;
  /** Whether all faxes were searched. A search by text or error reads only the newest. */
  readonly isComplete: boolean;
}

/** How many faxes a search reads that no index answers. */
const mostRead = 50_000;

/** The faxes that match, newest first, without touching those before and after the page where an index answers. */
export function searchFaxes({ store }: Pick<OperationContext, 'store'>, search: FaxSearch): FoundFaxes {
  const { offset, limit, from, to } = search;
  const found = store.faxes.find({ ...omitUndefined({ from, to }), labels: faxLabels(search) });
  const { total } = found;
  const conditions = conditionsOf(search);
  if (conditions.length === 0) {
    return { faxes: found.newest(offset, offset + limit), total, isComplete: true };
  }
  const matching = found.newest(0, mostRead).filter((fax) => conditions.every((holds) => holds(fax)));
  return {
    faxes: matching.slice(offset, offset + limit),
    total: matching.length,
    isComplete: total <= mostRead,
  };
}

type Condition = (fax: Fax) => boolean;

function conditionsOf({ isTest, error, batch, text = '' }: FaxSearch): Condition[] {
  const needle = text.toLowerCase();
  const digits = text.replaceAll(/[\s()-]/g, '');
  return [
    ...(isTest === undefined ? [] : [(fax: Fax) => fax.isTest === isTest]),
    ...(error === undefined ? [] : [(fax: Fax) => errorsOf(fax).some(({ id }) => id === error)]),
    ...(batch === undefined ? [] : [(fax: Fax) => fax.options.batch === batch]),
    ...(needle === '' ? [] : [(fax: Fax) => containsText(fax, needle, digits)]),
  ];
}

const errorsOf = ({ error, recipients }: Fax) =>
  [error, ...recipients.map((to) => to.error)].filter((known) => known !== null);

/** `digits` are those of a number as people write it, with spaces and brackets. */
function containsText(fax: Fax, needle: string, digits: string): boolean {
  if (digits !== '' && (String(fax.id).startsWith(digits) || numbersOf(fax).some((number) => number.includes(digits))))
    return true;
  const errors = errorsOf(fax).flatMap(({ id, message }) => [message, `error ${id}: ${message}`]);
  const batch = fax.options.batch === null ? [] : [`batch ${fax.options.batch}`];
  const own = [fax.status, fax.callerName, fax.headerText, fax.callbackUrl, ...fax.barcodes.map(({ value }) => value)];
  const texts = [...own.filter((text) => text !== null), ...errors, ...batch];
  if (texts.some((known) => known.toLowerCase().includes(needle))) return true;
  const tag = needle.replace(/\s*[:=]\s*/, ':');
  return Object.entries(fax.tags).some(
    ([name, value]) => value.toLowerCase().includes(needle) || `${name}:${value}`.toLowerCase().includes(tag),
  );
}
