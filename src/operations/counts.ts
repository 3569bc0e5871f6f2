import { faxStatuses } from '../domain/fax.ts';
import { deliveryStates } from '../domain/webhook.ts';
import { labels } from '../store/labels.ts';
import type { OperationContext } from './operation-context.ts';

/** How many faxes there are in each status. */
export const countFaxes = ({ store }: Pick<OperationContext, 'store'>): [status: string, count: number][] =>
  faxStatuses.map((status) => [status, store.faxes.find({ labels: [labels.status(status)] }).total]);

/** How many deliveries of webhooks there are in each state. */
export const countDeliveries = ({ store }: Pick<OperationContext, 'store'>): [state: string, count: number][] =>
  deliveryStates.map((state) => [state, store.deliveries.find({ labels: [labels.state(state)] }).total]);
