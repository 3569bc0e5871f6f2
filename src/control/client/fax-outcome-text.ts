import { phoneText } from '../../model/numbering/phone-text.ts';
import { pluralize } from '../../model/shared/words.ts';

/** The parts of a recipient that its words tell. */
interface ShownRecipient {
  readonly status: string | null;
  readonly error: { readonly message: string } | null;
  readonly retry_count: number;
  /** Undefined in the answer of an older simulator. */
  readonly pages_sent?: number | null;
}

/**
 * The pages of a call that is over: `pages 1 to 3 of 5 got through, page 4 failed`. `sent` is null if the service does not tell them.
 */
export function pagesFate(pages: number, sent: number | null): string {
  if (sent === null) return 'the service does not tell which pages got through';
  if (sent === 0) return 'no page got through';
  if (sent >= pages) return `${pages === 1 ? 'the page' : `all ${pages} pages`} got through`;
  return `${firstPages(sent)} of ${pages} got through, page ${sent + 1} failed`;
}

function firstPages(count: number): string {
  if (count === 1) return 'page 1';
  return count === 2 ? 'pages 1 and 2' : `pages 1 to ${count}`;
}

/** An error in words, without the full stop of some messages, because the text goes on: `Busy`. */
export const reasonWords = ({ message }: { readonly message: string }): string => message.replace(/\.$/, '');

/** `Busy (error 17)`. */
export const numberedReason = (error: { readonly message: string; readonly id: number }): string =>
  `${reasonWords(error)} (error ${error.id})`;

/** `2 retries`; empty without any. */
export const retryWords = ({ retry_count: count }: Pick<ShownRecipient, 'retry_count'>): readonly string[] =>
  count === 0 ? [] : [pluralize(count, 'retry', 'retries')];

/** The result of the calls to one number, besides its status: `Busy`, `no page got through`, `2 retries`. */
export function recipientWords(to: ShownRecipient, pages: number): readonly string[] {
  const { status, error, pages_sent: sent } = to;
  const isOver = status === 'success' || error !== null;
  return [
    ...(error === null ? [] : [reasonWords(error)]),
    ...(isOver && pages > 0 && sent !== undefined ? [pagesFate(pages, sent)] : []),
    ...retryWords(to),
  ];
}

/** The recipients that were not reached, if others were; empty for other faxes. */
export function missedAmong<To extends Pick<ShownRecipient, 'error'>>(recipients: readonly To[]): readonly To[] {
  const missed = recipients.filter(({ error }) => error !== null);
  return missed.length < recipients.length ? missed : [];
}

type ShownNumber = Pick<ShownRecipient, 'error'> & { readonly number: string };

/**
 * The first number of a fax and the words that follow, a failed one of several first: `+1 202 555 0123`,
 * ` and 2 more, 1 of 3 failed`. `moreOf` writes the number of the others.
 */
export function recipientsParts(recipients: readonly ShownNumber[]): readonly [number: string, rest: string] {
  const missed = missedAmong(recipients);
  const others = recipients.length - 1;
  return [
    phoneText((missed[0] ?? recipients[0])?.number ?? 'unknown'),
    others < 1
      ? ''
      : ` and ${others} more${missed.length > 0 ? `, ${missed.length} of ${recipients.length} failed` : ''}`,
  ];
}
