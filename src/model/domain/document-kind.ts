/** The kinds of documents that a fax without a file can have, as its tag `type` names them. */
export const documentKinds = [
  'referral',
  'lab result',
  'prescription',
  'purchase order',
  'invoice',
  'delivery note',
  'title document',
  'signed consent',
  'insurance form',
  'note',
  'cover sheet',
  'lease',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const isDocumentKind = (text: string | undefined): text is DocumentKind =>
  documentKinds.some((kind) => kind === text);
