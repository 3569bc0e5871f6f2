import type { FaxRecord } from '../../src/control/client/named-types.ts';

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

export function fatesOf(fax: FaxRecord): PageFates {
  const sent = fax.pages_sent ?? undefined;
  const isSent = (page: number): boolean => sent !== undefined && page <= sent;
  return {
    sent,
    isTold: sent !== undefined && (sent < fax.pages || fax.due !== null),
    isSent,
    wordOf: (page) => (isSent(page) ? 'sent' : unsentWord(fax, page)),
  };
}

/** The page after those that were sent is the one on which the call failed. */
function unsentWord({ due, pages_sent: sent }: FaxRecord, page: number): string {
  if (due !== null) return 'not sent yet';
  if (sent === null) return 'not known whether it was sent';
  return page === sent + 1 && sent > 0 ? 'failed' : 'not sent';
}
