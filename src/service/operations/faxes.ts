import { openStatuses, changedFax } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { resentCopy } from '../../model/domain/fax-record.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { awaitsRead } from '../../model/domain/script.ts';
import { labels } from '../../store/memory/labels.ts';
import { assertMayCall } from './calls.ts';
import { isOwned } from './phone-numbers.ts';
import type { OperationContext } from './operation-context.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import { fileMissing, orNotFound } from './missing-records.ts';
import { firstStep, withScriptedCourse } from './new-fax.ts';
import { nextId } from './ids.ts';
import type { Stored } from './commits.ts';

/** All unfinished faxes. */
export const unfinishedFaxes = ({ faxes }: OperationContext['store']): readonly Fax[] =>
  openStatuses.flatMap((status) => faxes.find({ labels: [labels.status(status)] }).slice());

/** Throws `not_found`. */
export function getFax({ store }: Pick<OperationContext, 'store'>, { id }: { id: number }): Fax {
  return orNotFound(store.faxes.get(id));
}

/** Reads a fax for a client. The read may advance a scripted course. Throws `not_found`. */
export function readFax(context: OperationContext, { id }: { id: number }): Stored<Fax> {
  const fax = getFax(context, { id });
  if (fax.options.script.length === 0) return fax;
  return awaitsRead(fax) ? context.recordRead(fax).then(() => getFax(context, { id })) : fax;
}

interface Resend {
  readonly id: number;
  /** Callback URL of the new fax: `https://app.example/hook`; if undefined, that of the original. */
  readonly callbackUrl?: string | undefined;
  /** Whether the test key pair is used. The new fax is then a test, whatever the original was. */
  readonly isTest: boolean;
}

/**
 * Sends the document of a fax to its recipients again, as a new fax. A caller id that was released is left out. Throws
 * `not_found`, and `not_allowed` if there is no stored file, the fax was received, or a blocking rule stops a call.
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
    const fax = withScriptedCourse(context, again, { original });
    context.store.faxes.put(fax);
    context.plan(fax);
    return fax;
  });
}

/** Cancels an unfinished fax, which fails a moment later. Throws `not_found`, and `not_allowed` for a finished fax. */
export function cancelFax(context: OperationContext, { id }: { id: number }): Stored<Fax> {
  const fax = getFax(context, { id });
  // The text is that of fax error 79, the only known one with this meaning.
  if (fax.due === null) throw new Refusal('not_allowed', "Can't cancel the fax, it's already complete!");
  return context.store.commit(() => {
    const cancelled = changedFax(fax, { due: { at: context.clock.now(), step: 'cancel', page: 0 } });
    context.store.faxes.put(cancelled);
    context.plan(cancelled);
    return cancelled;
  });
}

/**
 * Deletes a fax that was made with the test keys. Throws `not_found`, and `not_allowed` for a live or an unfinished
 * fax.
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
 * Sends the faxes of a batch now; `id` is that of any fax in it. Throws `not_found`, and `not_allowed` if no fax waits
 * in the batch.
 */
export function fireBatch(context: OperationContext, { id }: { id: number }): Stored<void> {
  const waiting = waitingIn(context, id);
  const { store, clock, plan } = context;
  return store.commit(() => {
    for (const fax of waiting) {
      const fired = changedFax(fax, { due: { at: clock.now(), step: 'fire', page: 0 } });
      store.faxes.put(fired);
      plan(fired);
    }
  });
}

/** Prevents further faxes from joining a batch, which still leaves at its time. Throws as `fireBatch` does. */
export function closeBatch(context: OperationContext, { id }: { id: number }): Stored<void> {
  const waiting = waitingIn(context, id);
  const { store } = context;
  return store.commit(() => {
    for (const fax of waiting) store.faxes.put(changedFax(fax, { options: { ...fax.options, isBatchClosed: true } }));
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
