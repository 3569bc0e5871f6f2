import type { FaxHistory, FaxRecord } from '../../src/control/client/named-types.ts';

/** Which pages of a fax were sent. Only these have the line that the transmission adds. */
export interface PageFates {
  /** The number of pages that were sent; undefined for a received fax, and if that is not known. */
  readonly sent: number | undefined;
  /** Whether the pages differ from what one expects, so that their words are shown: some are not sent. */
  readonly isTold: boolean;
  readonly isSent: (page: number) => boolean;
  /** `sent`, `not sent yet`, `failed`. */
  readonly wordOf: (page: number) => string;
}

export function fatesOf(fax: FaxRecord, history: FaxHistory | undefined): PageFates {
  const sent = sentPages(fax, history);
  const isSent = (page: number): boolean => sent !== undefined && page <= sent;
  return {
    sent,
    isTold: sent !== undefined && (sent < fax.pages || fax.due !== null),
    isSent,
    wordOf: (page) => (isSent(page) ? 'sent' : history === undefined ? 'Loading…' : unsentWord(fax, page, sent)),
  };
}

/** The pages of a fax that succeeded are known before its history is read. */
function sentPages(fax: FaxRecord, history: FaxHistory | undefined): number | undefined {
  const { direction, status, pages } = fax;
  if (direction !== 'sent') return undefined;
  if (status === 'success' || status === 'partialsuccess') return pages;
  return history?.pages_sent ?? undefined;
}

/** The page after those that were sent is the one on which the call failed. */
function unsentWord({ due }: FaxRecord, page: number, sent: number | undefined): string {
  if (due !== null) return 'not sent yet';
  if (sent === undefined) return 'not known whether it was sent';
  return page === sent + 1 && sent > 0 ? 'failed' : 'not sent';
}
