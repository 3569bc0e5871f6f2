/** Rows of achievements that few programs have. A report leaves them out where both programs have none. */
export const tagsRow = 'faxes with tags';
export const copiesRow = 'sent faxes fetched';
export const rareRows: readonly string[] = [tagsRow, copiesRow];
