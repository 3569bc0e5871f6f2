/** A document that the service keeps for the account, to be had with a PhaxCode on it. */
export interface HostedDocument {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * What every account has (assumed): documents are put there on the service's web pages, and no call of the API does it. The
 * first name is that of the v1 Node client's README.
 */
export const hostedDocuments: readonly HostedDocument[] = [
  { name: 'order-form', title: 'Order form', lines: ['Item:', 'Quantity:', 'Deliver to:'] },
  { name: 'intake-form', title: 'Intake form', lines: ['Name:', 'Date of birth:', 'Reason for the visit:'] },
  { name: 'cover-sheet', title: 'Cover sheet', lines: ['To:', 'From:', 'Pages:'] },
];
