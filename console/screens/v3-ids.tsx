import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { ofFax, useResource } from '../resource.ts';
import { Id } from '../ui/sub-line.tsx';

/** The v3 ids of a fax; empty while they load, and for a deleted fax. */
export function V3Ids({ fax }: { readonly fax: number }) {
  const { data } = useResource(String(fax), (signal) => ask<FaxRecord>(`/faxes/${fax}`, { signal }), {
    changedBy: ofFax(fax),
  });
  return data?.v3_ids.map((id) => <Id key={id} of="v3" id={id} what="the id in v3" />);
}
