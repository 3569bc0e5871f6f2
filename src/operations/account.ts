import type { AccountStatus, FaxCounts } from '../domain/account.ts';
import { startOfCentralDay, startOfCentralMonth } from '../domain/central-time.ts';
import type { Direction } from '../domain/fax.ts';
import { labels } from '../store/labels.ts';
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
