import type {
  FaxHistory,
  FaxList,
  FaxRecord,
  RequestList,
  WebhookRecord,
} from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { ofFax, useResource } from '../resource.ts';

/** The data about a fax besides its record. */
export interface FaxSurroundings {
  readonly history: FaxHistory;
  readonly webhooks: readonly WebhookRecord[];
  /** The faxes that send it again. */
  readonly resends: FaxList['faxes'];
}

/** The same, with each part undefined until it is read. */
export type KnownSurroundings = { readonly [N in keyof FaxSurroundings]: FaxSurroundings[N] | undefined };

type Reads = {
  readonly [N in keyof FaxSurroundings]: (id: number, signal?: AbortSignal) => Promise<FaxSurroundings[N]>;
};

const reads: Reads = {
  history: (id, signal) => ask(`/faxes/${id}/history`, { signal }),
  webhooks: (id, signal) => ask('/webhooks', { input: { fax: id, limit: 100 }, signal }),
  resends: async (id, signal) => (await ask<FaxList>('/faxes', { input: { resent_from: id }, signal })).faxes,
};

/** The data on the page of a fax, kept up to date by events. */
export function useFaxData(id: string) {
  const number = Number(id);
  const options = { changedBy: ofFax(number) };
  const fax = useResource(id, (signal) => ask<FaxRecord>(`/faxes/${encodeURIComponent(id)}`, { signal }), options);
  const requests = useResource(
    id,
    (signal) => ask<RequestList>('/requests', { input: { fax: id, limit: 50 }, signal }),
    options,
  );
  const webhooks = useResource(id, (signal) => reads.webhooks(number, signal), options);
  const history = useResource(fax.data === undefined ? '' : id, (signal) => reads.history(number, signal), options);
  const resends = useResource(fax.data?.direction === 'sent' ? id : '', (signal) => reads.resends(number, signal), {
    changedBy: ({ kind }) => kind === 'fax',
  });
  return { fax, requests, webhooks, history, resends };
}

/** The surroundings of a fax: those that are known, with the others read. */
export async function readSurroundings(
  { id }: FaxRecord,
  { history, webhooks, resends }: KnownSurroundings,
): Promise<FaxSurroundings> {
  const [allHistory, allWebhooks, allResends] = await Promise.all([
    history ?? reads.history(id),
    webhooks ?? reads.webhooks(id),
    resends ?? reads.resends(id),
  ]);
  return { history: allHistory, webhooks: allWebhooks, resends: allResends };
}
