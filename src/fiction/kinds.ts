/** The kinds of documents that fictitious businesses fax, as the tag `type` names them. */
export const kinds = [
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
export type DocumentKind = (typeof kinds)[number];

export const isKind = (text: string | undefined): text is DocumentKind => kinds.some((kind) => kind === text);

/** The department that handles each kind, as the tag `department` names it. */
export const departmentOf: Readonly<Record<DocumentKind, string>> = {
  referral: 'Intake',
  'lab result': 'Records',
  prescription: 'Intake',
  'purchase order': 'Purchasing',
  invoice: 'Billing',
  'delivery note': 'Receiving',
  'title document': 'Legal',
  'signed consent': 'Records',
  'insurance form': 'Claims',
  note: 'Front office',
  'cover sheet': 'Records',
  lease: 'Legal',
};
