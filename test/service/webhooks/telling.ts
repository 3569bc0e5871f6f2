import type { Account } from '../../../src/model/domain/account.ts';
import type { Fax } from '../../../src/model/domain/fax.ts';
import type { FaxEvent } from '../../../src/model/domain/webhook.ts';
import type { Contents } from '../../../src/store/memory/contents.ts';
import { Store } from '../../../src/store/memory/store.ts';
import type { Disk } from '../../../src/store/memory/store.ts';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import { nameLookup } from '../../../src/service/network/name-lookup.ts';
import { Deliveries } from '../../../src/service/webhooks/deliveries.ts';
import type { DeliveriesOptions } from '../../../src/service/webhooks/deliveries.ts';
import { createPost } from '../../../src/service/webhooks/post.ts';
import { manualClock } from '../../support/clock.ts';
import { sparseContents } from '../../support/contents.ts';
import { account, noon } from '../../support/examples.ts';

interface Settings extends Partial<Omit<DeliveriesOptions, 'store' | 'clock'>> {
  readonly account?: Partial<Account>;
  readonly contents?: Partial<Contents>;
  readonly disk?: Disk;
  readonly timeoutMs?: number;
}

export const token = 'test-webhook-token';

export function faxEvent(changes: Partial<FaxEvent> = {}): FaxEvent {
  return { event: 'fax_completed', faxId: 1001, recipientNumber: null, page: null, retryCount: null, ...changes };
}

/** Deliveries over the real network of this machine, at noon on a clock that stands still. */
export function openDeliveries({ account: changes, contents, disk, timeoutMs = 5000, ...options }: Settings = {}) {
  const store = new Store(sparseContents({ account: account({ webhookToken: token, ...changes }), ...contents }), disk);
  const clock = manualClock(noon);
  const faults: unknown[] = [];
  const deliveries = new Deliveries({
    store,
    clock,
    documentOf: () => Promise.resolve(undefined),
    post: createPost({ policy: addressPolicy(), lookUp: nameLookup(), timeoutMs }),
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  return {
    store,
    clock,
    deliveries,
    faults,
    /** Stores a fax and announces it, as those do who change faxes. */
    tell: (fax: Fax, changes: Partial<FaxEvent> = {}) =>
      store.commit(() => {
        store.faxes.put(fax);
        deliveries.announce(faxEvent({ faxId: fax.id, ...changes }), fax);
      }),
  };
}
