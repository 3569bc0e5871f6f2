import { recipientsParts } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { pluralize } from '../format.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import type { Tone } from '../ui/badge.tsx';

export type Recipient = FaxRecord['recipients'][number];

export const faxStatuses: Readonly<Record<FaxRecord['status'], { readonly tone: Tone; readonly word: string }>> = {
  queued: { tone: 'waiting', word: 'Queued' },
  pendingbatch: { tone: 'waiting', word: 'In a batch' },
  inprogress: { tone: 'busy', word: 'In progress' },
  success: { tone: 'good', word: 'Success' },
  partialsuccess: { tone: 'mixed', word: 'Partial success' },
  failure: { tone: 'bad', word: 'Failure' },
};

/** The filter of the faxes that failed for one of their numbers or for all. */
export const wentWrong = 'failure,partialsuccess';

const recipientStatuses: Readonly<Record<string, { readonly tone: Tone; readonly word: string }>> = {
  ...faxStatuses,
  ringing: { tone: 'busy', word: 'Ringing' },
  callactive: { tone: 'busy', word: 'Call active' },
  willretry: { tone: 'waiting', word: 'Will retry' },
};

export const recipientStatus = ({ status }: Recipient): { readonly tone: Tone; readonly word: string } =>
  recipientStatuses[status ?? 'queued'] ?? { tone: 'plain', word: status ?? '' };

/** The other end of a fax: its caller, or its recipients. */
export const otherEnd = (fax: FaxRecord): string => endParts(fax).join('');

/** The number of the other end, and what follows it. */
export function endParts({
  direction,
  from_number: from,
  recipients,
}: FaxRecord): readonly [number: string, rest: string] {
  if (direction === 'received') return [from === null ? 'Unknown caller' : phoneText(from), ''];
  return recipients.length === 0 ? ['No recipient', ''] : recipientsParts(recipients);
}

/** `both numbers`, `all 3 numbers`. */
export const allNumbers = ({ recipients: { length } }: FaxRecord): string =>
  `${length === 2 ? 'both' : `all ${length}`} numbers`;

/** The account's end of a fax: `from +1 202 555 0123`. Without a caller id, the service uses a number of its own. */
export function ownEnd(fax: FaxRecord): string {
  const number = ownNumber(fax);
  if (fax.direction === 'received') return `to ${phoneText(number ?? 'no number')}`;
  return `from ${phoneText(number ?? 'a number of the service')}`;
}

/** The account's number, if the fax names it. */
export const ownNumber = ({ direction, to_number: to, caller_id: caller }: FaxRecord): string | null =>
  direction === 'received' ? to : caller;

export const pagesText = ({ pages, document_pages: known, due }: FaxRecord): string => {
  const count = pages > 0 ? pages : known;
  return count > 0 ? pluralize(count, 'page') : due === null ? 'no pages' : 'no pages yet';
};

/** The number of pages that have pictures. */
export const picturesOf = ({ file, document_pages: pages, pages: shown }: FaxRecord): number =>
  file === 'stored' ? Math.max(pages, shown) : 0;

export const isOnItsWay = ({ due }: FaxRecord): boolean => due !== null;
