import type { WorldHandle } from '../control/client/connect.ts';
import type { FaxRecord } from '../control/client/named-types.ts';

/** The line about the pages of a failed fax: the page that failed, and those that were sent. Empty for other faxes. */
export async function pagesText(
  { faxes }: { readonly faxes: Pick<WorldHandle['faxes'], 'history'> },
  { id, direction, status, pages }: FaxRecord,
): Promise<string> {
  if (direction !== 'sent' || status !== 'failure') return '';
  const { pages_sent: sent } = await faxes.history({ id });
  return `${fateOf(pages, sent)}\n`;
}

function fateOf(pages: number, sent: number | null): string {
  if (sent === null) return 'the service does not tell which pages were sent';
  if (sent === 0) return 'no page was sent';
  return `it failed on page ${sent + 1} of ${pages}; ${sent === 1 ? 'page 1 was' : `pages 1 to ${sent} were`} sent`;
}
