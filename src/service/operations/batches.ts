import type { Fax } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import { getFax } from './faxes.ts';
import type { OperationContext } from './operation-context.ts';

/** A batch, by the id of any fax in it. */
interface BatchId {
  readonly id: number;
}

/** Has the faxes of a batch go out now. Throws `not_found`, and `not_allowed` when none waits in it any more. */
export function fireBatch(context: OperationContext, { id }: BatchId): void | Promise<void> {
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
export function closeBatch(context: OperationContext, { id }: BatchId): void | Promise<void> {
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
