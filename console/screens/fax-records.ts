import type { RequestList, WebhookRecord } from '../../src/control/client/named-types.ts';
import { openRecord, useOpenActions } from '../open-actions.ts';

const mostOffered = 5;

/** Offers the latest webhooks and requests of a fax in the palette. */
export function useRecordActions(
  webhooks: readonly WebhookRecord[] = [],
  requests: RequestList['requests'] = [],
): void {
  useOpenActions([
    ...webhooks.slice(-mostOffered).map(({ id, event }) => ({
      name: `Open webhook ${id} of this fax: ${event}`,
      run: () => openRecord('webhooks', id),
    })),
    ...requests.slice(-mostOffered).map(({ id, method, path }) => ({
      name: `Open request ${id} of this fax: ${method} ${path}`,
      run: () => openRecord('requests', id),
    })),
  ]);
}
