import { transmissionIds } from '../../model/domain/ulid.ts';
import { withoutCredentials } from '../../worlds/journal/redaction.ts';
import type { World } from '../../worlds/world.ts';

/** The existing faxes that requests of a world created or name, for reports that need their v3 ids. */
export function knownFaxes({ journal, store, seed }: Pick<World, 'journal' | 'store' | 'seed'>) {
  const named = journal
    .after(0)
    .flatMap(({ observed: { record, createdFaxIds } }) => [
      ...createdFaxIds,
      ...(record?.kind === 'fax' ? [Number(record.id)] : []),
    ]);
  return [...new Set(named)].flatMap((id) => {
    const fax = store.faxes.get(id);
    if (fax === undefined) return [];
    return {
      id,
      v3_ids: transmissionIds(seed, fax),
      to: fax.recipients.map(({ number }) => number),
      callback_url: fax.callbackUrl && withoutCredentials(fax.callbackUrl),
      caller_id: fax.callerId,
      header_text: fax.headerText,
      tags: { ...fax.tags },
      fails_at_once: fax.recipients.some(
        ({ status, error, retryCount }) => status === 'failure' && error?.type === 'lineError' && retryCount === 0,
      ),
    };
  });
}
