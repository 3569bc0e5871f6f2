import { expect, test } from '@jest/globals';
import type { Delivery, DeliveryState } from '../../../src/model/domain/webhook.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { logDelivery, findDeliveries } from '../../../src/service/webhooks/delivery-log.ts';
import { someContents } from '../../support/contents.ts';
import { noon } from '../../support/examples.ts';
import { faxEvent } from './telling.ts';

function delivery(id: number, state: DeliveryState): Delivery {
  return {
    id,
    createdAt: noon,
    faxEvent: faxEvent({ faxId: id }),
    url: null,
    editedFields: null,
    state,
    dueAt: null,
    attempts: [],
  };
}

test('a full inbox makes room by the oldest delivery that is done, whatever became of it', () => {
  const states: DeliveryState[] = ['pending', 'kept', 'delivered', 'failed', 'pending'];
  const deliveries = states.map((state, at) => delivery(at + 1, state));
  const { deliveries: inbox } = new Store({ ...someContents(), deliveries });
  const added: number[][] = [];
  for (let id = 6; id <= 10; id++) {
    logDelivery(inbox, delivery(id, 'pending'), 5);
    added.push(findDeliveries(inbox, {}).map((kept) => kept.id));
  }
  expect(added).toEqual([
    [1, 3, 4, 5, 6],
    [1, 4, 5, 6, 7],
    [1, 5, 6, 7, 8],
    [1, 5, 6, 7, 8, 9], // pending deliveries are never dropped for room
    [1, 5, 6, 7, 8, 9, 10],
  ]);
});
