import type { AccountStatus, FaxCounts } from '../../model/domain/account.ts';
import { startOfCentralDay, startOfCentralMonth } from '../../model/domain/time.ts';
import { faxStatuses } from '../../model/domain/fax.ts';
import type { Direction } from '../../model/domain/fax.ts';
import { deliveryStates } from '../../model/domain/webhook.ts';
import { labels } from '../../store/memory/labels.ts';
import type { OperationContext } from './operation-context.ts';

/** The balance, and the faxes of the day and the month, as the service's time zone has them. */
export function getAccountStatus({ store, clock }: OperationContext): AccountStatus {
  const now = clock.now();
  const since = (from: number): FaxCounts => {
    const count = (direction: Direction): number =>
      store.faxes.find({ from, to: now, labels: [labels.direction(direction)] }).total;
    return { sent: count('sent'), received: count('received') };
  };
  return {
    balanceCents: store.account.balanceCents,
    today: since(startOfCentralDay(now)),
    thisMonth: since(startOfCentralMonth(now)),
  };
}

/** The number of faxes in each status. */
export const countFaxes = ({ store }: Pick<OperationContext, 'store'>): [status: string, count: number][] =>
  faxStatuses.map((status) => [status, store.faxes.find({ labels: [labels.status(status)] }).total]);

/** The number of deliveries in each state. */
export const countDeliveries = ({ store }: Pick<OperationContext, 'store'>): [state: string, count: number][] =>
  deliveryStates.map((state) => [state, store.deliveries.find({ labels: [labels.state(state)] }).total]);
