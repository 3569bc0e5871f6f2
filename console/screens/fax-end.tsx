import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { faxStatuses, otherEnd } from './fax-words.ts';

/**
 * The other end and the status of a fax, for a webhook that lacks them because it was never sent: `to +1 202 555 0123 · Success`.
 */
export function FaxEnd({ id }: { readonly id: number }) {
  const fax = useResource(`${world.value} ${id}`, (signal) => ask<FaxRecord>(`/faxes/${id}`, { signal })).data;
  if (fax === undefined) return null;
  return (
    <>
      {fax.direction === 'received' ? 'of' : 'to'} {otherEnd(fax)} · {faxStatuses[fax.status].word}
    </>
  );
}
