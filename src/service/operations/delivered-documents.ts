import { changedFax } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { labels } from '../../store/memory/labels.ts';
import { retryOnDiskError } from './commits.ts';
import type { OperationContext } from './operation-context.ts';

type DocumentRecords = Pick<OperationContext, 'store' | 'clock'>;

/** Whether a received fax keeps its document only for its webhooks, because its file is not stored. */
const isForWebhooks = ({ direction, file, document }: Fax): boolean =>
  direction === 'received' && file !== 'stored' && document !== null;

/** Removes the document of a received fax without a stored file once none of its webhooks is pending. */
export function removeDeliveredDocuments(context: DocumentRecords): void {
  context.store.watchCollection('deliveries', ({ record, before }) => {
    const delivery = record ?? before;
    const fax = delivery && context.store.faxes.get(delivery.faxEvent.faxId);
    if (fax !== undefined) planRemoval(context, fax);
  });
}

/** Does the same for all faxes, as after a restart: the process may have ended between the delivery and the removal. */
export function removeAllDeliveredDocuments(context: DocumentRecords): void {
  const received = context.store.faxes.find({ labels: [labels.direction('received')] }).slice();
  for (const fax of received) planRemoval(context, fax);
}

function planRemoval(context: DocumentRecords, fax: Fax): void {
  const { clock } = context;
  if (isForWebhooks(fax) && !isAwaited(context, fax)) clock.schedule(clock.now(), () => remove(context, fax.id));
}

const isAwaited = ({ store }: DocumentRecords, { id }: Fax): boolean =>
  store.deliveries.find({ labels: [labels.state('pending'), labels.fax(id)] }).total > 0;

/** Removes the document of a fax. If the disk refuses, the next start removes it. */
async function remove(context: DocumentRecords, id: number): Promise<void> {
  const { store, clock } = context;
  const fax = store.faxes.get(id);
  if (clock.isStopped || fax === undefined || !isForWebhooks(fax) || isAwaited(context, fax)) return;
  const commit = () => store.commit(() => store.faxes.put(changedFax(fax, { document: null })));
  await retryOnDiskError(clock, commit, () => undefined);
}
