import type { FindingKind } from '../finding.ts';

/** The kinds of findings about the faxes themselves, which change other counts too. */
const ofFaxes: readonly FindingKind[] = ['lost', 'doubled'];

/** The names of the rows of achievements. */
export const achievedRows = {
  faxes: 'faxes',
  arrive: 'that arrive',
  documents: 'different documents',
  tags: 'faxes with tags',
  fetched: 'received faxes fetched',
  copies: 'sent faxes fetched',
  notified: 'notifications accepted',
  deleted: 'files deleted',
  paid: 'paid',
} as const;

/** Rows of achievements that few programs have. A report leaves them out where both programs have none. */
export const rareRows: readonly string[] = [achievedRows.tags, achievedRows.copies];

/** The kinds of findings that explain a difference in a row, by the name of the row; those about the row itself come first. */
export const explainingKinds: Readonly<Record<string, readonly FindingKind[]>> = {
  [achievedRows.faxes]: ofFaxes,
  [achievedRows.arrive]: ['other result', ...ofFaxes],
  [achievedRows.documents]: ['other document', ...ofFaxes],
  [achievedRows.tags]: ['other options', ...ofFaxes],
  [achievedRows.fetched]: ['not fetched', 'page unread', 'not listed'],
  [achievedRows.copies]: ['not fetched', 'page unread', 'not listed'],
  [achievedRows.notified]: ['not notified', 'no receiver', 'other callback', ...ofFaxes],
  [achievedRows.deleted]: ['file kept', 'file lost', ...ofFaxes],
  [achievedRows.paid]: ['other price', 'other records', ...ofFaxes],
};
