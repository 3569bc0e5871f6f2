import type { Fax } from '../domain/fax.ts';
import type { Delivery } from '../domain/webhook.ts';
import { labels } from '../store/labels.ts';
import type { Store } from '../store/store.ts';
import { inboxCapacity } from './inbox.ts';

// A fax and the news of it are stored together, but in files of their own: a process that is killed between the two
// leaves one without the other.

type Records = Pick<Store, 'faxes' | 'deliveries'>;

/** Pending news of faxes that are not done after all: their life goes on, and they will be told of when they are. */
export function prematureNews({ faxes, deliveries }: Records): Delivery[] {
  const pending = deliveries.find({ labels: [labels.state('pending')] });
  return pending
    .slice(0, pending.total)
    .filter(({ news }) => news.event === 'fax_completed' && faxes.get(news.faxId)?.completedAt === null);
}

/** Faxes that were done later than `since` (ms) and that there is no news of. */
export function untoldFaxes({ faxes, deliveries }: Records, since: number): Fax[] {
  // News of older faxes may have made room in the inbox.
  const [oldest] = deliveries.size >= inboxCapacity ? deliveries.find({}).slice(0, 1) : [];
  const from = Math.max(since, oldest?.createdAt ?? since);
  return [...faxes.values()].filter((fax) => isDoneAfter(fax, from) && !hasNews(deliveries, fax.id));
}

/** Of a received fax, `completedAt` can lie before it came to be. */
function isDoneAfter({ completedAt, createdAt }: Fax, time: number): boolean {
  return completedAt !== null && Math.max(completedAt, createdAt) > time;
}

function hasNews(deliveries: Records['deliveries'], faxId: number): boolean {
  const found = deliveries.find({ labels: [labels.fax(faxId)] });
  return found.slice(0, found.total).some(({ news }) => news.event === 'fax_completed');
}
